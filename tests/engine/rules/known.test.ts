import { describe, expect, it } from 'vitest';
import { compileGame, formatLine, priceTicket, settleTicket, validateTicket } from '../../../engine/rules/index.ts';
import type { CompiledPlay, Draw, Line, Picks, Ticket } from '../../../engine/rules/types.ts';
import { gameNamed } from './support/games.ts';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function bets(game: string, play: string, picks: Picks, bankers?: Picks): bigint {
  return (compileGame(gameNamed(game)).play(play) as CompiledPlay).count(bankers ? { play, picks, bankers } : { play, picks });
}

function wins(game: string, lines: readonly Line[], numbers: Draw['numbers'], prizes?: Draw['prizes']): [string, bigint, bigint][] {
  const ticket = { game: gameNamed(game).code, lines };
  const settled = settleTicket(compileGame(gameNamed(game)), ticket, prizes ? { numbers, prizes } : { numbers });
  return settled.wins.map((win) => [win.tier, win.count, win.prizeFen]);
}

describe('counts known from elsewhere', () => {
  it('[R2] ssq', () => {
    expect(bets('ssq', 'FS', { red: range(1, 7), blue: [1, 2] })).toBe(14n);
    expect(bets('ssq', 'FS', { red: range(1, 20), blue: range(1, 16) })).toBe(620_160n);
    expect(bets('ssq', 'DT', { red: [3, 4, 5, 6, 7], blue: [9] }, { red: [1, 2] })).toBe(5n);
    // 胆 + 拖 = 6 is one bet, and accepted.
    expect(bets('ssq', 'DT', { red: [6], blue: [9] }, { red: [1, 2, 3, 4, 5] })).toBe(1n);
  });

  it('[R2] ssc 组选', () => {
    const ten = range(0, 9);
    expect(bets('jlffc', '5X_ZU120', { pick: ten })).toBe(252n);
    expect(bets('jlffc', '5X_ZU60', { double: ten, single: ten })).toBe(840n);
    expect(bets('jlffc', '5X_ZU30', { double: ten, single: ten })).toBe(360n);
    expect(bets('jlffc', '5X_ZU20', { triple: ten, single: ten })).toBe(360n);
    expect(bets('jlffc', '5X_ZU10', { triple: ten, double: ten })).toBe(90n);
    expect(bets('jlffc', '5X_ZU5', { quad: ten, single: ten })).toBe(90n);
    expect(bets('jlffc', '4X_ZU24', { pick: ten })).toBe(210n);
    expect(bets('jlffc', '4X_ZU12', { double: ten, single: ten })).toBe(360n);
    expect(bets('jlffc', '4X_ZU6', { pick: ten })).toBe(45n);
    expect(bets('jlffc', '4X_ZU4', { triple: ten, single: ten })).toBe(90n);
    expect(bets('jlffc', 'Q3_ZU3', { pick: ten })).toBe(90n);
    expect(bets('jlffc', 'Q3_ZU6', { pick: ten })).toBe(120n);
    // Overlap drops out: 重号 1, 2 with 单号 1 … 4 leaves C(3,3) for each.
    expect(bets('jlffc', '5X_ZU60', { double: [1, 2], single: [1, 2, 3, 4] })).toBe(2n);
    expect(bets('jlffc', '5X_ZX', { wan: ten, qian: ten, bai: ten, shi: ten, ge: ten })).toBe(100_000n);
  });

  it('[R2] 11x5: ordered picks without repeats, and bankers', () => {
    const all = range(1, 11);
    expect(bets('syxw', 'Q2ZHIX', { b1: all, b2: all })).toBe(110n);
    expect(bets('syxw', 'Q3ZHIX', { b1: all, b2: all, b3: all })).toBe(990n);
    expect(bets('syxw', 'Q3ZHIX', { b1: [1, 2], b2: [1, 2], b3: [1, 2, 3] })).toBe(2n);
    expect(bets('syxw', 'Q2ZHIX', { b1: [5], b2: [5] })).toBe(0n);
    expect(bets('syxw', 'RX5', { pick: all })).toBe(462n);
    expect(bets('syxw', 'RX5_DT', { pick: range(3, 8) }, { pick: [1, 2] })).toBe(20n);
  });

  it('[R2] ten places without repeats count 10!, and past 2^53 exactly', () => {
    const places = range(1, 10).map((n) => ({ id: `p${n}`, label: `${n}` }));
    const shape = { zones: [{ id: 'row', label: 'row', kind: 'sequence' as const, from: 1, to: 49, pick: 10, places }] };
    const play = {
      code: 'ALL',
      name: 'all',
      hint: 'all',
      areas: places.map(({ id }) => ({ kind: 'numbers' as const, id, label: id, from: 1, to: 49, min: 1, max: 49 })),
      rule: {
        kind: 'direct' as const,
        distinct: true,
        parts: [{ score: 'count' as const, places: places.map(({ id }) => ({ area: id, zone: 'row', place: id })) }],
        tiers: [{ tier: 'win', hits: [[10]] }],
      },
      prizes: [{ kind: 'fixed' as const, tier: 'win', name: 'win', fen: 100 }],
    };
    const game = { ...gameNamed('toy'), code: 'row', draw: shape, playGroups: [{ code: 'g', name: 'g', plays: [play] }] };
    const compiled = compileGame(game).play('ALL') as CompiledPlay;
    const line = (values: number[]): Line => ({ play: 'ALL', picks: Object.fromEntries(places.map(({ id }) => [id, values])) });
    expect(compiled.count(line(range(1, 10)))).toBe(3_628_800n);
    // 49 · 48 ⋯ 40 is past 2^53.
    expect(compiled.count(line(range(1, 49)))).toBe(29_820_834_418_636_800n);
  });
});

