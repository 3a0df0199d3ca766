/**
 * Growth, points and levels. Growth of play is derived from the player's own orders, day by day. A day is counted again until no order of it
 * waits, so that bets and settlement do no work for it. A level is held for a year; the ends of years are caught up in the order of
 * the days. Reading calls only calculate it (`memberStateOf`). `postDue` posts it before points are spent or a gift is claimed, and now and then while the
 * player is here.
 */
import { DAY_MS, MOVEMENTS, type Querying } from '../../platform/index.ts';
import { PAID_CARD_SQL } from '../../payments/index.ts';
import { purseBalance } from '../../ledger/index.ts';
import { levelAt, MEMBER_RULES } from './rules.ts';

interface Window {
  level: number;
  starts_at: number;
  ends_at: number;
}

interface Day {
  readonly day: number;
  readonly played: number;
  /** Something of the day waits for its draw or its result. */
  readonly waits: boolean;
  readonly growth: number;
  readonly points: number;
}

/** What a coupon paid of the stake that is left of an order; it was not the player's own. */
const couponOf = (order: string) =>
  `coalesce((SELECT u.fen - u.bonus FROM coupon_uses u WHERE u.user_id = ${order}.user_id AND u.order_id = ${order}.id AND NOT u.returned), 0)`;

/**
 * What the orders, plays and scratch cards of each day from $3 on came to. An order of an issue belongs to the day of its draw, anything else
 * to the day of its end.
 */
const DAYS = `
  SELECT coalesce(p.day, m.day) AS day, coalesce(p.played, 0)::bigint AS played, coalesce(p.waits, false) AS waits,
         coalesce(m.growth, 0) AS growth, coalesce(m.points, 0) AS points
    FROM (
      SELECT ((at + $2::bigint) / ${DAY_MS})::int AS day, sum(fen) AS played, bool_or(waiting) AS waits FROM (
        SELECT o.due_at AS at, CASE WHEN o.status IN ('won', 'lost') OR (o.status = 'placed' AND i.state = 'settled') THEN o.amount - ${couponOf('o')} ELSE 0 END AS fen,
               (o.status = 'held' OR (o.status = 'placed' AND i.state IN ('open', 'frozen', 'drawn'))) AS waiting
          FROM orders o JOIN issues i ON i.game = o.game AND i.issue = o.issue
         WHERE o.user_id = $1 AND o.kind <> 'chase' AND o.unit = 'fen' AND o.due_at >= $3::bigint * ${DAY_MS} - $2::bigint AND o.due_at <= caipu_now_ms()
        UNION ALL
        SELECT s.settled_at, s.amount - s.refund - ${couponOf('s')}, false FROM sport_orders s
         WHERE s.user_id = $1 AND s.status IN ('won', 'lost') AND s.settled_at >= $3::bigint * ${DAY_MS} - $2::bigint
        UNION ALL
        SELECT j.settled_at, j.amount - j.refund, false FROM group_buy_joins j
         WHERE j.user_id = $1 AND j.issue IS NULL AND j.status IN ('won', 'lost') AND j.settled_at >= $3::bigint * ${DAY_MS} - $2::bigint
        UNION ALL
        SELECT p.settled_at, p.cost, false FROM small_plays p WHERE p.user_id = $1 AND p.settled_at >= $3::bigint * ${DAY_MS} - $2::bigint
        UNION ALL
        SELECT c.opened_at, s.price, false FROM scratch_cards c JOIN scratch_pools s ON s.id = c.pool
         WHERE c.owner = $1 AND c.opened_at >= $3::bigint * ${DAY_MS} - $2::bigint ${PAID_CARD_SQL}) ended
       GROUP BY 1) p
    FULL JOIN (SELECT day, growth, points FROM member_days WHERE user_id = $1 AND day >= $3) m USING (day)
   ORDER BY 1`;

/** A movement of growth or points that is due and not posted yet. */
export interface DuePost {
  readonly kind: 'growth' | 'points' | 'growthLapse' | 'pointsLapse';
  readonly amount: number;
  readonly reason: string;
}

/** Where a player stands now, and what it takes to write that down. */
export interface MemberState {
  readonly now: number;
  readonly window: Window;
  growth: number;
  points: number;
  readonly posts: DuePost[];
  readonly days: (Day & { readonly closed: boolean })[];
  readonly changes: { readonly at: number; readonly before: number; readonly after: number }[];
  readonly lapses: { readonly year: number; readonly points: number }[];
}

