/**
 * Direct bets whose values must differ. Where no number is picked for two places nothing competes, and each place is looked at by itself: 64
 * draws stand for the 2,985,984 of six places of twelve numbers. And what bets on any few places take.
 */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Game, Line, Play, Zone } from '../../../engine/descriptions/types.ts';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { compileGame, prizeRange } from '../../../engine/rules/index.ts';
import { fraction } from '../../../engine/rules/math.ts';
import { oddsOf } from '../../../engine/rules/odds.ts';
import type { CompiledPlay } from '../../../engine/rules/types.ts';
import base from '../../../games/lhc.json' with { type: 'json' };
import { stepCounter } from '../../support/steps.ts';
import { gameNamed } from './support/games.ts';
import { oracleBets, oracleWins } from './support/oracle.ts';
import { runCount } from './support/runs.ts';

/**
 * One zone of digits or of a drum, a place for each of its draws, and one play on all of them with a tier for each named score. `choose`: on
 * so many of them, any, and values need not differ.
 */
function gameOf(zone: Pick<Zone, 'kind' | 'to' | 'pick'>, score: 'run' | 'count', hits: readonly number[], choose?: number): Game {
  const { sets: _sets, poolFen: _pool, poolStakePermille: _feed, playGroups: _plays, ...rest } = base;
  const ids = Array.from({ length: zone.pick }, (_, n) => `p${n + 1}`);
  const play = {
    code: 'X',
    name: '直选',
    hint: '每位一个号码，各不相同',
    areas: ids.map((id) => ({ kind: 'numbers', id, label: id, from: 1, to: zone.to, min: choose === undefined ? 1 : 0, max: zone.to })),
    rule: {
      kind: 'direct',
      ...(choose === undefined ? { distinct: true } : { choose }),
      parts: [{ score, places: ids.map((id) => ({ area: id, zone: 'z', place: id })) }],
      tiers: hits.map((n) => ({ tier: `t${n}`, hits: [[n]] })),
    },
    prizes: hits.map((n) => ({ kind: 'fixed', tier: `t${n}`, name: `${n}`, fen: 2000 + n })),
  };
  const zones = [{ id: 'z', label: '号码', from: 1, ...zone, places: ids.map((id) => ({ id, label: id })) }];
  const text = JSON.stringify({ ...rest, code: 'kl8', draw: { zones }, playGroups: [{ code: 'a', name: '盘', plays: [play] }] });
  const loaded = loadGame(text, { file: 'games/kl8.json' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.document as unknown as Game;
}

const counter = stepCounter();
afterAll(() => counter.stop());

it('the odds of six places of twelve numbers by the longest run are exact, in few steps', () => {
  // The game that a night of random games met: 1,016,467,819 steps once.
  const compiled = compileGame(gameOf({ kind: 'digits', to: 12, pick: 6 }, 'run', [0, 1]));
  let tiers: readonly unknown[] = [];
  const steps = counter.count(() => {
    tiers = oddsOf(compiled, 'X').flatMap((play) => play.kinds.flatMap((kind) => kind.tiers.map(({ tier, chance }) => [tier, chance])));
  });
  // No two right places side by side: one right place 6 ways, two 10, three 4.
  const one = 6n * 11n ** 5n + 10n * 11n ** 4n + 4n * 11n ** 3n;
  expect(tiers).toEqual([
    ['t0', fraction(11n ** 6n, 12n ** 6n)],
    ['t1', fraction(one, 12n ** 6n)],
  ]);
  expect(steps).toBeLessThan(200_000);
});

it('looking through draws is paid for by what a bet on any seven of eight places takes to settle', () => {
  // Another game of such a night: the range of five lines took 1,065,215,894 steps.
  const compiled = compileGame(gameOf({ kind: 'sequence', to: 13, pick: 8 }, 'count', [7], 7));
  const lines = Array.from({ length: 5 }, (_, n): Line => {
    const filled = Array.from({ length: 8 }, (_each, at) => at).filter((at) => at !== n);
    return { play: 'X', picks: Object.fromEntries(filled.map((at) => [`p${at + 1}`, [((at + n) % 13) + 1]])) };
  });
  const BUDGET = 30_000;
  const ticket = { game: 'kl8', lines, multiplier: 1, issues: 1 };
  expect(counter.count(() => void prizeRange(compiled, ticket, BUDGET))).toBeLessThan(BUDGET * 400);
  // Of 时时彩 a bet on any two, three or four of five places is as plain as any.
  const quick = compileGame(gameNamed('jlffc'));
  for (const code of ['RX2_ZX', 'RX3_ZX', 'RX4_ZX']) {
    const play = quick.play(code) as CompiledPlay;
    const board = { play: code, picks: Object.fromEntries([...play.areas].map(([id, area]) => [id, area.values])) };
    expect([code, play.parts(board).map(({ weight }) => weight)]).toEqual([code, [1]]);
  }
});

it('wins and prize ranges are those of listing every bet and draw, whether places compete or not', () => {
  let competing = 0;
  let apart = 0;
  const shape = fc
    .record({
      kind: fc.constantFrom('digits' as const, 'sequence' as const),
      pick: fc.integer({ min: 2, max: 3 }),
      to: fc.integer({ min: 4, max: 5 }),
    })
    .chain((zone) =>
      fc.record({
        zone: fc.constant(zone),
        score: fc.constantFrom('run' as const, 'count' as const),
        hits: fc.subarray(
          Array.from({ length: zone.pick + 1 }, (_, n) => n).filter(
            (n) => zone.kind === 'digits' || n !== zone.pick - 1 || zone.to > zone.pick,
          ),
          { minLength: 1 },
        ),
        rows: fc.array(fc.uniqueArray(fc.integer({ min: 1, max: zone.to }), { minLength: 1, maxLength: 3 }), {
          minLength: zone.pick,
          maxLength: zone.pick,
        }),
      }),
    );
  fc.assert(
    fc.property(shape, ({ zone, score, hits, rows }) => {
      const game = gameOf(zone, score, hits);
      const compiled = compileGame(game);
      const play = game.playGroups[0]?.plays[0] as Play;
      const line: Line = { play: 'X', picks: Object.fromEntries(rows.map((row, n) => [`p${n + 1}`, row])) };
      const bets = oracleBets(game, play, line);
      if (bets.length === 0) return;
      if (new Set(rows.flat()).size < rows.flat().length) competing += 1;
      else apart += 1;
      const ticket = { game: 'kl8', lines: [line], multiplier: 1, issues: 1 };
      const won: bigint[] = [];
      for (const drawn of drawsOf(zone)) {
        const draw = { numbers: { z: drawn } };
        const expected = oracleWins(game, play, bets, draw);
        expect(Object.fromEntries(compiled.play('X')?.settle(line, draw) ?? [])).toEqual(
          Object.fromEntries(Object.entries(expected).map(([tier, count]) => [tier, BigInt(count)])),
        );
        won.push(Object.entries(expected).reduce((sum, [tier, count]) => sum + BigInt(count) * BigInt(2000 + Number(tier.slice(1))), 0n));
      }
      const positive = won.filter((fen) => fen > 0n);
      const least = positive.reduce((a, b) => (b < a ? b : a), positive[0] ?? 0n);
      const most = won.reduce((a, b) => (b > a ? b : a), 0n);
      expect(prizeRange(compiled, ticket)).toEqual({ minFen: least, maxFen: most, exact: true });
    }),
    { numRuns: runCount(120, 60) },
  );
  // Of 60 lines about 13 have no number in common; 2,000 samples of 60 had 5 or more.
  expect(Math.min(competing, apart)).toBeGreaterThan(2);
});

/** Every draw of a small zone. */
function drawsOf({ kind, to, pick }: Pick<Zone, 'kind' | 'to' | 'pick'>): number[][] {
  let rows: number[][] = [[]];
  for (let n = 0; n < pick; n++)
    rows = rows.flatMap((row) =>
      Array.from({ length: to }, (_, v) => v + 1)
        .filter((v) => kind === 'digits' || !row.includes(v))
        .map((v) => [...row, v]),
    );
  return rows;
}
