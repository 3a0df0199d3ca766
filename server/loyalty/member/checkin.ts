/** Check-in (签到): one mark a day, streaks, make-up cards for gaps, rewards. A day is the server's, by the wall clock of the product. */
import type { CheckinModels, CheckinRecordModels } from '../../../protocol/calls.ts';
import { postDue } from './growth.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { isoDateOf, DAY_MS, ok, type Querying, refuse } from '../../platform/index.ts';
import { giveReward, itemsLeft, consumeItem } from './rewards.ts';
import { MEMBER_RULES, type Reward, rewardText } from './rules.ts';
import type { Today } from './tasks.ts';

/** undefined: there is no such date. */
export function parseDayNumber(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at / DAY_MS;
}
const monthOf = (day: number): string => isoDateOf(day).slice(0, 7);
const firstOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`) / DAY_MS;
const daysIn = (month: string): number => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
};

interface Run {
  readonly first: number;
  readonly last: number;
}

/** The run of marked days that a marked day lies in. */
async function runOf(client: Querying, userId: number, day: number): Promise<Run> {
  const { rows } = await client.query<Run>(
    `SELECT min(day) AS first, max(day) AS last FROM (
       SELECT day, day - row_number() OVER (ORDER BY day) AS run FROM checkins WHERE user_id = $1) marked
      WHERE run = (SELECT run FROM (SELECT day, day - row_number() OVER (ORDER BY day) AS run FROM checkins WHERE user_id = $1) own WHERE day = $2)`,
    [userId, day],
  );
  return rows[0] as Run;
}

/** Marks today, or with a card a day of this month that was missed. The transaction holds the player's lock. */
export async function checkIn(
  client: Querying,
  userId: number,
  today: Today,
  since: number,
  requestedDay?: string,
): Promise<Envelope<CheckinModels | null>> {
  const day = requestedDay === undefined ? today.day : parseDayNumber(requestedDay);
  const madeUp = day !== today.day;
  if (day === undefined) return refuse(STATUS.invalid, '日期不正确');
  if (day > today.day) return refuse(STATUS.stateChanged, '还未到该日期');
  const { rows: marked } = await client.query('SELECT 1 FROM checkins WHERE user_id = $1 AND day = $2', [userId, day]);
  if (marked.length > 0) return refuse(STATUS.stateChanged, madeUp ? '该日期已签到' : '今日已签到');
  if (madeUp) {
    if (monthOf(day) !== monthOf(today.day)) return refuse(STATUS.stateChanged, '只能补签本月的日期');
    if (day < Math.floor((since + today.offset) / DAY_MS)) return refuse(STATUS.stateChanged, '注册之前的日期不能补签');
    if ((await madeUpIn(client, userId, monthOf(day))) >= MEMBER_RULES.checkin.makeUpsAMonth)
      return refuse(STATUS.limitReached, `每月最多补签 ${MEMBER_RULES.checkin.makeUpsAMonth} 次`);
    if (!(await consumeItem(client, userId, 'makeUp'))) return refuse(STATUS.soldOut, '补签卡不足');
  }
  await client.query('INSERT INTO checkins (user_id, day, made_up, at) VALUES ($1, $2, $3, $4)', [userId, day, madeUp, today.now]);
  const run = await runOf(client, userId, day);
  const reward = await rewardOf(client, userId, day, run);
  await giveReward(client, userId, reward, 'checkin');
  const current = await runOf(client, userId, day === today.day ? day : run.last);
  return ok(
    {
      points: reward.points ?? 0,
      reward: rewardText(reward),
      streak: current.last === today.day ? current.last - current.first + 1 : await streakOf(client, userId, today.day),
      balancePoints: (await postDue(client, userId, today.offset)).points,
    },
    `${madeUp ? '补签' : '签到'}成功，获得 ${rewardText(reward)}`,
  );
}

/** What a mark brings: its own points, those of each length that its run reached and that no mark of the run brought before, and those of a full month. */
async function rewardOf(client: Querying, userId: number, day: number, run: Run): Promise<Reward> {
  const { points, streaks, fullMonthPoints } = MEMBER_RULES.checkin;
  let sum = points;
  const items: Record<string, number> = {};
  const { rows } = await client.query<{ reward: string }>(
    'SELECT reward FROM checkin_rewards WHERE user_id = $1 AND day BETWEEN $2 AND $3',
    [userId, run.first, run.last],
  );
  const had = new Set(rows.map(({ reward }) => reward));
  const note = (reward: string) =>
    client.query('INSERT INTO checkin_rewards (user_id, reward, day) VALUES ($1, $2, $3)', [userId, reward, day]);
  for (const streak of streaks) {
    if (run.last - run.first + 1 < streak.days || had.has(`streak:${streak.days}`)) continue;
    await note(`streak:${streak.days}`);
    sum += streak.points;
    for (const [item, count] of Object.entries(streak.items ?? {})) items[item] = (items[item] ?? 0) + count;
  }
  const month = monthOf(day);
  const { rows: marks } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM checkins WHERE user_id = $1 AND day >= $2 AND day < $3',
    [userId, firstOf(month), firstOf(month) + daysIn(month)],
  );
  // A month is full once: its last missing day is marked once.
  if (marks[0]?.n === daysIn(month)) {
    await note(`month:${month}`);
    sum += fullMonthPoints;
  }
  return { points: sum, items };
}

async function madeUpIn(client: Querying, userId: number, month: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM checkins WHERE user_id = $1 AND made_up AND day >= $2 AND day < $3',
    [userId, firstOf(month), firstOf(month) + daysIn(month)],
  );
  return rows[0]?.n ?? 0;
}

/** Days marked without a gap up to today, or up to yesterday while today is not marked yet. */
async function streakOf(client: Querying, userId: number, today: number): Promise<number> {
  const { rows } = await client.query<{ day: number }>('SELECT max(day) AS day FROM checkins WHERE user_id = $1 AND day <= $2', [
    userId,
    today,
  ]);
  const last = rows[0]?.day ?? null;
  if (last === null || last < today - 1) return 0;
  const run = await runOf(client, userId, last);
  return last - run.first + 1;
}

export async function checkInRecordOf(client: Querying, userId: number, today: Today, requestedDay?: string): Promise<CheckinRecordModels> {
  const month = requestedDay ?? monthOf(today.day);
  const { rows } = await client.query<{ day: number; made_up: boolean }>(
    'SELECT day, made_up FROM checkins WHERE user_id = $1 AND day >= $2 AND day < $3 ORDER BY day',
    [userId, firstOf(month), firstOf(month) + daysIn(month)],
  );
  const { rows: longest } = await client.query<{ n: number }>(
    `SELECT coalesce(max(n), 0)::int AS n FROM (SELECT count(*) AS n FROM (
       SELECT day - row_number() OVER (ORDER BY day) AS run FROM checkins WHERE user_id = $1) marked GROUP BY run) runs`,
    [userId],
  );
  const streak = await streakOf(client, userId, today.day);
  const { points, streaks, fullMonthPoints, makeUpsAMonth } = MEMBER_RULES.checkin;
  const next = streaks.find(({ days }) => days > streak);
  return {
    today: isoDateOf(today.day),
    done: rows.some(({ day }) => day === today.day) || (await isMarked(client, userId, today.day)),
    days: rows.map(({ day, made_up }) => ({ date: isoDateOf(day), madeUp: made_up, mark: made_up ? '补签' : '已签' })),
    streak,
    longest: longest[0]?.n ?? 0,
    next: next === undefined ? null : { days: next.days, left: next.days - streak, reward: rewardText(next) },
    cardsLeft: await itemsLeft(client, userId, 'makeUp'),
    makeUpsLeft: Math.max(0, makeUpsAMonth - (await madeUpIn(client, userId, monthOf(today.day)))),
    rules: [
      `每天签到得 ${points} 积分，以服务器的日期为准`,
      ...streaks.map((each) => `连续 ${each.days} 天另得 ${rewardText(each)}`),
      `整月签满另得 ${fullMonthPoints} 积分`,
      `漏签的日期可用补签卡补签，每月最多 ${makeUpsAMonth} 次`,
    ],
  };
}

async function isMarked(client: Querying, userId: number, day: number): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM checkins WHERE user_id = $1 AND day = $2', [userId, day]);
  return rows.length > 0;
}
