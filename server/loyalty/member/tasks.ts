/** Tasks, gifts of levels and birthdays: what there is, how far it has come, and claiming it. */
import { formatInteger } from '../../../engine/descriptions/format.ts';
import type { GiftItem, TaskItem } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { LoyaltyServices } from '../services.ts';
import { DAY_MS, ok, type Querying, refuse } from '../../platform/index.ts';
import { type TaskFacts, taskFactsOf } from './task-facts.ts';
import { postDue, type MemberState, memberStateOf } from './growth.ts';
import { noteClaim, giveReward, type RewardReason } from './rewards.ts';
import { purseBalance } from '../../ledger/index.ts';
import { MEMBER_RULES, type Reward, rewardText, type Task } from './rules.ts';

/** What a moment is to a player: the day's number, and the wall clock that says so. */
export interface Today {
  readonly day: number;
  readonly offset: number;
  readonly now: number;
}

/** What a task brings now: of some tasks more, the more days in a row the player was here. */
function rewardOf({ growth, points, inARow = [] }: Task, facts: TaskFacts): Reward {
  const reached = inARow.filter(({ days }) => days <= Number(facts.daysHere)).at(-1);
  return { growth: reached?.growth ?? growth, points };
}

const periodOf = (task: Task, { day }: Today): string => (task.daily === true ? String(day) : '');

async function claimed(client: Querying, userId: number): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ code: string; period: string }>('SELECT code, period FROM member_claims WHERE user_id = $1', [
    userId,
  ]);
  return new Set(rows.map(({ code, period }) => `${code} ${period}`));
}

export async function tasksOf(context: LoyaltyServices, client: Querying, userId: number, today: Today): Promise<TaskItem[]> {
  const [facts, done] = [await taskFactsOf(context, client, userId, today.day, today.offset), await claimed(client, userId)];
  return MEMBER_RULES.tasks
    .filter(({ fact }) => facts[fact] !== undefined)
    .map((task) => {
      const has = Math.min(Number(facts[task.fact]), task.of);
      const status = done.has(`task:${task.code} ${periodOf(task, today)}`) ? 'claimed' : has >= task.of ? 'ready' : 'open';
      return {
        code: `task:${task.code}`,
        name: task.name,
        reward: rewardText(rewardOf(task, facts)),
        daily: task.daily === true,
        status,
        doneBp: Math.floor((has * 10_000) / task.of),
        to: task.to ?? '',
      };
    });
}

/** The highest level that a player ever had. */
async function highestLevel(client: Querying, userId: number, { window, changes }: MemberState): Promise<number> {
  const { rows } = await client.query<{ level: number }>(
    'SELECT coalesce(max(after), 0)::int AS level FROM level_changes WHERE user_id = $1',
    [userId],
  );
  return Math.max(rows[0]?.level ?? 0, window.level, ...changes.map(({ after }) => after));
}

/** The birthday's month is now; undefined: no birthday was said. */
async function birthdayNow(client: Querying, userId: number, { now, offset }: Today): Promise<boolean | undefined> {
  const { rows } = await client.query<{ birthday: string | null }>('SELECT birthday FROM profiles WHERE user_id = $1', [userId]);
  const birthday = rows[0]?.birthday ?? null;
  return birthday === null ? undefined : birthday.slice(5, 7) === new Date(now + offset).toISOString().slice(5, 7);
}
const yearOf = ({ now, offset }: Today): string => new Date(now + offset).toISOString().slice(0, 4);

