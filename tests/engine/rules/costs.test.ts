/**
 * What conditions cost: figures of a whole zone are worked out without listing its draws, exactly, and a play that nobody could wait for
 * is refused where it is described. All of it is counted in steps.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadGame } from '../../../engine/descriptions/load.ts';
import type { Predicate, Value, Zone } from '../../../engine/descriptions/types.ts';
import { binomial, fraction } from '../../../engine/rules/math.ts';
import { compileGame, probability } from '../../../engine/rules/index.ts';
import { stepsAtMost } from '../../../engine/rules/costs.ts';
import { Budget } from '../../../engine/rules/budget.ts';
import { mostDraws, mostVisits, type Touch, visitDraws } from '../../../engine/rules/draw-space.ts';
import type { CompiledPlay, Game, Line } from '../../../engine/rules/types.ts';
import base from '../../../games/lhc.json' with { type: 'json' };
import { gameNamed } from './support/games.ts';
import { combinationsOf } from './support/oracle.ts';
import { runCount } from './support/runs.ts';

const whole = { zone: 'main' };
const number = (is: number): Value => ({ get: 'number', is });
const PLAY = { code: 'X', name: '大小', hint: '猜一猜', example: '大' };

/** A game of one zone (and `more`) and one play with one option, whose condition is given, as a file. */
function file(zone: Partial<Zone>, when: Predicate, more: readonly object[] = []): string {
  const { sets: _sets, poolFen: _pool, poolStakePermille: _feed, playGroups: _plays, ...rest } = base;
  const area = { kind: 'options', id: 'o', label: '盘', min: 1, max: 1, options: [{ value: 'x', label: '大' }] };
  const play = {
    ...PLAY,
    areas: [area],
    rule: { kind: 'options', combine: 'each', cases: [{ area: 'o', when, tier: 'w' }] },
    prizes: [{ kind: 'fixed', tier: 'w', name: '中', fen: 380 }],
  };
  const main = { id: 'main', label: '号码', kind: 'set', from: 1, to: 80, pick: 20, pad: 2, tone: 'red', look: 'ball', ...zone };
  return JSON.stringify({ ...rest, code: 'kl8', draw: { zones: [main, ...more] }, playGroups: [{ code: 'a', name: '盘', plays: [play] }] });
}

const load = (zone: Partial<Zone>, when: Predicate) => loadGame(file(zone, when), { file: 'games/kl8.json' });

/** The one play of such a game, and its one bet. */
function playOf(zone: Partial<Zone>, when: Predicate): readonly [CompiledPlay, Line] {
  const loaded = load(zone, when);
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join());
  const play = compileGame(loaded.document as unknown as Game).play('X') as CompiledPlay;
  return [play, { play: 'X', picks: { o: ['x'] } }];
}
const chance = (zone: Partial<Zone>, when: Predicate) => probability(...playOf(zone, when)).get('w');
const refused = (zone: Partial<Zone>, when: Predicate) => {
  const loaded = load(zone, when);
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
};

describe('a special number from the same drum', () => {
  const SPECIAL = { id: 'te', label: '特码', kind: 'set', from: 1, to: 80, pick: 1, pad: 2, tone: 'blue', look: 'ball', excludes: 'main' };
  const te = { zone: 'te' };
  const chanceOf = (value: Value) => {
    const loaded = loadGame(file({}, { op: 'gt', left: value, right: number(40) }, [SPECIAL]), { file: 'games/kl8.json' });
    if (!loaded.ok) return loaded.problems.map(({ code }) => code);
    const play = compileGame(loaded.document as unknown as Game).play('X') as CompiledPlay;
    return probability(play, { play: 'X', picks: { o: ['x'] } }).get('w');
  };
  it.each<Value>([
    { get: 'sum', of: te },
    { get: 'max', of: te },
    { get: 'min', of: te },
    { get: 'rank', of: te, nth: 1 },
  ])('is judged by its size alone: $get', (value) => expect(chanceOf(value)).toEqual(fraction(1n, 2n)));
});

