/**
 * Sixty announced draws (numbers, pool, amounts of each tier), settled by the rules of the product: every tier that the rules fix pays what was
 * announced, to the fen, and a tier that floats pays what the announcement gives. Sources: tests/fixtures/draws/announced-draws.json.
 */
import { describe, expect, it } from 'vitest';
import { poolPrizesInForce } from '../../../engine/descriptions/pool-prizes.ts';
import type { CombinationRule, Game, Line, Play } from '../../../engine/descriptions/types.ts';
import { compileGame, settleTicket } from '../../../engine/rules/index.ts';
import file from '../../fixtures/draws/announced-draws.json' with { type: 'json' };
import { gameNamed } from './support/games.ts';
import { OF_2020, OF_2025 } from './support/kl8-tables.ts';

interface AnnouncedDraw {
  readonly issue: string;
  readonly date: string;
  readonly numbers: Readonly<Record<string, readonly number[]>>;
  readonly poolYuan?: number;
  /** By tier; 0 where nobody won a floating tier. */
  readonly yuan?: readonly number[];
  /** 追加, of the floating tiers. */
  readonly extraYuan?: readonly number[];
}
const draws = file.draws as unknown as Readonly<Record<string, readonly AnnouncedDraw[]>>;
const of = (code: string): readonly AnnouncedDraw[] => draws[code] ?? [];
const named = (code: string) => of(code).map((draw) => [draw.issue, draw] as const);

/** Numbers of a zone with `hits` of the drawn ones and the rest of others, the smallest first. */
function picks(drawn: readonly number[], hits: number, choose: number, to: number, never: readonly number[] = []): number[] {
  const others = Array.from({ length: to }, (_, i) => i + 1).filter((number) => !drawn.includes(number) && !never.includes(number));
  return [...drawn.slice(0, hits), ...others.slice(0, choose - hits)];
}

/** What a line of one bet wins, fen. `floats`: announced yuan by tier. */
function wonBy(
  game: Game,
  line: Line,
  { numbers, date }: AnnouncedDraw,
  floats: Readonly<Record<string, number>> = {},
  ids: readonly string[] = [],
) {
  const compiled = compileGame(game, Date.parse(`${date}T21:30:00+08:00`), ids);
  const prizes = Object.fromEntries(Object.entries(floats).map(([tier, yuan]) => [`${line.play}/${tier}`, yuan * 100]));
  const { wins, prizeFen } = settleTicket(compiled, { game: game.code, lines: [line] }, { numbers, prizes });
  return { tiers: wins.map(({ tier }) => tier), fen: Number(prizeFen) };
}
const playOf = (game: Game, code: string): Play => game.playGroups.flatMap(({ plays }) => plays).find((each) => each.code === code) as Play;

describe('双色球', () => {
  const game = gameNamed('ssq');
  it.each(named('ssq'))('%s', (_, draw) => {
    const { red = [], blue = [] } = draw.numbers;
    const [first, second, ...fixed] = draw.yuan as number[];
    const floats = { '1': first ?? 0, '2': second ?? 0 };
    const line = (reds: number, blues: number): Line => ({
      play: 'DS',
      picks: { red: picks(red, reds, 6, 33), blue: picks(blue, blues, 1, 16) },
    });
    const hits = [
      [6, 1],
      [6, 0],
      [5, 1],
      [5, 0],
      [4, 1],
      [4, 0],
      [3, 1],
      [2, 1],
      [1, 1],
      [0, 1],
    ] as const;
    const tier = [1, 2, 3, 4, 4, 5, 5, 6, 6, 6];
    for (const [at, [reds, blues]] of hits.entries()) {
      const yuan = [first, second, ...fixed][(tier[at] as number) - 1] as number;
      expect(wonBy(game, line(reds, blues), draw, floats)).toEqual({ tiers: [String(tier[at])], fen: yuan * 100 });
    }
    // 福运奖 is of 2026 and was not in force.
    expect(wonBy(game, line(3, 0), draw, floats)).toEqual({ tiers: [], fen: 0 });
    expect(wonBy(game, line(2, 0), draw, floats)).toEqual({ tiers: [], fen: 0 });
  });
});

