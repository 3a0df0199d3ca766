/**
 * The credit game with 49 numbers (games/qwlhc.json): sets that change with the lunar year, pushes, sums of all seven numbers, and odds near
 * their fair values.
 */
import { describe, expect, it } from 'vitest';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { compiledGame, compileGame, playReturns, probability, settleTicket } from '../../../engine/rules/index.ts';
import { fraction } from '../../../engine/rules/math.ts';
import type { CompiledPlay, Line } from '../../../engine/rules/types.ts';
import { gameNamed } from './support/games.ts';

const game = gameNamed('qwlhc');
const at = (local: string): number => Date.parse(`${local}+08:00`);
const HORSE_YEAR = at('2026-11-21T12:00:00');

/** Tier and fen of each win; the last of the seven numbers is 特码. */
function wins(line: Line, balls: readonly number[], when = HORSE_YEAR): [string, number, number][] {
  const { wins: won } = settleTicket(compileGame(game, when), { game: game.code, lines: [line] }, { numbers: { balls } });
  return won.map((win) => [win.tier, Number(win.count), Number(win.prizeFen)]);
}
const one = (play: string, area: string, ...values: (string | number)[]): Line => ({ play, picks: { [area]: values } });
const chance = (line: Line, when = HORSE_YEAR) => probability(compileGame(game, when).play(line.play) as CompiledPlay, line);
const choose = (n: number, k: number): bigint => {
  let ways = 1n;
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
};

describe('sets by the day of the draw', () => {
  const special = (n: number) => [2, 3, 4, 5, 6, 7, n];

  it('the animal of the year has 01 13 25 37 49, and the next numbers belong to the animals of the years before', () => {
    const zodiac = '鼠牛虎兔龙蛇马羊猴鸡狗猪';
    const years = [
      ['2026-11-21', '马'],
      ['2027-02-06', '羊'],
      ['2028-06-01', '猴'],
      ['2029-06-01', '鸡'],
      ['2032-06-01', '鼠'],
      ['2036-06-01', '龙'],
    ] as const;
    for (const [day, year] of years) {
      const play = gameAt(game, at(`${day}T12:00:00`))
        .playGroups.flatMap((group) => group.plays)
        .find(({ code }) => code === 'TX');
      const [area] = play?.areas ?? [];
      if (area?.kind !== 'options') throw new Error('no options');
      area.options.forEach(({ label, note }, index) => {
        // Number n belongs to the animal n − 1 places before the year's.
        const owned = Array.from({ length: 49 }, (_, i) => i + 1).filter(
          (n) => (((zodiac.indexOf(year) - (n - 1)) % 12) + 12) % 12 === index,
        );
        expect([day, label, note]).toEqual([day, zodiac[index], owned.map((n) => String(n).padStart(2, '0')).join(' ')]);
      });
    }
  });

  it('the change comes with the first draw of the new year on the schedule’s clock', () => {
    const bet = one('TX', 'animal', 'horse');
    expect(wins(bet, special(25), at('2027-02-05T23:59:59'))).toEqual([['own', 1, 1_842]]);
    expect(wins(bet, special(25), at('2027-02-06T00:00:00'))).toEqual([]);
    expect(wins(bet, special(26), at('2027-02-06T00:00:00'))).toEqual([['other', 1, 2_302]]);
    expect(wins(one('TX', 'animal', 'goat'), special(49), at('2027-02-06T00:00:00'))).toEqual([['own', 1, 1_842]]);
  });

  it('the animals of a draw are those of its own lunar year, on both sides of a new year', () => {
    const animalOf = (local: string, number: number) =>
      gameAt(game, at(local)).draw.zones[0]?.signs?.find(({ numbers }) => (numbers as readonly number[]).includes(number))?.label;
    expect(animalOf('2025-12-28T21:30:00', 7)).toBe('猪');
    expect(animalOf('2026-02-16T21:30:00', 1)).toBe('蛇');
    expect(animalOf('2026-02-17T21:30:00', 1)).toBe('马');
    expect(animalOf('2027-02-05T21:30:00', 1)).toBe('马');
    expect(animalOf('2027-02-06T21:30:00', 1)).toBe('羊');
    expect(animalOf('2030-02-02T21:30:00', 1)).toBe('鸡');
    expect(animalOf('2030-02-03T21:30:00', 1)).toBe('狗');
    // No table is described for these years: no animal, rather than a wrong one.
    expect([animalOf('1993-01-22T21:30:00', 1), animalOf('2051-02-11T21:30:00', 1)]).toEqual([undefined, undefined]);
    const tiger = one('TX', 'animal', 'tiger');
    expect(wins(tiger, special(5), at('2026-02-16T21:30:00'))).toEqual([]);
    expect(wins(tiger, special(4), at('2026-02-16T21:30:00'))).toEqual([['other', 1, 2_302]]);
    expect(wins(tiger, special(5), at('2026-02-17T21:30:00'))).toEqual([['other', 1, 2_302]]);
  });

  it('days of one table share one object', () => {
    expect(gameAt(game, HORSE_YEAR)).toBe(gameAt(game, HORSE_YEAR + 1));
    expect(gameAt(game, at('2027-06-01T00:00:00'))).not.toBe(gameAt(game, HORSE_YEAR));
    expect(compiledGame(game, HORSE_YEAR)).toBe(compiledGame(game, HORSE_YEAR + 1));
  });
});

