import type { Line } from '../descriptions/types.ts';
import { fraction } from './math.ts';
import { visitDraws } from './space.ts';
import type { CompiledPlay, Fraction } from './types.ts';

/** Exact chance that a single bet wins each tier, as fractions over the whole draw space. */
export function probability(play: CompiledPlay, bet: Line): ReadonlyMap<string, Fraction> {
  const ways = new Map<string, bigint>();
  let all = 0n;
  const touches = play.parts(bet).flatMap((part) => part.touches);
  visitDraws(play.draws, touches, (draw, weight) => {
    all += weight;
    for (const tier of play.settle(bet, draw).keys()) ways.set(tier, (ways.get(tier) ?? 0n) + weight);
  });
  const chances = new Map<string, Fraction>();
  for (const tier of play.prizes.keys()) if (ways.has(tier)) chances.set(tier, fraction(ways.get(tier) ?? 0n, all));
  return chances;
}
