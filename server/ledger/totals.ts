/** What a player's movements came to: today, and on the days of a page of the ledger. */
import { DAY_MS } from '../platform/index.ts';
import type { FundTodayModels } from '../../protocol/calls.ts';
import type { Database, Querying } from '../platform/index.ts';
import { dayStart } from '../catalog/index.ts';
import { kindsInGroup, INTERNAL_MOVE_KINDS } from './movements.ts';

/**
 * Stakes, refunds and prizes of a player since an instant; a stake may have been held before it was played. Movements have their seq in the order of time, so the end is found by
 * walking back from the newest: only what is added up is read, however long the ledger is.
 */
async function sumsSince(database: Querying, userId: number, since: number) {
  const { rows } = await database.query<{ stake: number; refund: number; prize: number; refundBack: number; prizeBack: number }>(
    `SELECT coalesce(sum(f.amount) FILTER (WHERE f.debit IN ('wallet', 'held') AND f.kind = ANY($3::text[])), 0)::bigint AS stake,
            coalesce(sum(f.amount) FILTER (WHERE f.credit = 'wallet' AND f.kind = ANY($4::text[])), 0)::bigint AS refund,
            coalesce(sum(f.amount) FILTER (WHERE f.credit = 'wallet' AND f.kind = ANY($5::text[])), 0)::bigint AS prize,
            coalesce(sum(f.amount) FILTER (WHERE f.debit = 'wallet' AND f.kind = ANY($4::text[])), 0)::bigint AS "refundBack",
            coalesce(sum(f.amount) FILTER (WHERE f.debit = 'wallet' AND f.kind = ANY($5::text[])), 0)::bigint AS "prizeBack"
       FROM movements f
      WHERE f.user_id = $1
        AND f.seq > CASE WHEN $2::bigint > 0
              THEN coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.at < $2::bigint ORDER BY b.seq DESC LIMIT 1), 0) ELSE 0 END`,
    [userId, since, kindsInGroup('stake'), kindsInGroup('refund'), kindsInGroup('prize')],
    'totals-since',
  );
  return rows[0] ?? { stake: 0, refund: 0, prize: 0, refundBack: 0, prizeBack: 0 };
}

export async function totalsSince(database: Querying, userId: number, since: number): Promise<FundTodayModels> {
  const { stake, refund, prize, refundBack, prizeBack } = await sumsSince(database, userId, since);
  // What a correction took back is in the net alone: it belongs to an earlier day as often as not.
  return { stakeFen: stake, refundFen: refund, prizeFen: prize, netFen: prize + refund - stake - refundBack - prizeBack };
}

/** What a player has staked and won in all, as operators see it: less what was refunded, and what corrections took back. */
export async function lifetimeTotals(database: Querying, userId: number): Promise<{ readonly stakedFen: number; readonly wonFen: number }> {
  const { stake, refund, prize, refundBack, prizeBack } = await sumsSince(database, userId, 0);
  return { stakedFen: stake - refund + refundBack, wonFen: prize - prizeBack };
}

/**
 * SQL: what counts as income or outgo of a purse among all movements: those that touch it and do more than change the place of money, and stakes
 * that were held before, which leave the wallet in two steps. `purse`, `place`, `stakes`: parameters, the purse, INTERNAL_MOVE_KINDS, kinds of stakes.
 */
export const incomeOrExpenseSql = (purse: string, place: string, stakes: string): string =>
  `(${purse} IN (f.debit, f.credit) AND f.kind <> ALL (${place}::text[]) OR ${purse} = 'wallet' AND f.debit = 'held' AND f.kind = ANY (${stakes}::text[]))`;

interface DayTotals {
  readonly dayInFen: number;
  readonly dayOutFen: number;
}

/**
 * What the days of a page of the ledger brought in and took out, by the instant of a movement. `page` is a run of all movements of the
 * purse without a gap, newest first.
 */
export async function dailyTotals(
  database: Database,
  userId: number,
  purse: string,
  page: readonly { readonly seq: number; readonly at: number }[],
  offsetMs: number,
): Promise<(at: number) => DayTotals> {
  const nothing: DayTotals = { dayInFen: 0, dayOutFen: 0 };
  const [newest] = page;
  const oldest = page.at(-1);
  if (newest === undefined || oldest === undefined) return () => nothing;
  const { rows } = await database.query<{ day: number; brought: number; took: number }>(
    `SELECT (f.at + $7::bigint) / ${DAY_MS} AS day,
            coalesce(sum(f.amount) FILTER (WHERE f.credit = $2), 0)::bigint AS brought,
            coalesce(sum(f.amount) FILTER (WHERE f.credit <> $2), 0)::bigint AS took
       FROM movements f
      WHERE f.user_id = $1 AND ${incomeOrExpenseSql('$2', '$8', '$9')}
        AND f.seq > coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.seq < $3::bigint AND b.at < $4::bigint ORDER BY b.seq DESC LIMIT 1), 0)
        AND f.seq < coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.seq > $5::bigint AND b.at >= $6::bigint ORDER BY b.seq LIMIT 1),
                             ${Number.MAX_SAFE_INTEGER})
      GROUP BY 1`,
    [
      userId,
      purse,
      oldest.seq,
      dayStart(oldest.at, offsetMs),
      newest.seq,
      dayStart(newest.at, offsetMs) + DAY_MS,
      offsetMs,
      INTERNAL_MOVE_KINDS,
      kindsInGroup('stake'),
    ],
    'movement-days',
  );
  const days = new Map(rows.map(({ day, brought, took }) => [day, { dayInFen: brought, dayOutFen: took }]));
  return (at) => days.get(Math.floor((at + offsetMs) / DAY_MS)) ?? nothing;
}