export async function giftsOf(client: Querying, userId: number, today: Today): Promise<GiftItem[]> {
  const standing = await memberStateOf(client, userId, today.offset);
  const [highest, done, birthday] = [
    await highestLevel(client, userId, standing),
    await claimed(client, userId),
    await birthdayNow(client, userId, today),
  ];
  const points = MEMBER_RULES.levels[standing.window.level]?.birthdayPoints ?? 0;
  const state = (code: string, period: string, open: boolean) =>
    done.has(`${code} ${period}`) ? ('claimed' as const) : open ? ('ready' as const) : ('locked' as const);
  return [
    ...(points === 0
      ? []
      : [
          {
            code: 'birthday',
            name: '生日礼包',
            reward: rewardText({ points }),
            status: state('birthday', yearOf(today), birthday === true),
            note: birthday === undefined ? '填写生日后，生日当月可领' : '生日当月可领，每年一次',
          },
        ]),
    ...MEMBER_RULES.levels.flatMap(({ level, name, gift, from }) =>
      gift === undefined
        ? []
        : [
            {
              code: `gift:${level}`,
              name: `${name} 等级礼包`,
              reward: rewardText(gift),
              status: state(`gift:${level}`, '', highest >= level),
              note: highest >= level ? '已达到等级' : `成长值达到 ${formatInteger(from)} 可领`,
            },
          ],
    ),
  ];
}

interface Claim {
  readonly reward: Reward;
  readonly why: RewardReason;
  readonly period: string;
}

/** What a code stands for, when it may be claimed now; else why not. */
async function claimable(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  code: string,
  today: Today,
  standing: MemberState,
): Promise<Claim | Envelope<null>> {
  const refused = (name: string) => refuse(STATUS.stateChanged, `${name}暂不可领取，请刷新后重试`);
  const [kind, which = ''] = code.split(':');
  if (kind === 'task') {
    const task = MEMBER_RULES.tasks.find((each) => each.code === which);
    if (task === undefined) return refuse(STATUS.notFound, '没有这个任务');
    const facts = await taskFactsOf(context, client, userId, today.day, today.offset);
    if (Number(facts[task.fact] ?? 0) < task.of) return refuse(STATUS.stateChanged, '任务未完成');
    return { reward: rewardOf(task, facts), why: 'task', period: periodOf(task, today) };
  }
  if (code === 'birthday') {
    const points = MEMBER_RULES.levels[standing.window.level]?.birthdayPoints ?? 0;
    if (points === 0 || (await birthdayNow(client, userId, today)) !== true) return refused('生日礼包');
    return { reward: { points }, why: 'birthday', period: yearOf(today) };
  }
  if (kind === 'gift' && /^\d{1,2}$/.test(which)) {
    const gift = MEMBER_RULES.levels[Number(which)]?.gift;
    if (gift === undefined) return refuse(STATUS.notFound, '没有这个礼包');
    if ((await highestLevel(client, userId, standing)) < Number(which)) return refused('这个礼包');
    return { reward: gift, why: 'gift', period: '' };
  }
  return refuse(STATUS.notFound, '没有这个奖励');
}

/** Claims a task, a gift or a birthday packet, once. The transaction holds the player's lock. */
export async function claimByCode(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  code: string,
  today: Today,
): Promise<Envelope<{ readonly reward: string; readonly growth: number; readonly points: number; readonly balanceFen: number } | null>> {
  const standing = await postDue(client, userId, today.offset);
  const claimableReward = await claimable(context, client, userId, code, today, standing);
  if ('status' in claimableReward) return claimableReward;
  if (!(await noteClaim(client, userId, code, claimableReward.period))) return refuse(STATUS.stateChanged, '您已领取过');
  await giveReward(client, userId, claimableReward.reward, claimableReward.why);
  // A reward may bring growth, and that the next level.
  await postDue(client, userId, today.offset);
  const { rows } = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]);
  const text = rewardText(claimableReward.reward);
  return ok(
    {
      reward: text,
      growth: await purseBalance(client, userId, 'growth'),
      points: await purseBalance(client, userId, 'points'),
      balanceFen: rows[0]?.balance_fen ?? 0,
    },
    `已领取 ${text}`,
  );
}

export const todayOf = (now: number, offset: number): Today => ({ now, offset, day: Math.floor((now + offset) / DAY_MS) });
