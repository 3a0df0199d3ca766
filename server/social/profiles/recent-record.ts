/** Results of the last 7 and 30 days for the cards of lists: sums of the daily rows of releases or group orders, one statement for a page. */
import type { ReleaseRow } from '../../../protocol/calls.ts';
import { dayNumberAt } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import type { SocialServices } from '../services.ts';

export interface RecentRecords {
  readonly record7: ReleaseRow['record7'];
  readonly record30: ReleaseRow['record30'];
}

interface Sums {
  readonly user_id: number;
  readonly orders7: number;
  readonly won7: number;
  readonly stake7: number;
  readonly prize7: number;
  readonly orders30: number;
  readonly won30: number;
  readonly stake30: number;
  readonly prize30: number;
}

const NO_ORDERS = { orders: 0, won: 0, returnBp: null } as const;
const NO_RECORDS: RecentRecords = { record7: NO_ORDERS, record30: NO_ORDERS };

/** Daily rows of each kind of order, with the columns won, stake and prize. */
const DAILY_ROWS = {
  release: { table: 'release_stats', won: 'hits', stake: 'stake_fen', prize: 'prize_fen' },
  group: { table: 'group_buy_days', won: 'won', stake: 'stake', prize: 'prize' },
} as const;

const recordOf = (orders: number, won: number, stake: number, prize: number): RecentRecords['record7'] => ({
  orders,
  won,
  returnBp: stake === 0 ? null : Number((BigInt(prize) * 10_000n) / BigInt(stake)),
});

/** The records of these players, by user id. A player who hides all orders shows them to nobody else; `viewer`: the calling player. */
export async function recentRecordsOf(
  { database, clock, publication }: Pick<SocialServices, 'database' | 'clock' | 'publication'>,
  kind: keyof typeof DAILY_ROWS,
  userIds: readonly number[],
  viewer: number | undefined,
): Promise<(userId: number) => RecentRecords> {
  if (userIds.length === 0) return () => NO_RECORDS;
  const { table, won, stake, prize } = DAILY_ROWS[kind];
  const sums = (days: number) =>
    `coalesce(sum(d.orders) FILTER (WHERE d.day > $2::int - ${days}), 0)::int AS orders${days},
     coalesce(sum(d.${won}) FILTER (WHERE d.day > $2::int - ${days}), 0)::int AS won${days},
     coalesce(sum(d.${stake}) FILTER (WHERE d.day > $2::int - ${days}), 0)::bigint AS stake${days},
     coalesce(sum(d.${prize}) FILTER (WHERE d.day > $2::int - ${days}), 0)::bigint AS prize${days}`;
  const { rows } = await database.query<Sums>(
    `SELECT d.user_id, ${sums(7)}, ${sums(30)} FROM ${table} d
      WHERE d.user_id = ANY($1::bigint[]) AND d.day > $2::int - 30 AND d.day <= $2::int
        AND NOT EXISTS (SELECT 1 FROM profiles x WHERE x.user_id = d.user_id AND x.show_orders = 'hidden' AND x.user_id IS DISTINCT FROM $3::bigint)
      GROUP BY d.user_id`,
    [[...new Set(userIds)], dayNumberAt(clock.now(), productOffset(publication)), viewer ?? null],
    `recent-record-${kind}`,
  );
  const recordsByUser = new Map(
    rows.map((row) => [
      row.user_id,
      {
        record7: recordOf(row.orders7, row.won7, row.stake7, row.prize7),
        record30: recordOf(row.orders30, row.won30, row.stake30, row.prize30),
      },
    ]),
  );
  return (userId) => recordsByUser.get(userId) ?? NO_RECORDS;
}
