/** The highest prize of a line and the chances of a play, calculated by a worker. The page has one worker and starts it at its first use. Without workers the page calculates itself. */
import type { Game, Line } from '../../descriptions/types.ts';
import type { PlayFigures } from '../../rules/chances.ts';
import type { PrizeRequest, BestPrize, PrizeAnswer, PrizeQuestion } from './prize-worker.ts';

type Answered = Omit<PrizeAnswer, 'id'>;

/** Draws looked at for the highest prize; past that it is said to be an estimate. */
const BUDGET = 20_000;

let worker: Worker | undefined;
let lastRequestId = 0;
/** Games that the worker has, by their keys. */
let sentGames = new Set<string>();
const waiting = new Map<number, (answer: Answered) => void>();

/** Starts the worker before it is asked, so that the first answer does not wait for its code. */
export function preloadPrizeWorker(): void {
  if (worker || typeof Worker === 'undefined') return;
  worker = new Worker(new URL('./prize-worker.ts', import.meta.url), { type: 'module', name: 'prizes' });
  worker.onmessage = ({ data }: MessageEvent<PrizeAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  // Its code did not arrive: waiting callers get no answer, and the next request tries again.
  worker.onerror = () => {
    worker?.terminate();
    worker = undefined;
    sentGames = new Set();
    for (const answer of waiting.values()) answer({});
    waiting.clear();
  };
}

/** The most that a line can win; undefined when it cannot be had now. */
export const bestPrizeOf = async (game: Game, line: Line): Promise<BestPrize | undefined> =>
  (await ask(game, { line, budget: BUDGET })).best;

/** Chances and returns of a play; undefined when they cannot be had now. */
export const loadPlayFigures = async (game: Game, play: string): Promise<PlayFigures | undefined> => (await ask(game, { play })).figures;

async function ask(game: Game, what: PrizeRequest): Promise<Answered> {
  if (typeof Worker === 'undefined') return (await import('./prize-worker.ts')).calculateAnswer(game, what);
  preloadPrizeWorker();
  const key = keyOf(game);
  const question: PrizeQuestion = { ...what, id: lastRequestId, key, game: sentGames.has(key) ? undefined : game };
  lastRequestId += 1;
  sentGames.add(key);
  return new Promise((resolve) => {
    waiting.set(question.id, resolve);
    worker?.postMessage(question);
  });
}

const keys = new WeakMap<Game, string>();
let namedGames = 0;

/** Names a game to the worker. A new version is another object, and so is a game whose sets of numbers change with the day. */
function keyOf(game: Game): string {
  let key = keys.get(game);
  if (key === undefined) {
    namedGames += 1;
    keys.set(game, (key = String(namedGames)));
  }
  return key;
}
