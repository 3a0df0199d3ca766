/** The number lotteries: counts, levels and prizes as the games' own rules give them, each level cell by cell. */
import { describe, expect, it } from 'vitest';
import { compileGame, priceTicket, probability, settleTicket, validateTicket } from '../../../engine/rules/index.ts';
import type { CompiledPlay, Line, Picks } from '../../../engine/rules/types.ts';
import { gameNamed } from './support/games.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function priced(game: string, play: string, picks: Picks, bankers?: Picks): { bets: number; yuan: number } {
  const compiled = compileGame(gameNamed(game));
  const ticket = { game, lines: [bankers ? { play, picks, bankers } : { play, picks }] };
  const checked = validateTicket(compiled, ticket);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const { bets, amountFen } = priceTicket(compiled, ticket);
  return { bets: Number(bets), yuan: Number(amountFen / 100n) };
}

/** Tier and yuan of each win of one line. */
function wins(game: string, line: Line, numbers: Readonly<Record<string, readonly number[]>>): [string, number, number][] {
  const won = settleTicket(compileGame(gameNamed(game)), { game, lines: [line] }, { numbers }).wins;
  return won.map((win) => [win.tier, Number(win.count), Number(win.prizeFen / 100n)]);
}

/** Level and yuan of a single bet, or 0 where it wins nothing. */
function level(game: string, line: Line, numbers: Readonly<Record<string, readonly number[]>>): [number, number] {
  const [won] = wins(game, line, numbers);
  return won ? [Number(won[0]), won[2]] : [0, 0];
}

/** Ways that each level comes about, from the exact chances of one bet. */
function ways(game: string, play: string, draws: bigint): Record<string, number> {
  const compiled = compileGame(gameNamed(game)).play(play) as CompiledPlay;
  const [bet] = compiled.expand(compiled.random(() => 0));
  return Object.fromEntries(
    [...probability(compiled, bet as Line)].map(([tier, { numerator, denominator }]) => [tier, Number((numerator * draws) / denominator)]),
  );
}

describe('dlt', () => {
  /** Issue 26014 (2026-01-31): level and fixed prize by front and back hits. Levels 1 and 2 float. */
  const LEVELS: Readonly<Record<string, number>> = {
    '5+2': 1,
    '5+1': 2,
    '5+0': 3,
    '4+2': 3,
    '4+1': 4,
    '4+0': 5,
    '3+2': 5,
    '3+1': 6,
    '2+2': 6,
    '3+0': 7,
    '1+2': 7,
    '2+1': 7,
    '0+2': 7,
  };
  const PRIZES = [0, 5_000_000, 250_000, 5_000, 300, 150, 15, 5];

  it('[R3] every pair of hits has its level and prize, 追加 80 % more on the two floating ones alone', () => {
    for (let front = 0; front <= 5; front += 1)
      for (let back = 0; back <= 2; back += 1) {
        const numbers = { front: [...range(1, front), ...range(31, 35 - front)], back: [...range(1, back), ...range(11, 12 - back)] };
        const picks = { front: range(1, 5), back: [1, 2] };
        const wanted = LEVELS[`${front}+${back}`] ?? 0;
        const prize = PRIZES[wanted] as number;
        expect(level('dlt', { play: 'DS', picks }, numbers), `${front}+${back}`).toEqual([wanted, prize]);
        const extra = wanted === 1 || wanted === 2 ? (prize * 8) / 10 : 0;
        expect(level('dlt', { play: 'DS_ZJ', picks }, numbers), `${front}+${back} 追加`).toEqual([wanted, prize + extra]);
      }
  });

  it('[R2] 复式 6 + 3 is 18 bets, 追加 3 yuan each, 胆拖 counts the choices that are left', () => {
    const picks = { front: range(1, 6), back: [1, 2, 3] };
    expect(priced('dlt', 'FS', picks)).toEqual({ bets: 18, yuan: 36 });
    expect(priced('dlt', 'FS_ZJ', picks)).toEqual({ bets: 18, yuan: 54 });
    expect(priced('dlt', 'FS', { front: range(1, 18), back: range(1, 12) })).toEqual({ bets: 565_488, yuan: 1_130_976 });
    expect(priced('dlt', 'DT', { front: range(3, 7), back: [2, 3, 4] }, { front: [1, 2], back: [1] })).toEqual({ bets: 30, yuan: 60 });
    expect(priced('dlt', 'DT', { front: range(3, 7), back: [2, 3, 4] }, { front: [1, 2] })).toEqual({ bets: 30, yuan: 60 });
    expect(priced('dlt', 'DT_ZJ', { front: [5, 6], back: [1, 2] }, { front: range(1, 4) })).toEqual({ bets: 2, yuan: 6 });
  });

  it('[R3] 6 + 3 with five and two right wins in every level that it reaches', () => {
    const line = { play: 'FS', picks: { front: range(1, 6), back: [1, 2, 3] } };
    expect(wins('dlt', line, { front: range(1, 5), back: [1, 2] })).toEqual([
      ['1', 1, 5_000_000],
      ['2', 2, 500_000],
      ['3', 5, 25_000],
      ['4', 10, 3_000],
    ]);
  });

  it('[R8] each level takes its known share of 21,425,712 draws', () => {
    const known = { 1: 1, 2: 20, 3: 195, 4: 3_000, 5: 11_100, 6: 127_600, 7: 1_287_281 };
    for (const play of ['DS', 'FS', 'DT', 'DS_ZJ', 'FS_ZJ', 'DT_ZJ']) expect(ways('dlt', play, 21_425_712n)).toEqual(known);
  });
});