describe('plays', () => {
  it('[R3] 特码 looks at the last number alone, 正码 at the six before it, 正码特 at its place', () => {
    const balls = [10, 20, 30, 40, 41, 42, 8];
    expect(wins(one('TM', 'pick', 8, 10), balls)).toEqual([['win', 1, 9_212]]);
    expect(wins(one('ZM', 'pick', 8, 10, 42), balls)).toEqual([['win', 2, 3_068]]);
    expect(wins(one('ZMT2', 'pick', 10, 20), balls)).toEqual([['win', 1, 9_212]]);
  });

  it('[R3] 两面 and 半波: 49 gives the stake back, whatever the side', () => {
    const push = [1, 2, 3, 4, 5, 6, 49];
    expect(wins(one('TM_LM', 'te', 'big', 'even', 'sumsmall'), push)).toEqual([['push', 3, 600]]);
    expect(wins(one('BB', 'half', 'green-odd', 'red-big'), push)).toEqual([['push', 2, 400]]);
    // 25: big, odd, digits 7, tail 5.
    const sides = one('TM_LM', 'te', 'big', 'small', 'odd', 'even', 'sumodd', 'sumeven', 'sumbig', 'sumsmall', 'tailbig', 'tailsmall');
    expect(wins(sides, [1, 2, 3, 4, 5, 6, 25])).toEqual([['n24', 5, 5 * 374]]);
    expect(wins({ play: 'ZM_LM', picks: { z1: ['big'], z6: ['even'] } }, [49, 2, 3, 4, 5, 6, 25])).toEqual([
      ['n24', 1, 374],
      ['push', 1, 200],
    ]);
  });

  it('[R3] 色波 counts 49 as green; the three colours are 17, 16 and 16 numbers', () => {
    expect(wins(one('SB', 'colour', 'red', 'blue', 'green'), [1, 2, 3, 4, 5, 6, 49])).toEqual([['green', 1, 574]]);
    const shares = { red: 17n, blue: 16n, green: 16n };
    for (const [colour, numbers] of Object.entries(shares))
      expect(chance(one('SB', 'colour', colour)).get(colour)).toEqual(fraction(numbers, 49n));
  });

  it('[R3] 一肖 and 尾数 are paid once, however often they come; 不中 only when they do not', () => {
    const balls = [1, 13, 25, 37, 10, 20, 49];
    expect(wins(one('YX', 'animal', 'horse', 'rat'), balls)).toEqual([['own', 1, 338]]);
    expect(wins(one('SXBZ', 'animal', 'horse', 'rat'), balls)).toEqual([['other', 1, 354]]);
    expect(wins(one('WS', 'tail', 't0', 't5', 't4'), balls)).toEqual([
      ['zero', 1, 398],
      ['other', 1, 338],
    ]);
    expect(wins(one('WSBZ', 'tail', 't0', 't4'), balls)).toEqual([['other', 1, 420]]);
  });

  it('[R3] 连码: 三中二 pays 中二 or 中三, 二中特 中二 or 中特, 特串 wants 特码', () => {
    const balls = [1, 2, 3, 4, 5, 6, 7];
    expect(wins(one('SZ2', 'pick', 1, 2, 3, 10), balls)).toEqual([
      ['three', 1, 18_400],
      ['two', 3, 14_400],
    ]);
    expect(wins(one('EZT', 'pick', 1, 2, 7), balls)).toEqual([
      ['two', 1, 10_000],
      ['special', 2, 23_600],
    ]);
    expect(wins(one('TC', 'pick', 1, 7, 8), balls)).toEqual([['win', 1, 36_848]]);
    expect(wins(one('SQZ4', 'pick', 1, 2, 3, 4, 7), balls)).toEqual([['win', 1, 2_655_512]]);
    expect(wins(one('BZ5', 'pick', 10, 11, 12, 13, 14, 7), balls)).toEqual([['win', 1, 420]]);
  });

  it('[R3] 总和: 175 is big', () => {
    const all = one('ZH', 'total', 'big', 'small', 'odd', 'even');
    expect(wins(all, [22, 23, 24, 25, 26, 27, 28])).toEqual([
      ['big', 1, 370],
      ['odd', 1, 376],
    ]);
    expect(wins(all, [21, 23, 24, 25, 26, 27, 28])).toEqual([
      ['small', 1, 380],
      ['even', 1, 374],
    ]);
  });
});

