/** Activities (活动): what runs, how far a player is, and the claim, once. The days are those of the product's wall clock. */
import { DAY_MS } from '../../platform/index.ts';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import type { ActivityDescription } from '../../../engine/descriptions/activities/types.ts';
import type { ActivityPage, ActivityRow } from '../../../protocol/calls.ts';
import type { LoyaltyServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { rewardText } from '../member/rules.ts';
import type { Today } from '../member/tasks.ts';
import { activitySince } from '../../payments/index.ts';

const LAST = 100_000;

export const activityStart = ({ from }: ActivityDescription, { offset }: Today): number => Date.parse(`${from}T00:00:00Z`) - offset;
const endOf = ({ to }: ActivityDescription, { offset }: Today): number => Date.parse(`${to}T00:00:00Z`) + DAY_MS - offset;

export function activityState(activity: ActivityDescription, today: Today): ActivityRow['state'] {
  if (today.now < activityStart(activity, today)) return 'before';
  return today.now < endOf(activity, today) ? 'running' : 'ended';
}

/** How much of its days has passed, basis points. */
export function elapsedBp(activity: ActivityDescription, today: Today): number {
  const [from, to] = [activityStart(activity, today), endOf(activity, today)];
  return Math.floor((Math.min(Math.max(today.now - from, 0), to - from) * 10_000) / (to - from));
}

/** Those that run first, then those to come, then those that are over. */
export function listedActivities({ publication }: Pick<LoyaltyServices, 'publication'>, today: Today): ActivityDescription[] {
  const rank = { running: 0, before: 1, ended: 2 } as const;
  return [...publication.activities().values()].sort(
    (a, b) =>
      rank[activityState(a, today)] - rank[activityState(b, today)] || (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1),
  );
}

/** By the address of its page; undefined: there is none. */
export const findActivity = ({ publication }: Pick<LoyaltyServices, 'publication'>, id: string): ActivityDescription | undefined =>
  [...publication.activities().values()].find((activity) => activity.id === id);

/** The claim of an activity, as member_claims has it. */
export const claimCode = ({ id }: ActivityDescription): string => `activity:${id}`;

/** A player's progress in an activity: fen, bets or days. */
export async function progressIn(client: Querying, userId: number, activity: ActivityDescription, today: Today): Promise<number> {
  const { fact, games } = activity.rule;
  const since = activityStart(activity, today);
  if (fact === 'checkins') {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM checkins WHERE user_id = $1 AND day BETWEEN $2 AND $3',
      [userId, Date.parse(activity.from) / DAY_MS, Date.parse(activity.to) / DAY_MS],
    );
    return rows[0]?.n ?? 0;
  }
  const played = await activitySince(client, userId, since, games);
  return { stake: played.stakeFen, bets: played.bets, recharge: played.rechargeFen }[fact];
}

const WORDS = { stake: '投注', bets: '投注', recharge: '充值', checkins: '签到' } as const;
const UNITS = { stake: '元', bets: '次', recharge: '元', checkins: '天' } as const;
const amountText = ({ fact }: ActivityDescription['rule'], n: number): string =>
  fact === 'stake' || fact === 'recharge' ? formatMoney(n).replace(/\.00$/, '') : String(n);

export const activityRuleText = ({ rule }: ActivityDescription): string =>
  `${WORDS[rule.fact]}满 ${amountText(rule, rule.of)} ${UNITS[rule.fact]}`;

async function mineOf(client: Querying, userId: number, activity: ActivityDescription, today: Today): Promise<ActivityPage['mine']> {
  const { rows } = await client.query<{ at: number }>('SELECT at FROM member_claims WHERE user_id = $1 AND code = $2', [
    userId,
    claimCode(activity),
  ]);
  const { rule } = activity;
  const when = activityState(activity, today);
  const done = when === 'running' ? Math.min(await progressIn(client, userId, activity, today), rule.of) : 0;
  const claimedAt = rows[0]?.at ?? null;
  return {
    state: claimedAt !== null ? 'claimed' : when !== 'running' ? 'closed' : done >= rule.of ? 'ready' : 'open',
    doneBp: claimedAt !== null ? 10_000 : Math.floor((done * 10_000) / rule.of),
    text:
      claimedAt !== null
        ? '已领取'
        : when === 'running'
          ? `${WORDS[rule.fact]} ${amountText(rule, done)} / ${amountText(rule, rule.of)} ${UNITS[rule.fact]}`
          : when === 'before'
            ? '活动未开始'
            : '活动已结束',
    claimedAt,
  };
}

export async function activityRowOf(
  client: Querying,
  userId: number | undefined,
  activity: ActivityDescription,
  today: Today,
): Promise<ActivityRow> {
  const { id, title, note } = activity;
  return {
    hash: id,
    title,
    note,
    reward: rewardText(activity.gives),
    state: activityState(activity, today),
    startsAt: activityStart(activity, today),
    endsAt: endOf(activity, today),
    mine: userId === undefined ? null : await mineOf(client, userId, activity, today),
  };
}