describe('wins known from elsewhere', () => {
  it('[R3] ssq 7+2 with all six and the blue', () => {
    const line = { play: 'FS', picks: { red: range(1, 7), blue: [1, 2] } };
    const drawn = { red: range(1, 6), blue: [1] };
    expect(wins('ssq', [line], drawn)).toEqual([
      ['1', 1n, 500_000_000n],
      ['2', 1n, 15_000_000n],
      ['3', 6n, 1_800_000n],
      ['4', 6n, 120_000n],
    ]);
    const prizes = { 'FS/1': 123_456_700, 'FS/2': 9_900 };
    expect(wins('ssq', [line], drawn, prizes).slice(0, 2)).toEqual([
      ['1', 1n, 123_456_700n],
      ['2', 1n, 9_900n],
    ]);
  });

  it('[R3] ssq 胆拖: a banker that is not drawn spoils every bet', () => {
    const line = { play: 'DT', picks: { red: [3, 4, 5, 6, 7], blue: [9] }, bankers: { red: [1, 33] } };
    expect(wins('ssq', [line], { red: range(1, 6), blue: [16] })).toEqual([
      ['4', 1n, 20_000n],
      ['5', 4n, 4_000n],
    ]);
  });

  it('[R3] k3: 111 wins 11* too, and 二同号单选 not', () => {
    const draw = { dice: [1, 1, 1] };
    expect(wins('jsks', [{ play: 'ETH_FX', picks: { face: [1, 2] } }], draw)).toEqual([['win', 1n, 1_500n]]);
    expect(wins('jsks', [{ play: 'ETH_DX', picks: { pair: [1], single: [2, 3] } }], draw)).toEqual([]);
    expect(wins('jsks', [{ play: 'ETH_DX', picks: { pair: [1], single: [2, 3] } }], { dice: [1, 3, 1] })).toEqual([['win', 1n, 8_000n]]);
    expect(wins('jsks', [{ play: 'EBTH', picks: { face: [1, 2, 3] } }], { dice: [2, 1, 2] })).toEqual([['win', 1n, 800n]]);
  });

  it('[R3] ssc 龙虎: a tie loses both sides and pays 和', () => {
    const line = { play: 'LH', picks: { 'wan-qian': ['dragon', 'tiger', 'tie'] } };
    expect(wins('jlffc', [line], { digits: [4, 4, 0, 0, 0] })).toEqual([['tie', 1n, 1_800n]]);
    expect(wins('jlffc', [line], { digits: [5, 4, 0, 0, 0] })).toEqual([['side', 1n, 400n]]);
  });

  it('[R3] ssc 组三 wants exactly one pair', () => {
    const line = { play: 'Q3_ZU3', picks: { pick: [1, 2] } };
    expect(wins('jlffc', [line], { digits: [1, 2, 1, 9, 9] })).toEqual([['win', 1n, 60_000n]]);
    expect(wins('jlffc', [line], { digits: [1, 1, 1, 9, 9] })).toEqual([]);
  });

  it('[R3] 11x5: 任选七 holds all five drawn, each bet paid', () => {
    const line = { play: 'RX7', picks: { pick: range(1, 9) } };
    expect(wins('syxw', [line], { balls: [9, 8, 1, 2, 3] })).toEqual([['win', 6n, 15_600n]]);
  });
});

describe('price', () => {
  it('[R9] bets × unit × multiplier × issues, past 2^53 too', () => {
    const compiled = compileGame(gameNamed('ssq'));
    const line = { play: 'FS', picks: { red: range(1, 20), blue: range(1, 16) } };
    const ticket: Ticket = { game: 'ssq', lines: new Array(100).fill(line), multiplier: 50_000, issues: 25 };
    expect(validateTicket(compiled, ticket).ok).toBe(true);
    expect(priceTicket(compiled, ticket)).toEqual({ bets: 62_016_000n, amountFen: 62_016_000n * 200n * 50_000n * 25n });
  });
});

describe('written form', () => {
  const written = (game: string, line: Line): string =>
    formatLine((compileGame(gameNamed(game)).play(line.play) as CompiledPlay).play, line);

  it('[R12] as players write it, numbers ascending', () => {
    expect(written('ssq', { play: 'DT', picks: { red: [12, 6, 5], blue: [9] }, bankers: { red: [2, 1] } })).toBe(
      '[胆 01 02] 拖 05 06 12 + 09',
    );
    expect(written('ssq', { play: 'FS', picks: { red: range(1, 7), blue: [2, 1] } })).toBe('01 02 03 04 05 06 07 + 01 02');
    expect(written('jlffc', { play: 'Q3_ZX', picks: { wan: [2, 1], qian: [3], bai: [4] } })).toBe('万 1 2 | 千 3 | 百 4');
    expect(written('jlffc', { play: 'DWD', picks: { shi: [0], ge: [] } })).toBe('十 0');
    expect(written('jlffc', { play: 'LH', picks: { 'qian-ge': ['tie', 'dragon'] } })).toBe('千比个 龙 和');
    expect(written('jlffc', { play: '5X_ZU60', picks: { double: [1], single: [2, 3, 4] } })).toBe('二重号 1 | 单号 2 3 4');
    expect(written('jsks', { play: 'HZ', picks: { sum: [10, 4] } })).toBe('4 10');
    expect(written('jsks', { play: 'STH_TX', picks: { any: ['triple'] } })).toBe('三同号通选');
  });
});
