/**
 * Worked examples of the published rules, two or more for each game: the tables of 竞彩 passes and prizes, 北京单场's 65 %, the pools of 14 场.
 * The amounts are reckoned by hand from the rules and not by this program.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PassesDescription, PoolPayout, SportDescription, SportFile } from '../../../engine/descriptions/sports/types.ts';
import { resolveSport } from '../../../engine/descriptions/sports/resolve.ts';
import {
  compileSport,
  type MatchResult,
  priceSport,
  settleSport,
  sharePool,
  validateSportTicket,
} from '../../../engine/rules/sports/index.ts';

const read = <T>(path: string): T => JSON.parse(readFileSync(join(import.meta.dirname, '../../../games', path), 'utf8')) as T;
function game(code: string) {
  const file = read<SportFile>(`sports/${code}.json`);
  const sport: SportDescription = resolveSport(file, file.like === undefined ? undefined : read<SportFile>(`sports/${file.like}.json`));
  return compileSport(sport, sport.passes === undefined ? undefined : read<PassesDescription>(`passes/${sport.passes}.json`));
}
const ended = (h: number, a: number, hh = 0, ha = 0): MatchResult => ({ measures: { full: [h, a], half: [hh, ha] } });

/** Bets, price in yuan and prize in yuan of a ticket. */
function played(code: string, matches: readonly object[], passes: readonly string[], results: readonly MatchResult[], multiplier = 1) {
  const compiled = game(code);
  const named = matches.map((match, i) => ({ match: `m${i}`, ...match }));
  const checked = validateSportTicket(compiled, { game: code, matches: named, passes, multiplier });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const { bets, amountFen } = priceSport(compiled, checked.value);
  const { prizeFen } = settleSport(compiled, checked.value, Object.fromEntries(results.map((result, i) => [`m${i}`, result])));
  const yuan = (fen: bigint) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`;
  return { bets: Number(bets), price: yuan(amountFen), prize: yuan(prizeFen) };
}

describe('竞彩足球', () => {
  const win = (odds: string) => ({ picks: { BRQSPF: { '3': odds } } });
  it('3串1 at 1.73 × 2.15 × 1.80: 2 × 6.6951 = 13.3902 → 13.39', () => {
    expect(played('jczq', [win('1.73'), win('2.15'), win('1.80')], ['3_1'], [ended(1, 0), ended(2, 1), ended(3, 0)])).toEqual({
      bets: 1,
      price: '2.00',
      prize: '13.39',
    });
  });
  it('4串11 is six pairs, four triples and one of four; with one match lost three pairs and a triple win', () => {
    // Pairs 2 × 4 = 8.00 each, the triple 2 × 8 = 16.00.
    expect(
      played('jczq', [win('2.00'), win('2.00'), win('2.00'), win('2.00')], ['4_11'], [ended(1, 0), ended(1, 0), ended(1, 0), ended(0, 1)]),
    ).toEqual({ bets: 11, price: '22.00', prize: '40.00' });
  });
  it('a called off match counts 1.00: 2串1 at 3.20 pays 6.40, ten times 64.00', () => {
    expect(played('jczq', [win('3.20'), win('4.50')], ['2_1'], [ended(2, 0), { void: true }], 10)).toEqual({
      bets: 10,
      price: '20.00',
      prize: '64.00',
    });
  });
  it('five to sixteen is 3 to 5 of five: 5串16 over five winners at 1.50', () => {
    // Ten at 2 × 3.375 = 6.75, five at 2 × 5.0625 = 10.125 → 10.12 (the third decimal is 5, the second even), one at 15.1875 → 15.19.
    expect(
      played(
        'jczq',
        Array.from({ length: 5 }, () => win('1.50')),
        ['5_16'],
        Array.from({ length: 5 }, () => ended(1, 0)),
      ),
    ).toEqual({
      bets: 16,
      price: '32.00',
      prize: '133.29',
    });
  });
});

describe('竞彩篮球', () => {
  it('让分 and 大小分: 2 × 1.75 × 1.69 = 5.915 → 5.92 (the second decimal is odd)', () => {
    const matches = [
      { numbers: { handicap: '-5.5' }, picks: { RFSF: { '3': '1.75' } } },
      { numbers: { line: '215.5' }, picks: { DXF: { '3': '1.69' } } },
    ];
    expect(played('jclq', matches, ['2_1'], [{ measures: { full: [108, 101] } }, { measures: { full: [110, 106] } }])).toEqual({
      bets: 1,
      price: '2.00',
      prize: '5.92',
    });
  });
  it('胜分差: away by 6 to 10 is code 12, single bet at 4.60 pays 9.20', () => {
    expect(played('jclq', [{ picks: { SFC: { '12': '4.60', '02': '4.30' } } }], ['1_1'], [{ measures: { full: [96, 104] } }])).toEqual({
      bets: 2,
      price: '4.00',
      prize: '9.20',
    });
  });
});

describe('趣味竞彩', () => {
  it('大小球 2.5: three goals are 大, 2 × 1.90 = 3.80', () => {
    expect(played('qwzq', [{ numbers: { line: '2.5' }, picks: { DXQ: { '3': '1.90' } } }], ['1_1'], [ended(2, 1)])).toMatchObject({
      prize: '3.80',
    });
  });
  it('让球胜负 0: a draw is a push and the price is given back', () => {
    expect(played('qwzq', [{ numbers: { handicap: '0' }, picks: { RQSF: { '3': '1.85' } } }], ['1_1'], [ended(1, 1)], 5)).toMatchObject({
      price: '10.00',
      prize: '10.00',
    });
  });
});

describe('北京单场', () => {
  const pick = (choice: string) => ({ numbers: { handicap: '0' }, picks: { SPF: { [choice]: '2.00' } } });
  const sp = (result: MatchResult, choice: string, odds: string): MatchResult => ({ ...result, odds: { SPF: { [choice]: odds } } });
  it('2串1 at SP 2.31 × 3.17: 2 × 7.3227 × 65 % = 9.51951 → 9.51, cut off', () => {
    expect(played('bjdc', [pick('3'), pick('1')], ['2_1'], [sp(ended(1, 0), '3', '2.310000'), sp(ended(1, 1), '1', '3.170000')])).toEqual({
      bets: 1,
      price: '2.00',
      prize: '9.51',
    });
  });
  it('a single bet at SP 1.20: 2 × 1.20 × 65 % = 1.56 is raised to 2.00; a called off match gives 2.00 back', () => {
    expect(played('bjdc', [pick('3')], ['1_1'], [sp(ended(1, 0), '3', '1.200000')])).toMatchObject({ prize: '2.00' });
    expect(played('bjdc', [pick('3')], ['1_1'], [{ void: true }])).toMatchObject({ prize: '2.00' });
  });
});

describe('[R27] 14 场', () => {
  const { payout } = game('ctzq').sport;
  const [first, nine] = (payout as PoolPayout).tables;
  it('胜负游戏: 64 % of 10,000,000.00, and 3,000,000.00 carried over; 4 first prizes, 125 second ones', () => {
    // 6,400,000: 4,480,000 + 3,000,000 for the first, 1,870,000 each; 1,920,000 for the second, 15,360 each.
    expect(
      sharePool(first as NonNullable<typeof first>, {
        salesFen: 1_000_000_000n,
        sharePermille: 640,
        carriedFen: 300_000_000n,
        winners: { 1: 4n, 2: 125n },
      }),
    ).toEqual({
      poolFen: 640_000_000n,
      tiers: [
        { tier: '1', winners: 4n, fen: 187_000_000n, paid: 748_000_000n },
        { tier: '2', winners: 125n, fen: 1_536_000n, paid: 192_000_000n },
      ],
      carriedFen: 0n,
    });
  });
  it('nobody has all 14: the first prize goes on; at most 5,000,000.00 a bet, the rest goes on; yuan alone are paid', () => {
    const share = (carriedFen: bigint, winners: Record<string, bigint>) =>
      sharePool(first as NonNullable<typeof first>, { salesFen: 1_000_000_000n, sharePermille: 640, carriedFen, winners });
    expect(share(0n, { 2: 7n })).toMatchObject({ tiers: [{ fen: 0n }, { fen: 27_428_500n }], carriedFen: 640_000_000n - 7n * 27_428_500n });
    expect(share(200_000_000n, { 1: 1n, 2: 1n })).toMatchObject({
      tiers: [{ fen: 500_000_000n }, { fen: 192_000_000n }],
      carriedFen: 148_000_000n,
    });
  });
  it('任选九场: one level has all of it; paid and carried sums add up to the pool for any winners', () => {
    for (let winners = 0n; winners < 40n; winners++) {
      const shared = sharePool(nine as NonNullable<typeof nine>, {
        salesFen: 12_345_678n,
        sharePermille: 640,
        carriedFen: 999n,
        winners: { 1: winners },
      });
      const paid = shared.tiers.reduce((sum, tier) => sum + tier.paid, 0n);
      expect(paid + shared.carriedFen).toBe(shared.poolFen + 999n);
      expect(shared.tiers.every(({ fen }) => fen % 100n === 0n)).toBe(true);
    }
  });
});