describe('六肖, 特码合数 and 拖头', () => {
  const special = (n: number) => [2, 3, 4, 5, 6, 7, n];
  const every = Array.from({ length: 49 }, (_, i) => i + 1);

  it('[R3] six animals are one bet on that of the last number; 49 gives the stake back, whichever they are', () => {
    const play = compileGame(game, HORSE_YEAR).play('LX6') as CompiledPlay;
    // The animals of the numbers 1 to 12 in the year of the horse.
    const animals = ['horse', 'snake', 'dragon', 'rabbit', 'tiger', 'ox', 'rat', 'pig', 'dog', 'rooster', 'monkey', 'goat'];
    for (const chosen of [animals.slice(0, 6), animals.slice(6), ['horse', 'ox', 'goat', 'pig', 'dog', 'rat']]) {
      const line = one('LX6', 'animal', ...chosen);
      expect(play.count(line)).toBe(1n);
      for (const n of every) {
        const expected = n === 49 ? [['push', 1, 200]] : chosen.includes(animals[(n - 1) % 12] ?? '') ? [['win', 1, 376]] : [];
        expect(wins(line, special(n)), `${chosen.join(' ')}, ${n}`).toEqual(expected);
      }
    }
    expect(play.count(one('LX6', 'animal', ...animals.slice(0, 5)))).toBe(0n);
  });

  it('[R3] the sum of the digits of the last number names its bet', () => {
    for (const n of every) {
      const sum = Math.floor(n / 10) + (n % 10);
      const all = one('TM_HS', 'digits', ...Array.from({ length: 13 }, (_, i) => `d${i + 1}`));
      const alike = every.filter((each) => Math.floor(each / 10) + (each % 10) === sum).length;
      const [won] = wins(one('TM_HS', 'digits', `d${sum}`), special(n));
      expect(won?.[0], `${n}`).toBe(`n${alike}`);
      expect(wins(all, special(n))).toEqual([won]);
    }
  });

  it('[R2] [R3] a banker is in every bet of four of 四全中拖头, and in every pair of 二中特拖头', () => {
    const compiled = compileGame(game, HORSE_YEAR);
    const line = (play: string, bankers: number[], pick: number[]): Line => ({ play, picks: { pick }, bankers: { pick: bankers } });
    const four = line('SQZ4_TT', [2, 3], [4, 5, 6, 40]);
    expect(compiled.play('SQZ4_TT')?.count(four)).toBe(6n);
    // 2 and 3 with two of 4, 5, 6.
    expect(wins(four, special(41))).toEqual([['win', 3, 3 * 2_655_512]]);
    const pairs = line('EZT_TT', [2], [3, 4, 41, 42]);
    expect(compiled.play('EZT_TT')?.count(pairs)).toBe(4n);
    expect(wins(pairs, special(41))).toEqual([
      ['two', 2, 20_000],
      ['special', 1, 11_800],
    ]);
  });
});

