/**
 * Codes of six digits that prove an address (a phone number, an e-mail address). One is live for a purpose and an address: for five minutes,
 * five tries, and once. The number of sent codes is counted by address, for all callers together.
 *
 * The answer to a request for a code is the same whether somebody has the address or not, and so is the work: for an unknown address a code is made
 * and not sent.
 */
import { randomInt } from 'node:crypto';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { AccountServices } from './services.ts';
import {
  MINUTE_MS,
  type Channel,
  ok,
  type Querying,
  refuse,
  refuseCode,
  refuseWithWrite,
  refuseStep,
  TooManyRequests,
} from '../platform/index.ts';
import type { Refusal } from './fund-password.ts';
import { isCaptchaAnswer, createCaptcha } from './captcha.ts';

/** bind: a new address. change: the present one, before another takes its place. fundPwd, withdraw: the present one. reset: by account name. */
export type CodePurpose = 'bind' | 'change' | 'reset' | 'fundPwd' | 'withdraw';

export const CODE_LIMITS = {
  lifeMs: 5 * MINUTE_MS,
  tries: 5,
  betweenMs: MINUTE_MS,
  windowMs: 10 * MINUTE_MS,
  windowMost: 4,
  dayMs: 24 * 60 * MINUTE_MS,
  dayMost: 10,
  /** Sent to an address within a day without a picture to read. */
  plain: 3,
} as const;

export interface CodeAddress {
  readonly purpose: CodePurpose;
  readonly channel: Channel;
  /** What the code is for, and what its sendings are counted by: an address, or for a reset the key of an account name. */
  readonly address: string;
}

export interface CodeDelivery extends CodeAddress {
  /** Whose code it is; null: nobody's, and nothing is sent. */
  readonly userId: number | null;
  /** Where it is sent. */
  readonly to: string;
  readonly puzzle?: CaptchaAnswer;
}

/** The picture that the player was shown, and what he read in it. */
export interface CaptchaAnswer {
  readonly puzzle?: string | undefined;
  readonly puzzleAnswer?: string | undefined;
}

export interface SentCode {
  /** Game ms from when another one may be asked for, and until when this one is good. */
  readonly resendAt: number;
  readonly expiresAt: number;
}

const addressHmac = ({ encryption }: Pick<AccountServices, 'encryption'>, { purpose, channel, address }: CodeAddress): string =>
  encryption.hmac('code.address', `${purpose === 'reset' ? 'account' : 'address'} ${channel} ${address}`);
const codeHmac = ({ encryption }: Pick<AccountServices, 'encryption'>, { purpose, channel, address }: CodeAddress, code: string): string =>
  encryption.hmac('code', `${purpose} ${channel} ${address} ${code}`);

/**
 * Makes a code and hands it to the outbox, in the transaction of `client`. Refuses with a captcha when the address got several codes
 * today, from any caller. Throws TooManyRequests when the address has to wait.
 */
export async function sendCode(context: AccountServices, client: Querying, sending: CodeDelivery): Promise<Envelope<SentCode | null>> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { rows: times } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  const { now } = times[0] as { now: number };
  const hmac = addressHmac(context, sending);
  const refusal = await requireCaptcha(context, client, hmac, now, sending.puzzle);
  if (refusal !== undefined) return refusal;
  const wait = await countSending(client, hmac, now);
  if (wait > 0) throw new TooManyRequests(wait, '验证码发送过于频繁');
  await client.query('SELECT store_code($1, $2, $3, $4, $5, $6)', [
    sending.purpose,
    hmac,
    sending.userId,
    codeHmac(context, sending, code),
    now,
    CODE_LIMITS.lifeMs,
  ]);
  // A reset is counted by the account name that was asked for, known or not. The address behind it has the same limits, without a word
  // of it in the answer: it would tell that there is one.
  let drop = sending.userId === null;
  if (sending.purpose === 'reset') {
    const real = addressHmac(context, { ...sending, purpose: 'bind', address: sending.to });
    drop = (await countSending(client, real, now)) > 0 || drop;
  }
  await context.messages.queue(client, {
    channel: sending.channel,
    to: sending.to,
    template: 'code',
    vars: { code, minutes: String(CODE_LIMITS.lifeMs / MINUTE_MS) },
    expiresAt: now + CODE_LIMITS.lifeMs,
    drop,
  });
  return ok({ resendAt: now + CODE_LIMITS.betweenMs, expiresAt: now + CODE_LIMITS.lifeMs });
}

