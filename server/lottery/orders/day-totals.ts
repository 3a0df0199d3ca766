/** What the days of a page of orders came to: for the heading of each day in a list of all orders. */
import { DAY_MS } from '../../platform/index.ts';
import type { Database } from '../../platform/index.ts';
import { dayStart } from '../../catalog/index.ts';
import type { OrderHead, OrderKinds } from '../../ledger/index.ts';

export interface DayTotals {
  /** Staked on the orders placed that day, without what was refunded. */
  readonly dayStakeFen: number;
  /** What they have won so far. */
  readonly dayPrizeFen: number;
}

const NOTHING: DayTotals = { dayStakeFen: 0, dayPrizeFen: 0 };

/**
 * Totals of the days that `heads`, a run of all of a player's orders without a gap, lie in; by the instant of an order. One statement.
 * Ids grow with time: the ends of the days are found by walking from the ends of the page, so that only those days are read.
 */
export async function dayTotalsOf(
  database: Database,
  userId: number,
  heads: readonly OrderHead[],
  offsetMs: number,
  kinds: OrderKinds,
): Promise<(placedAt: number) => DayTotals> {
  const [newest] = heads;
  const oldest = heads.at(-1);
  if (newest === undefined || oldest === undefined) return () => NOTHING;
  // An order of several parts is counted by its parts.
  const counted = [...kinds.values()].filter(({ listed }) => listed).map(({ kind }) => kind);
  const { rows } = await database.query<{ day: number; stake: number; prize: number }>(
    `SELECT (o.placed_at + $6::bigint) / ${DAY_MS} AS day,
            coalesce(sum(o.amount) FILTER (WHERE o.status <> 'cancelled'), 0)::bigint AS stake, sum(o.prize)::bigint AS prize
       FROM orders o
      WHERE o.user_id = $1 AND o.kind = ANY($7::text[]) AND o.unit = 'fen'
        AND o.id > coalesce((SELECT b.id FROM orders b WHERE b.user_id = $1 AND b.id < $2::uuid AND b.placed_at < $3::bigint ORDER BY b.id DESC LIMIT 1),
                            '00000000-0000-0000-0000-000000000000'::uuid)
        AND o.id < coalesce((SELECT b.id FROM orders b WHERE b.user_id = $1 AND b.id > $4::uuid AND b.placed_at >= $5::bigint ORDER BY b.id LIMIT 1),
                            'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
      GROUP BY 1`,
    [userId, oldest.id, dayStart(oldest.placed_at, offsetMs), newest.id, dayStart(newest.placed_at, offsetMs) + DAY_MS, offsetMs, counted],
  );
  const days = new Map(rows.map(({ day, stake, prize }) => [day, { dayStakeFen: stake, dayPrizeFen: prize }]));
  return (placedAt) => days.get(Math.floor((placedAt + offsetMs) / DAY_MS)) ?? NOTHING;
}
