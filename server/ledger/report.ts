/** What a player's account took in and gave out, by days or months (账户明细). */
import type { FundReportModels } from '../../protocol/calls.ts';
import { DAY_MS, dayNumberOf, isoDateOf, type Database, MOVEMENTS } from '../platform/index.ts';
import { kindsInGroup } from './movements.ts';

/** Periods of a chart. */
const CHART = 62;

type Column = `${'recharge' | 'withdraw' | 'stake' | 'prize' | 'refund' | 'commission' | 'income' | 'offer' | 'store'}Fen`;
type Sums = Record<Column | 'netFen', number>;

/** Kinds whose column is another than that of their group. */
const OWN: Readonly<Record<string, Column>> = {
  recharge: 'rechargeFen',
  yebIncome: 'incomeFen',
  rebateIn: 'commissionFen',
  hmCommission: 'commissionFen',
  followCommission: 'commissionFen',
  // What a coupon paid comes as an offer, and so goes back.
  couponBack: 'offerFen',
  store: 'storeFen',
};
/** Group → column; what only changes its place (transfer) has none. */
const OF_GROUP: Readonly<Record<string, Column>> = {
  stake: 'stakeFen',
  prize: 'prizeFen',
  refund: 'refundFen',
  withdraw: 'withdrawFen',
  income: 'offerFen',
};

const COLUMN_OF = new Map(
  MOVEMENTS.flatMap(({ kind, group, unit }) => {
    const column = OWN[kind] ?? OF_GROUP[group];
    return unit === 'fen' && column !== undefined ? [[kind, column] as const] : [];
  }),
);

/** Purses that are the player's account: what enters or leaves both together is counted. */
const ACCOUNT = `('wallet', 'yuebao')`;
/** A stake that was held first: holding only changed its place, so it is counted where it leaves for the game. */
const HELD_STAKE = `f.debit = 'held' AND f.kind = ANY($6::text[])`;

const nothing = (): Sums => ({
  ...{ rechargeFen: 0, withdrawFen: 0, stakeFen: 0, prizeFen: 0, refundFen: 0, commissionFen: 0, incomeFen: 0, offerFen: 0, storeFen: 0 },
  netFen: 0,
});

/** "2026-11-22" of a day counted from 1970-01-01. */

export interface ReportQuery {
  readonly by: 'day' | 'month';
  /** First and last day, yyyy-MM-dd. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly now: number;
  readonly offsetMs: number;
}

/** Every period from the first to the last day, in order. */
function periodsOf(by: 'day' | 'month', from: number, to: number): string[] {
  const dates = Array.from({ length: to - from + 1 }, (_, at) => isoDateOf(from + at));
  return by === 'day' ? dates : [...new Set(dates.map((date) => date.slice(0, 7)))];
}

export async function ledgerReport(database: Database, userId: number, query: ReportQuery): Promise<FundReportModels> {
  const { by, now, offsetMs } = query;
  const today = Math.floor((now + offsetMs) / DAY_MS);
  const to = Math.min(query.to === undefined ? today : dayNumberOf(query.to), today);
  const back = by === 'day' ? to - 29 : dayNumberOf(`${isoDateOf(to - 334).slice(0, 7)}-01`);
  // A year and a half at most: of every movement in between there is one row to add up.
  const from = Math.max(Math.min(query.from === undefined ? back : dayNumberOf(query.from), to), to - 549);
  const { rows } = await database.query<{ period: string; kind: string; brought: number; took: number }>(
    `SELECT left(to_char(to_timestamp((f.at + $4::bigint) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), $5) AS period, f.kind,
            coalesce(sum(f.amount) FILTER (WHERE f.credit IN ${ACCOUNT}), 0)::bigint AS brought,
            coalesce(sum(f.amount) FILTER (WHERE f.debit IN ${ACCOUNT} OR ${HELD_STAKE}), 0)::bigint AS took
       FROM movements f
      WHERE f.user_id = $1 AND f.at >= $2 AND f.at < $3 AND f.unit = 'fen'
        AND f.seq > coalesce((SELECT b.seq FROM movements b WHERE b.user_id = $1 AND b.at < $2 ORDER BY b.seq DESC LIMIT 1), 0)
        AND ((f.credit IN ${ACCOUNT}) <> (f.debit IN ${ACCOUNT}) OR ${HELD_STAKE})
      GROUP BY 1, 2`,
    [userId, from * DAY_MS - offsetMs, (to + 1) * DAY_MS - offsetMs, offsetMs, by === 'day' ? 10 : 7, kindsInGroup('stake')],
    'fund-report',
  );
  const byPeriod = new Map<string, Sums & { inFen: number; outFen: number }>();
  const total = { inFen: 0, outFen: 0, ...nothing() };
  for (const { period, kind, brought, took } of rows) {
    const column = COLUMN_OF.get(kind);
    if (column === undefined) continue;
    const sums = byPeriod.get(period) ?? { inFen: 0, outFen: 0, ...nothing() };
    byPeriod.set(period, sums);
    for (const each of [sums, total]) {
      each[column] += brought - took;
      each.netFen += brought - took;
      each.inFen += brought;
      each.outFen += took;
    }
  }
  const periods = periodsOf(by, from, to);
  return {
    items: [...byPeriod].sort(([a], [b]) => (a < b ? 1 : -1)).map(([period, sums]) => ({ period, ...sums })),
    days: periods.slice(-CHART).map((period) => {
      const { inFen: _in, outFen: _out, ...sums } = byPeriod.get(period) ?? { inFen: 0, outFen: 0, ...nothing() };
      return { period, ...sums };
    }),
    total,
    from: isoDateOf(from),
    to: isoDateOf(to),
  };
}
