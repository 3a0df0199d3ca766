/**
 * Demonstration draws (演示) of a game's past, so that results and trends have something to show from the first day: by the mapping of
 * real draws, each from a seed of its own, never on sale and marked wherever they are shown. Real past draws take their place:
 * `npm run results -- import` removes those that stand where an imported one belongs, and a game that has imported ones gets no more.
 */
import { issuesBefore, type ScheduledIssue } from '../../../engine/descriptions/schedule.ts';
import type { Draw, DrawSource } from '../../../engine/descriptions/types.ts';
import { deriveNumbers } from '../../../engine/rules/derived-numbers.ts';
import type { LotteryServices } from '../services.ts';
import type { GameVersion } from '../../catalog/index.ts';
import { drawIssue } from './draw.ts';
import { clearAnswerCache } from './answer-cache.ts';
import { newSeed } from './open-issues.ts';
import { prizesWithoutBets } from './prizes.ts';

/** The longest trend chart. */
export const HISTORY = 300;
/** Draws made in one step, a few ms of work: bets are served in between. */
const STEP = 50;

/**
 * One step towards `want` draws of a game: up to 50 before the oldest issue that is there, none after now. Returns how many were added;
 * 0 when the game has its draws. Any number of processes may do it at once: of two that make the same issue, the first one's stays.
 */
export async function extendHistory(
  { database, clock }: Pick<LotteryServices, 'database' | 'clock'>,
  version: GameVersion,
  want: number,
): Promise<number> {
  const { game, hash } = version;
  if (want <= 0) return 0;
  const enough = await database.query(
    'SELECT 1 FROM issues WHERE game = $1 AND numbers IS NOT NULL ORDER BY draws_at DESC OFFSET $2 LIMIT 1',
    [game.code, want - 1],
    'history-enough',
  );
  if (enough.rows.length > 0) return 0;
  const { rows } = await database.query<{ oldest: number | null; drawn: number; imported: boolean | null }>(
    `SELECT min(draws_at) AS oldest, count(numbers)::int AS drawn, bool_or(backfilled AND seed = '') AS imported FROM issues WHERE game = $1`,
    [game.code],
    'history-state',
  );
  const { oldest = null, drawn = 0, imported = false } = rows[0] ?? {};
  if (imported) return 0;
  const now = clock.now();
  const past = issuesBefore(game.schedule, oldest === null ? now : Math.min(now, oldest - 1), Math.min(want - drawn, STEP));
  const { source } = game.draw;
  const draws = source
    ? await derivedPast(database, source, past)
    : past.map(({ issue, opensAt, closesAt, drawsAt }) => {
        const { seed, commitment } = newSeed();
        return {
          issue,
          opens_at: opensAt,
          closes_at: closesAt,
          draws_at: drawsAt,
          seed,
          commitment,
          numbers: drawIssue(game, issue, seed),
        };
      });
  if (draws.length === 0) return 0;
  const paid = prizesWithoutBets(
    game,
    draws.map(({ draws_at }) => draws_at),
  );
  const added = await database.query(
    `WITH version AS (UPDATE descriptions SET used = true WHERE hash = $2 AND NOT used)
     INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers, prizes, backfilled, source)
     SELECT $1, r.issue, r.opens_at, r.closes_at, r.draws_at, 'settled', $2, r.commitment, r.seed, r.numbers, $3::jsonb -> r.paid, true, $5
       FROM jsonb_to_recordset($4::jsonb)
         AS r(issue text, opens_at bigint, closes_at bigint, draws_at bigint, commitment text, seed text, numbers jsonb, paid int)
     ON CONFLICT (game, issue) DO NOTHING RETURNING issue`,
    [
      game.code,
      hash,
      JSON.stringify(paid.tables),
      JSON.stringify(draws.map((draw, at) => ({ ...draw, paid: paid.of[at] }))),
      source?.game ?? null,
    ],
    'history-add',
  );
  if (added.rows.length > 0) clearAnswerCache(database);
  return added.rows.length;
}

/** The past of a game whose numbers follow from another's is that of the other: issues that it has not drawn are not there either. */
async function derivedPast(database: LotteryServices['database'], source: DrawSource, past: readonly ScheduledIssue[]) {
  const { rows } = await database.query<{ issue: string; draws_at: number; seed: string; commitment: string; numbers: Draw['numbers'] }>(
    'SELECT issue, draws_at, seed, commitment, numbers FROM issues WHERE game = $1 AND draws_at = ANY($2::bigint[]) AND numbers IS NOT NULL',
    [source.game, past.map(({ drawsAt }) => drawsAt)],
    'history-source',
  );
  const byTime = new Map(rows.map((row) => [row.draws_at, row]));
  return past.flatMap(({ opensAt, closesAt, drawsAt }) => {
    const from = byTime.get(drawsAt);
    if (from === undefined) return [];
    const { issue, seed, commitment, numbers } = from;
    return [
      { issue, opens_at: opensAt, closes_at: closesAt, draws_at: drawsAt, seed, commitment, numbers: deriveNumbers(source, numbers) },
    ];
  });
}
