/** The block `shares` shows parts as whole percents, and rounding does not change their sum. */
import { expect, it } from 'vitest';
import { wholePercents } from '../../../engine/screens/blocks/shares/shares.tsx';

it.each([
  [
    [5480, 2260, 2260],
    [55, 22, 23],
  ],
  [
    [3333, 3333, 3334],
    [33, 34, 33],
  ],
  [
    [5050, 4950],
    [51, 49],
  ],
  [
    [10_000, 0],
    [100, 0],
  ],
  [[], []],
  // The parts do not make 100 %, because another part has no value.
  [
    [2049, 1000],
    [20, 10],
  ],
])('hundredths of a percent %j are shown as percents %j', (points, percents) => {
  expect(wholePercents(points)).toEqual(percents);
});
