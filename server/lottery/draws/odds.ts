/**
 * The odds of games: computed once for their inputs (the draw, the prices and the plays of a day), in a thread of its own, and
 * stored in the database. A publication starts the computation; only requests for the odds of that game wait for it.
 * Those of the product's own games are computed by the build (prepared-odds.ts), and no server computes them again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { issueAt } from '../../../engine/descriptions/schedule.ts';
import type { Game } from '../../../engine/descriptions/types.ts';
import { compiledGame } from '../../../engine/rules/index.ts';
import type { LotteryOddsModels } from '../../../protocol/calls.ts';
import { createWorkerThread, type Database, type GameClock } from '../../platform/index.ts';
import type { Games } from '../../catalog/index.ts';
import { oddsHash } from './odds-hash.ts';
import { currentPoolPrizes } from './pool-prizes.ts';
import { ODDS_PROGRAM, ODDS_TASK, type OddsAnswer, type OddsQuestion } from './odds-worker.ts';
import { preparedOdds } from './prepared-odds.ts';

type Plays = LotteryOddsModels['plays'];

/** Real ms between a publication and the computing that nobody waits for: a start has other things to do. */
const AFTER_MS = 30_000;
/** Tables in memory: the present ones and some of the last. */
const MOST_TABLES = 200;

export interface Odds {
  /** The odds of a game's plays as they are for a draw at `atMs`, with the pool as it is now. */
  of(game: Game, atMs: number): Promise<Plays>;
  /** A publication happened: what is missing is computed when things are quiet. */
  published(): void;
  close(): Promise<void>;
}

export function createOdds(
  database: Pick<Database, 'query'>,
  games: Pick<Games, 'all'>,
  clock: Pick<GameClock, 'now'>,
  log: (line: string) => void,
  prepared: (hash: string) => Promise<string | undefined> = preparedOdds,
): Odds {
  const tables = new Map<string, Promise<Plays>>();
  const thread = createWorkerThread<OddsQuestion, OddsAnswer>(ODDS_PROGRAM, ODDS_TASK);
  const stop = new AbortController();
  let warming: Promise<void> | undefined;

  async function compute(game: Game): Promise<string> {
    const { plays } = await thread.ask({ game: JSON.stringify(game) }).catch((error: Error) => {
      throw new Error(`odds of ${game.code}: ${error.message}`);
    });
    return plays;
  }

  async function make(hash: string, game: Game): Promise<Plays> {
    const { rows } = await database.query<{ plays: string }>('SELECT plays FROM odds WHERE hash = $1', [hash], 'odds');
    const [stored] = rows;
    if (stored !== undefined) return JSON.parse(stored.plays) as Plays;
    const ofBuild = await prepared(hash);
    if (ofBuild !== undefined) return JSON.parse(ofBuild) as Plays;
    const plays = await compute(game);
    await database.query('INSERT INTO odds (hash, plays) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING', [hash, plays]);
    return JSON.parse(plays) as Plays;
  }

  const hashes = new WeakMap<Game, string>();

  async function of(described: Game, atMs: number): Promise<Plays> {
    const { game } = compiledGame(described, atMs, await currentPoolPrizes(database, described));
    let hash = hashes.get(game);
    if (hash === undefined) hashes.set(game, (hash = oddsHash(game)));
    const cachedOdds = tables.get(hash);
    if (cachedOdds !== undefined) return cachedOdds;
    const odds = make(hash, game);
    tables.set(hash, odds);
    odds.catch(() => tables.delete(hash));
    if (tables.size > MOST_TABLES) tables.delete([...tables.keys()][0] as string);
    return odds;
  }

  async function warm(): Promise<void> {
    await pause(AFTER_MS, undefined, { signal: stop.signal, ref: false });
    for (const { game } of games.all()) {
      if (stop.signal.aborted) return;
      if (game.disabled === undefined)
        await of(game, issueAt(game.schedule, clock.now()).drawsAt).catch((error: Error) => log(error.message));
    }
  }

  return {
    of,
    published() {
      warming ??= warm()
        .catch(() => {})
        .finally(() => {
          warming = undefined;
        });
    },
    async close() {
      stop.abort();
      await thread.close();
    },
  };
}
