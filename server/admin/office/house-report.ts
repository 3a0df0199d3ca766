/** Content, activities and agents on the desk: what runs, by its dates and figures. Files are edited in the workshop. */
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { scoreReport } from '../../../protocol/calls/agent-reports.ts';
import { deskActivities, deskAgent, deskAgents, deskContent } from '../../../protocol/desk/house.ts';
import { STATUS } from '../../../protocol/status.ts';
import { claimCode, listedActivities, elapsedBp, rewardText, activityRuleText, activityState, todayOf } from '../../loyalty/index.ts';
import {
  dayReportOf,
  treePlaceOf,
  agentRatesOf,
  ratesText,
  shownName,
  dayRangeOf,
  currentDayNumber as agentDayOf,
} from '../../agents/index.ts';
import { type DatedText, displayState as shownOf } from '../../content/index.ts';
import type { AdminServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { DAY_MS, ok, refuse } from '../../platform/index.ts';
import { cursorOf, type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';

/** Problems that are listed. */
const MOST_PROBLEMS = 50;

export function houseCalls(context: AdminServices): HandledDeskCall[] {
  return [contentCall(context), activitiesCall(context), agentsCall(context), agentCall(context)];
}

/** Articles, helps, bulletins and banners, with the problems of their files. */
function contentCall(context: AdminServices): HandledDeskCall {
  const { database, publication, clock } = context;
  return handleDeskCall(deskContent, async ({ fields: { kind } }) => {
    const [now, offset] = [clock.now(), productOffset(publication)];
    const shown = (document: DatedText) => shownOf(document, now, offset);
    const days = ({ at = '', until }: DatedText) =>
      [at === '' ? '' : `${at} 起`, until === undefined ? '' : `至 ${until}`].filter(Boolean).join(' ');
    const { rows } = await database.query<{ article: string; reads: number }>('SELECT article, reads FROM article_reads');
    const reads = new Map(rows.map((row) => [row.article, Number(row.reads)]));
    const rowOf = <K extends 'article' | 'help' | 'bulletin' | 'banner'>(
      kind: K,
      { code, title }: { readonly code: string; readonly title: string },
      note: string,
      dated: DatedText = {},
    ) => ({
      ...{
        key: `${kind} ${code}`,
        kind,
        code,
        title,
        note,
        shown: shown(dated),
        reads: kind === 'article' ? (reads.get(code) ?? 0) : null,
      },
    });
    const bulletins = [...publication.bulletins().values()]
      .sort((a, b) => (a.at > b.at ? -1 : 1))
      .map((each) => rowOf('bulletin', each, days(each), each));
    const banners = [...publication.banners().values()].map((each) =>
      rowOf('banner', each, [each.target, days(each)].filter(Boolean).join(' · '), each),
    );
    const articles = [...publication.articles().values()]
      .sort((a, b) => (a.at > b.at ? -1 : 1))
      .map((each) => rowOf('article', each, days(each), each));
    const helps = [...publication.helps().values()].map((each) => rowOf('help', each, each.group));
    const problems = publication
      .problems()
      .filter(({ file }) => /(articles|help|bulletins|banners)\/[^/]+$/.test(file))
      .slice(0, MOST_PROBLEMS);
    return ok({
      items: [...bulletins, ...banners, ...articles, ...helps].filter((item) => kind === undefined || item.kind === kind),
      problems: problems.map(({ file, line, message }) => ({ file: file.split('/').slice(-2).join('/'), line, message })),
    });
  });
}

/** Activities with their claims. */
function activitiesCall(context: AdminServices): HandledDeskCall {
  const { database, publication, clock } = context;
  return handleDeskCall(deskActivities, async () => {
    const today = todayOf(clock.now(), productOffset(publication));
    const activities = listedActivities(context, today);
    const { rows } = await database.query<{ code: string; claimed: number; lately: number }>(
      `SELECT code, count(*)::int AS claimed, count(*) FILTER (WHERE at > caipu_now_ms() - ${DAY_MS})::int AS lately
         FROM member_claims WHERE code = ANY($1::text[]) AND code LIKE 'activity:%' GROUP BY code`,
      [activities.map((activity) => claimCode(activity))],
    );
    const counts = new Map(rows.map((row) => [row.code, row]));
    return ok({
      items: activities.map((activity) => ({
        code: activity.code,
        title: activity.title,
        from: activity.from,
        to: activity.to,
        running: activityState(activity, today),
        passedBp: elapsedBp(activity, today),
        asks: activityRuleText(activity),
        gives: rewardText(activity.gives),
        claimed: counts.get(claimCode(activity))?.claimed ?? 0,
        claimedLastDay: counts.get(claimCode(activity))?.lately ?? 0,
      })),
    });
  });
}

/** A page of agents: those at the top, those below one, or those found by number or nickname. */
function agentsCall(context: AdminServices): HandledDeskCall {
  const { database } = context;
  return handleDeskCall(deskAgents, async ({ fields: { parent, q, cursor, size } }) => {
    const place = parent === undefined ? undefined : await treePlaceOf(database, parent);
    if (parent !== undefined && place === undefined) return refuse(STATUS.notFound, '没有这位代理');
    const values: unknown[] = [size + 1, await agentDayOf(context, database)];
    const [after] = cursorOf(cursor, 1) ?? [];
    let where = after === undefined ? 'true' : `a.user_id < $${values.push(after)}::bigint`;
    if (q !== undefined && q.trim() !== '') {
      const word = values.push(q.trim());
      where += ` AND (a.user_id::text = $${word} OR position(lower($${word}) IN lower(p.nickname)) > 0)`;
      if (parent !== undefined) where += ` AND a.path @> ARRAY[$${values.push(parent)}::bigint]`;
    } else if (parent !== undefined) where += ` AND a.parent = $${values.push(parent)}::bigint`;
    // At the top stand those who have somebody below them, or asked to be agents.
    else where += ' AND a.parent IS NULL AND (a.applied_at IS NOT NULL OR EXISTS (SELECT 1 FROM agents b WHERE b.parent = a.user_id))';
    const { rows } = await database.query<AgentRow>(
      `WITH page AS MATERIALIZED (
         SELECT a.user_id, a.since, u.name, p.nickname FROM agents a JOIN users u ON u.id = a.user_id LEFT JOIN profiles p ON p.user_id = u.id
          WHERE ${where} ORDER BY a.user_id DESC LIMIT $1)
       SELECT page.*, (SELECT count(*)::int FROM agents b WHERE b.parent = page.user_id) AS direct,
              (SELECT count(*)::int - 1 FROM agents b WHERE b.path @> ARRAY[page.user_id]) AS members,
              (SELECT coalesce(sum(d.valid), 0)::bigint FROM agent_days d WHERE d.user_id = page.user_id AND d.scope = 'team' AND d.day = $2) AS today
         FROM page ORDER BY user_id DESC`,
      values,
    );
    const { shown, next } = pageOf(rows, size, ({ user_id }) => String(user_id));
    const above = place?.path ?? [];
    const { rows: names } = await database.query<{ id: number; name: string; nickname: string | null }>(
      'SELECT u.id, u.name, p.nickname FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ANY($1::bigint[])',
      [above],
    );
    const nameOf = new Map(names.map((row) => [row.id, shownName(row)]));
    return ok({
      items: shown.map((row) => ({
        id: row.user_id,
        name: shownName(row),
        direct: row.direct,
        members: row.members,
        todayFen: row.today,
        since: row.since,
      })),
      next,
      crumbs: above.map((id) => ({ id, name: nameOf.get(id) ?? '' })),
    });
  });
}

/** One agent with the days of a period. */
function agentCall(context: AdminServices): HandledDeskCall {
  const { database } = context;
  return handleDeskCall(deskAgent, async ({ fields: { id, period } }) => {
    const { rows } = await database.query<{ name: string; nickname: string | null; owed: number }>(
      `SELECT u.name, p.nickname, a.owed FROM agents a JOIN users u ON u.id = a.user_id LEFT JOIN profiles p ON p.user_id = u.id
        WHERE a.user_id = $1`,
      [id],
    );
    const [row] = rows;
    if (row === undefined) return refuse(STATUS.notFound, '没有这位代理');
    const span = await dayRangeOf(context, { period });
    if ('status' in span) return span;
    const report: AnswerOf<typeof scoreReport> = await dayReportOf(context, id, span);
    const rates = await agentRatesOf(database, id, await agentDayOf(context, database));
    const { total } = report;
    return ok({
      id,
      name: shownName(row),
      rates: ratesText(Object.fromEntries(rates.map(({ family, bp }) => [family, bp]))),
      owedScore: row.owed,
      from: report.from,
      to: report.to,
      total: {
        stakeFen: total.stakeFen,
        validFen: total.validFen,
        rebateScore: total.rebateScore,
        netFen: total.netFen,
        joined: total.joined,
        active: total.active,
      },
      days: report.days.map(({ day, stakeFen, validFen, rebateScore }) => ({ day, stakeFen, validFen, rebateScore })),
    });
  });
}

interface AgentRow {
  readonly user_id: number;
  readonly since: number;
  readonly name: string;
  readonly nickname: string | null;
  readonly direct: number;
  readonly members: number;
  readonly today: number;
}
