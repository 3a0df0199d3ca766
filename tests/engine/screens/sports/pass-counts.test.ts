/** What the sheet of passes says, against listing every bet; and what 奖金优化 shows. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PassesDescription, SportDescription } from '../../../../engine/descriptions/sports/types.ts';
import { compileSport, expandSport, type SportTicket } from '../../../../engine/rules/sports/index.ts';
import { differentBets, passCounts, repeatedBets } from '../../../../engine/screens/sports/slip/pass-counts.ts';
import { productOfOdds } from '../../../../engine/screens/sports/slip/optimise.ts';

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(`../../../../games/${path}`, import.meta.url), 'utf8')) as T;
const compiled = compileSport(read<SportDescription>('sports/jczq.json'), read<PassesDescription>('passes/jc.json'));

const CHOICES = { SPF: ['3', '1', '0'], BRQSPF: ['3', '1', '0'] } as const;
const leg = fc.record({
  SPF: fc.subarray([...CHOICES.SPF]),
  BRQSPF: fc.subarray([...CHOICES.BRQSPF]),
  banker: fc.boolean(),
});
const tickets = fc
  .tuple(fc.array(leg, { minLength: 2, maxLength: 6 }), fc.subarray(['2_1', '3_1', '3_3', '3_4', '4_1', '4_6', '4_11'], { minLength: 1 }))
  .map(([legs, codes]): SportTicket => {
    const matches = legs.flatMap(({ SPF, BRQSPF, banker }, i) => {
      const picks = Object.fromEntries(
        Object.entries({ SPF, BRQSPF })
          .filter(([, chosen]) => chosen.length > 0)
          .map(([play, chosen]) => [play, Object.fromEntries(chosen.map((code) => [code, '2.00']))]),
      );
      return Object.keys(picks).length > 0
        ? [{ match: `m${i}`, numbers: { handicap: '-1' }, picks, ...(banker && i === 0 ? { banker } : {}) }]
        : [];
    });
    return { game: 'jczq', matches, passes: codes.filter((code) => Number(code[0]) <= matches.length), multiplier: 1 };
  })
  .filter(({ passes }) => passes.length > 0);

const keyOf = (bet: { readonly legs: readonly { readonly match: string; readonly play: string; readonly choice: string }[] }): string =>
  JSON.stringify(bet.legs);

describe('counts of passes', () => {
  it('are those of the listed bets, and so are the repeats', () => {
    fc.assert(
      fc.property(tickets, (ticket) => {
        const bets = [...expandSport(compiled, ticket)];
        for (const { code, bets: count, repeated } of passCounts(compiled, ticket, ticket.passes)) {
          const own = bets.filter((bet) => bet.pass === code);
          expect(count).toBe(own.reduce((sum, { times }) => sum + times, 0n));
          expect(repeated).toBe(count - BigInt(new Set(own.map(keyOf)).size));
        }
        const all = bets.reduce((sum, { times }) => sum + times, 0n);
        expect(repeatedBets(compiled, ticket)).toBe(all - BigInt(new Set(bets.map(keyOf)).size));
      }),
      { numRuns: 300 },
    );
  });

  it('3串3 over four matches has every pair twice', () => {
    const matches = [1, 2, 3, 4].map((n) => ({ match: `m${n}`, picks: { BRQSPF: { '3': '2.00' } } }));
    const ticket: SportTicket = { game: 'jczq', matches, passes: ['3_3'], multiplier: 1 };
    expect(passCounts(compiled, ticket, ['3_3'])).toEqual([{ code: '3_3', bets: 12n, repeated: 6n }]);
    expect(differentBets(ticket, [{ code: '3_3', matches: 3, legs: [2] }])).toBe(6n);
  });
});

describe('a product of odds', () => {
  it.each([
    [['1.85'], '1.85'],
    [['1.85', '2.1'], '3.88'],
    [['2', '3'], '6.00'],
    [['99999.99', '99999.99'], '9999998000.00'],
  ])('%j is %s', (odds, text) => expect(productOfOdds(odds)).toBe(text));
});
