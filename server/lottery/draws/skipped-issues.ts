/**
 * Issues that passed while no process could open them: none ran, none reached the database, or all stood still. Issues that were already
 * open are drawn late from their seeds. The others were never on sale. They are recorded as withdrawn (`cancelled` = 'skipped'), so that the
 * list of results explains the gap.
 *
 * The heartbeat uses the clock of the database's machine. If that clock jumps ahead, issues are skipped as if the server had been down. A
 * simulated clock that an operator moves skips none. If the machine's clock is set back, the heartbeat is in the future, and the next pass
 * resets it to the present instant, so that a later stop is noticed.
 */
import { issuesFrom, type ScheduledIssue } from '../../../engine/descriptions/schedule.ts';
import type { Game } from '../../../engine/descriptions/types.ts';
import type { LotteryServices } from '../services.ts';
import type { Database } from '../../platform/index.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { clearAnswerCache } from './answer-cache.ts';
import type { OpeningParts } from './open-issues.ts';

/** Issues recorded in one step. */
const STEP = 200;
/** Most issues that are counted for the alarm; beyond it the alarm says "more than". */
const MOST_COUNTED = 10_000;

/** The clocks at the start of a pass over the draws. */
export interface PassStart {
  /** Unix ms of the machine's clock, and of the game clock. Both are one reading, so a jump is in both or in neither. */
  readonly real: number;
  readonly game: number;
  readonly speed: number;
  /** performance.now at the reading. */
  readonly at: number;
  /** Instant of the last pass over every game, by the present game clock; undefined before the first. */
  readonly since: number | undefined;
}

/**
 * Reads the clocks and the heartbeat, and resets a heartbeat in the future. `since` is the instant of the last pass by the present game clock,
 * so time that an operator moved the game clock over skips no issue.
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
 * The game clock of a pass, stopped at the present instant, so that opened issues begin where recorded ones end. It is computed from the
 * reading at the start. A later jump is left to the next pass, which sees the jump and the issues in it.
 */
export function clockOfPass({ game, speed, at }: PassStart): OpeningParts['clock'] {
  const now = Math.floor(game + (performance.now() - at) * speed);
  return { now: () => now, speed };
}

/**
 * Records that a pass is complete; call it when every game has its issues. It writes the clocks of the start of the pass, because a clock that
 * jumped since then may have skipped issues, which the next pass must find. If the clock was set back since then, nothing is written, so that
 * no heartbeat is ahead of the clock.
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
 * Stores the span in which a game missed issues, before new issues are opened. `since` is the instant of the last pass. A game that had no
 * issue ahead then was not on sale, so it has missed none. A game with an issue on sale has missed none either. Several processes may store
 * the same span: the later one extends it.
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
  const noted = await database.query<{ isFirst: boolean }>(
    `INSERT INTO skipped_spans AS span (game, after, before, hash, noticed_at, next_after) VALUES ($1, $2, $3, $4, $3, $2)
     ON CONFLICT (game, after) DO UPDATE SET before = excluded.before, next_after = coalesce(span.next_after, span.before)
      WHERE span.before < excluded.before
     RETURNING noticed_at = before AS "isFirst"`,
    [game.code, after, until, hash],
  );
  if (noted.rows[0]?.isFirst !== true) return;
  const many = missed.length === MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(missed.length);
  alarms?.raise('issue-skipped', `${game.code}: ${many}, from ${first.issue} to ${last.issue}.`);
}

/** Issues of the schedule that follow the close `after` and closed by `before`; at most `limit`. */
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

/** Records some issues of the stored spans. False if none are left. */
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