/** Growth, points and level as they are now. It only reads. */
export async function memberStateOf(client: Querying, userId: number, offset: number): Promise<MemberState> {
  const { rows: clock } = await client.query<{ now: number; since: number }>(
    'SELECT caipu_now_ms() AS now, created_at AS since FROM users WHERE id = $1',
    [userId],
  );
  const { now = 0, since = 0 } = clock[0] ?? {};
  const today = Math.floor((now + offset) / DAY_MS);
  const { rows: windows } = await client.query<Window>('SELECT level, starts_at, ends_at FROM level_windows WHERE user_id = $1', [userId]);
  const standing: MemberState = {
    now,
    window: { ...(windows[0] ?? { level: 0, starts_at: since, ends_at: since + MEMBER_RULES.yearDays * DAY_MS }) },
    growth: await purseBalance(client, userId, 'growth'),
    points: await purseBalance(client, userId, 'points'),
    ...{ posts: [], days: [], changes: [], lapses: [] },
  };
  const { rows: open } = await client.query<{ first: number }>(
    `SELECT coalesce((SELECT min(day) FROM member_days WHERE user_id = $1 AND NOT closed),
                     (SELECT max(day) + 1 FROM member_days WHERE user_id = $1), $2)::int AS first`,
    [userId, Math.floor((since + offset) / DAY_MS)],
  );
  const { rows: days } = await client.query<Day>(DAYS, [userId, offset, open[0]?.first ?? today]);
  for (const day of days) {
    const begins = day.day * DAY_MS - offset;
    endYears(standing, begins);
    countDay(standing, day, day.day < today - 1 && (!day.waits || day.day < today - MEMBER_RULES.play.closedAfterDays));
    climb(standing, Math.min(now, begins + DAY_MS - 1));
  }
  endYears(standing, now);
  climb(standing, now);
  await lapsePoints(client, userId, standing, offset, since);
  return standing;
}

const PURSES: Readonly<Record<DuePost['kind'], readonly [debit: string, credit: string]>> = {
  growth: ['house:growth', 'growth'],
  points: ['house:points', 'points'],
  growthLapse: ['growth', 'house:growth'],
  pointsLapse: ['points', 'house:points'],
};
/** What a post does to a purse: more, less or nothing. */
export const postEffectOn = (purse: 'growth' | 'points', { kind, amount }: DuePost): number =>
  PURSES[kind][1] === purse ? amount : PURSES[kind][0] === purse ? -amount : 0;

function due(standing: MemberState, kind: DuePost['kind'], amount: number, reason: string): void {
  if (amount <= 0) return;
  const post = { kind, amount, reason };
  standing.posts.push(post);
  standing.growth += postEffectOn('growth', post);
  standing.points += postEffectOn('points', post);
}

/** Posts growth, points and level up to now. The caller's transaction holds the player's lock. Returns where the player stands then. */
export async function postDue(client: Querying, userId: number, offset: number): Promise<MemberState> {
  const standing = await memberStateOf(client, userId, offset);
  const { now, window, posts, days, changes, lapses } = standing;
  for (const { kind, amount, reason } of posts)
    await client.query('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [userId, kind, ...PURSES[kind], amount, reason]);
  for (const { day, played, growth, points, closed } of days)
    await client.query(
      `INSERT INTO member_days (user_id, day, played_fen, growth, points, closed) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, day) DO UPDATE SET played_fen = excluded.played_fen, growth = excluded.growth, points = excluded.points, closed = excluded.closed`,
      [userId, day, played, growth, points, closed],
    );
  for (const { at, before, after } of changes)
    await client.query('INSERT INTO level_changes (user_id, at, before, after) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
      ...[userId, at, before, after],
    ]);
  for (const { year, points } of lapses)
    await client.query('INSERT INTO points_lapses (user_id, year, points, at) VALUES ($1, $2, $3, $4)', [userId, year, points, now]);
  await client.query(
    `INSERT INTO level_windows AS w (user_id, level, starts_at, ends_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET level = $2, starts_at = $3, ends_at = $4
       WHERE (w.level, w.starts_at, w.ends_at) <> ($2, $3, $4)`,
    [userId, window.level, window.starts_at, window.ends_at],
  );
  return standing;
}

/** What a day brought beyond what was posted of it before. */
function countDay(standing: MemberState, day: Day, closed: boolean): void {
  const { fenEach, mostADay } = MEMBER_RULES.play;
  const units = Math.min(mostADay, Math.floor(day.played / fenEach));
  const growth = Math.max(day.growth, units);
  // What was posted at a lower level stays as it was.
  const percent = levelAt(standing.window.level).pointsPercent;
  const points = Math.max(day.points, day.points + Math.floor(((growth - day.growth) * percent) / 100));
  due(standing, 'growth', growth - day.growth, 'bet');
  due(standing, 'points', points - day.points, 'bet');
  standing.days.push({ ...day, growth, points, closed });
}