describe('20 of 80 numbers', () => {
  const all = binomial(80, 20);

  it('the greatest, the smallest and the span of them have the chances of the formulas', () => {
    expect(chance({}, { op: 'gte', left: { get: 'max', of: whole }, right: number(78) })).toEqual(fraction(all - binomial(77, 20), all));
    expect(chance({}, { op: 'gt', left: { get: 'min', of: whole }, right: number(4) })).toEqual(fraction(binomial(76, 20), all));
    // Both ends of a span of 75 are fixed, and there are five places for it.
    expect(chance({}, { op: 'eq', left: { get: 'span', of: whole }, right: number(75) })).toEqual(fraction(5n * binomial(74, 18), all));
  });

  it('the tenth of them is 40 with nine below and ten above, and the sum lies evenly about 810', () => {
    const tenth: Value = { get: 'rank', of: whole, nth: 10 };
    expect(chance({}, { op: 'eq', left: tenth, right: number(40) })).toEqual(fraction(binomial(39, 9) * binomial(40, 10), all));
    const sum: Value = { get: 'sum', of: whole };
    expect(chance({}, { op: 'gt', left: sum, right: number(810) })).toEqual(chance({}, { op: 'lt', left: sum, right: number(810) }));
  });

  it('a condition over too much is refused at its rule, with what to do', () => {
    const sum: Value = { get: 'sum', of: whole };
    const span: Value = { get: 'span', of: whole };
    const both: Predicate = {
      op: 'all',
      of: [
        { op: 'odd', value: sum },
        { op: 'odd', value: span },
      ],
    };
    expect(refused({}, both)).toEqual(['PLAY_COSTLY /playGroups/0/plays/0/rule']);
    const loaded = load({}, both);
    expect(!loaded.ok && loaded.problems[0]?.message).toContain('算不完');
    // Two values of the zone that are compared with each other.
    expect(refused({}, { op: 'eq', left: { get: 'mod', value: sum, by: 20 }, right: { get: 'max', of: whole } })).toHaveLength(1);
    expect(refused({ kind: 'digits', from: 0, to: 9, pick: 9 }, { op: 'odd', value: sum })).toHaveLength(1);
    expect(refused({}, { op: 'odd', value: span })).toEqual([]);
  });
});

const FIGURES: readonly Value[] = [
  { get: 'sum', of: whole },
  { get: 'span', of: whole },
  { get: 'max', of: whole },
  { get: 'min', of: whole },
  { get: 'rank', of: whole, nth: 2 },
  { get: 'tally', of: whole, set: [2, 3, 5, 7] },
  { get: 'count', of: whole, value: number(4) },
];

it('chances by figures are those of listing every draw', () => {
  const compared = fc.record({
    op: fc.constantFrom('eq' as const, 'lt' as const, 'gte' as const),
    left: fc.constantFrom(...FIGURES),
    right: fc.oneof(fc.constantFrom(...FIGURES), fc.integer({ min: 0, max: 20 }).map(number)),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 6, max: 9 }),
      fc.array(compared, { minLength: 1, maxLength: 3 }),
      (pick, to, of) => {
        // A condition that can never hold, or always does, is no play.
        fc.pre(load({ pick, to }, { op: 'any', of }).ok);
        const [play, bet] = playOf({ pick, to }, { op: 'any', of });
        const draws = combinationsOf(
          Array.from({ length: to }, (_, n) => n + 1),
          pick,
        );
        const won = draws.filter((main) => play.settle(bet, { numbers: { main } }).size > 0).length;
        const expected = won === 0 ? undefined : fraction(BigInt(won), BigInt(draws.length));
        expect(probability(play, bet).get('w')).toEqual(expected);
      },
    ),
    { numRuns: runCount(150) },
  );
});

it('a budget is spent the same way whatever was worked out before', () => {
  const [play, bet] = playOf({}, { op: 'odd', value: { get: 'sum', of: whole } });
  const touches = play.parts(bet).flatMap((part) => part.touches);
  const enough = (steps: number) => visitDraws(play.draws, touches, () => undefined, new Budget(steps));
  expect([enough(600_000), enough(1_000), enough(600_000)]).toEqual([true, false, true]);
});