describe('大乐透', () => {
  const present = gameNamed('dlt');
  /** The rules from 19019 to 26013: nine tiers. The product has the seven tiers of 26014. */
  const NINE = [
    ['1', [[5, 2]]],
    ['2', [[5, 1]]],
    ['3', [[5, 0]]],
    ['4', [[4, 2]]],
    ['5', [[4, 1]]],
    ['6', [[3, 2]]],
    ['7', [[4, 0]]],
    [
      '8',
      [
        [3, 1],
        [2, 2],
      ],
    ],
    [
      '9',
      [
        [3, 0],
        [1, 2],
        [2, 1],
        [0, 2],
      ],
    ],
  ] as const;
  const FIXED = [10_000, 3_000, 300, 200, 100, 15, 5];
  const { poolPrizes: _, ...rest } = present;
  const before: Game = {
    ...rest,
    playGroups: present.playGroups.map((group) => ({
      ...group,
      plays: group.plays.map((play) => ({
        ...play,
        rule: { ...(play.rule as CombinationRule), tiers: NINE.map(([tier, hits]) => ({ tier, hits })) as never },
        prizes: [
          ...play.prizes.slice(0, 2),
          ...FIXED.map((yuan, at) => ({ kind: 'fixed' as const, tier: String(at + 3), name: String(at + 3), fen: yuan * 100 })),
        ],
      })),
    })),
  };
  const line = (play: string, { front = [], back = [] }: AnnouncedDraw['numbers'], hits: readonly number[]): Line => ({
    play,
    picks: { front: picks(front, hits[0] ?? 0, 5, 35), back: picks(back, hits[1] ?? 0, 2, 12) },
  });

  it.each(named('dlt'))('%s, by the rules of its time', (_, draw) => {
    const yuan = draw.yuan as number[];
    const floats = { '1': yuan[0] ?? 0, '2': yuan[1] ?? 0 };
    for (const [at, [tier, all]] of NINE.entries())
      for (const hits of all)
        expect(wonBy(before, line('DS', draw.numbers, hits), draw, floats)).toEqual({ tiers: [tier], fen: (yuan[at] as number) * 100 });
    // 追加 adds 80 % of the announced base, down to the yuan.
    for (const [at, extra] of (draw.extraYuan ?? []).entries())
      if (extra > 0) expect(Math.floor(((yuan[at] as number) * 8) / 10)).toBe(extra);
  });

  it('26090, by the rules of today: the pool decides between two columns', () => {
    const draw: AnnouncedDraw = {
      issue: '26090',
      date: '2026-08-10',
      numbers: { front: [9, 14, 17, 19, 24], back: [2, 9] },
      poolYuan: 825_721_619,
    };
    const paid = (ids: readonly string[]) =>
      [
        [5, 0],
        [4, 2],
        [4, 1],
        [4, 0],
        [3, 2],
        [3, 1],
        [2, 2],
        [3, 0],
        [1, 2],
        [2, 1],
        [0, 2],
      ].map((hits) => wonBy(present, line('DS', draw.numbers, hits), draw, {}, ids).fen / 100);
    expect(paid(['high'])).toEqual([6_666, 6_666, 380, 200, 200, 18, 18, 7, 7, 7, 7]);
    expect(paid([])).toEqual([5_000, 5_000, 300, 150, 150, 15, 15, 5, 5, 5, 5]);
    expect(poolPrizesInForce(present.poolPrizes, [], (draw.poolYuan ?? 0) * 100)).toEqual(['high']);
  });
});

describe('七乐彩', () => {
  const game = gameNamed('qlc');
  const hits = [
    [7, 0],
    [6, 1],
    [6, 0],
    [5, 1],
    [5, 0],
    [4, 1],
    [4, 0],
  ] as const;
  it.each(named('qlc'))('%s', (_, draw) => {
    const { main = [], special = [] } = draw.numbers;
    const yuan = draw.yuan as number[];
    const floats = { '1': yuan[0] ?? 0, '2': yuan[1] ?? 0, '3': yuan[2] ?? 0 };
    for (const [at, [mains, specials]] of hits.entries()) {
      const others = picks(main, mains, 7 - specials, 30, special);
      const line: Line = { play: 'DS', picks: { pick: [...others, ...special.slice(0, specials)] } };
      expect(wonBy(game, line, draw, floats)).toEqual({ tiers: [String(at + 1)], fen: (yuan[at] as number) * 100 });
    }
    expect(wonBy(game, { play: 'DS', picks: { pick: picks(main, 3, 7, 30) } }, draw, floats).fen).toBe(0);
  });
});

describe('六合彩', () => {
  const game = gameNamed('lhc');
  const hits = [
    [6, 0],
    [5, 1],
    [5, 0],
    [4, 1],
    [4, 0],
    [3, 1],
    [3, 0],
  ] as const;
  it.each(named('lhc'))('%s', (_, draw) => {
    const { main = [], extra = [] } = draw.numbers;
    const yuan = draw.yuan as number[];
    const floats = { '1': yuan[0] ?? 0, '2': yuan[1] ?? 0, '3': yuan[2] ?? 0 };
    for (const [at, [mains, extras]] of hits.entries()) {
      const pick = [...picks(main, mains, 6 - extras, 49, extra), ...extra.slice(0, extras)];
      expect(wonBy(game, { play: 'DS10', picks: { pick } }, draw, floats)).toEqual({
        tiers: [String(at + 1)],
        fen: (yuan[at] as number) * 100,
      });
      // Half a bet gets half of a fixed prize.
      if (at >= 3) expect(wonBy(game, { play: 'DS05', picks: { pick } }, draw).fen).toBe((yuan[at] as number) * 50);
    }
  });
});

describe('快乐8', () => {
  const game = gameNamed('kl8');
  it.each(named('kl8'))('%s', (_, draw) => {
    const { balls = [] } = draw.numbers;
    const changed = draw.issue >= '2025350';
    for (let choose = 1; choose <= 10; choose += 1) {
      const table = (changed ? OF_2025 : OF_2020)[choose] ?? {};
      const floats = new Set(choose === 10 || (choose === 9 && changed) ? [choose] : []);
      for (let hits = 0; hits <= choose; hits += 1) {
        if (floats.has(hits)) continue;
        const line: Line = { play: `X${choose}`, picks: { pick: picks(balls, hits, choose, 80) } };
        expect([choose, hits, wonBy(game, line, draw).fen]).toEqual([choose, hits, Math.round((table[hits] ?? 0) * 100)]);
      }
    }
  });
});

it('there are twelve draws of each of the five games, and the plays are those of the product', () => {
  expect(Object.entries(draws).map(([code, all]) => [code, all.length])).toEqual([
    ['ssq', 12],
    ['dlt', 12],
    ['qlc', 12],
    ['lhc', 12],
    ['kl8', 12],
  ]);
  expect(playOf(gameNamed('ssq'), 'DS').prizes.length).toBe(7);
});
