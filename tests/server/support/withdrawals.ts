/** Players who may withdraw, their cards, and an operator's desk, for tests of withdrawals. */
import { randomInt, randomUUID } from 'node:crypto';
import type { FundMoveModels, WithdrawalCard } from '../../../protocol/calls.ts';
import { setFundPassword } from '../../../server/accounts/fund-password.ts';
import type { Services } from '../../../server/services.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import type { Answer, CallOptions, Client } from './client.ts';
import { logInOperator } from './operator.ts';

export const PIN = '270915';
export const OPERATOR_PASSWORD = 'workshop-1234';

/** The check digit of Luhn, told by a table and not by arithmetic: independent of the code under test. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] as const;
export function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, at) => sum + (at % 2 === 0 ? Number(digit) : (DOUBLED[Number(digit)] as number)), 0);
}
export const withCheckDigit = (digits: string): string => digits + ((10 - (luhnSum(`${digits}0`) % 10)) % 10);

/** A card of 招商银行, different each time. `end`: its digits before the check digit. */
export function newCardNumber(end = ''): string {
  const random = String(randomInt(10 ** 9)).padStart(9, '0');
  return withCheckDigit(`622588${(random + end).slice(-9)}`);
}

/** A real name, a fund password, and no card yet. */
export async function verifyIdentity(context: Pick<Services, 'encryption' | 'database'>, player: Client, name = '张三丰'): Promise<void> {
  const { encryption, database } = context;
  await database.query(
    `INSERT INTO identities (user_id, name_sealed, number_sealed, number_hmac, done_at) VALUES ($1, $2, $3, $4, caipu_now_ms())
     ON CONFLICT (user_id) DO NOTHING`,
    [
      player.userId,
      encryption.seal('identity.name', name),
      encryption.seal('identity.number', 'x'),
      encryption.hmac('identity.number', randomUUID()),
    ],
  );
  const { rows } = await database.query('SELECT 1 FROM fund_passwords WHERE user_id = $1', [player.userId]);
  if (rows.length === 0) await database.transaction((client) => setFundPassword(context, client, player.userId, PIN));
}

export const bindCard = (
  player: Client,
  cardNo = newCardNumber(),
  over: Readonly<Record<string, string>> = {},
): Promise<Answer<WithdrawalCard>> =>
  player.post('/api/BankCard/BindWallet', {
    id: randomUUID(),
    cardNo,
    bankCode: 'CMB',
    province: '44',
    city: '4403',
    fundPwd: PIN,
    ...over,
  });

export const withdraw = (
  player: Client,
  card: string,
  amountFen: number,
  fundPwd = PIN,
  options: CallOptions = {},
): Promise<Answer<FundMoveModels>> =>
  player.get('/api/fund/out', { target: `card:${card}`, amountFen: String(amountFen), fundPwd }, options);

/** Asks for a withdrawal behind the player's back, whatever the rules say. */
export async function insertWithdrawal(client: Querying, userId: number, account: string, amountFen: number): Promise<string> {
  const id = randomUUID();
  await client.query('SELECT lock_player($1), request_withdrawal($1, $2, $3, $4, 0, caipu_now_ms())', [userId, id, account, amountFen]);
  return id;
}

export interface DeskAnswer<T = null> {
  readonly status: number;
  readonly models: T;
  readonly msg: string;
}

/** An operator at the desk, in a session of his own. */
export async function openDesk(base: string, by: string) {
  const { call } = await logInOperator(base, OPERATOR_PASSWORD);
  const ask = <T = null>(path: string): Promise<DeskAnswer<T>> => call<T>('GET', path);
  return {
    ask,
    act: <T = null>(id: string, what: 'take' | 'release' | 'approve' | 'refuse', more: object = {}): Promise<DeskAnswer<T>> =>
      call<T>('POST', `withdrawal/${what}`, { id, by, ...more }),
    set: (rules: Readonly<Record<string, number | string>>): Promise<DeskAnswer<Readonly<Record<string, number>>>> =>
      call('POST', 'withdrawals/rules/set', { by, ...rules }),
  };
}
