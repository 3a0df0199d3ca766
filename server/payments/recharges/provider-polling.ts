/**
 * The server also queries the provider for payments: often at first, then rarely, for a day. So a lost, late or refused notice loses no
 * payment.
 */
import { type RunningJob, type Log, NOW_ONCE, startJob, pollDelay } from '../../platform/index.ts';
import type { PaymentServices } from '../services.ts';
import { creditPayment } from './credit.ts';
import { requestSigned } from './wire.ts';

/** Orders that are queried at once. */
const AT_ONCE = 10;
/** Longest real ms between two passes. */
const LONGEST_SLEEP = 5_000;
/** Shortest real ms between two passes, also under a fast simulated clock. */
const SHORTEST_SLEEP = 200;

export type ProviderState = 'paid' | 'unpaid' | 'closed';

/** Queries the provider for an order, and credits a payment. @throws if the provider gives no valid answer. */
export async function queryProvider(context: PaymentServices, rechargeId: string): Promise<ProviderState> {
  const { recharge, database } = context;
  if (recharge.queryUrl === undefined) return 'unpaid';
  const answer = await requestSigned(recharge.queryUrl, recharge.secret, 'query', { rechargeId });
  return applyAnswer(context, database, rechargeId, answer);
}

/** Closes an order at the provider. 'paid': it was paid already, and is credited. */
export async function closeAtProvider(context: PaymentServices, rechargeId: string): Promise<ProviderState> {
  const { recharge, database } = context;
  if (recharge.closeUrl === undefined) return 'unpaid';
  const answer = await requestSigned(recharge.closeUrl, recharge.secret, 'close', { rechargeId });
  return applyAnswer(context, database, rechargeId, answer);
}

async function applyAnswer(
  context: PaymentServices,
  database: PaymentServices['database'],
  rechargeId: string,
  { state, tradeNo = '', amountFen = '', rechargeId: of }: Readonly<Record<string, string>>,
): Promise<ProviderState> {
  if (of !== rechargeId) throw new Error('the answer is about another order');
  if (state === 'paid') {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(tradeNo) || !/^[1-9]\d{0,12}$/.test(amountFen))
      throw new Error('the payment in the answer is not of its form');
    const credited = await creditPayment(context, { rechargeId, tradeNo, amountFen: Number(amountFen) });
    return credited === 'credited' || credited === 'again' ? 'paid' : 'unpaid';
  }
  // A closed order cannot be paid any more, so the queries end.
  if (state === 'closed') await database.query(`UPDATE recharges SET ask_at = NULL WHERE id = $1::uuid AND state <> 'paid'`, [rechargeId]);
  return state === 'closed' ? 'closed' : 'unpaid';
}

/** Background job that queries the provider for waiting recharges, from `begin` on. Several processes may run it; each order is claimed by one. */
export function startProviderPolling(context: PaymentServices, log: Log, begin: Promise<void>): RunningJob | undefined {
  const { database, recharge, clock } = context;
  if (recharge.queryUrl === undefined) return undefined;
  let silent = false;
  return startJob(
    async () => {
      const due = await claimDueRecharges(context);
      const results = await Promise.allSettled(due.map((id) => queryProvider(context, id)));
      const failed = results.find((result) => result.status === 'rejected');
      // Only the first failure in a row is logged. Every order is tried again at its own time.
      if (failed !== undefined && !silent)
        log(`recharge: the provider was asked in vain: ${(failed.reason as Error).message}`, { level: 'warn' });
      if (due.length > 0) silent = failed !== undefined;
      const { rows } = await database.query<{ wait: number | null }>(
        'SELECT (min(ask_at) - caipu_now_ms())::bigint AS wait FROM recharges WHERE ask_at IS NOT NULL',
      );
      return Math.min(Math.max((rows[0]?.wait ?? Number.MAX_SAFE_INTEGER) / clock.speed, SHORTEST_SLEEP), pollDelay(clock, LONGEST_SLEEP));
    },
    (error) => log(`recharge: ${error.message}; trying again`, { level: 'warn' }),
    begin,
  );
}

/** Orders that are due for a query, each with its next time set; orders that were not paid in time become expired. */
export async function claimDueRecharges({
  database,
  recharge: { rules },
}: Pick<PaymentServices, 'database' | 'recharge'>): Promise<string[]> {
  const { firstSeconds, firstTimes, thenSeconds, hours } = rules.asking;
  const { rows } = await database.query<{ id: string }>(
    `UPDATE recharges SET
       asks = asks + 1,
       ask_at = CASE WHEN created_at + $1::bigint < caipu_now_ms() THEN NULL
                     WHEN asks + 1 < $2::int THEN caipu_now_ms() + $3::bigint ELSE caipu_now_ms() + $4::bigint END,
       state = CASE WHEN state = 'pending' AND expires_at <= caipu_now_ms() THEN 'expired' ELSE state END,
       ended_at = CASE WHEN state = 'pending' AND expires_at <= caipu_now_ms() THEN expires_at ELSE ended_at END
      WHERE id IN (SELECT id FROM recharges WHERE ask_at <= ${NOW_ONCE} AND state <> 'paid' ORDER BY ask_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [hours * 3_600_000, firstTimes, firstSeconds * 1000, thenSeconds * 1000],
  );
  return rows.map(({ id }) => id);
}