/** The refusal with a picture to read; undefined when none is asked for, or the answer is right. An answer is good for one sending. */
async function requireCaptcha(
  { encryption }: AccountServices,
  client: Querying,
  hmac: string,
  now: number,
  { puzzle = '', puzzleAnswer = '' }: CaptchaAnswer = {},
): Promise<Envelope<null> | undefined> {
  const { rows } = await client.query<{ at: number }>(
    'SELECT at FROM verification_code_sends WHERE address_hmac = $1 AND at > $2 ORDER BY at DESC',
    [hmac, now - CODE_LIMITS.dayMs],
  );
  const within = (nth: number, ms: number): boolean => (rows[nth - 1]?.at ?? Number.NEGATIVE_INFINITY) > now - ms;
  // A caller that must wait gets that refusal first.
  if (
    within(1, CODE_LIMITS.betweenMs) ||
    within(CODE_LIMITS.windowMost, CODE_LIMITS.windowMs) ||
    within(CODE_LIMITS.dayMost, CODE_LIMITS.dayMs)
  )
    return undefined;
  const sentToday = rows.length;
  if (sentToday < CODE_LIMITS.plain) return undefined;
  const subject = `${hmac} ${sentToday}`;
  if (puzzleAnswer !== '' && isCaptchaAnswer(encryption, subject, now, puzzle, puzzleAnswer)) return undefined;
  const msg = puzzleAnswer === '' ? '请先输入图中的四位数字，再发送验证码' : '图中数字不正确，请重新输入';
  return refuseStep({ step: 'puzzle', to: '', puzzle: createCaptcha(encryption, subject, now) }, msg);
}

/** Counts a sending to an address: ms to wait, 0 when it was counted. */
async function countSending(client: Querying, hmac: string, now: number): Promise<number> {
  const { rows } = await client.query<{ wait: number }>('SELECT count_sending($1, $2, $3, $4, $5, $6, $7) AS wait', [
    hmac,
    now,
    CODE_LIMITS.betweenMs,
    CODE_LIMITS.windowMs,
    CODE_LIMITS.windowMost,
    CODE_LIMITS.dayMs,
    CODE_LIMITS.dayMost,
  ]);
  return rows[0]?.wait ?? 0;
}

/** What a wrong code leaves behind. */
export type WrongCode = { readonly refusal: Refusal; readonly count: (client: Querying) => Promise<unknown> };

/**
 * Spends a code in the transaction of `client`: undefined when it was right for this purpose, address and player. The caller counts a wrong code with
 * `count`, outside of the transaction that is rolled back.
 */
export async function spendCode(
  context: Pick<AccountServices, 'encryption'>,
  client: Querying,
  at: CodeAddress,
  userId: number | null,
  code: string,
): Promise<WrongCode | undefined> {
  const hmac = addressHmac(context, at);
  const { rows } = await client.query<{ left: number | null }>('SELECT spend_code($1, $2, $3, $4, caipu_now_ms(), $5) AS left', [
    at.purpose,
    hmac,
    userId,
    codeHmac(context, at, code),
    CODE_LIMITS.tries,
  ]);
  const before = rows[0]?.left ?? null;
  if (before === null) return undefined;
  const left = Math.max(0, before - 1);
  const msg = left > 0 ? `验证码不正确，还可输入 ${left} 次` : '验证码不正确或已失效，请重新获取';
  return {
    refusal: refuseCode({ left, lockedUntil: null }, msg),
    count: (after) => after.query('SELECT count_code_try($1, $2)', [at.purpose, hmac]),
  };
}

/** The same in the work of `runIdempotent`, which has to return the refusal as it is. */
export async function checkCode(...args: Parameters<typeof spendCode>): Promise<Refusal | undefined> {
  const wrong = await spendCode(...args);
  return wrong === undefined ? undefined : refuseWithWrite(wrong.refusal, wrong.count);
}

/** Nothing leaves this server by the channel. */
export const channelUnavailable = (channel: Channel): Refusal =>
  refuse(STATUS.disabled, channel === 'mobile' ? '短信服务暂未开通' : '邮件服务暂未开通');
