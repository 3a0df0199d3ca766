/**
 * The only function that credits a recharge. Notices of the provider and answers to the server's queries call it, in any order, number and
 * process; an order is credited once.
 */
import type { PaymentServices } from '../services.ts';
import { retryOnUniqueViolation, type Querying } from '../../platform/index.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { forgiveTurnover, requireTurnover } from '../turnover.ts';
import type { RechargeRow } from './orders.ts';
import type { RechargeMethod, RechargeRules } from './rules.ts';
import { readSettings } from './settings.ts';

/** A payment as the provider reports it. */
export interface Payment {
  readonly rechargeId: string;
  /** The provider's own number of the payment. */
  readonly tradeNo: string;
  /** The received amount. */
  readonly amountFen: number;
}

/**
 * credited: now. again: earlier, by the same payment. unknown: there is no such order. refused: the order was paid by another payment, or the
 * payment has paid another order; an operator must decide.
 */
export type CreditResult = 'credited' | 'again' | 'unknown' | 'refused';

export async function creditPayment(context: PaymentServices, payment: Payment): Promise<CreditResult> {
  const { database, alarms, recharge } = context;
  const { provider } = recharge.rules;
  const { rechargeId, tradeNo } = payment;
  let why = '';
  const credit = async (client: Querying): Promise<CreditResult> => {
    const { rows: owners } = await client.query<{ user_id: number }>('SELECT user_id FROM recharges WHERE id = $1::uuid', [rechargeId]);
    const userId = owners[0]?.user_id;
    if (userId === undefined) return 'unknown';
    // The player's lock comes before the player's rows, as in every idempotent request. Other requests of the player wait for this one.
    await client.query('SELECT lock_player($1)', [userId]);
    const { rows } = await client.query<RechargeRow & { readonly trade_no: string | null; readonly now: number; readonly used: boolean }>(
      `SELECT r.*, caipu_now_ms() AS now, EXISTS (SELECT 1 FROM recharges o WHERE o.provider = $2 AND o.trade_no = $3 AND o.id <> r.id) AS used
         FROM recharges r WHERE r.id = $1::uuid FOR UPDATE`,
      [rechargeId, provider, tradeNo],
    );
    const [row] = rows;
    if (row === undefined) return 'unknown';
    if (row.state === 'paid') {
      if (row.trade_no === tradeNo) return 'again';
      why = `Recharge ${rechargeId} was paid by ${row.trade_no}, and is said to be paid by ${tradeNo} as well.`;
      return 'refused';
    }
    if (row.used) {
      why = `Payment ${tradeNo} has paid another recharge, and is said to pay ${rechargeId} as well.`;
      return 'refused';
    }
    await pay(context, client, row, payment, row.now);
    return 'credited';
  };
  // Two notices may report one payment for orders of two players. Only the unique key excludes that, and the retry finds it.
  const credited = await retryOnUniqueViolation(() => database.transaction(credit));
  if (why !== '') alarms.raise('recharge-odd', why);
  return credited;
}

async function pay(
  context: PaymentServices,
  client: Querying,
  row: RechargeRow,
  { tradeNo, amountFen }: Payment,
  now: number,
): Promise<void> {
  const { rules } = context.recharge;
  const { user_id: userId, id } = row;
  // Before the new money, because old rows of an empty account must not lock it.
  await forgiveTurnover(client, userId, context.orderKinds);
  const post = (kind: string, from: string, amount: number, reason: string) =>
    client.query<{ balance: number }>(`SELECT post($1, $2, $3, 'wallet', $4::bigint, $5, $6::uuid, $7::bigint) AS balance`, [
      userId,
      kind,
      from,
      amount,
      reason,
      id,
      now,
    ]);
  let balance = (await post('recharge', 'outside:recharge', amountFen, 'paid')).rows[0]?.balance ?? 0;
  await requireTurnover(client, userId, { why: 'recharge', requiredFen: share(amountFen, turnoverBp(rules, row.method)), ref: id }, now);

  const bonus = await bonusOf(context, client, userId, amountFen, now);
  if (bonus > 0) {
    balance = (await post('bonus', 'house:promotions', bonus, 'recharge')).rows[0]?.balance ?? balance;
    await requireTurnover(client, userId, { why: 'bonus', requiredFen: bonus * (rules.bonus?.multiple ?? 0), ref: id }, now);
  }
  const odd = [...(amountFen === row.amount ? [] : ['amount']), ...(row.state === 'pending' && row.expires_at > now ? [] : ['late'])];
  await client.query(
    `UPDATE recharges SET state = 'paid', provider = $2, trade_no = $3, paid = $4::bigint, paid_at = $5::bigint, bonus = $6::bigint,
            odd = $7, ask_at = NULL, ended_at = NULL WHERE id = $1::uuid`,
    [id, rules.provider, tradeNo, amountFen, now, bonus, odd.length === 0 ? null : odd.join()],
  );
  await client.query(`SELECT announce_balance($1, 'wallet', 'fen', $2::bigint)`, [userId, balance]);
  // A first recharge opens 转账中心, so the event is sent even where messages are off.
  const { notify } = await readSettings(client, userId);
  await client.query('INSERT INTO outbox (user_id, event) VALUES ($1, $2::jsonb)', [
    userId,
    JSON.stringify({ type: 'recharge', rechargeId: id, amountFen, bonusFen: bonus, ...(notify ? {} : { quiet: true }) }),
  ]);
}

/** Basis points of an amount, rounded up to the fen, so that the stake is at least the share. */
const share = (amountFen: number, bp: number): number => Number((BigInt(amountFen) * BigInt(bp) + 9_999n) / 10_000n);

/** The turnover of a method. A method that the rules no longer have gets the highest turnover of all methods. */
const turnoverBp = ({ methods }: RechargeRules, code: string): number =>
  methods.find((method) => method.code === code)?.turnoverBp ?? Math.max(...methods.map((method: RechargeMethod) => method.turnoverBp));

/** The bonus of a recharge, rounded down to the fen. */
async function bonusOf(
  { recharge: { rules }, publication }: PaymentServices,
  client: Querying,
  userId: number,
  amountFen: number,
  now: number,
): Promise<number> {
  const { bonus } = rules;
  if (bonus === undefined || amountFen < bonus.fromFen) return 0;
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM recharges WHERE user_id = $1 AND bonus > 0 AND paid_at >= $2::bigint',
    [userId, dayStart(now, productOffset(publication))],
  );
  if ((rows[0]?.count ?? 0) >= bonus.perDay) return 0;
  return Math.min(bonus.maxFen, Number((BigInt(amountFen) * BigInt(bonus.bp)) / 10_000n));
}
