/** Whole percents of parts (engine/screens/blocks/shares) add up as the parts do. */
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
  // Not a whole: another part has no value.
  [
    [2049, 1000],
    [20, 10],
  ],
])('%j are %j', (points, percents) => {
  expect(wholePercents(points)).toEqual(percents);
});
