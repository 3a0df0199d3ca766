/** The tree of agents: places, promotion links, and moves. Functions of the database change the tree (sql/tree.sql). */
import { v7 as uuidv7 } from 'uuid';
import type { AnswerOf } from '../../protocol/calls/define.ts';
import type { scoreCreateLink, scorePromote, scoreSubagent } from '../../protocol/calls/agents.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { AgentServices } from './services.ts';
import { isoDateOf, ok, type Querying, refuse, refuseField } from '../platform/index.ts';
import { invitationCodeOf, newInvitationCode } from '../loyalty/index.ts';
import { purseBalance } from '../ledger/index.ts';
import { maskLoginName, parseUserId } from '../accounts/index.ts';
import { currentDayNumber } from './join.ts';
import { AGENT_RULES, FAMILIES, familyName, MAX_LINK_REBATE_BP, percentText, ratesText } from './rules.ts';

export interface TreePlace {
  readonly parent: number | null;
  readonly path: readonly number[];
  readonly appliedAt: number | null;
  readonly owed: number;
}

/** Where a player stands; undefined: nobody brought him and he brought nobody. */
export async function treePlaceOf(client: Querying, userId: number): Promise<TreePlace | undefined> {
  const { rows } = await client.query<{ parent: number | null; path: number[]; applied_at: number | null; owed: number }>(
    'SELECT parent, path, applied_at, owed FROM agents WHERE user_id = $1',
    [userId],
    'agent-place',
  );
  const [row] = rows;
  return row && { parent: row.parent, path: row.path.map(Number), appliedAt: row.applied_at, owed: row.owed };
}

export interface AgentRate {
  readonly family: string;
  readonly name: string;
  readonly bp: number;
  readonly tierBp: number;
  readonly nextBp: number;
}

/** A player's rates today and tomorrow, and what the turnover of his team in the month before puts on top. */
export async function agentRatesOf(client: Querying, userId: number, today: number): Promise<AgentRate[]> {
  const { rows } = await client.query<{ family: string; bp: number; next: number; before: number | null }>(
    `SELECT f AS family, agent_rate($1, f, $2) AS bp, agent_rate($1, f, $2 + 1) AS next,
            (SELECT valid FROM agent_months WHERE user_id = $1 AND month = month_before(day_month($2))) AS before
       FROM unnest($3::text[]) WITH ORDINALITY AS t(f, n) ORDER BY n`,
    [userId, today, FAMILIES],
    'agent-rates',
  );
  const tier = Math.max(0, ...AGENT_RULES.tiers.filter(({ fromFen }) => (rows[0]?.before ?? 0) >= fromFen).map(({ bp }) => bp));
  return rows.map(({ family, bp, next }) => ({
    family,
    name: familyName(family),
    bp,
    tierBp: bp === 0 ? 0 : Math.min(tier, Math.max(0, AGENT_RULES.most.bp - bp)),
    nextBp: next,
  }));
}

/** A player with a rate, or with one from tomorrow on, is an agent. */
export const isAgent = (place: TreePlace | undefined, rates: readonly AgentRate[]): boolean =>
  (place !== undefined && place.appliedAt !== null) || rates.some(({ bp, nextBp }) => bp > 0 || nextBp > 0);

