/** The report of the house (经营报表) on the desk, and its first page: what waits for an operator, and the figures of today. */
import { STATUS } from '../../../protocol/status.ts';
import { deskNow, deskReport, deskReportExport } from '../../../protocol/desk/report.ts';
import { dayRangeOf } from '../../agents/index.ts';
import type { AdminServices } from '../services.ts';
import { quarantineCounts } from '../../lottery/index.ts';
import { exportTableOf } from '../house-report/export.ts';
import { houseReport, type HouseReport } from '../house-report/report.ts';
import { csvOf } from '../../ledger/index.ts';
import { isoDateOf, ok, refuse } from '../../platform/index.ts';
import { hasRight } from '../operators.ts';
import { criticalAlarms } from './alarms.ts';
import { type HandledDeskCall, handleDeskCall } from './handle.ts';

/** Game ms after the kick-off from which a match without a result is said to wait for one: extra time and penalties are over by then. */
const LATE_MS = 4 * 3_600_000;
/** A match that nobody gave a result for so long is of no use to the first page (game ms). */
const OLD_MS = 30 * 86_400_000;
/** Real ms that the figures of today serve at most: every open first page asks twice a minute. */
const TODAY_MS = 20_000;

interface Waiting {
  readonly withdrawals: number;
  readonly fen: number;
  readonly since: number | null;
  readonly results: number;
  readonly corrections: number;
  readonly comments: number;
}

/** What waits, by indexes that hold nothing but what waits. */
async function waitingOf({ database }: Pick<AdminServices, 'database'>): Promise<Waiting> {
  const { rows } = await database.query<Waiting>(
    `WITH now AS MATERIALIZED (SELECT caipu_now_ms() AS ms)
     SELECT w.withdrawals, w.fen, w.since,
            (SELECT count(*)::int FROM matches m, now WHERE m.starts_at > now.ms - ${OLD_MS}::bigint AND m.starts_at <= now.ms - ${LATE_MS}::bigint
                AND EXISTS (SELECT 1 FROM offers o WHERE o.match_id = m.id AND o.result IS NULL)) AS results,
            (SELECT count(*)::int FROM sport_corrections WHERE ended IS NULL) AS corrections,
            (SELECT count(*)::int FROM comments WHERE reports > 0) AS comments
       FROM (SELECT count(*)::int AS withdrawals, coalesce(sum(amount), 0)::bigint AS fen, min(requested_at) AS since
               FROM withdrawals WHERE ended_at IS NULL AND state IN ('requested', 'reviewing')) w`,
    [],
    'desk-waiting',
  );
  return rows[0] as Waiting;
}

export function reportCalls(context: AdminServices): HandledDeskCall[] {
  const { database, clock } = context;
  let cachedReport: { readonly from: number; readonly report: Promise<HouseReport> } | undefined;
  /** Cached for a moment; concurrent requests share one answer. */
  async function todayOf(): Promise<HouseReport> {
    if (cachedReport !== undefined && performance.now() - cachedReport.from < TODAY_MS) return cachedReport.report;
    const span = await dayRangeOf(context, { period: 'today' });
    if ('status' in span) throw new Error('today is a span');
    cachedReport = { from: performance.now(), report: houseReport(context, span) };
    cachedReport.report.catch(() => {
      cachedReport = undefined;
    });
    return cachedReport.report;
  }

  return [
    handleDeskCall(deskReport, async ({ fields: { period, from, to } }) => {
      const span = await dayRangeOf(context, { period, from, to });
      if ('status' in span) return span;
      const report = await houseReport(context, span);
      const line = report.periods
        .map((each) => ({
          label: report.by === 'day' ? each.period.slice(5) : each.period,
          soldFen: each.soldFen,
          prizeFen: each.prizeFen,
          grossFen: each.grossFen,
        }))
        .toReversed();
      const { soldFen, prizeFen } = report.total;
      const paidBp = soldFen > 0 ? Number((BigInt(prizeFen) * 10_000n) / BigInt(soldFen)) : null;
      return ok({ from: isoDateOf(span.from), to: isoDateOf(span.to), asOf: clock.now(), ...report, paidBp, line });
    }),

    handleDeskCall(deskReportExport, async ({ fields: { of, ...rangeFields } }) => {
      const span = await dayRangeOf(context, rangeFields);
      if ('status' in span) return span;
      const { name, rows } = exportTableOf(await houseReport(context, span), of);
      if (rows.length < 2) return refuse(STATUS.notFound, '这段时间没有投注，不能导出；请换一个日期范围');
      return ok({ name: `经营报表-${name}-${isoDateOf(span.from)}至${isoDateOf(span.to)}.csv`, text: csvOf(rows), rows: rows.length - 1 });
    }),

    handleDeskCall(deskNow, async ({ operator }) => {
      const may = (right: Parameters<typeof hasRight>[1]) => hasRight(operator, right);
      const { withdrawals, fen, since, results, corrections, comments } = await waitingOf(context);
      const held = may('quarantine') ? await quarantineCounts(database) : undefined;
      const alarms = may('alarms') ? await criticalAlarms(context) : { critical: 0, title: '' };
      const total = may('reports') ? (await todayOf()).total : null;
      return ok({
        ...alarms,
        handles: (['withdrawals-decide', 'quarantine', 'results', 'comments'] as const).some(may),
        waiting: {
          withdrawals: may('withdrawals-decide') ? { count: withdrawals, fen, since } : null,
          quarantine: held === undefined ? null : held.issues + held.orders,
          results: may('results') ? results : null,
          corrections: may('results') ? corrections : null,
          comments: may('comments') ? comments : null,
        },
        today: total,
      });
    }),
  ];
}
