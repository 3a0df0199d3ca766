/** Looks for the highest prize of a line beside the page: a full board has tens of thousands of draws to look at, and taps must not wait. */
import type { Game, Line } from '../../descriptions/types.ts';
import { compileGame, prizeRange } from '../../rules/chances.ts';

export interface PrizeQuestion {
  readonly id: number;
  /** The first question about a game brings it; the later ones name it. */
  readonly game: Game | undefined;
  readonly key: string;
  readonly line: Line;
  /** Draws that are looked at at most. */
  readonly budget: number;
}

export interface PrizeAnswer {
  readonly id: number;
  /** Undefined when it could not be reckoned. */
  readonly best: BestPrize | undefined;
}

export interface BestPrize {
  /** Of one issue and a multiplier of 1. */
  readonly maxFen: bigint;
  /** False where it is a bound and not a prize. */
  readonly exact: boolean;
}

export function bestPrize(game: Game, line: Line, budget: number): BestPrize {
  const { maxFen, exact } = prizeRange(compileGame(game), { game: game.code, lines: [line] }, budget);
  return { maxFen, exact };
}

const games = new Map<string, Game>();

/** A page that imports this for `bestPrize` is no worker, and is left alone. */
if (typeof document === 'undefined' && typeof self === 'object') {
  const port = self as unknown as Pick<Worker, 'onmessage' | 'postMessage'>;
  port.onmessage = ({ data }: MessageEvent<PrizeQuestion>) => {
    const { id, key, line, budget } = data;
    if (data.game) games.set(key, data.game);
    const game = games.get(key);
    let best: BestPrize | undefined;
    try {
      best = game && bestPrize(game, line, budget);
    } catch {
      // Nothing is said of the prize then; the bet does not depend on it.
    }
    port.postMessage({ id, best } satisfies PrizeAnswer);
  };
}
