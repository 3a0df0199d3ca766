/** The requested span of days of a report, and its description in the answer. */
import type { Envelope } from '../../protocol/status.ts';
import type { AgentServices } from './services.ts';
import { refuseField } from '../platform/index.ts';
import { todayOf } from './join.ts';
import { AGENTS, DAY_MS, dateOf, dayNumber } from './rules.ts';
import { isAgentNow } from './tree.ts';

export type Scope = 'self' | 'direct' | 'team';

export interface SpanQuery {
  readonly period?: 'today' | 'yesterday' | 'week' | 'month' | 'lastMonth' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly scope?: Scope | undefined;
}

/** First and last day, as numbers of days. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly scope: Scope;
}

function ofPeriod(period: NonNullable<SpanQuery['period']>, today: number): readonly [number, number] {
  const at = new Date(today * DAY_MS);
  const first = (monthsBack: number) => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBack, 1) / DAY_MS;
  if (period === 'today') return [today, today];
  if (period === 'yesterday') return [today - 1, today - 1];
  if (period === 'month') return [first(0), today];
  if (period === 'lastMonth') return [first(1), first(0) - 1];
  return [today - 6, today];
}

/** The span in days, or what is wrong with it. */
export async function spanOf(
  context: Pick<AgentServices, 'database' | 'publication'>,
  { period, from, to, scope = 'team' }: SpanQuery,
): Promise<Span | Envelope<null>> {
  const today = await todayOf(context, context.database);
  const earliest = dayNumber(AGENTS.report.first);
  if (from === undefined && to === undefined) {
    const [first, last] = ofPeriod(period ?? 'week', today);
    return { from: Math.max(earliest, first), to: last, scope };
  }
  if (period !== undefined) return refuseField('period', 'period 与 from、to 不能同时使用');
  if (from !== undefined && dayNumber(from) < earliest) return refuseField('from', `最早从 ${AGENTS.report.first} 开始`);
  if (to !== undefined && dayNumber(to) < earliest) return refuseField('to', `最早从 ${AGENTS.report.first} 开始`);
  const last = to === undefined ? today : dayNumber(to);
  const first = from === undefined ? Math.max(earliest, last - 6) : dayNumber(from);
  if (first > last) return refuseField('to', '结束日期不能早于开始日期');
  if (last - first >= AGENTS.report.mostDays) return refuseField('to', `一次最多查 ${AGENTS.report.mostDays} 天，请缩短日期范围`);
  return { from: first, to: last, scope };
}

export interface Told {
  readonly from: string;
  readonly to: string;
  readonly scope: Scope;
  readonly asOf: number;
  readonly hidden: boolean;
  readonly nearest: string;
  readonly agent: boolean;
}

/** Whether a sum is of so few that prizes and the like would tell of one of them. `people`: how many played, at least, without who asks. */
export const tooFew = (people: number): boolean => people > 0 && people < AGENTS.report.leastPeople;

/** Fields of every report of a span. `found`: there are figures in it. `some`: a figure is left out. */
export async function toldOf(
  context: Pick<AgentServices, 'database' | 'publication'>,
  userId: number,
  { from, to, scope }: Span,
  found: boolean,
  some: boolean,
): Promise<Told> {
  const { database } = context;
  const { rows } = await database.query<{ as_of: number; nearest: number | null }>(
    `SELECT (SELECT counted_at FROM agent_work) AS as_of,
            CASE WHEN $5 THEN NULL ELSE coalesce(
              (SELECT max(day) FROM agent_accounts WHERE user_id = $1 AND scope = $2 AND day < $3 AND active > 0),
              (SELECT min(day) FROM agent_accounts WHERE user_id = $1 AND scope = $2 AND day > $4 AND active > 0)) END AS nearest`,
    [userId, scope, from, to, found],
    'agent-told',
  );
  const { as_of = 0, nearest = null } = rows[0] ?? {};
  return {
    from: dateOf(from),
    to: dateOf(to),
    scope,
    asOf: as_of,
    hidden: some,
    nearest: nearest === null ? '' : dateOf(nearest),
    agent: await isAgentNow(database, userId, await todayOf(context, database)),
  };
}
