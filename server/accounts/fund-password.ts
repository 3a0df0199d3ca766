/**
 * The fund password (资金密码): six digits that money leaves by. Six digits are guessed in no time from any hash, so what is hashed is their
 * HMAC under the encryption key: a copy of the database alone is of no use. Argon2 is set low for that reason, and because it runs
 * inside the transaction that moves the money.
 */
import { hash, verify } from '@node-rs/argon2';
import type { Envelope } from '../../protocol/status.ts';
import type { AccountServices } from './services.ts';
import { type Querying, refuseCode, refuseWithWrite, refuseField, refuseStep } from '../platform/index.ts';

export type Refusal = Envelope<null>;

/** Wrong tries after which nothing is accepted for a while. */
export const FUND_PASSWORD_TRIES = 5;
export const FUND_PASSWORD_LOCK_MS = 2 * 3_600_000;
const COST = { memoryCost: 8_192, timeCost: 2, parallelism: 1 } as const;

/** What is hashed: says whose it is, so that two players with the same digits have nothing in common. */
const peppered = ({ encryption }: Pick<AccountServices, 'encryption'>, userId: number, pin: string): string =>
  encryption.hmac('fund-password', `${userId}:${pin}`);

/**
 * undefined: it is right, and the money may move. Otherwise the refusal, which the idempotent work must return as it is: needsStep when none was
 * set, wrongCode with the tries that are left, or with the time until which it is locked.
 *
 * Call it in the work of `runIdempotent` with that work's client: the player's lock makes his guesses wait for each other. A refused
 * work is taken back, and a wrong try must be counted all the same, so the count is written after that (`refuseWithWrite` in
 * server/platform/http/idempotency.ts), in the same transaction. A copy of the refusal, or a transaction that is not `runIdempotent`, would lose the count.
 */
export async function checkFundPassword(
  context: Pick<AccountServices, 'encryption'>,
  client: Querying,
  userId: number,
  pin: string | undefined,
): Promise<Refusal | undefined> {
  const { rows } = await client.query<{ hash: string; tries: number; locked_until: number | null; now: number }>(
    'SELECT hash, tries, locked_until, caipu_now_ms() AS now FROM fund_passwords WHERE user_id = $1',
    [userId],
    'fund-password',
  );
  const [row] = rows;
  if (row === undefined) return refuseStep({ step: 'fundPwd', to: '/changePwd?tab=fund' }, '请先设置资金密码');
  if (row.locked_until !== null && row.locked_until > row.now) return refuseLocked(row.locked_until, row.now);
  if (pin === undefined || pin === '') return refuseField('fundPwd', '请输入资金密码');
  if (await verify(row.hash, peppered(context, userId, pin))) {
    if (row.tries > 0) await client.query('UPDATE fund_passwords SET tries = 0, locked_until = NULL WHERE user_id = $1', [userId]);
    return undefined;
  }
  const left = FUND_PASSWORD_TRIES - row.tries - 1;
  const refusal =
    left > 0
      ? refuseCode({ left, lockedUntil: null }, `资金密码不正确，还可输入 ${left} 次`)
      : refuseLocked(row.now + FUND_PASSWORD_LOCK_MS, row.now);
  return countWrongFundPassword(userId, refusal);
}

/** A refusal, in the work of `runIdempotent`, that counts as a wrong try at the fund password; the last one locks it. */
export function countWrongFundPassword(userId: number, refusal: Refusal): Refusal {
  return refuseWithWrite(refusal, (after) =>
    after.query(
      `UPDATE fund_passwords SET tries = (tries + 1) % ${FUND_PASSWORD_TRIES},
              locked_until = CASE WHEN tries + 1 = ${FUND_PASSWORD_TRIES} THEN caipu_now_ms() + ${FUND_PASSWORD_LOCK_MS} END
        WHERE user_id = $1`,
      [userId],
    ),
  );
}

export async function hasFundPassword(client: Querying, userId: number): Promise<boolean> {
  return (await client.query('SELECT 1 FROM fund_passwords WHERE user_id = $1', [userId])).rows.length > 0;
}

function refuseLocked(until: number, now: number): Refusal {
  const minutes = Math.max(1, Math.ceil((until - now) / 60_000));
  const wait = minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时${minutes % 60 === 0 ? '' : ` ${minutes % 60} 分钟`}`;
  return refuseCode({ left: 0, lockedUntil: until }, `资金密码已锁定，请 ${wait}后再试，或在安全设置中重新设置`);
}

/** The fault of six digits as a fund password, as a text for players; `birth`: yyyymmdd of his identity. */
export function fundPasswordFault(pin: string, birth?: string): string | undefined {
  if (!/^\d{6}$/.test(pin)) return '资金密码须为 6 位数字';
  const steps = new Set([...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10));
  // 123456, 654321, 111111, 135791; 121212, 112112; 123123.
  const plain = steps.size === 1 || new Set(pin).size < 3 || pin.slice(0, 3) === pin.slice(3);
  if (plain) return '资金密码过于简单，请换一个';
  if (birth !== undefined && [birth.slice(2), birth.slice(0, 6), birth.slice(4) + birth.slice(2, 4)].includes(pin))
    return '资金密码不能使用出生日期，请换一个';
  return undefined;
}

/** Sets or replaces it, in the transaction of `client`. The caller has authenticated the player and checked fundPasswordFault. */
export async function setFundPassword(
  context: Pick<AccountServices, 'encryption'>,
  client: Querying,
  userId: number,
  pin: string,
): Promise<void> {
  const passwordHash = await hash(peppered(context, userId, pin), COST);
  await client.query(
    `INSERT INTO fund_passwords (user_id, hash, set_at) VALUES ($1, $2, caipu_now_ms())
     ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, tries = 0, locked_until = NULL, changed_at = caipu_now_ms()`,
    [userId, passwordHash],
  );
}
