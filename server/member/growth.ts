/**
 * Growth, points and levels. What play brings follows from the player's own orders, and is posted when somebody asks: day by day, each day
 * counted anew until nothing in it waits any more, so that no bet and no settlement pays for it. A level is held for a year; the ends of
 * years are caught up in the order of the days.
 */
import type { Querying } from '../db/database.ts';
import { CARD_PAID } from '../money/turnover.ts';
import { DAY_MS } from '../protection/rules.ts';
import { purseOf } from './rewards.ts';
import { levelAt, MEMBER } from './rules.ts';

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
        SELECT j.settled_at, j.amount - j.refund, false FROM hm_joins j
         WHERE j.user_id = $1 AND j.issue IS NULL AND j.status IN ('won', 'lost') AND j.settled_at >= $3::bigint * ${DAY_MS} - $2::bigint
        UNION ALL
        SELECT p.settled_at, p.cost, false FROM small_plays p WHERE p.user_id = $1 AND p.settled_at >= $3::bigint * ${DAY_MS} - $2::bigint
        UNION ALL
        SELECT c.opened_at, s.price, false FROM scratch_cards c JOIN scratch_pools s ON s.id = c.pool
         WHERE c.owner = $1 AND c.opened_at >= $3::bigint * ${DAY_MS} - $2::bigint ${CARD_PAID}) ended
       GROUP BY 1) p
    FULL JOIN (SELECT day, growth, points FROM member_days WHERE user_id = $1 AND day >= $3) m USING (day)
   ORDER BY 1`;

/** Brings growth, points and level up to now. The caller's transaction holds the player's lock. Returns the level's year. */
export async function catchUp(client: Querying, userId: number, offset: number): Promise<Window> {
  const { rows: clock } = await client.query<{ now: number; since: number }>(
    'SELECT caipu_now_ms() AS now, created_at AS since FROM users WHERE id = $1',
    [userId],
  );
  const { now = 0, since = 0 } = clock[0] ?? {};
  const today = Math.floor((now + offset) / DAY_MS);
  const window = await windowOf(client, userId, since);
  const { rows: open } = await client.query<{ first: number }>(
    `SELECT coalesce((SELECT min(day) FROM member_days WHERE user_id = $1 AND NOT closed),
                     (SELECT max(day) + 1 FROM member_days WHERE user_id = $1), $2)::int AS first`,
    [userId, Math.floor((since + offset) / DAY_MS)],
  );
  const { rows: days } = await client.query<Day>(DAYS, [userId, offset, open[0]?.first ?? today]);
  for (const day of days) {
    const begins = day.day * DAY_MS - offset;
    await endYears(client, userId, window, begins);
    await countDay(client, userId, day, window.level, day.day < today - 1 && (!day.waits || day.day < today - MEMBER.play.closedAfterDays));
    await climb(client, userId, window, Math.min(now, begins + DAY_MS - 1));
  }
  await endYears(client, userId, window, now);
  await climb(client, userId, window, now);
  await lapsePoints(client, userId, now, offset, since);
  await client.query('UPDATE level_windows SET level = $2, starts_at = $3, ends_at = $4 WHERE user_id = $1', [
    userId,
    window.level,
    window.starts_at,
    window.ends_at,
  ]);
  return window;
}

async function windowOf(client: Querying, userId: number, since: number): Promise<Window> {
  await client.query('INSERT INTO level_windows (user_id, level, starts_at, ends_at) VALUES ($1, 0, $2, $3) ON CONFLICT DO NOTHING', [
    userId,
    since,
    since + MEMBER.yearDays * DAY_MS,
  ]);
  const { rows } = await client.query<Window>('SELECT level, starts_at, ends_at FROM level_windows WHERE user_id = $1', [userId]);
  return { ...(rows[0] as Window) };
}

/** Posts what a day brought beyond what was posted of it before. */
async function countDay(client: Querying, userId: number, day: Day, level: number, closed: boolean): Promise<void> {
  const { fenEach, mostADay } = MEMBER.play;
  const units = Math.min(mostADay, Math.floor(day.played / fenEach));
  const growth = Math.max(day.growth, units);
  // What was posted at a lower level stays as it was.
  const points = Math.max(day.points, day.points + Math.floor(((growth - day.growth) * levelAt(level).pointsPercent) / 100));
  if (growth > day.growth)
    await client.query(`SELECT post($1, 'growth', 'house:growth', 'growth', $2, 'bet', NULL)`, [userId, growth - day.growth]);
  if (points > day.points)
    await client.query(`SELECT post($1, 'points', 'house:points', 'points', $2, 'bet', NULL)`, [userId, points - day.points]);
  await client.query(
    `INSERT INTO member_days (user_id, day, played_fen, growth, points, closed) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, day) DO UPDATE SET played_fen = excluded.played_fen, growth = excluded.growth, points = excluded.points, closed = excluded.closed`,
    [userId, day.day, day.played, growth, points, closed],
  );
}

/** Reached is up, several levels at once if need be; the year begins anew and the growth stays. */
export async function climb(client: Querying, userId: number, window: Window, at: number): Promise<void> {
  const growth = await purseOf(client, userId, 'growth');
  let level = window.level;
  while (level + 1 < MEMBER.levels.length && growth >= levelAt(level + 1).from) level += 1;
  if (level === window.level) return;
  await change(client, userId, window, level, at);
}

/** At the end of a year: who has earned the level keeps it and carries what is beyond it; who has not goes down by one and begins at 0. */
async function endYears(client: Querying, userId: number, window: Window, now: number): Promise<void> {
  while (window.ends_at <= now) {
    const ended = window.ends_at;
    const growth = await purseOf(client, userId, 'growth');
    const floor = levelAt(window.level).from;
    const kept = growth >= floor;
    const lapsed = kept ? floor : growth;
    if (lapsed > 0)
      await client.query(`SELECT post($1, 'growthLapse', 'growth', 'house:growth', $2, $3, NULL)`, [
        userId,
        lapsed,
        kept ? 'kept' : 'down',
      ]);
    if (kept) {
      window.starts_at = ended;
      window.ends_at = ended + MEMBER.yearDays * DAY_MS;
    } else await change(client, userId, window, window.level - 1, ended);
  }
}

async function change(client: Querying, userId: number, window: Window, level: number, at: number): Promise<void> {
  await client.query('INSERT INTO level_changes (user_id, at, before, after) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', [
    userId,
    at,
    window.level,
    level,
  ]);
  window.level = level;
  window.starts_at = at;
  window.ends_at = at + MEMBER.yearDays * DAY_MS;
}

/** Points that were earned in a year and not spent by the day of the next on which they lapse; the oldest are spent first. */
async function lapsePoints(client: Querying, userId: number, now: number, offset: number, since: number): Promise<void> {
  const wall = new Date(now + offset);
  const { month, day } = MEMBER.pointsLapse;
  const lapsing = Date.UTC(wall.getUTCFullYear(), month - 1, day) <= wall.getTime();
  const last = wall.getUTCFullYear() - (lapsing ? 1 : 2);
  const first = new Date(since + offset).getUTCFullYear();
  if (last < first) return;
  const { rows } = await client.query<{ year: number | null }>('SELECT max(year) AS year FROM points_lapses WHERE user_id = $1', [userId]);
  for (let year = Math.max(first, (rows[0]?.year ?? 0) + 1); year <= last; year += 1) {
    const points = await unspentOf(client, userId, year, offset);
    if (points > 0) await client.query(`SELECT post($1, 'pointsLapse', 'points', 'house:points', $2, 'year', NULL)`, [userId, points]);
    await client.query('INSERT INTO points_lapses (user_id, year, points, at) VALUES ($1, $2, $3, $4)', [userId, year, points, now]);
  }
}

/** Of the points that were earned up to the end of a year: what is left of them now. */
async function unspentOf(client: Querying, userId: number, year: number, offset: number): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    `SELECT (coalesce(sum(amount) FILTER (WHERE credit = 'points' AND at < $2::bigint), 0) - coalesce(sum(amount) FILTER (WHERE debit = 'points'), 0))::bigint AS left
       FROM transfers WHERE user_id = $1 AND unit = 'points'`,
    [userId, Date.UTC(year + 1, 0, 1) - offset],
  );
  return Math.max(0, rows[0]?.left ?? 0);
}

/** The points that lapse next, and when; null: there are none. What lapsed by now is posted (catchUp). */
export async function nextLapse(
  client: Querying,
  userId: number,
  { now, offset }: { readonly now: number; readonly offset: number },
): Promise<{ readonly at: number; readonly points: number } | null> {
  const { month, day } = MEMBER.pointsLapse;
  const thisYear = new Date(now + offset).getUTCFullYear();
  for (const year of [thisYear - 1, thisYear]) {
    const at = Date.UTC(year + 1, month - 1, day) - offset;
    const points = at <= now ? 0 : await unspentOf(client, userId, year, offset);
    if (points > 0) return { at, points };
  }
  return null;
}
