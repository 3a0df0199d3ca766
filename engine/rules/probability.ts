import type { Line } from '../descriptions/types.ts';
import { fraction } from './math.ts';
import { MOST_STEPS } from './budget.ts';
import { visitDraws } from './draw-space.ts';
import type { CompiledPlay, Fraction } from './types.ts';

/** Computing the chances of a play would take more than MOST_STEPS steps. A description with such a play is refused (PLAY_COSTLY). */
export class CostlyPlayError extends Error {
  override readonly name = 'CostlyPlayError';
}

/**
 * Exact chance that a single bet wins each tier, as fractions over the whole draw space.
 * @throws CostlyPlayError past `MOST_STEPS`
 */
export function probability(play: CompiledPlay, bet: Line): ReadonlyMap<string, Fraction> {
  const ways = new Map<string, bigint>();
  let all = 0n;
  const touches = play.parts(bet).flatMap((part) => part.touches);
  const done = visitDraws(play.draws, touches, (draw, weight) => {
    all += weight;
    for (const tier of play.settle(bet, draw).keys()) ways.set(tier, (ways.get(tier) ?? 0n) + weight);
  });
  if (!done) throw new CostlyPlayError(`the chances of ${play.play.code} cannot be worked out in ${MOST_STEPS} steps`);
  const chances = new Map<string, Fraction>();
  for (const tier of play.prizes.keys()) if (ways.has(tier)) chances.set(tier, fraction(ways.get(tier) ?? 0n, all));
  return chances;
}