describe('qlc', () => {
  const LEVELS: Readonly<Record<string, number>> = { '7+0': 1, '6+1': 2, '6+0': 3, '5+1': 4, '5+0': 5, '4+1': 6, '4+0': 7 };
  const PRIZES = [0, 1_050_000, 30_000, 2_000, 200, 50, 10, 5];

  it('[R3] every number of hits, with and without the special number', () => {
    const picks = { pick: range(1, 7) };
    for (let hits = 0; hits <= 7; hits += 1)
      for (const special of [0, 1]) {
        if (hits === 7 && special === 1) continue;
        const numbers = { main: [...range(1, hits), ...range(20, 26 - hits)], special: [special ? 7 : 30] };
        const wanted = LEVELS[`${hits}+${special}`] ?? 0;
        expect(level('qlc', { play: 'DS', picks }, numbers), `${hits}+${special}`).toEqual([wanted, PRIZES[wanted]]);
      }
  });

  it('[R2][R3] nine numbers are 36 bets; seven of them drawn win by how many they hold', () => {
    expect(priced('qlc', 'FS', { pick: range(1, 9) })).toEqual({ bets: 36, yuan: 72 });
    expect(priced('qlc', 'FS', { pick: range(1, 16) })).toEqual({ bets: 11_440, yuan: 22_880 });
    // Seven right, the eighth is the special number, the ninth is neither.
    expect(wins('qlc', { play: 'FS', picks: { pick: range(1, 9) } }, { main: range(1, 7), special: [8] })).toEqual([
      ['1', 1, 1_050_000],
      ['2', 7, 210_000],
      ['3', 7, 14_000],
      ['4', 21, 4_200],
    ]);
  });

  it('[R8] 2,035,800 draws of the seven, 23 specials each', () => {
    expect(ways('qlc', 'DS', 2_035_800n)).toEqual({ 1: 1, 2: 7, 3: 154, 4: 462, 5: 4_851, 6: 8_085, 7: 53_900 });
  });
});

