/** The highest prize of a line, asked of a worker: one for the page, made when it is first wanted. Without workers the page reckons itself. */
import type { Game, Line } from '../../descriptions/types.ts';
import type { BestPrize, PrizeAnswer, PrizeQuestion } from './prize-worker.ts';

/** Draws looked at for the highest prize; past that it is said to be an estimate. */
const BUDGET = 20_000;

let worker: Worker | undefined;
let asked = 0;
/** Games that the worker has, by their keys. */
let sent = new Set<string>();
const waiting = new Map<number, (best: BestPrize | undefined) => void>();

/** Starts the worker before it is asked, so that the first answer does not wait for its code. */
export function warmPrizes(): void {
  if (worker || typeof Worker === 'undefined') return;
  worker = new Worker(new URL('./prize-worker.ts', import.meta.url), { type: 'module', name: 'prizes' });
  worker.onmessage = ({ data }: MessageEvent<PrizeAnswer>) => {
    waiting.get(data.id)?.(data.best);
    waiting.delete(data.id);
  };
  // Its code did not arrive: who waits is told nothing, and the next question tries again.
  worker.onerror = () => {
    worker?.terminate();
    worker = undefined;
    sent = new Set();
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  };
}

/** Undefined when it cannot be had now. */
export async function bestPrizeOf(game: Game, line: Line): Promise<BestPrize | undefined> {
  if (typeof Worker === 'undefined') {
    const { bestPrize } = await import('./prize-worker.ts');
    return bestPrize(game, line, BUDGET);
  }
  warmPrizes();
  const key = keyOf(game);
  const question: PrizeQuestion = { id: asked, key, game: sent.has(key) ? undefined : game, line, budget: BUDGET };
  asked += 1;
  sent.add(key);
  return new Promise((resolve) => {
    waiting.set(question.id, resolve);
    worker?.postMessage(question);
  });
}

const keys = new WeakMap<Game, string>();
let keyed = 0;

/** Names a game to the worker. A new version is another object, and so is a game whose sets of numbers change with the day. */
function keyOf(game: Game): string {
  let key = keys.get(game);
  if (key === undefined) {
    keyed += 1;
    keys.set(game, (key = String(keyed)));
  }
  return key;
}
