/** The requested span of days of a report, and its description in the answer. */
import type { Envelope } from '../../protocol/status.ts';
import type { AgentServices } from './services.ts';
import { DAY_MS, isoDateOf, dayNumberOf, refuseField } from '../platform/index.ts';
import { currentDayNumber } from './join.ts';
import { AGENT_RULES } from './rules.ts';
import { isAgentNow } from './tree.ts';

export type ReportScope = 'self' | 'direct' | 'team';

export interface DayRangeQuery {
  readonly period?: 'today' | 'yesterday' | 'week' | 'month' | 'lastMonth' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly scope?: ReportScope | undefined;
}

/** First and last day, as numbers of days. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
  readonly scope: ReportScope;
}

function ofPeriod(period: NonNullable<DayRangeQuery['period']>, today: number): readonly [number, number] {
  const at = new Date(today * DAY_MS);
  const first = (monthsBack: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBack, 1) / DAY_MS;
  if (period === 'today') return [today, today];
  if (period === 'yesterday') return [today - 1, today - 1];
  if (period === 'month') return [first(0), today];
  if (period === 'lastMonth') return [first(1), first(0) - 1];
  return [today - 6, today];
}

/** The span in days, or the fault. */
export async function dayRangeOf(
  context: Pick<AgentServices, 'database' | 'publication'>,
  { period, from, to, scope = 'team' }: DayRangeQuery,
): Promise<DayRange | Envelope<null>> {
  const today = await currentDayNumber(context, context.database);
  const earliest = dayNumberOf(AGENT_RULES.report.first);
  if (from === undefined && to === undefined) {
    const [first, last] = ofPeriod(period ?? 'week', today);
    return { from: Math.max(earliest, first), to: last, scope };
  }
  if (period !== undefined) return refuseField('period', 'period 与 from、to 不能同时使用');
  if (from !== undefined && dayNumberOf(from) < earliest) return refuseField('from', `最早从 ${AGENT_RULES.report.first} 开始`);
  if (to !== undefined && dayNumberOf(to) < earliest) return refuseField('to', `最早从 ${AGENT_RULES.report.first} 开始`);
  const last = to === undefined ? today : dayNumberOf(to);
  const first = from === undefined ? Math.max(earliest, last - 6) : dayNumberOf(from);
  if (first > last) return refuseField('to', '结束日期不能早于开始日期');
  if (last - first >= AGENT_RULES.report.mostDays) return refuseField('to', `一次最多查 ${AGENT_RULES.report.mostDays} 天，请缩短日期范围`);
  return { from: first, to: last, scope };
}

export interface ReportHead {
  readonly from: string;
  readonly to: string;
  readonly scope: ReportScope;
  readonly asOf: number;
  readonly hidden: boolean;
  readonly nearest: string;
  readonly agent: boolean;
}

/** Whether a sum is of so few that prizes and the like would tell of one of them. `people`: how many played, at least, without who asks. */
export const isTooFewPlayers = (people: number): boolean => people > 0 && people < AGENT_RULES.report.leastPeople;

/** Fields of every report of a span. `found`: there are figures in it. `some`: a figure is left out. */
export async function reportHeadOf(
  context: Pick<AgentServices, 'database' | 'publication'>,
  userId: number,
  { from, to, scope }: DayRange,
  found: boolean,
  some: boolean,
): Promise<ReportHead> {
  const { database } = context;
  const { rows } = await database.query<{ as_of: number; nearest: number | null }>(
    `SELECT (SELECT counted_at FROM agent_progress) AS as_of,
            CASE WHEN $5 THEN NULL ELSE coalesce(
              (SELECT max(day) FROM agent_accounts WHERE user_id = $1 AND scope = $2 AND day < $3 AND active > 0),
              (SELECT min(day) FROM agent_accounts WHERE user_id = $1 AND scope = $2 AND day > $4 AND active > 0)) END AS nearest`,
    [userId, scope, from, to, found],
    'agent-told',
  );
  const { as_of = 0, nearest = null } = rows[0] ?? {};
  return {
    from: isoDateOf(from),
    to: isoDateOf(to),
    scope,
    asOf: as_of,
    hidden: some,
    nearest: nearest === null ? '' : isoDateOf(nearest),
    agent: await isAgentNow(database, userId, await currentDayNumber(context, database)),
  };
}