describe('qxc and xqxc', () => {
  const PRIZES = [0, 5_000_000, 50_000, 1_800, 300, 20, 5];
  const places = range(1, 7).map((n) => `p${n}`);
  const bet = (play: string, digits: readonly number[], more: Picks = {}): Line => ({
    play,
    picks: { ...Object.fromEntries(digits.map((digit, i) => [places[i], [digit]])), ...more },
  });

  it('[R3] qxc: the longest run decides, wherever it stands, for all 128 patterns of right and wrong', () => {
    for (let mask = 0; mask < 128; mask += 1) {
      const right = range(0, 6).map((i) => ((mask >> i) & 1) === 1);
      const run = Math.max(
        ...right
          .map((ok) => (ok ? '1' : '0'))
          .join('')
          .split('0')
          .map((part) => part.length),
      );
      const wanted = run >= 2 ? 8 - run : 0;
      const numbers = { digits: right.map((ok) => (ok ? 3 : 4)) };
      expect(level('qxc', bet('DS', new Array<number>(7).fill(3)), numbers), right.join()).toEqual([wanted, PRIZES[wanted]]);
    }
  });

  it('[R2][R3] qxc 复式: rows multiply, and each of the bets has its own run', () => {
    const picks = Object.fromEntries(places.map((place, i) => [place, i < 2 ? [1, 2] : [1]]));
    expect(priced('qxc', 'FS', picks)).toEqual({ bets: 4, yuan: 8 });
    // 1111111; the bets 2111111, 1211111 and 2211111 have runs of six, five and five.
    expect(wins('qxc', { play: 'FS', picks }, { digits: new Array<number>(7).fill(1) })).toEqual([
      ['1', 1, 5_000_000],
      ['2', 1, 50_000],
      ['3', 2, 3_600],
    ]);
  });

  it('[R3] xqxc: six places in any order of right ones and the back number 0–14, cell by cell', () => {
    const LEVELS: Readonly<Record<string, number>> = {
      '6+1': 1,
      '6+0': 2,
      '5+1': 3,
      '5+0': 4,
      '4+1': 4,
      '4+0': 5,
      '3+1': 5,
      '3+0': 6,
      '2+1': 6,
      '1+1': 6,
      '0+1': 6,
    };
    const yuan = [0, 5_000_000, 150_000, 3_000, 500, 30, 5];
    for (let mask = 0; mask < 64; mask += 1)
      for (const back of [0, 1]) {
        const right = range(0, 5).map((i) => ((mask >> i) & 1) === 1);
        const numbers = { front: right.map((ok) => (ok ? 3 : 4)), back: [back ? 14 : 0] };
        const wanted = LEVELS[`${right.filter(Boolean).length}+${back}`] ?? 0;
        expect(level('xqxc', bet('DS', [3, 3, 3, 3, 3, 3], { back: [14] }), numbers)).toEqual([wanted, yuan[wanted]]);
      }
    const six = Object.fromEntries(places.slice(0, 6).map((place) => [place, [0, 1]]));
    expect(priced('xqxc', 'FS', { ...six, back: range(0, 14) })).toEqual({ bets: 960, yuan: 1_920 });
  });

  it('[R8] xqxc: 15,000,000 draws', () => {
    expect(ways('xqxc', 'DS', 15_000_000n)).toEqual({ 1: 1, 2: 14, 3: 54, 4: 1_971, 5: 31_590, 6: 1_188_270 });
  });
});

describe('fc3d, pl3, pl5', () => {
  const ten = range(0, 9);
  const draws = range(0, 999).map((n) => [Math.floor(n / 100), Math.floor(n / 10) % 10, n % 10]);

  it('[R3] 直选 1,040, 组三 346, 组六 173, over all thousand draws', () => {
    for (const game of ['fc3d', 'pl3']) {
      const total = { ZX: 0, ZU3: 0, ZU6: 0 };
      for (const digits of draws) {
        for (const [, , yuan] of wins(game, { play: 'ZX', picks: { bai: [1], shi: [2], ge: [3] } }, { digits })) total.ZX += yuan;
        for (const play of ['ZU3', 'ZU6'] as const)
          for (const [, , yuan] of wins(game, { play, picks: { pick: play === 'ZU3' ? [1, 2] : [1, 2, 3] } }, { digits }))
            total[play] += yuan;
      }
      // 1 2 as 组三 is 112 and 122 in three orders each; 1 2 3 as 组六 six orders.
      expect(total).toEqual({ ZX: 1_040, ZU3: 6 * 346, ZU6: 6 * 173 });
    }
  });

  it('[R2] counts of a full board', () => {
    expect(priced('fc3d', 'ZX', { bai: ten, shi: ten, ge: ten }).bets).toBe(1_000);
    expect(priced('fc3d', 'ZU3', { pick: ten }).bets).toBe(90);
    expect(priced('pl3', 'ZU6', { pick: ten }).bets).toBe(120);
    expect(priced('pl5', 'ZX', { wan: ten, qian: ten, bai: ten, shi: ten, ge: ten })).toEqual({ bets: 100_000, yuan: 200_000 });
  });

  it('[R2][R3] 和值: the known tables of counts, and every draw pays once on a board of all sums', () => {
    const direct = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 63, 69, 73, 75, 75, 73, 69, 63, 55, 45, 36, 28, 21, 15, 10, 6, 3, 1];
    const group = [1, 2, 2, 4, 5, 6, 8, 10, 11, 13, 14, 14, 15, 15, 14, 14, 13, 11, 10, 8, 6, 5, 4, 2, 2, 1];
    direct.forEach((bets, sum) => {
      expect(priced('fc3d', 'ZX_HZ', { sum: [sum] }).bets, `直选和值 ${sum}`).toBe(bets);
    });
    group.forEach((bets, at) => {
      expect(priced('pl3', 'ZU_HZ', { sum: [at + 1] }).bets, `组选和值 ${at + 1}`).toBe(bets);
    });
    for (const digits of draws) {
      expect(wins('fc3d', { play: 'ZX_HZ', picks: { sum: range(0, 27) } }, { digits })).toEqual([['win', 1, 1_040]]);
      const different = new Set(digits).size;
      const wanted = different === 1 ? [] : different === 2 ? [['zu3', 1, 346]] : [['zu6', 1, 173]];
      expect(wins('fc3d', { play: 'ZU_HZ', picks: { sum: range(1, 26) } }, { digits })).toEqual(wanted);
    }
  });

  it('[R3] pl5: all five places, 100,000', () => {
    const line = { play: 'ZX', picks: { wan: [1], qian: [2], bai: [3], shi: [4], ge: [5, 6] } };
    expect(wins('pl5', line, { digits: [1, 2, 3, 4, 5] })).toEqual([['win', 1, 100_000]]);
    expect(wins('pl5', line, { digits: [1, 2, 3, 5, 4] })).toEqual([]);
  });
});

