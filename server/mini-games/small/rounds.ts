/** Rounds of dice that all play at once: made when somebody looks, closed by the database's clock, settled once by whichever process is first. */
import { type Database, isDatabaseDown, type RunningJob, NOW_ONCE, errorText, startJob } from '../../platform/index.ts';
import { outcomeOf, settleSmall } from '../../../engine/small/play.ts';
import type { BetResult, Outcome, SmallBet } from '../../../engine/small/types.ts';
import type { MiniGameServices } from '../services.ts';
import { newSeed } from '../../lottery/index.ts';
import type { SmallGames, SmallVersion } from './games.ts';
import { hmac } from './offers.ts';

/** Real ms between two looks for rounds that are due. */
const LOOK_EVERY = 500;

export interface SmallRound {
  readonly round: number;
  readonly commitment: string;
  readonly hash: string;
  readonly closes_at: number;
  readonly draws_at: number;
}

/** The current round, created at the first read. Undefined for a game without rounds. */
export async function currentRound(database: Database, { game, hash }: SmallVersion): Promise<SmallRound | undefined> {
  const timing = game.dice?.round;
  if (timing === undefined) return undefined;
  const ms = timing.seconds * 1000;
  const { seed, commitment } = newSeed();
  await database.query(
    `INSERT INTO small_rounds (game, round, hash, seed, commitment, closes_at, draws_at)
     SELECT $1, n, $2, $3, $4, (n + 1) * $5::bigint - $6::bigint, (n + 1) * $5::bigint FROM (SELECT caipu_now_ms() / $5::bigint AS n) now
     ON CONFLICT (game, round) DO NOTHING`,
    [game.code, hash, seed, commitment, ms, timing.closeSeconds * 1000],
    'make-small-round',
  );
  const { rows } = await database.query<SmallRound>(
    'SELECT round, commitment, hash, closes_at, draws_at FROM small_rounds WHERE game = $1 ORDER BY round DESC LIMIT 1',
    [game.code],
    'small-round',
  );
  return rows[0];
}

/** What the last rounds brought, the newest first. */
export async function lastRounds(
  database: Database,
  game: string,
  most: number,
): Promise<readonly { round: number; dice: readonly number[] }[]> {
  const { rows } = await database.query<{ round: number; outcome: { dice: readonly number[] } }>(
    'SELECT round, outcome FROM small_rounds WHERE game = $1 AND outcome IS NOT NULL ORDER BY round DESC LIMIT $2',
    [game, most],
    'small-rounds',
  );
  return rows.map(({ round, outcome }) => ({ round, dice: outcome.dice }));
}

interface DueRound {
  readonly game: string;
  readonly round: number;
  readonly hash: string;
  readonly seed: string;
}

/** Settles one round that is due; false: there is none that another process does not settle. */
export async function settleDueRound({ database, smalls }: { readonly database: Database; readonly smalls: SmallGames }): Promise<boolean> {
  const { rows: due } = await database.query<DueRound>(
    `SELECT game, round, hash, seed FROM small_rounds WHERE settled_at IS NULL AND draws_at <= ${NOW_ONCE} ORDER BY draws_at LIMIT 1`,
    [],
    'small-round-due',
  );
  const [dueRound] = due;
  if (dueRound === undefined) return false;
  // Read before the transaction: it may hold the only session.
  const { game } = await smalls.byHash(dueRound.hash);
  const outcome: Outcome = outcomeOf(game, String(dueRound.round), '', Buffer.from(dueRound.seed, 'hex'), hmac);
  await database.transaction(async (client) => {
    await client.query(
      'SELECT pg_advisory_xact_lock(issue_lock_key($1, $2))',
      [`small/${dueRound.game}`, String(dueRound.round)],
      'lock-small-round',
    );
    const { rows: plays } = await client.query<{ u: number; id: string; bets: readonly SmallBet[] }>(
      `SELECT user_id AS u, id, bets FROM small_plays WHERE game = $1 AND round = $2 AND status = 'placed'`,
      [dueRound.game, dueRound.round],
      'small-plays-waiting',
    );
    const results = plays.map(({ u, id, bets }): { u: number; id: string; bets: readonly BetResult[]; prize: number } => {
      const settled = settleSmall(
        game,
        outcome,
        bets.map(({ code, fen }) => ({ code, fen })),
      );
      return { u, id, bets: settled.bets, prize: settled.prizeFen };
    });
    await client.query(
      'SELECT settle_small_round($1, $2, $3::jsonb, $4::jsonb)',
      [dueRound.game, dueRound.round, JSON.stringify(outcome), JSON.stringify(results)],
      'settle-small-round',
    );
  });
  return true;
}

export function startSmallRounds(
  context: Pick<MiniGameServices, 'database' | 'smalls' | 'alarms'>,
  log: (line: string) => void,
  begin: Promise<void>,
): RunningJob {
  return startJob(
    async (ended) => {
      while (!ended() && (await settleDueRound(context)));
      return LOOK_EVERY;
    },
    (error) => {
      log(`small games: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `small games: ${errorText(error)}`);
    },
    begin,
  );
}
