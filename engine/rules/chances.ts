/** The chances and the returns of a play, calculated together. The prize worker of the client uses this file. */
import { type BetChances, chancesOfBets, type Returns, returnsOf } from './returns.ts';
import type { CompiledGame, CompiledPlay, Fraction } from './types.ts';

export { compiledGame } from './compile.ts';
export { prizeRange } from './range.ts';

export interface PlayFigures {
  /** Chance of one bet to win each tier; left out where it depends on what is picked and differs within the tier. */
  readonly chances: ReadonlyMap<string, Fraction>;
  readonly returns: Returns;
}

const known = new WeakMap<CompiledPlay, PlayFigures>();

/**
 * Chances and returns of a play. One expensive pass over its bets gives both: for the play of five zodiac signs it takes a second on a fast
 * machine. The result is cached. Undefined for a play that the game does not have. @throws CostlyPlayError
 */
export function playFigures(compiled: CompiledGame, code: string): PlayFigures | undefined {
  const play = compiled.play(code);
  if (!play) return undefined;
  let figures = known.get(play);
  if (!figures) {
    const bets = chancesOfBets(play);
    known.set(play, (figures = { chances: tierChances(bets), returns: returnsOf(play, bets) }));
  }
  return figures;
}

function tierChances(bets: readonly BetChances[]): ReadonlyMap<string, Fraction> {
  const found = new Map<string, Fraction | null>();
  for (const { chances } of bets)
    for (const [tier, chance] of chances) {
      const before = found.get(tier);
      const same = before && before.numerator === chance.numerator && before.denominator === chance.denominator;
      found.set(tier, before === undefined || same ? chance : null);
    }
  return new Map([...found].filter((entry): entry is [string, Fraction] => entry[1] !== null));
}
