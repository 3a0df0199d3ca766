/** Rates (返点): what an agent has, what those right below him have, and how he sets theirs. */
import type { AnswerOf } from '../../protocol/calls/define.ts';
import type { scoreDiscount, scoreSetRebate } from '../../protocol/calls/agents.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { AgentServices } from './services.ts';
import { isoDateOf, ok, type Querying, refuse, refuseField } from '../platform/index.ts';
import { parseUserId } from '../accounts/index.ts';
import { currentDayNumber } from './join.ts';
import { AGENT_RULES, FAMILIES, familyName, percentText } from './rules.ts';
import { countWithRate, isAgent, treePlaceOf, agentRatesOf, shownName } from './tree.ts';

/** Changes that are listed. */
const HISTORY = 50;
const NOT_DIRECT = '只能设置直属下级的返点；您没有这位直属下级';

/** A player right below another; undefined: he is not. */
async function childOf(client: Querying, userId: number, mid: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await client.query<{ id: number; name: string; nickname: string | null }>(
    `SELECT u.id, u.name, p.nickname FROM agents a JOIN users u ON u.id = a.user_id LEFT JOIN profiles p ON p.user_id = u.id
      WHERE a.user_id = $1 AND a.parent = $2`,
    [parseUserId(mid) ?? 0, userId],
  );
  return rows[0] && { id: rows[0].id, name: shownName(rows[0]) };
}

/** The highest rate in a family right below a player on any day from `day` on. */
async function highestBelow(client: Querying, userId: number, family: string, day: number): Promise<number> {
  const { rows } = await client.query<{ bp: number }>(
    `SELECT greatest(coalesce(max(agent_rate(a.user_id, $2, $3)), 0),
                     coalesce(max((SELECT max(r.bp) FROM agent_rates r WHERE r.user_id = a.user_id AND r.family = $2 AND r.from_day > $3)), 0)) AS bp
       FROM agents a WHERE a.parent = $1`,
    [userId, family, day],
  );
  return rows[0]?.bp ?? 0;
}

export async function rateSettingsOf(
  context: AgentServices,
  userId: number,
  mid: string | undefined,
): Promise<Envelope<AnswerOf<typeof scoreDiscount> | null>> {
  const { database } = context;
  const today = await currentDayNumber(context, database);
  const who = mid === undefined ? undefined : await childOf(database, userId, mid);
  if (mid !== undefined && who === undefined) return refuse(STATUS.notFound, NOT_DIRECT);
  const [ownRates, theirs] = await Promise.all([agentRatesOf(database, userId, today), who && agentRatesOf(database, who.id, today)]);
  const least = new Map<string, number>();
  if (who !== undefined) for (const family of FAMILIES) least.set(family, await highestBelow(database, who.id, family, today + 1));
  const { rows: changes } = await database.query<{
    user_id: number;
    name: string;
    nickname: string | null;
    family: string;
    from_day: number;
    bp: number;
    before: number;
    at: number;
  }>(
    `SELECT r.user_id, u.name, p.nickname, r.family, r.from_day, r.bp, r.before, r.at
       FROM agent_rates r JOIN users u ON u.id = r.user_id LEFT JOIN profiles p ON p.user_id = u.id
      WHERE (r.user_id = $1 OR r.user_id IN (SELECT user_id FROM agents WHERE parent = $1)) AND ($2::bigint IS NULL OR r.user_id = $2)
      ORDER BY r.at DESC, r.user_id, r.family LIMIT ${HISTORY}`,
    [userId, who?.id ?? null],
  );
  const { rows: month } = await database.query<{ valid: number }>(
    'SELECT valid FROM agent_months WHERE user_id = $1 AND month = day_month($2)',
    [userId, today],
  );
  return ok({
    agent: isAgent(await treePlaceOf(database, userId), ownRates),
    who: who === undefined ? null : { mid: String(who.id), name: who.name },
    rates: ownRates.map((rate) => {
      const of = theirs?.find(({ family }) => family === rate.family);
      return {
        ...rate,
        theirs: of?.nextBp ?? 0,
        theirsToday: of?.bp ?? 0,
        keeps: Math.max(0, rate.nextBp - (of?.nextBp ?? 0)),
        leastBp: least.get(rate.family) ?? 0,
      };
    }),
    stepBp: AGENT_RULES.most.stepBp,
    tiers: AGENT_RULES.tiers,
    monthFen: Math.max(0, month[0]?.valid ?? 0),
    changes: changes.map((row) => ({
      changeId: `${row.user_id}${row.family}${row.from_day}`,
      at: row.at,
      who: row.user_id === userId ? '我' : shownName(row),
      name: familyName(row.family),
      before: row.before,
      after: row.bp,
      fromDay: isoDateOf(row.from_day),
    })),
  });
}

/** Sets the rate of a player right below, from tomorrow on. The tree is held alone, so that of two who set at once the second sees the first. */
export async function setRebate(
  context: AgentServices,
  client: Querying,
  userId: number,
  { who: mid, family, rateBp }: { readonly who: string; readonly family: string; readonly rateBp: number },
): Promise<Envelope<AnswerOf<typeof scoreSetRebate> | null>> {
  if (!FAMILIES.includes(family)) return refuseField('family', `没有彩种类别 ${family}`);
  if (rateBp % AGENT_RULES.most.stepBp !== 0) return refuseField('rateBp', `返点须为 ${percentText(AGENT_RULES.most.stepBp)} 的整数倍`);
  if (rateBp > AGENT_RULES.most.bp) return refuse(STATUS.overCap, `返点最高 ${percentText(AGENT_RULES.most.bp)}`);
  await client.query('SELECT lock_tree(true)');
  const who = await childOf(client, userId, mid);
  if (who === undefined) return refuse(STATUS.notFound, NOT_DIRECT);
  const day = (await currentDayNumber(context, client)) + 1;
  const { rows } = await client.query<{ own: number; now: number }>('SELECT agent_rate($1, $2, $4) AS own, agent_rate($3, $2, $4) AS now', [
    userId,
    family,
    who.id,
    day,
  ]);
  const { own = 0, now = 0 } = rows[0] ?? {};
  if (rateBp > own) return refuse(STATUS.overCap, `不能高于您自己的返点 ${percentText(own)}`);
  const least = await highestBelow(client, who.id, family, day);
  if (rateBp < least) return refuse(STATUS.overCap, `其下级返点已达 ${percentText(least)}，不能更低；请先由其调整下级返点`);
  for (const { fromBp, most } of AGENT_RULES.quotas) {
    if (rateBp < fromBp || now >= fromBp) continue;
    if ((await countWithRate(client, userId, family, day, fromBp)) >= most)
      return refuse(STATUS.limitReached, `返点 ${percentText(fromBp)} 以上的 ${most} 个名额已用完`);
  }
  await client.query('SELECT set_agent_rate($1, $2, $3, $4, $5)', [who.id, family, day, rateBp, userId]);
  return ok({ mid, family, rateBp, fromDay: isoDateOf(day) }, '已保存，明天 00:00 生效');
}
