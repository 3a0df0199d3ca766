/** Shares of picks and the simulated crowd of a match (server/sports/support.ts). */
import { expect, it } from 'vitest';
import { sharesOf, simulatedPicks, supportOf } from '../../../server/sports/support.ts';

it('shares add up to 10,000 basis points, because points lost by rounding go to the largest remainders', () => {
  expect(sharesOf({ a: 1, b: 1, c: 1 })).toEqual({ a: 3_334, b: 3_333, c: 3_333 });
  expect(sharesOf({ a: 2, b: 1 })).toEqual({ a: 6_667, b: 3_333 });
  expect(sharesOf({ a: 5, b: 0 })).toEqual({ a: 10_000, b: 0 });
  expect(sharesOf({})).toEqual({});
  expect(sharesOf({ a: 0 })).toEqual({});
});

it('simulated orders follow the odds, are the same at each call and differ between matches', () => {
  const odds = { '3': '1.30', '1': '5.00', '0': '9.00' };
  const crowds = Array.from({ length: 200 }, (_, at) => simulatedPicks(`match ${at}`, 'SPF', odds));
  for (const crowd of crowds) {
    const orders = Object.values(crowd).reduce((sum, count) => sum + count, 0);
    expect(orders).toBeGreaterThanOrEqual(398);
    expect(orders).toBeLessThanOrEqual(2_002);
    expect(crowd['3']).toBeGreaterThan(2 * (crowd['1'] as number));
  }
  expect(simulatedPicks('match 7', 'SPF', odds)).toEqual(crowds[7]);
  expect(new Set(crowds.map((crowd) => JSON.stringify(crowd))).size).toBeGreaterThan(190);
});

it('real picks are added to simulated picks, and a play without picks is left out', () => {
  const picks = { orders: 2, picks: { SPF: { '3': 2 } } };
  expect(supportOf('m', ['SPF', 'BF'], picks, undefined)).toEqual([{ play: 'SPF', orders: 2, shares: { '3': 10_000 } }]);
  const [both] = supportOf('m', ['SPF'], picks, { SPF: { '3': '2.00', '0': '2.00' } });
  const alone = simulatedPicks('m', 'SPF', { '3': '2.00', '0': '2.00' });
  expect(both?.orders).toBe(2 + (alone['3'] as number) + (alone['0'] as number));
});