/** Reached is up, several levels at once if need be; the year starts again and the growth stays. */
function climb(standing: MemberState, at: number): void {
  let { level } = standing.window;
  while (level + 1 < MEMBER_RULES.levels.length && standing.growth >= levelAt(level + 1).from) level += 1;
  if (level !== standing.window.level) change(standing, level, at);
}

/** At the end of a year, a player that has earned the level keeps it and carries the excess; another goes down by one and begins at 0. */
function endYears(standing: MemberState, now: number): void {
  const { window } = standing;
  while (window.ends_at <= now) {
    const ended = window.ends_at;
    const floor = levelAt(window.level).from;
    const isLevelKept = standing.growth >= floor;
    due(standing, 'growthLapse', isLevelKept ? floor : standing.growth, isLevelKept ? 'kept' : 'down');
    if (isLevelKept) {
      window.starts_at = ended;
      window.ends_at = ended + MEMBER_RULES.yearDays * DAY_MS;
    } else change(standing, window.level - 1, ended);
  }
}

function change({ window, changes }: MemberState, level: number, at: number): void {
  changes.push({ at, before: window.level, after: level });
  window.level = level;
  window.starts_at = at;
  window.ends_at = at + MEMBER_RULES.yearDays * DAY_MS;
}

/** Points that were earned in a year and not spent by the day of the next on which they lapse; the oldest are spent first. */
async function lapsePoints(client: Querying, userId: number, standing: MemberState, offset: number, since: number): Promise<void> {
  const wall = new Date(standing.now + offset);
  const { month, day } = MEMBER_RULES.pointsLapse;
  const lapsing = Date.UTC(wall.getUTCFullYear(), month - 1, day) <= wall.getTime();
  const last = wall.getUTCFullYear() - (lapsing ? 1 : 2);
  const first = new Date(since + offset).getUTCFullYear();
  if (last < first) return;
  const { rows } = await client.query<{ year: number | null }>('SELECT max(year) AS year FROM points_lapses WHERE user_id = $1', [userId]);
  for (let year = Math.max(first, (rows[0]?.year ?? 0) + 1); year <= last; year += 1) {
    const points = await unspentOf(client, userId, year, { now: standing.now, offset, due: standing.posts });
    due(standing, 'pointsLapse', points, 'year');
    standing.lapses.push({ year, points });
  }
}

/** By its kinds, since an index leads to them: among all movements of a player those of points are few. */
const POINTS = MOVEMENTS.filter(({ unit }) => unit === 'points').map(({ kind }) => kind);

interface Moment {
  readonly now: number;
  readonly offset: number;
  /** What is due and not posted. */
  readonly due?: readonly DuePost[];
}

/** The unspent rest of the points that were earned up to the end of a year. */
async function unspentOf(client: Querying, userId: number, year: number, { now, offset, due: posts = [] }: Moment): Promise<number> {
  const ends = Date.UTC(year + 1, 0, 1) - offset;
  const { rows } = await client.query<{ left: number }>(
    `SELECT (coalesce(sum(amount) FILTER (WHERE credit = 'points' AND at < $2::bigint), 0) - coalesce(sum(amount) FILTER (WHERE debit = 'points'), 0))::bigint AS left
       FROM movements WHERE user_id = $1 AND kind = ANY ($3::text[]) AND kind <> 'stake'`,
    [userId, ends, POINTS],
  );
  const effects = posts.map((post) => postEffectOn('points', post)).filter((effect) => effect < 0 || now < ends);
  return Math.max(
    0,
    effects.reduce((sum, effect) => sum + effect, rows[0]?.left ?? 0),
  );
}

/** The points that lapse next, and when; null: there are none. */
export async function nextLapse(
  client: Querying,
  userId: number,
  moment: Moment,
): Promise<{ readonly at: number; readonly points: number } | null> {
  const { now, offset } = moment;
  const { month, day } = MEMBER_RULES.pointsLapse;
  const thisYear = new Date(now + offset).getUTCFullYear();
  for (const year of [thisYear - 1, thisYear]) {
    const at = Date.UTC(year + 1, month - 1, day) - offset;
    const points = at <= now ? 0 : await unspentOf(client, userId, year, moment);
    if (points > 0) return { at, points };
  }
  return null;
}