describe('lhc', () => {
  const LEVELS: Readonly<Record<string, number>> = { '6+0': 1, '5+1': 2, '5+0': 3, '4+1': 4, '4+0': 5, '3+1': 6, '3+0': 7 };
  const PRIZES = [0, 30_000_000, 1_000_000, 50_000, 9_600, 640, 320, 40];

  it('[R3] every number of hits with and without the extra number; half units half', () => {
    const picks = { pick: range(1, 6) };
    for (let hits = 0; hits <= 6; hits += 1)
      for (const extra of [0, 1]) {
        if (hits === 6 && extra === 1) continue;
        const numbers = { main: [...range(1, hits), ...range(40, 45 - hits)], extra: [extra ? 6 : 49] };
        const wanted = LEVELS[`${hits}+${extra}`] ?? 0;
        const prize = PRIZES[wanted] as number;
        expect(level('lhc', { play: 'DS10', picks }, numbers), `${hits}+${extra}`).toEqual([wanted, prize]);
        expect(level('lhc', { play: 'DS05', picks }, numbers), `${hits}+${extra} half`).toEqual([wanted, prize / 2]);
      }
  });

  it('[R2][R3] 胆拖: 2 bankers with 6 others are 15 bets of 10 or 5, and every one holds the bankers', () => {
    const picks = { pick: range(3, 8) };
    const bankers = { pick: [1, 2] };
    expect(priced('lhc', 'DT10', picks, bankers)).toEqual({ bets: 15, yuan: 150 });
    expect(priced('lhc', 'DT05', picks, bankers)).toEqual({ bets: 15, yuan: 75 });
    expect(priced('lhc', 'FS10', { pick: range(1, 8) })).toEqual({ bets: 28, yuan: 280 });
    expect(wins('lhc', { play: 'DT10', picks, bankers }, { main: range(1, 6), extra: [7] })).toEqual([
      ['1', 1, 30_000_000],
      ['2', 4, 4_000_000],
      ['3', 4, 200_000],
      ['4', 6, 57_600],
    ]);
    expect(wins('lhc', { play: 'DT10', picks, bankers }, { main: [1, 20, 21, 22, 23, 24], extra: [25] })).toEqual([]);
  });

  it('[R8] 13,983,816 draws of the six', () => {
    const known = { 1: 1, 2: 6, 3: 252, 4: 630, 5: 12_915, 6: 17_220, 7: 229_600 };
    for (const play of ['DS10', 'FS05', 'DT10']) expect(ways('lhc', play, 13_983_816n)).toEqual(known);
  });
});

