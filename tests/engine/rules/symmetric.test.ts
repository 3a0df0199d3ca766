import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementarySums, joinedBounds, type Leg } from '../../../engine/rules/symmetric.ts';
import { runCount } from './support/runs.ts';

interface Match {
  readonly odds: readonly number[];
  readonly banker: boolean;
  readonly sure: boolean;
}

/** Every bet: some of the legs, all bankers among them, one value of each; a size of weight w is there w times. */
function betsOf(matches: readonly Match[], weights: readonly number[]): number[][] {
  // −1 where a leg is left out.
  let bets: number[][] = [[]];
  for (const { odds, banker } of matches)
    bets = bets.flatMap((bet) => [...(banker ? [] : [[...bet, -1]]), ...odds.map((_, option) => [...bet, option])]);
  return bets.flatMap((bet) => new Array<number[]>(weights[bet.filter((option) => option >= 0).length] ?? 0).fill(bet));
}

/** Every way the legs can turn out: one of the picked values comes true, or none of them where that can be. */
function resultsOf(matches: readonly Match[]): number[][] {
  let results: number[][] = [[]];
  for (const { odds, sure } of matches)
    results = results.flatMap((result) => [...(sure ? [] : [[...result, -2]]), ...odds.map((_, option) => [...result, option])]);
  return results;
}

const legOf = ({ odds, banker, sure }: Match): Leg => ({
  options: odds.length,
  least: Math.min(...odds),
  most: Math.max(...odds),
  banker,
  sure,
});

describe('[R2][R10] bets that join several legs', () => {
  const match = fc.record({
    odds: fc.array(fc.integer({ min: 100, max: 9_999 }), { minLength: 1, maxLength: 3 }),
    banker: fc.boolean(),
    sure: fc.boolean(),
  });

  it('count, least and most are what listing every bet on every result gives', () => {
    fc.assert(
      fc.property(
        fc.array(match, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom(0, 0, 1, 1, 2, 3), { minLength: 1, maxLength: 6 }),
        (matches, tail) => {
          const weights = [0, ...tail];
          const bets = betsOf(matches, weights);
          const found = joinedBounds(matches.map(legOf), weights, 100);
          expect(found.bets).toBe(BigInt(bets.length));
          // Over 100⁴, as the longest bet has four legs.
          const scale = 100n ** 4n;
          let least: bigint | undefined;
          let most = 0n;
          for (const result of resultsOf(matches)) {
            let won = 0n;
            for (const bet of bets) {
              if (!bet.every((option, i) => option === -1 || option === result[i])) continue;
              const legs = bet.flatMap((option, i) => (option < 0 ? [] : [BigInt(matches[i]?.odds[option] as number)]));
              won += legs.reduce((a, b) => a * b, 1n) * 100n ** BigInt(4 - legs.length);
            }
            if (won > most) most = won;
            if (won > 0n && (least === undefined || won < least)) least = won;
          }
          expect(found.most * scale).toBe(most * found.unit);
          expect(found.least * scale).toBe((least ?? 0n) * found.unit);
        },
      ),
      { numRuns: runCount(300) },
    );
  });

  it('known figures: 8 legs of 3 values in every size from 2 are 4⁸ − 1 − 24 bets', () => {
    const legs = new Array<Leg>(8).fill({ options: 3, least: 150, most: 400, sure: true });
    const found = joinedBounds(legs, [0, 0, 1, 1, 1, 1, 1, 1, 1], 100);
    expect(found.bets).toBe(65_511n);
    // (1 + 4)⁸ − 1 − 8 · 4 at most, (1 + 1.5)⁸ − 1 − 8 · 1.5 at least, where each leg has one that comes true.
    expect(found.most).toBe(390_592n * found.unit);
    expect(Number(found.least) / Number(found.unit)).toBeCloseTo(2.5 ** 8 - 13, 10);
    expect(joinedBounds(legs.slice(0, 1), [0, 0, 1], 100).bets).toBe(0n);
    expect(joinedBounds([], [0, 1], 100).bets).toBe(0n);
  });

  it('sums are exact past 2^53, and nonsense is refused', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { maxLength: 9 }), fc.nat(10), (values, most) => {
        const expected = [1n, ...new Array<bigint>(most).fill(0n)];
        for (const value of values)
          for (let k = most; k > 0; k--) expected[k] = (expected[k] as bigint) + (expected[k - 1] as bigint) * BigInt(value);
        expect(elementarySums(values, most)).toEqual(expected);
      }),
      { numRuns: runCount(300) },
    );
    expect(elementarySums(new Array<number>(54).fill(54), 54)[54]).toBe(54n ** 54n);
    for (const wrong of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => elementarySums([1, wrong], 2)).toThrow(RangeError);
  });
});
