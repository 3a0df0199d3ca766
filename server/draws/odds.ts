/**
 * The odds of games: computed once for what they follow from (the draw, the prices and the plays of a day), in a thread of its own, and
 * stored in the database. A game that is published is computed then; whoever asks before it is done waits for it, and nobody else does.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { canonicalJson } from '../../engine/descriptions/canonical.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import { compileGame } from '../../engine/rules/index.ts';
import type { LotteryOddsModels } from '../../protocol/calls.ts';
import type { GameClock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Games } from '../games.ts';
import { ODDS_PROGRAM, ODDS_TASK, type OddsAnswer, type OddsQuestion } from './odds-worker.ts';

type Plays = LotteryOddsModels['plays'];

/** Real ms after which a thread without work ends. */
const IDLE_MS = 5_000;
/** Real ms between a publication and the computing that nobody waits for: a start has other things to do. */
const AFTER_MS = 30_000;
/** Tables in memory: the present ones and some of the last. */
const MOST_TABLES = 200;

export interface Odds {
  /** The odds of a game's plays as they are on the day of `atMs`. */
  of(game: Game, atMs: number): Promise<Plays>;
  /** A publication happened: what is missing is computed when things are quiet. */
  published(): void;
  close(): Promise<void>;
}

/** What the odds follow from: two games of a family that differ in name alone have the same. */
export function oddsHash({ draw, unitFen, playGroups }: Game): string {
  return createHash('sha256').update(canonicalJson({ draw, unitFen, playGroups })).digest('hex');
}

export function createOdds(
  database: Pick<Database, 'query'>,
  games: Pick<Games, 'all'>,
  clock: Pick<GameClock, 'now'>,
  log: (line: string) => void,
): Odds {
  const tables = new Map<string, Promise<Plays>>();
  const waiting = new Map<number, (answer: OddsAnswer) => void>();
  const stop = new AbortController();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;
  let warming: Promise<void> | undefined;

  function start(): Worker {
    clearTimeout(idle);
    if (worker !== undefined) return worker;
    // The sources are not what Node runs by itself.
    const made = ODDS_PROGRAM.pathname.endsWith('.ts')
      ? new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${ODDS_PROGRAM.href}')))`, {
          eval: true,
          workerData: ODDS_TASK,
          execArgv: [],
        })
      : new Worker(ODDS_PROGRAM, { workerData: ODDS_TASK, execArgv: [] });
    made.unref();
    made.on('message', (answer: OddsAnswer) => {
      waiting.get(answer.id)?.(answer);
      if (waiting.size === 0) rest();
    });
    const lost = (why: string) => {
      if (worker === made) worker = undefined;
      for (const [id, tell] of waiting) tell({ id, fault: why });
    };
    made.on('error', (error) => lost(error.message));
    made.on('exit', () => lost('the thread ended'));
    worker = made;
    return made;
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      void worker?.terminate();
      worker = undefined;
    }, IDLE_MS);
    idle.unref();
  }

  function compute(game: Game): Promise<string> {
    const id = ++count;
    return new Promise((resolve, reject) => {
      waiting.set(id, (answer) => {
        waiting.delete(id);
        if ('plays' in answer) resolve(answer.plays);
        else reject(new Error(`odds of ${game.code}: ${answer.fault}`));
      });
      const question: OddsQuestion = { id, game: JSON.stringify(game) };
      start().postMessage(question);
    });
  }

  async function make(hash: string, game: Game): Promise<Plays> {
    const { rows } = await database.query<{ plays: string }>('SELECT plays FROM odds WHERE hash = $1', [hash], 'odds');
    const [stored] = rows;
    if (stored !== undefined) return JSON.parse(stored.plays) as Plays;
    const plays = await compute(game);
    await database.query('INSERT INTO odds (hash, plays) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING', [hash, plays]);
    return JSON.parse(plays) as Plays;
  }

  const hashes = new WeakMap<Game, string>();

  function of(described: Game, atMs: number): Promise<Plays> {
    const { game } = compileGame(described, atMs);
    let hash = hashes.get(game);
    if (hash === undefined) hashes.set(game, (hash = oddsHash(game)));
    const known = tables.get(hash);
    if (known !== undefined) return known;
    const made = make(hash, game);
    tables.set(hash, made);
    made.catch(() => tables.delete(hash));
    if (tables.size > MOST_TABLES) tables.delete([...tables.keys()][0] as string);
    return made;
  }

  async function warm(): Promise<void> {
    await pause(AFTER_MS, undefined, { signal: stop.signal, ref: false });
    for (const { game } of games.all()) {
      if (stop.signal.aborted) return;
      if (game.disabled === undefined) await of(game, clock.now()).catch((error: Error) => log(error.message));
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
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
