/** Three dice. */
import type { NextUniform } from '../rules/fairness.ts';

export const rollDice = (uniform: NextUniform): readonly number[] => [uniform(6) + 1, uniform(6) + 1, uniform(6) + 1];

/** All 216 throws of three dice. */
export function* allThrows(): Generator<readonly [number, number, number]> {
  for (let a = 1; a <= 6; a += 1) for (let b = 1; b <= 6; b += 1) for (let c = 1; c <= 6; c += 1) yield [a, b, c];
}