describe('facts that need no walk through draws', () => {
  const touchesOf = (play: CompiledPlay): readonly (readonly Touch[])[] =>
    play.kinds().map((bet) => play.parts(bet).flatMap((part) => part.touches));
  /** All kinds of bets of a play go through on so many steps. */
  const enough = (play: CompiledPlay, steps: number): boolean => {
    const budget = new Budget(steps);
    return touchesOf(play).every((touches) => visitDraws(play.draws, touches, () => undefined, budget));
  };
  /** Bounds past this are gone through by the check itself. */
  const MOST = 30_000;
  const places = ['a', 'b', 'c', 'd'].map((id) => ({ id, label: id }));
  const at = (place: string): Value => ({ get: 'at', zone: 'main', place });

  it('is never less than the steps of any play of the product', () => {
    let held = 0;
    for (const code of ['jlffc', 'jsks', 'bjpk10', 'pl3', 'ssq', 'lhc', 'qlc', 'dlt']) {
      const { game, plays } = compileGame(gameNamed(code));
      for (const play of plays) {
        const bound = Math.min(stepsAtMost(game.draw, play.play), mostDraws(game.draw) * play.kinds().length);
        if (bound > MOST) continue;
        held += 1;
        expect([code, play.play.code, enough(play, bound)]).toEqual([code, play.play.code, true]);
      }
    }
    expect(held).toBeGreaterThan(40);
  });

  it('is never less than the steps of bets of several values, whose numbers are counted', () => {
    const rows = (base: unknown, choose: number) => {
      const file = JSON.parse(base as string);
      const [play] = file.playGroups[0].plays;
      const area = { kind: 'numbers', id: 'o', label: '号码', min: choose, max: 6, from: 1, to: 6, layout: 'grid' };
      const when = { op: 'gte', left: { get: 'count', of: whole, value: { get: 'pick' } }, right: number(1) };
      const rule = { kind: 'options', combine: 'choose', choose, wins: 'all', cases: [{ area: 'o', when, tier: 'w' }] };
      Object.assign(play, { areas: [area], rule });
      return JSON.stringify(file);
    };
    const digits = { kind: 'digits' as const, from: 1, to: 6, pick: 4, places };
    for (const choose of [1, 2, 3, 4]) {
      const text = rows(file(digits, { op: 'eq', left: { get: 'sum', of: whole }, right: number(9) }), choose);
      const loaded = loadGame(text, { file: 'games/kl8.json' });
      if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join());
      const play = compileGame(loaded.document as unknown as Game).play('X') as CompiledPlay;
      const stepLimit = stepsAtMost(play.draws, play.play);
      // Less than all draws for each of the bets, and still enough for them.
      if (choose < 3) expect(stepLimit).toBeLessThan(play.kinds().length * mostDraws(play.draws));
      expect([choose, enough(play, stepLimit)]).toEqual([choose, true]);
    }
  });

  it('is never less than the steps of any condition', () => {
    const value = fc.constantFrom<Value>(
      ...FIGURES,
      at('a'),
      at('b'),
      { get: 'sum', of: { zone: 'main', places: ['a', 'c'] } },
      { get: 'count', of: { zone: 'main', places: ['b', 'c'] }, value: number(3) },
    );
    const compared = fc.record({
      op: fc.constantFrom('eq' as const, 'lt' as const, 'gte' as const),
      left: value,
      right: fc.oneof(value, fc.integer({ min: 0, max: 20 }).map(number)),
    });
    const kind = fc.constantFrom('digits' as const, 'sequence' as const, 'set' as const);
    let held = 0;
    fc.assert(
      fc.property(kind, fc.integer({ min: 4, max: 7 }), fc.array(compared, { minLength: 1, maxLength: 3 }), (zone, to, of) => {
        const named = JSON.stringify(of).match(/"place/);
        fc.pre(zone !== 'set' || !named);
        const shape = { kind: zone, pick: 4, to, ...(zone === 'set' ? {} : { places }) };
        fc.pre(load(shape, { op: 'any', of }).ok);
        const [play] = playOf(shape, { op: 'any', of });
        held += 1;
        const stepLimit = stepsAtMost(play.draws, play.play);
        const seen = touchesOf(play).reduce((sum, touches) => sum + mostVisits(play.draws, touches), 0);
        return enough(play, stepLimit) && enough(play, Math.min(seen, stepLimit));
      }),
      { numRuns: runCount(150, 40) },
    );
    expect(held).toBeGreaterThan(20);
  });
});
