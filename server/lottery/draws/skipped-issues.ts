/**
 * Issues that passed while nobody ran: no process, or none that reached the database, or all of them stood still. Issues that were open by then
 * are drawn late from the seeds that they were opened with. Those that should have been opened meanwhile never were on sale; they are written
 * down as cancelled, so that a result list has no hole that nobody can explain.
 *
 * What counts is the database's own clock (heartbeat): a clock that jumps ahead skips issues like a process that was down, while a simulated
 * clock that is moved by hand does not. A clock that is set back leaves the heartbeat in the future: the next look takes it back to the present
 * instant at once, so that a later stop is noticed, and what lies before that instant has its issues from before.
 */
import { issuesFrom, type ScheduledIssue } from '../../../engine/descriptions/schedule.ts';
import type { Game } from '../../../engine/descriptions/types.ts';
import type { LotteryServices } from '../services.ts';
import type { Database } from '../../platform/index.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { clearAnswerCache } from './answer-cache.ts';
import type { OpeningParts } from './open-issues.ts';

/** Issues written down in one step. */
const STEP = 200;
/** Issues of a span that are counted for the alarm; beyond it the alarm says "more than". */
const MOST_COUNTED = 10_000;

/** What the database's clock showed when a look at the draws began. */
export interface PassStart {
  /** Unix ms of the machine, and of the game clock: one reading, so that a jump is in both or in neither. */
  readonly real: number;
  readonly game: number;
  readonly speed: number;
  /** When that was, by performance.now. */
  readonly at: number;
  /** Instant of the last pass over every game, by the present game clock; undefined before the first. */
  readonly since: number | undefined;
}

/**
 * The heartbeat tells when by the machine's clock. Where the game clock was moved by hand since, what it was moved over is no time in which
 * somebody should have looked; where only its speed is another, it showed what was written.
 */
export async function startPass(database: Database): Promise<PassStart> {
  const { rows } = await database.query<{ real: number; game: number; speed: number; since: number | null }>(
    `WITH n AS (
       SELECT r.real, c.base_game + (r.real - c.base_real) * c.speed AS game, c.base_game, c.base_real, c.speed
         FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS real) r CROSS JOIN clock c),
     taken_back AS (UPDATE draws_heartbeat SET at_real = n.real, at_game = n.game FROM n WHERE draws_heartbeat.at_real > n.real)
     SELECT n.real, n.game, n.speed, greatest(h.at_game, n.base_game + (least(h.at_real, n.real) - n.base_real) * n.speed) AS since
       FROM n LEFT JOIN draws_heartbeat h ON true`,
    [],
    'begin-look',
  );
  const { real = 0, game = 0, speed = 1, since = null } = rows[0] ?? {};
  return { real, game, speed, at: performance.now(), since: since ?? undefined };
}

/**
 * The game clock of a look, standing still at the present instant: what it opens begins where what it wrote off ends. It goes on from the one
 * reading at the beginning. A jump since then is for the next look, which sees both that there was one and what it has passed over.
 */
export function clockOfPass({ game, speed, at }: PassStart): OpeningParts['clock'] {
  const now = Math.floor(game + (performance.now() - at) * speed);
  return { now: () => now, speed };
}

/**
 * Says that somebody looks after the draws, to be called when every game has its issues. By the clock of when the look began: one that jumped
 * meanwhile has passed over issues that this look knew nothing of, and the next one must find out. One that was set back meanwhile leaves it to
 * the next look: no heartbeat is written ahead of the clock.
 */
export async function writeHeartbeat(database: Database, { real, game }: PassStart): Promise<void> {
  await database.query(
    `INSERT INTO draws_heartbeat (id, at_real, at_game)
     SELECT 1, $1::bigint, $2::bigint WHERE $1::bigint <= extract(epoch FROM clock_timestamp()) * 1000
     ON CONFLICT (id) DO UPDATE SET at_real = excluded.at_real, at_game = excluded.at_game`,
    [real, game],
    'draws-heartbeat',
  );
}