describe('正码过关', () => {
  const legs = (picks: Record<string, string[]>): Line => ({ play: 'ZM_GG', picks });

  it('[R2] a bet takes one value of every area that is picked from, two at least', () => {
    const play = compileGame(game, HORSE_YEAR).play('ZM_GG') as CompiledPlay;
    expect(play.count(legs({ z1: ['big'] }))).toBe(0n);
    expect(play.count(legs({ z1: ['big'], z2: ['odd'] }))).toBe(1n);
    expect(play.count(legs({ z1: ['big', 'odd'], z3: ['small'], z6: ['odd', 'even', 'big'] }))).toBe(6n);
    expect(
      play.count(legs(Object.fromEntries(['z1', 'z2', 'z3', 'z4', 'z5', 'z6'].map((z) => [z, ['big', 'small', 'odd', 'even']])))),
    ).toBe(4096n);
  });

  it('[R3] odds are multiplied leg by leg; a leg of 49 does not count, and of two gives the stake back', () => {
    const balls = [25, 2, 30, 3, 49, 8, 1];
    expect(wins(legs({ z1: ['big'], z2: ['even'] }), balls)).toEqual([['x2', 1, 722]]);
    expect(wins(legs({ z1: ['big'], z2: ['odd'] }), balls)).toEqual([]);
    expect(wins(legs({ z1: ['big', 'odd', 'even'], z2: ['even'], z4: ['small'] }), balls)).toEqual([['x3', 2, 2 * 1371]]);
    expect(wins(legs({ z1: ['big'], z5: ['small'] }), balls)).toEqual([['push', 1, 200]]);
    expect(wins(legs({ z1: ['big'], z2: ['even'], z5: ['small', 'big'] }), balls)).toEqual([['x2', 2, 2 * 722]]);
    const six = { z1: ['odd'], z2: ['small'], z3: ['even'], z4: ['odd'], z5: ['big'], z6: ['even'] };
    expect(wins(legs(six), balls)).toEqual([['x5', 1, 4952]]);
    expect(wins(legs(six), [25, 2, 30, 3, 48, 8, 1])).toEqual([['x6', 1, 9409]]);
  });

  it('[R8] chances are those of listing every row of six numbers by what each is', () => {
    // Five sorts: odd and even, each big and small, 12 numbers each, and 49. Rows of six without repeats, counted by falling factorials.
    const sizes = [12, 12, 12, 12, 1];
    const sort = { oddSmall: 0, oddBig: 1, evenSmall: 2, evenBig: 3, last: 4 } as const;
    const meets: Record<string, readonly number[]> = {
      odd: [sort.oddSmall, sort.oddBig],
      even: [sort.evenSmall, sort.evenBig],
      big: [sort.oddBig, sort.evenBig],
      small: [sort.oddSmall, sort.evenSmall],
    };
    for (const row of [
      ['odd', 'odd'],
      ['odd', 'big'],
      ['big', 'even', 'small'],
      ['odd', 'odd', 'even', 'big', 'small', 'small'],
    ]) {
      const ways = new Map<string, bigint>();
      let all = 0n;
      const step = (at: number, used: number[], product: bigint, won: number, pushed: number, lost: boolean): void => {
        if (at === row.length) {
          all += product;
          const tier = lost ? '' : won + pushed === 2 && pushed === 1 ? 'push' : `x${won}`;
          ways.set(tier, (ways.get(tier) ?? 0n) + product);
          return;
        }
        for (const [index, size] of sizes.entries()) {
          const left = size - (used[index] ?? 0);
          if (left <= 0) continue;
          const next = [...used];
          next[index] = (next[index] ?? 0) + 1;
          const right = meets[row[at] as string]?.includes(index) === true;
          step(
            at + 1,
            next,
            product * BigInt(left),
            won + (right ? 1 : 0),
            pushed + (index === sort.last ? 1 : 0),
            lost || (!right && index !== sort.last),
          );
        }
      };
      step(0, [0, 0, 0, 0, 0], 1n, 0, 0, false);
      const line = legs(Object.fromEntries(row.map((value, index) => [`z${index + 1}`, [value]])));
      for (const [tier, found] of chance(line)) expect([row, tier, found]).toEqual([row, tier, fraction(ways.get(tier) ?? 0n, all)]);
      // Wherever the legs stand, the chances are the same.
      const elsewhere = legs(Object.fromEntries(row.map((value, index) => [`z${6 - index}`, [value]])));
      expect([...chance(elsewhere)]).toEqual([...chance(line)]);
    }
  });

  it('the return of every bet of 正码过关 is within 50 and 100 %', () => {
    const returns = playReturns(compileGame(game, HORSE_YEAR), 'ZM_GG');
    if (!returns) throw new Error('no returns');
    const percent = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
      Number((numerator * 10_000n) / denominator) / 100;
    expect(percent(returns.lowest)).toBeGreaterThanOrEqual(50);
    expect(percent(returns.highest)).toBeLessThanOrEqual(100);
  });
});

