/** Prizes that depend on the pool: when a condition begins and ends, what a draw pays under it, and what is wrong in a file with its place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { canBeAbsent, poolPrizesInForce } from '../../../engine/descriptions/pool-prizes.ts';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import type { Game, GameDescription } from '../../../engine/descriptions/types.ts';
import { changedPlays } from '../../../engine/rules/band.ts';
import { compiledGame, limitUsages, playReturns, randomLine, settleTicket } from '../../../engine/rules/index.ts';
import { changesBetween } from '../../../engine/rules/version-changes.ts';
import { numberRules } from '../../../server/content/number-rules.ts';
import { settle } from '../../../tools/games/commands.ts';
import { GameLibrary } from '../../../tools/games/library.ts';
import { gameNamed, seeded } from './support/games.ts';

const YI = 10_000_000_000;
const described = (code: string): GameDescription =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../games/${code}.json`), 'utf8')) as GameDescription;
const ssq = gameNamed('ssq');
const dlt = gameNamed('dlt');
const FIVE = (() => {
  const play = gameNamed('pl5').playGroups[0]?.plays[0];
  const prize = play?.prizes[0];
  return { code: play?.code ?? '', tier: prize?.tier ?? '', fen: prize?.kind === 'fixed' ? prize.fen : 0 };
})();
const prizesOf = (game: Game, code: string) =>
  game.playGroups
    .flatMap(({ plays }) => plays)
    .find((play) => play.code === code)
    ?.prizes.flatMap((prize) => (prize.kind === 'fixed' ? [prize.fen] : []));

describe('when a condition is in force', () => {
  // 双色球 of 2026: 福运奖 began with issue 2026014 and ended with 2026076, since the pool after 26075 was 283,183,968 yuan.
  it.each([
    ['below its beginning', 15 * YI - 1, [], []],
    ['at its beginning', 15 * YI, [], ['fortune']],
    ['between, before it began', 10 * YI, [], []],
    ['between, once in force', 10 * YI, ['fortune'], ['fortune']],
    ['at its end', 3 * YI, ['fortune'], ['fortune']],
    ['below its end', 28_318_396_800, ['fortune'], []],
    ['with a condition that the description has no more', 10 * YI, ['old'], []],
  ])('双色球 %s', (_, poolFen, before, expected) => {
    expect(poolPrizesInForce(ssq.poolPrizes, before, poolFen)).toEqual(expected);
  });

  it('大乐透 has no memory: the pool alone decides', () => {
    expect(poolPrizesInForce(dlt.poolPrizes, ['high'], 8 * YI - 1)).toEqual([]);
    expect(poolPrizesInForce(dlt.poolPrizes, [], 8 * YI)).toEqual(['high']);
    expect(poolPrizesInForce(undefined, ['high'], 8 * YI)).toEqual([]);
  });
});

describe('what a draw pays', () => {
  it('大乐透 pays its second column to every play', () => {
    for (const code of ['DS', 'FS', 'DS_ZJ', 'FS_ZJ', 'DT', 'DT_ZJ', 'HDT', 'HDT_ZJ']) {
      expect(prizesOf(gameAt(dlt), code)).toEqual([500_000, 30_000, 15_000, 1_500, 500]);
      expect(prizesOf(gameAt(dlt, undefined, ['high']), code)).toEqual([666_600, 38_000, 20_000, 1_800, 700]);
    }
  });

  it('福运奖 is no tier while it is not in force, and 3+0 wins 5 yuan while it is', () => {
    const ticket = { game: 'ssq', lines: [{ play: 'DS', picks: { red: [1, 2, 3, 10, 11, 12], blue: [5] } }] };
    const draw = { numbers: { red: [1, 2, 3, 20, 21, 22], blue: [6] } };
    expect(settleTicket(compiledGame(ssq), ticket, draw)).toEqual({ wins: [], prizeFen: 0n });
    expect(settleTicket(compiledGame(ssq, undefined, ['fortune']), ticket, draw)).toEqual({
      wins: [{ line: 0, tier: '7', count: 1n, prizeFen: 500n }],
      prizeFen: 500n,
    });
    const off = compiledGame(ssq).play('DS')?.play;
    expect(off?.prizes.map(({ tier }) => tier)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(off?.rule.kind === 'combination' && off.rule.tiers.map(({ tier }) => tier)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('the same conditions give the same game, which is not changed again', () => {
    const high = gameAt(dlt, undefined, ['high']);
    expect(gameAt(dlt, undefined, ['high', 'other'])).toBe(high);
    expect(gameAt(high)).toBe(high);
    expect(gameAt(high, 0, [])).toBe(high);
    expect(high.poolPrizesInForce).toEqual(['high']);
    expect(gameAt(dlt)).not.toBe(high);
  });

  it('dates come first, then the pool, then a bonus on what they make', () => {
    const bet = { plays: ['DS'], tier: '7' };
    const game: Game = {
      ...dlt,
      datedPrizes: [{ from: '2026-12-01T00:00:00', prizes: [{ ...bet, fen: 600 }] }],
      bonusPeriods: [
        { name: '加奖', from: '2026-12-02T00:00:00', until: '2026-12-03T00:00:00', prizes: [{ ...bet, permille: 100 } as never] },
      ],
    };
    const at = (wall: string, ids: readonly string[]) => prizesOf(gameAt(game, Date.parse(`${wall}+08:00`), ids), 'DS')?.at(-1);
    expect(at('2026-12-01T12:00:00', [])).toBe(600);
    expect(at('2026-12-01T12:00:00', ['high'])).toBe(700);
    expect(at('2026-12-02T12:00:00', ['high'])).toBe(770);
    expect(at('2026-12-02T12:00:00', [])).toBe(660);
  });

  it('the return follows the condition', () => {
    const returned = (ids: readonly string[]) => {
      const average = playReturns(compiledGame(ssq, undefined, ids), 'DS')?.average;
      return Number(average?.numerator) / Number(average?.denominator);
    };
    // C(6,3) · C(27,3) of the C(33,6) draws share three red balls with a bet, and 15 of 16 blue balls are another: 5 yuan for 2.
    expect(returned(['fortune']) - returned([])).toBeCloseTo(((20 * 2_925 * 15) / (1_107_568 * 16)) * 2.5, 10);
  });

  it('a limit of payouts counts the largest prize of all conditions', () => {
    const game: Game = {
      ...gameNamed('pl5'),
      poolFen: 1,
      poolPrizes: [
        { id: 'a', name: 'A', fromFen: 5, prizes: [{ plays: [FIVE.code], tier: FIVE.tier, fen: FIVE.fen + 300 }] },
        { id: 'b', name: 'B', fromFen: 9, prizes: [{ plays: [FIVE.code], tier: FIVE.tier, fen: FIVE.fen + 200 }] },
      ],
      limits: { plays: [{ play: FIVE.code, selection: { exposureFen: 1_000_000_000_000 } }] },
    };
    const line = randomLine(compiledGame(game), FIVE.code, seeded(1));
    expect(limitUsages(game, { lines: line ? [line] : [] }).find(({ own }) => !own)?.each).toBe(FIVE.fen + 300);
  });
});

describe('what is wrong in a file', () => {
  const codes = (change: object, base = described('ssq')) => {
    const loaded = loadGame(JSON.stringify({ ...base, ...change }), { file: `${base.code}.json` });
    return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
  };
  const condition = { id: 'fortune', name: '福运奖', fromFen: 15 * YI, belowFen: 3 * YI };
  const prize = { plays: ['DS', 'FS', 'DT'], tier: '7', fen: 500 };

  it.each([
    [{}, []],
    [{ poolPrizes: [{ ...condition, belowFen: 16 * YI, prizes: [prize] }] }, ['POOL_PRIZES_ORDER /poolPrizes/0/belowFen']],
    [{ poolPrizes: [{ ...condition, prizes: [{ ...prize, tier: '1' }, prize] }] }, ['PRIZE_FLOATING /poolPrizes/0/prizes/0/fen']],
    [{ poolPrizes: [{ ...condition, prizes: [{ ...prize, fen: 0 }] }] }, ['PRIZE_ZERO /poolPrizes/0/prizes/0/fen']],
    [
      { poolPrizes: [{ ...condition, prizes: [{ ...prize, plays: ['DS'], tier: '8' }, prize] }] },
      ['TIER_UNKNOWN /poolPrizes/0/prizes/0/tier'],
    ],
    [
      {
        poolPrizes: [
          { ...condition, prizes: [prize] },
          { ...condition, prizes: [prize] },
        ],
      },
      ['DUPLICATE /poolPrizes/1/id'],
    ],
    // Without the condition that pays it, a prize of 0 is a mistake in each play.
    [
      { poolPrizes: [{ ...condition, prizes: [{ ...prize, plays: ['DS'] }] }] },
      ['PRIZE_ZERO /playGroups/0/plays/1/prizes/6/fen', 'PRIZE_ZERO /playGroups/1/plays/0/prizes/6/fen'],
    ],
  ] as const)('%#', (change, expected) => {
    expect(codes(change as never)).toEqual(expected);
  });

  it('a rule whose only tier it is cannot do without it', () => {
    const tiers = [{ tier: '1', hits: [[6, 1]] }];
    const rule = { kind: 'combination', picks: [], tiers } as never;
    expect(canBeAbsent(rule, '1')).toBe(false);
    expect(canBeAbsent({ kind: 'combination', picks: [], tiers: [...tiers, { tier: '7', hits: [[3, 0]] }] } as never, '7')).toBe(true);
  });

  it('a game without floating prizes has no pool that could decide', () => {
    const prizes = [{ plays: [FIVE.code], tier: FIVE.tier, fen: 500 }];
    expect(codes({ poolPrizes: [{ ...condition, prizes }] }, described('pl5'))).toEqual(['POOL_IDLE /poolPrizes']);
  });
});

it('the band is checked under each condition, at the place of the condition', () => {
  const found = changedPlays(described('ssq'), ssq);
  expect(found.map(({ turn, play }) => [turn.pointer, turn.name, play.code, play.prizes.length])).toEqual([
    ['/poolPrizes/0/prizes', '福运奖', 'DS', 7],
    ['/poolPrizes/0/prizes', '福运奖', 'FS', 7],
    ['/poolPrizes/0/prizes', '福运奖', 'DT', 7],
  ]);
});

it('a change of a condition is named', () => {
  const { poolPrizes: _, ...without } = ssq;
  expect(changesBetween(compiledGame(without), compiledGame(ssq)).map(({ text }) => text)).toContain('新增随奖池变的奖金「福运奖」');
});

it('the page of rules says when it begins and ends, what it pays and whether it holds', () => {
  const texts = (game: Game, inForce: readonly string[]) =>
    numberRules(game, Date.parse('2026-12-01T21:15:00+08:00'), [], inForce).flatMap((piece) =>
      piece.kind === 'list' ? piece.items : piece.kind === 'text' ? [piece.text] : [],
    );
  expect(texts(ssq, [])).toEqual(
    expect.arrayContaining([
      '福运奖：上一期开奖后奖池不少于 15 亿元，本期起生效；少于 3 亿元，本期起停止；生效时福运奖 每注 5 元。',
      '下表按当前奖池列出，以上条件都未生效。',
    ]),
  );
  expect(texts(dlt, ['high'])).toContain('下表按当前奖池列出，奖池 8 亿元以上已生效。');
});

it('settle takes the conditions of a line, and names those that there are when one is unknown', async () => {
  const library = await GameLibrary.open('games', 'zh');
  const line = {
    ticket: { game: 'dlt', lines: [{ play: 'DS', picks: { front: [1, 2, 3, 4, 5], back: [1, 2] } }] },
    draw: { numbers: { front: [1, 2, 3, 4, 5], back: [3, 4] } },
  };
  const paid = async (more: object) => (await settle({ ...line, ...more }, library, 'zh')) as { prizeFen?: bigint; errors?: unknown[] };
  expect((await paid({})).prizeFen).toBe(500_000n);
  expect((await paid({ poolPrizes: [] })).prizeFen).toBe(500_000n);
  expect((await paid({ poolPrizes: ['high'] })).prizeFen).toBe(666_600n);
  expect((await paid({ poolPrizes: ['fortune'] })).errors).toMatchObject([
    { code: 'POOL_PRIZES_UNKNOWN', pointer: '/poolPrizes', message: 'dlt 没有奖池条件 fortune（有：high）；请改正' },
  ]);
  expect((await paid({ poolPrizes: 'high' })).errors).toMatchObject([{ code: 'TYPE', pointer: '/poolPrizes' }]);
});
