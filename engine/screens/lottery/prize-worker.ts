/**
 * Reckons beside the page what takes long: the highest prize of a line, for which a full board has tens of thousands of draws to look at, and
 * the chances of a play, which take seconds on a phone where its bets differ. Taps must not wait for either.
 */
import type { Game, Line } from '../../descriptions/types.ts';
import { compiledGame, type PlayFigures, playFigures, prizeRange } from '../../rules/chances.ts';

/** A request about a game: the highest prize of a line, with the most draws to try, or the figures of a play. */
export type PrizeRequest = { readonly line: Line; readonly budget: number } | { readonly play: string };

export type PrizeQuestion = PrizeRequest & {
  readonly id: number;
  /** The first question about a game brings it; the later ones name it. */
  readonly game: Game | undefined;
  readonly key: string;
};

export interface PrizeAnswer {
  readonly id: number;
  /** Undefined when it was not asked for, or could not be reckoned. */
  readonly best?: BestPrize | undefined;
  readonly figures?: PlayFigures | undefined;
}

export interface BestPrize {
  /** Of one issue and a multiplier of 1. */
  readonly maxFen: bigint;
  /** False where it is a bound and not a prize. */
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

/** A page that imports this for `reckoned` is no worker, and is left alone. */
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
      // Nothing is said of it then; the bet does not depend on it.
    }
    port.postMessage({ id, ...answer } satisfies PrizeAnswer);
  };
}