describe('对碰 and 肖串尾', () => {
  const cross = (play: string, a: readonly number[], b: readonly number[]): Line => {
    const [first, second] = { DP_HM: ['a', 'b'], DP_SX: ['sa', 'sb'], DP_WS: ['ta', 'tb'], DP_XW: ['xa', 'xb'] }[play.slice(0, 5)] as [
      string,
      string,
    ];
    return { play, picks: { [first]: a, [second]: b } };
  };
  const count = (line: Line, when = HORSE_YEAR) => (compileGame(game, when).play(line.play) as CompiledPlay).count(line);
  const horse = [1, 13, 25, 37, 49];
  const snake = [2, 14, 26, 38];
  const tail = (digit: number) => Array.from({ length: 49 }, (_, i) => i + 1).filter((n) => n % 10 === digit);

  it('[R2] the numbers of both sides, without a number that meets itself and without a pair that comes twice', () => {
    expect(count(cross('DP_SX', horse, snake))).toBe(20n);
    // 龙 and 蛇 have four numbers each, so they make 16 bets, although a sentence of a rule page says 20.
    expect(count(cross('DP_SX', [3, 15, 27, 39], snake))).toBe(16n);
    expect(count(cross('DP_WS', tail(0), tail(1)))).toBe(20n);
    expect(count(cross('DP_XW', horse, tail(3)))).toBe(24n);
    expect(count(cross('DP_HM', [1, 2, 3], [1, 2, 3]))).toBe(3n);
    expect(count(cross('DP_HM', [5], [5]))).toBe(0n);
  });

  it('[R3] 二全中 wants both among the six, 二中特 and 特串 look at 特码 too', () => {
    const balls = [1, 13, 2, 14, 40, 41, 26];
    expect(wins(cross('DP_SX', horse, snake), balls)).toEqual([['win', 4, 4 * 14_738]]);
    expect(wins(cross('DP_SX_EZT', horse, snake), balls)).toEqual([
      ['two', 4, 40_000],
      ['special', 2, 23_600],
    ]);
    expect(wins(cross('DP_SX_TC', horse, snake), balls)).toEqual([['win', 2, 2 * 36_848]]);
    expect(wins(cross('DP_HM', [1, 13], [1, 13, 2]), balls)).toEqual([['win', 3, 3 * 14_738]]);
  });

  it('[R8] the chance of a pair is that of 二全中, 二中特 and 特串', () => {
    for (const [play, like] of [
      ['DP_WS', 'EQZ'],
      ['DP_XW_EZT', 'EZT'],
      ['DP_HM_TC', 'TC'],
    ] as const)
      expect([...chance(cross(play, [4], [17]))]).toEqual([...chance(one(like, 'pick', 4, 17))]);
  });

  it('a ticket holds the numbers and not the animals: a new year neither changes what was bought nor what it costs', () => {
    const line = cross('DP_SX', horse, snake);
    for (const when of [HORSE_YEAR, at('2027-02-06T12:00:00')]) {
      expect(count(line, when)).toBe(20n);
      expect(wins(line, [1, 2, 20, 21, 22, 23, 24], when)).toEqual([['win', 1, 14_738]]);
    }
    const sets = (when: number) => {
      const area = gameAt(game, when)
        .playGroups.flatMap(({ plays }) => plays)
        .find(({ code }) => code === 'DP_SX')?.areas[0];
      return area?.kind === 'numbers' ? area.by?.find(({ label }) => label === '马')?.numbers : undefined;
    };
    expect([sets(HORSE_YEAR), sets(at('2027-02-06T12:00:00'))]).toEqual([horse, [2, 14, 26, 38]]);
  });
});