/**
 * Notes which issues of a game were missed, before new ones are opened for the same instant. A game that had no issue ahead at the last
 * pass, at `since`, was not on sale then and has missed nothing; nor has one while an issue of it is on sale, whatever a changed schedule
 * would have had meanwhile. Any number of processes may do it: if two note the same, the later one opens from a later instant on and
 * moves the end of the first note there.
 */
export async function noteSkippedIssues(
  { database, clock, alarms }: OpeningParts,
  { game, hash }: GameVersion,
  since: number,
): Promise<void> {
  const now = clock.now();
  const { rows } = await database.query<{ after: number | null; next: number | null }>(
    `SELECT (SELECT max(closes_at) FROM issues WHERE game = $1 AND NOT backfilled AND closes_at <= $2 AND cancelled IS NULL) AS after,
            (SELECT min(opens_at) FROM issues WHERE game = $1 AND state = 'open' AND closes_at > $2) AS next`,
    [game.code, now],
  );
  const after = rows[0]?.after ?? null;
  if (after === null || after < since) return;
  const until = Math.min(now, rows[0]?.next ?? now);
  const missed = missedIssues(game, after, until, MOST_COUNTED);
  const [first] = missed;
  const last = missed.at(-1);
  if (first === undefined || last === undefined) return;
  const noted = await database.query<{ anew: boolean }>(
    `INSERT INTO skipped_spans AS span (game, after, before, hash, noticed_at, next_after) VALUES ($1, $2, $3, $4, $3, $2)
     ON CONFLICT (game, after) DO UPDATE SET before = excluded.before, next_after = coalesce(span.next_after, span.before)
      WHERE span.before < excluded.before
     RETURNING noticed_at = before AS anew`,
    [game.code, after, until, hash],
  );
  if (noted.rows[0]?.anew !== true) return;
  const many = missed.length === MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(missed.length);
  alarms?.raise('issue-skipped', `${game.code}: ${many}, from ${first.issue} to ${last.issue}.`);
}

/** Issues of the schedule after a close that had closed themselves before an instant; at most `limit`. */
function missedIssues(game: Game, after: number, before: number, limit: number): ScheduledIssue[] {
  const missed: ScheduledIssue[] = [];
  let plans = issuesFrom(game.schedule, after, Math.min(limit, 8));
  while (missed.length < limit) {
    for (const plan of plans) {
      if (plan.closesAt > before || missed.length === limit) return missed;
      missed.push(plan);
    }
    plans = issuesFrom(game.schedule, (plans.at(-1) as ScheduledIssue).closesAt, Math.min(limit, plans.length * 2));
  }
  return missed;
}

/** Writes some of the noted issues. False when none are left. */
export async function recordSkippedIssues({ database, games }: Pick<LotteryServices, 'database' | 'games'>): Promise<boolean> {
  const recorded = await database.transaction(async (client) => {
    const { rows } = await client.query<{ game: string; after: number; before: number; hash: string; next_after: number }>(
      'SELECT game, after, before, hash, next_after FROM skipped_spans WHERE next_after IS NOT NULL ORDER BY game, after LIMIT 1 FOR UPDATE SKIP LOCKED',
    );
    const [span] = rows;
    if (span === undefined) return false;
    const version = await games.byHash(span.hash, client);
    const issues = missedIssues(version.game, span.next_after, span.before, STEP);
    const written = issues.map(({ issue, opensAt, closesAt, drawsAt }) => ({
      issue,
      opens_at: opensAt,
      closes_at: closesAt,
      draws_at: drawsAt,
    }));
    await client.query('SELECT add_issues($1, $2, true, $3::jsonb)', [span.game, span.hash, JSON.stringify(written)]);
    await client.query('UPDATE skipped_spans SET next_after = $3 WHERE game = $1 AND after = $2', [
      span.game,
      span.after,
      issues.length < STEP ? null : (issues.at(-1) as ScheduledIssue).closesAt,
    ]);
    return true;
  });
  // The lists of results that are kept at hand do not have them.
  if (recorded) clearAnswerCache(database);
  return recorded;
}
