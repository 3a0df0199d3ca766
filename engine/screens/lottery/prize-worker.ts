/**
 * A worker for long calculations: the highest prize of a line, which tries tens of thousands of draws for a full board, and the chances of a
 * play, which take seconds on a phone if its bets differ. Taps must not wait for either.
 */
import type { Game, Line } from '../../descriptions/types.ts';
import { compiledGame, type PlayFigures, playFigures, prizeRange } from '../../rules/chances.ts';

/** A request about a game: the highest prize of a line, with the most draws to try, or the figures of a play. */
export type PrizeRequest = { readonly line: Line; readonly budget: number } | { readonly play: string };

export type PrizeQuestion = PrizeRequest & {
  readonly id: number;
  /** Only the first question about a game contains it; later ones have the same `key`. */
  readonly game: Game | undefined;
  readonly key: string;
};

export interface PrizeAnswer {
  readonly id: number;
  /** Undefined if it was not requested or could not be calculated. */
  readonly best?: BestPrize | undefined;
  readonly figures?: PlayFigures | undefined;
}

export interface BestPrize {
  /** The largest prize for one issue at multiplier 1. */
  readonly maxFen: bigint;
  /** False: `maxFen` is an upper bound and not a possible prize. */
  readonly exact: boolean;
}

export function bestPrize(game: Game, line: Line, budget: number): BestPrize {
  const { maxFen, exact } = prizeRange(compiledGame(game), { game: game.code, lines: [line] }, budget);
  return { maxFen, exact };
}

/** Calculates the answer synchronously. */
export const calculateAnswer = (game: Game, request: PrizeRequest): Omit<PrizeAnswer, 'id'> =>
  'play' in request ? { figures: playFigures(compiledGame(game), request.play) } : { best: bestPrize(game, request.line, request.budget) };

const games = new Map<string, Game>();

/** A page that imports `calculateAnswer` is not a worker, so no message handler is set there. */
if (typeof document === 'undefined' && typeof self === 'object') {
  const port = self as unknown as Pick<Worker, 'onmessage' | 'postMessage'>;
  port.onmessage = ({ data }: MessageEvent<PrizeQuestion>) => {
    const { id, key } = data;
    if (data.game) games.set(key, data.game);
    const game = games.get(key);
    let answer: Omit<PrizeAnswer, 'id'> = {};
    try {
      if (game) answer = calculateAnswer(game, data);
    } catch {
      // The answer stays empty. The bet does not depend on it.
    }
    port.postMessage({ id, ...answer } satisfies PrizeAnswer);
  };
}