describe('chances', () => {
  it('[R8] sums of seven of 49: big and small mirror each other about 175; odd is an odd number of odd numbers', () => {
    const big = chance(one('ZH', 'total', 'big')).get('big');
    const small = chance(one('ZH', 'total', 'small')).get('small');
    const all = choose(49, 7);
    const ways = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) => (numerator * all) / denominator;
    if (!big || !small) throw new Error('no chance');
    expect(ways(big) + ways(small)).toBe(all);
    // Ways to make exactly 175, by taking numbers one after the other.
    const rows: bigint[][] = Array.from({ length: 8 }, () => new Array<bigint>(400).fill(0n));
    (rows[0] as bigint[])[0] = 1n;
    for (let v = 1; v <= 49; v++)
      for (let n = 7; n > 0; n--)
        for (let s = 399; s >= v; s--)
          (rows[n] as bigint[])[s] = ((rows[n] as bigint[])[s] as bigint) + ((rows[n - 1] as bigint[])[s - v] as bigint);
    expect(ways(big) - ways(small)).toBe((rows[7] as bigint[])[175] as bigint);
    const odd = [1, 3, 5, 7].reduce((sum, k) => sum + choose(25, k) * choose(24, 7 - k), 0n);
    expect(chance(one('ZH', 'total', 'odd')).get('odd')).toEqual(fraction(odd, all));
  });

  it('[R8] the fair values of the guide: 二全中 78.4, 三全中 921.2, 特串 196, 中三 921.2', () => {
    expect(chance(one('EQZ', 'pick', 1, 2)).get('win')).toEqual(fraction(10n, 784n));
    expect(chance(one('SQZ3', 'pick', 1, 2, 3)).get('win')).toEqual(fraction(10n, 9_212n));
    expect(chance(one('TC', 'pick', 1, 2)).get('win')).toEqual(fraction(1n, 196n));
    expect(chance(one('SZ2', 'pick', 1, 2, 3)).get('three')).toEqual(fraction(10n, 9_212n));
    expect(chance(one('YX', 'animal', 'horse')).get('own')).toEqual(fraction(choose(49, 7) - choose(44, 7), choose(49, 7)));
    expect(chance(one('BZ12', 'pick', ...Array.from({ length: 12 }, (_, i) => i + 1))).get('win')).toEqual(
      fraction(choose(42, 12), choose(49, 12)),
    );
  });

  it('[R8] 连肖 and 连尾: all of so many groups among the seven, or none, against adding and taking away', () => {
    const all = choose(49, 7);
    const missed = (sizes: readonly number[]): bigint => choose(49 - sizes.reduce((sum, size) => sum + size, 0), 7);
    const met = (sizes: readonly number[]): bigint => {
      let ways = 0n;
      for (let which = 0; which < 1 << sizes.length; which++) {
        const without = sizes.filter((_, at) => (which >> at) & 1);
        ways += without.length % 2 === 0 ? missed(without) : -missed(without);
      }
      return ways;
    };
    const animals = ['horse', 'rat', 'ox', 'dog', 'pig'];
    const tails = ['t0', 't1', 't5', 't9'];
    for (const k of [2, 3, 4, 5]) {
      // The year's animal has five numbers, the others have four.
      const own = [5, 4, 4, 4, 4].slice(0, k);
      const others = [4, 4, 4, 4].slice(0, k);
      expect(chance(one(`LX${k}`, 'animal', ...animals.slice(0, k))).get('own')).toEqual(fraction(met(own), all));
      expect(chance(one(`LXBZ${k}`, 'animal', ...animals.slice(0, k))).get('own')).toEqual(fraction(missed(own), all));
      if (k === 5) continue;
      expect(chance(one(`LX${k}`, 'animal', ...animals.slice(1, k + 1))).get('other')).toEqual(fraction(met(others), all));
      const zero = [4, 5, 5, 5].slice(0, k);
      expect(chance(one(`LW${k}`, 'tail', ...tails.slice(0, k))).get('zero')).toEqual(fraction(met(zero), all));
      expect(chance(one(`LWBZ${k}`, 'tail', ...tails.slice(0, k))).get('zero')).toEqual(fraction(missed(zero), all));
    }
  });

  it('[R8] 总肖 counts the animals of all seven, whatever the year', () => {
    // Counts the ways to draw seven numbers of a given number of animals, adding one animal after the other.
    let rows = new Map([['0/0', 1n]]);
    for (const size of [5, ...Array<number>(11).fill(4)]) {
      const next = new Map<string, bigint>();
      for (const [key, ways] of rows) {
        const [drawn = 0, animals = 0] = key.split('/').map(Number);
        for (let k = 0; k <= size && drawn + k <= 7; k++) {
          const to = `${drawn + k}/${animals + (k > 0 ? 1 : 0)}`;
          next.set(to, (next.get(to) ?? 0n) + ways * choose(size, k));
        }
      }
      rows = next;
    }
    const ways = (wanted: (animals: number) => boolean) =>
      [2, 3, 4, 5, 6, 7].filter(wanted).reduce((sum, animals) => sum + (rows.get(`7/${animals}`) ?? 0n), 0n);
    const all = choose(49, 7);
    for (const when of [HORSE_YEAR, at('2031-06-01T00:00:00')]) {
      expect(chance(one('ZX_ZS', 'groups', 'g5'), when).get('g5')).toEqual(
        fraction(
          ways((n) => n === 5),
          all,
        ),
      );
      expect(chance(one('ZX_ZS', 'groups', 'g4'), when).get('g4')).toEqual(
        fraction(
          ways((n) => n <= 4),
          all,
        ),
      );
      expect(chance(one('ZX_ZS', 'groups', 'odd'), when).get('odd')).toEqual(
        fraction(
          ways((n) => n % 2 === 1),
          all,
        ),
      );
    }
    expect(wins(one('ZX_ZS', 'groups', 'g4', 'g5', 'odd', 'even'), [1, 13, 7, 6, 5, 3, 2]).map(([tier]) => tier)).toEqual(['even']);
  });

  it('the animal of the year has a tier of its own, and no other animal has it', () => {
    const dated = gameAt(game, HORSE_YEAR);
    for (const code of ['YX', 'LX2', 'LXBZ2', 'TX']) {
      const play = dated.playGroups.flatMap((group) => group.plays).find((each) => each.code === code);
      if (play?.rule.kind !== 'options') throw new Error(code);
      const tiers = (animal: string) =>
        play.rule.kind === 'options' ? play.rule.cases.filter(({ values }) => values?.includes(animal)).map(({ tier }) => tier) : [];
      expect([code, tiers('horse'), tiers('rat')]).toEqual([code, ['own'], ['other']]);
    }
  });

  it('连肖 is paid by whether the animal of the year is in the bet, in a line of several bets too', () => {
    // Horse 01, rat 07, ox 06, tiger 05, dragon 03, snake 02.
    const balls = [1, 13, 7, 6, 5, 3, 2];
    const prizes = (code: string) =>
      game.playGroups
        .flatMap(({ plays }) => plays)
        .find((play) => play.code === code)
        ?.prizes.map((prize) => (prize.kind === 'fixed' ? prize.fen : 0)) ?? [];
    const [own = 0, other = 0] = prizes('LX2');
    expect(own).toBeLessThan(other);
    expect(wins(one('LX2', 'animal', 'horse', 'rat', 'ox', 'pig'), balls)).toEqual([
      ['own', 2, 2 * own],
      ['other', 1, other],
    ]);
    const [ownMissed = 0, otherMissed = 0] = prizes('LXBZ2');
    expect(ownMissed).toBeGreaterThan(otherMissed);
    expect(wins(one('LXBZ2', 'animal', 'goat', 'monkey', 'rat'), balls)).toEqual([['other', 1, otherMissed]]);
    expect(wins(one('LXBZ2', 'animal', 'horse', 'goat'), [2, 3, 4, 5, 6, 7, 8])).toEqual([['own', 1, ownMissed]]);
  });

  it('[R8] every play but 过关, whose legs each keep their part, gives back between 93 and 95 %, in every lunar year alike', () => {
    for (const when of [HORSE_YEAR, at('2031-06-01T00:00:00')]) {
      const compiled = compileGame(game, when);
      for (const { play } of compiled.plays) {
        if (play.code === 'ZM_GG') continue;
        const returns = playReturns(compiled, play.code);
        const within = (part: { numerator: bigint; denominator: bigint } | undefined) =>
          part !== undefined && part.numerator * 100n >= 93n * part.denominator && part.numerator * 100n <= 95n * part.denominator;
        expect([play.code, within(returns?.lowest), within(returns?.highest)]).toEqual([play.code, true, true]);
      }
    }
  });
});
