/**
 * The second way in which the server learns that something was paid: it asks the provider, soon and often at first, then seldom for a day. A
 * notice that is lost, late or refused loses nobody's money.
 */
import { type RunningJob, type Log, NOW_ONCE, startJob, pollDelay } from '../../platform/index.ts';
import type { PaymentServices } from '../services.ts';
import { creditPayment } from './credit.ts';
import { requestSigned } from './wire.ts';

/** Orders that are queried at once. */
const AT_ONCE = 10;
/** Real ms between two looks at most. */
const LONGEST_SLEEP = 5_000;
/** And at least: a clock that runs fast is no reason to ask the provider all the time. */
const SHORTEST_SLEEP = 200;

export type ProviderState = 'paid' | 'unpaid' | 'closed';

/** Asks what became of an order, and credits what was paid. @throws when the provider gives no answer that can be believed. */
export async function queryProvider(context: PaymentServices, rechargeId: string): Promise<ProviderState> {
  const { recharge, database } = context;
  if (recharge.queryUrl === undefined) return 'unpaid';
  const answer = await requestSigned(recharge.queryUrl, recharge.secret, 'query', { rechargeId });
  return applyAnswer(context, database, rechargeId, answer);
}

/** Tells the provider that an order is not wanted any more. 'paid': it was too late for that, and is credited. */
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
  // Closed orders cannot be paid any more: there is nothing left to ask.
  if (state === 'closed') await database.query(`UPDATE recharges SET ask_at = NULL WHERE id = $1::uuid AND state <> 'paid'`, [rechargeId]);
  return state === 'closed' ? 'closed' : 'unpaid';
}

/** The background job that queries waiting recharges, from `begin` on: a start does nothing that can wait. Any number of processes may: each order is claimed by one. */
export function startProviderPolling(context: PaymentServices, log: Log, begin: Promise<void>): RunningJob | undefined {
  const { database, recharge, clock } = context;
  if (recharge.queryUrl === undefined) return undefined;
  let silent = false;
  return startJob(
    async () => {
      const due = await claimDueRecharges(context);
      const results = await Promise.allSettled(due.map((id) => queryProvider(context, id)));
      const failed = results.find((result) => result.status === 'rejected');
      // Once for a silence, however long: every order is tried again at its own time.
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