describe('plays that widen what a player may pick', () => {
  it('[R2] 后区胆拖: five or more in front, one banker and two or more behind it', () => {
    const back = { back: [2, 3, 4] };
    expect(priced('dlt', 'HDT', { front: range(1, 6), ...back }, { back: [1] })).toEqual({ bets: 18, yuan: 36 });
    expect(priced('dlt', 'HDT_ZJ', { front: range(1, 5), back: [2, 3] }, { back: [1] })).toEqual({ bets: 2, yuan: 6 });
    expect(() => priced('dlt', 'HDT', { front: range(1, 4), ...back }, { back: [1] })).toThrow();
    expect(() => priced('dlt', 'HDT', { front: range(1, 5), back: [2] }, { back: [1] })).toThrow();
    expect(() => priced('dlt', 'HDT', { front: range(1, 5), back: [2, 3] })).toThrow();
  });

  it('[R2] 七乐彩 has bankers, and one banker of 六合彩 takes all 48 others', () => {
    expect(priced('qlc', 'DT', { pick: range(3, 9) }, { pick: [1, 2] })).toEqual({ bets: 21, yuan: 42 });
    expect(priced('lhc', 'DT10', { pick: range(2, 49) }, { pick: [1] })).toEqual({ bets: 1_712_304, yuan: 17_123_040 });
  });

  it('[R2][R3] 组三和值 and 组六和值 are the two halves of 组选和值', () => {
    for (const sum of range(1, 26)) {
      const parts = [
        priced('fc3d', 'ZU3_HZ', { sum: [sum] }).bets,
        sum >= 3 && sum <= 24 ? priced('fc3d', 'ZU6_HZ', { sum: [sum] }).bets : 0,
      ];
      expect([sum, (parts[0] ?? 0) + (parts[1] ?? 0)]).toEqual([sum, priced('fc3d', 'ZU_HZ', { sum: [sum] }).bets]);
    }
    expect(wins('fc3d', { play: 'ZU3_HZ', picks: { sum: [10] } }, { digits: [4, 2, 4] })).toEqual([['win', 1, 346]]);
    expect(wins('fc3d', { play: 'ZU6_HZ', picks: { sum: [10] } }, { digits: [4, 2, 4] })).toEqual([]);
  });

  it('[R3] 五星通选: the best of five, three at an end, two at an end', () => {
    const picks = { wan: [1], qian: [2], bai: [3], shi: [4], ge: [5] };
    const won = (...digits: number[]) => wins('jlffc', { play: '5X_TX', picks }, { digits }).map(([tier]) => tier);
    expect(won(1, 2, 3, 4, 5)).toEqual(['first']);
    for (const digits of [
      [1, 2, 3, 9, 9],
      [1, 2, 3, 4, 9],
      [9, 9, 3, 4, 5],
      [9, 2, 3, 4, 5],
    ])
      expect(won(...digits)).toEqual(['second']);
    expect(won(1, 2, 9, 4, 5)).toEqual(['both']);
    for (const digits of [
      [1, 2, 9, 9, 9],
      [1, 2, 9, 4, 9],
      [9, 9, 9, 4, 5],
      [9, 2, 9, 4, 5],
    ])
      expect(won(...digits)).toEqual(['third']);
    for (const digits of [
      [9, 2, 3, 4, 9],
      [1, 9, 3, 9, 5],
      [9, 9, 3, 9, 9],
    ])
      expect(won(...digits)).toEqual([]);
  });

  it('[R3] 七色波: the colour that weighs most of six at one and the special at one and a half', () => {
    const colours = ['red', 'blue', 'green', 'tie'];
    const of = { red: [1, 2, 7, 8, 12, 13, 18], blue: [3, 4, 9, 10, 14, 15, 20], green: [5, 6, 11, 16, 17, 21, 22] };
    const won = (red: number, blue: number, green: number, te: 'red' | 'blue' | 'green') => {
      const balls = [...of.red.slice(0, red), ...of.blue.slice(0, blue), ...of.green.slice(0, green), of[te][6] as number];
      return wins('qwlhc', { play: 'QSB', picks: { colour: colours } }, { balls }).map(([tier, count]) => [tier, count]);
    };
    for (let red = 0; red <= 6; red += 1)
      for (let blue = 0; red + blue <= 6; blue += 1)
        for (const te of ['red', 'blue', 'green'] as const) {
          const weight = { red: 2 * red, blue: 2 * blue, green: 2 * (6 - red - blue) };
          weight[te] += 3;
          const most = Math.max(...Object.values(weight));
          const [first = '', second] = Object.keys(weight).filter((colour) => weight[colour as 'red'] === most);
          const expected =
            second === undefined
              ? [[first, 1]]
              : [
                  ['tie', 1],
                  ['push', 3],
                ];
          expect([red, blue, te, won(red, blue, 6 - red - blue, te).toSorted()]).toEqual([red, blue, te, expected.toSorted()]);
        }
  });
});