/** The same of a player of whom nothing is known yet. */
export async function isAgentNow(client: Querying, userId: number, today: number): Promise<boolean> {
  const { rows } = await client.query<{ agent: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM agents WHERE user_id = $1 AND applied_at IS NOT NULL)
         OR EXISTS (SELECT 1 FROM unnest($3::text[]) AS f WHERE agent_rate($1, f, $2) > 0 OR agent_rate($1, f, $2 + 1) > 0) AS agent`,
    [userId, today, FAMILIES],
    'agent-is',
  );
  return rows[0]?.agent ?? false;
}

/** The calculated rebates of a player that are not booked yet. */
export async function unbookedRebateOf(client: Querying, userId: number): Promise<number> {
  const { rows } = await client.query<{ score: number }>(
    'SELECT coalesce(sum(due - posted), 0)::bigint AS score FROM agent_rebates WHERE beneficiary = $1 AND due <> posted',
    [userId],
    'agent-expected',
  );
  return Math.max(0, rows[0]?.score ?? 0);
}

const membersOf = async (client: Querying, userId: number): Promise<number> =>
  (
    await client.query<{ n: number }>(
      'SELECT count(*)::int - 1 AS n FROM agents WHERE path @> ARRAY[$1::bigint]',
      [userId],
      'agent-members',
    )
  ).rows[0]?.n ?? 0;

const pathOf = (code: string): string => `/registerpromote?code=${code}`;

type Link = AnswerOf<typeof scoreCreateLink>;
interface LinkRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly bp: number;
  readonly visits: number;
  readonly made_at: number;
  readonly stopped_at: number | null;
  readonly registrations: number;
  readonly active: number;
}

async function linksOf(context: AgentServices, client: Querying, userId: number, id?: string): Promise<Link[]> {
  const { rows } = await client.query<LinkRow>(
    `SELECT l.id, l.name, l.code, l.bp, l.visits, l.made_at, l.stopped_at, count(a.user_id)::int AS registrations,
            count(a.user_id) FILTER (WHERE EXISTS (SELECT 1 FROM agent_accounts c WHERE c.user_id = a.user_id AND c.scope = 'self' AND c.active > 0))::int AS active
       FROM agent_links l LEFT JOIN agents a ON a.parent = l.user_id AND a.link = l.id
      WHERE l.user_id = $1 AND ($2::uuid IS NULL OR l.id = $2) GROUP BY l.user_id, l.id ORDER BY l.id DESC`,
    [userId, id ?? null],
  );
  return rows.map(({ id: linkId, name, code, bp, visits, made_at, stopped_at, registrations, active }) => ({
    linkId,
    name,
    code,
    bp,
    path: pathOf(code),
    url: `${context.outside.origin ?? ''}${pathOf(code)}`,
    visits: visits + context.visits.of(code),
    registrations,
    active,
    stopped: stopped_at !== null,
    madeAt: made_at,
  }));
}

export async function promotionOf(context: AgentServices, userId: number): Promise<AnswerOf<typeof scorePromote>> {
  const { database } = context;
  const [place, today, code] = await Promise.all([
    treePlaceOf(database, userId),
    currentDayNumber(context, database),
    invitationCodeOf(database, userId),
  ]);
  const rates = await agentRatesOf(database, userId, today);
  return {
    agent: isAgent(place, rates),
    canApply: (place === undefined || place.parent === null) && (place?.appliedAt ?? null) === null,
    code,
    path: pathOf(code),
    url: `${context.outside.origin ?? ''}${pathOf(code)}`,
    rates,
    starts: AGENT_RULES.families.map(({ code: family, name, startBp }) => ({ family, name, bp: startBp })),
    links: await linksOf(context, database, userId),
    mostLinks: AGENT_RULES.most.links,
    mostBp: Math.min(MAX_LINK_REBATE_BP, Math.max(...rates.map(({ nextBp }) => nextBp))),
    stepBp: AGENT_RULES.most.stepBp,
    members: Math.max(0, await membersOf(database, userId)),
    balanceScore: await purseBalance(database, userId, 'score'),
    owedScore: place?.owed ?? 0,
    expectedScore: await unbookedRebateOf(database, userId),
    leastScore: AGENT_RULES.withdraw.leastScore,
  };
}

/** Gives who has nobody above him the rates that everybody begins with, from `fromDay` on. */
export async function grantStartRates(client: Querying, userId: number, fromDay: number): Promise<Envelope<null> | undefined> {
  const place = await treePlaceOf(client, userId);
  if (place !== undefined && place.parent !== null) return refuse(STATUS.stateChanged, '您由他人邀请注册，返点由上级设置，无需申请');
  if (place !== undefined && place.appliedAt !== null) return refuse(STATUS.stateChanged, '您已是代理，无需重复申请');
  await client.query(
    `INSERT INTO agents (user_id, path, since, applied_at) VALUES ($1, ARRAY[$1::bigint], caipu_now_ms(), caipu_now_ms())
     ON CONFLICT (user_id) DO UPDATE SET applied_at = excluded.applied_at`,
    [userId],
  );
  for (const { code, startBp } of AGENT_RULES.families)
    await client.query('SELECT set_agent_rate($1, $2, $3, $4, $1)', [userId, code, fromDay, startBp]);
  return undefined;
}

export async function createLink(
  context: AgentServices,
  client: Querying,
  userId: number,
  { name, rateBp }: { readonly name: string; readonly rateBp: number },
): Promise<Envelope<Link | null>> {
  const plain = name.trim();
  if (plain === '') return refuseField('name', '请输入链接名称');
  if (rateBp % AGENT_RULES.most.stepBp !== 0) return refuseField('rateBp', `返点须为 ${percentText(AGENT_RULES.most.stepBp)} 的整数倍`);
  const rates = await agentRatesOf(client, userId, await currentDayNumber(context, client));
  const most = Math.max(...rates.map(({ nextBp }) => nextBp));
  if (rateBp > most) return refuse(STATUS.overCap, `不能高于您自己的返点 ${percentText(most)}`);
  if (rateBp > MAX_LINK_REBATE_BP)
    return refuse(STATUS.overCap, `链接的返点最高 ${percentText(MAX_LINK_REBATE_BP)}，更高返点名额有限，请在对方注册后单独设置`);
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM agent_links WHERE user_id = $1 AND stopped_at IS NULL',
    [userId],
  );
  if ((rows[0]?.n ?? 0) >= AGENT_RULES.most.links)
    return refuse(STATUS.limitReached, `最多 ${AGENT_RULES.most.links} 条链接，请先停用一条`);
  const id = uuidv7();
  for (;;) {
    const code = newInvitationCode();
    const { rows: created } = await client.query(
      `INSERT INTO agent_links (user_id, id, code, name, bp, made_at)
       SELECT $1, $2, $3, $4, $5, caipu_now_ms() WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE invite_code = $3) ON CONFLICT (code) DO NOTHING RETURNING id`,
      [userId, id, code, plain, rateBp],
    );
    if (created.length > 0) break;
  }
  const [link] = await linksOf(context, client, userId, id);
  return ok(link as Link, '推广链接已创建');
}

/** How many right below a player have a rate of at least so much in a family on a day. */
export async function countWithRate(client: Querying, userId: number, family: string, day: number, fromBp: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM agents WHERE parent = $1 AND agent_rate(user_id, $2, $3) >= $4',
    [userId, family, day, fromBp],
  );
  return rows[0]?.n ?? 0;
}

/** The user id of a player in the team of another, himself included; undefined: he is not in it, whether there is such a player or not. */
export async function findInTeam(
  client: Querying,
  userId: number,
  mid: string,
): Promise<{ id: number; path: readonly number[] } | undefined> {
  const id = parseUserId(mid);
  const place = id === undefined ? undefined : await treePlaceOf(client, id);
  return id !== undefined && place?.path.includes(userId) === true ? { id, path: place.path } : undefined;
}

const NOT_YOURS = '您的团队中没有这位玩家';
const WHY: Readonly<Record<string, readonly [status: number, msg: string]>> = {
  none: [STATUS.notFound, NOT_YOURS],
  circle: [STATUS.stateChanged, '不能移到他自己或他的下级名下'],
  older: [STATUS.stateChanged, '上级须比下级先注册'],
  rate: [STATUS.overCap, '他的返点高于新上级的返点，请先调整返点'],
  deep: [STATUS.limitReached, `代理最多 ${AGENT_RULES.most.levels} 层，不能移到这里`],
};

/** The quota of high rates directly below a player that one more such rate would exceed. */
async function fullQuota(
  client: Querying,
  userId: number,
  under: number,
  day: number,
): Promise<(typeof AGENT_RULES.quotas)[number] | undefined> {
  for (const { family, nextBp } of await agentRatesOf(client, userId, day - 1))
    for (const quota of AGENT_RULES.quotas)
      if (nextBp >= quota.fromBp && (await countWithRate(client, under, family, day, quota.fromBp)) >= quota.most) return quota;
  return undefined;
}

export async function moveAgent(
  context: AgentServices,
  client: Querying,
  userId: number,
  { who: mid, under: underMid }: { readonly who: string; readonly under: string },
): Promise<Envelope<{ mid: string; under: string } | null>> {
  // The tree is held before it is looked at: a move that comes first decides who is in whose team.
  await client.query('SELECT lock_tree(true)');
  const moved = await findInTeam(client, userId, mid);
  const under = await findInTeam(client, userId, underMid);
  if (moved === undefined || moved.id === userId) return refuse(STATUS.notFound, NOT_YOURS);
  if (under === undefined) return refuse(STATUS.notFound, NOT_YOURS);
  const today = await currentDayNumber(context, client);
  const full = moved.path.at(-2) === under.id ? undefined : await fullQuota(client, moved.id, under.id, today + 1);
  if (full !== undefined)
    return refuse(STATUS.limitReached, `他的返点达到 ${percentText(full.fromBp)}，新上级该档位的 ${full.most} 个名额已用完，请先调整返点`);
  const { rows } = await client.query<{ done: string }>('SELECT move_agent($1, $2, $3, $4) AS done', [
    moved.id,
    under.id,
    today,
    AGENT_RULES.most.levels,
  ]);
  const why = WHY[rows[0]?.done ?? ''];
  return why === undefined ? ok({ mid, under: underMid }, '已移动') : refuse(...why);
}

interface SubRow {
  readonly user_id: number;
  readonly name: string;
  readonly nickname: string | null;
  readonly path: readonly number[];
  readonly parent: number;
  readonly since: number;
  readonly members: number;
  readonly today: number;
  readonly last: number | null;
  readonly rates: Readonly<Record<string, number>> | null;
}

/** The nickname, or the masked login name of a player without one. */
export const shownName = ({ name, nickname }: { readonly name: string; readonly nickname: string | null }): string =>
  nickname ?? maskLoginName(name);

const SUB = `SELECT a.user_id, u.name, p.nickname, a.path, a.parent, a.since,
       (SELECT count(*)::int - 1 FROM agents b WHERE b.path @> ARRAY[a.user_id]) AS members,
       (SELECT coalesce(sum(d.valid), 0)::bigint FROM agent_days d WHERE d.user_id = a.user_id AND d.scope = 'team' AND d.day = $2) AS today,
       (SELECT c.day FROM agent_accounts c WHERE c.user_id = a.user_id AND c.scope = 'self' AND c.active > 0 ORDER BY c.day DESC LIMIT 1) AS last,
       (SELECT jsonb_object_agg(f, agent_rate(a.user_id, f, $2)) FROM unnest($3::text[]) AS f) AS rates
  FROM agents a JOIN users u ON u.id = a.user_id LEFT JOIN profiles p ON p.user_id = a.user_id`;

export async function subagentsOf(
  context: AgentServices,
  userId: number,
  query: {
    readonly parent?: string | undefined;
    readonly q?: string | undefined;
    readonly cursor?: string | undefined;
    readonly size: number;
  },
): Promise<Envelope<AnswerOf<typeof scoreSubagent> | null>> {
  const { database } = context;
  const today = await currentDayNumber(context, database);
  const ownPlace = await treePlaceOf(database, userId);
  const of =
    query.parent === undefined ? { id: userId, path: ownPlace?.path ?? [userId] } : await findInTeam(database, userId, query.parent);
  if (of === undefined) return refuse(STATUS.notFound, NOT_YOURS);
  const depth = ownPlace?.path.length ?? 1;
  const cursor = query.cursor !== undefined && /^\d{1,15}$/.test(query.cursor) ? Number(query.cursor) : null;
  const values = [of.id, today, FAMILIES, cursor, query.size + 1];
  const { rows } =
    query.q === undefined
      ? await database.query<SubRow>(
          `${SUB} WHERE a.parent = $1 AND ($4::bigint IS NULL OR a.user_id < $4) ORDER BY a.user_id DESC LIMIT $5`,
          values,
        )
      : // A search looks through the whole team, and only at nicknames and public numbers.
        await database.query<SubRow>(
          `${SUB} WHERE a.path @> ARRAY[$1::bigint] AND a.user_id <> $1 AND ($4::bigint IS NULL OR a.user_id < $4)
             AND (a.user_id::text = $6 OR position(lower($6) IN lower(p.nickname)) > 0) ORDER BY a.user_id DESC LIMIT $5`,
          [...values, query.q],
        );
  const shown = rows.slice(0, query.size);
  const above = of.path.slice(of.path.indexOf(userId) + 1);
  const { rows: names } = await database.query<{ id: number; name: string; nickname: string | null }>(
    'SELECT u.id, u.name, p.nickname FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ANY($1::bigint[])',
    [above],
  );
  const { rows: totals } = await database.query<{ direct: number; members: number; today: number; as_of: number }>(
    `SELECT (SELECT count(*)::int FROM agents WHERE parent = $1) AS direct, (SELECT greatest(count(*)::int - 1, 0) FROM agents WHERE path @> ARRAY[$1::bigint]) AS members,
            (SELECT coalesce(sum(CASE scope WHEN 'team' THEN valid ELSE -valid END), 0)::bigint FROM agent_days
              WHERE user_id = $1 AND scope IN ('team', 'self') AND day = $2) AS today,
            (SELECT counted_at FROM agent_progress) AS as_of`,
    [of.id, today],
  );
  const { direct = 0, members = 0, today: todayFen = 0, as_of = 0 } = totals[0] ?? {};
  return ok({
    items: shown.map((row) => ({
      mid: String(row.user_id),
      name: shownName(row),
      level: row.path.length - depth,
      joinedAt: row.since,
      rates: ratesText(row.rates ?? {}),
      members: row.members,
      todayFen: row.today,
      lastDay: row.last === null ? '' : isoDateOf(row.last),
      direct: row.parent === userId,
    })),
    next: rows.length > query.size ? String(shown.at(-1)?.user_id) : null,
    crumbs: above.map((id) => {
      const agent = names.find((name) => name.id === id);
      return { mid: String(id), name: agent === undefined ? '' : shownName(agent) };
    }),
    total: { direct, members, todayFen },
    agent: isAgent(ownPlace, await agentRatesOf(database, userId, today)),
    asOf: as_of,
  });
}
