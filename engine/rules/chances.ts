/** How likely a play wins and what it can pay: nothing that a board needs before somebody has picked a bet. */
import { probability } from './probability.ts';
import type { CompiledPlay, Fraction } from './types.ts';

export { compiledGame, compileGame } from './compile.ts';
export { prizeRange } from './range.ts';
export { playReturns } from './returns.ts';

/** Chance of one bet to win each tier; left out where it depends on what is picked and differs within the tier. */
export function tierChances(play: CompiledPlay): ReadonlyMap<string, Fraction> {
  const chances = new Map<string, Fraction | null>();
  for (const bet of play.kinds())
    for (const [tier, chance] of probability(play, bet)) {
      const known = chances.get(tier);
      const same = known && known.numerator === chance.numerator && known.denominator === chance.denominator;
      chances.set(tier, known === undefined || same ? chance : null);
    }
  return new Map([...chances].filter((entry): entry is [string, Fraction] => entry[1] !== null));
}
