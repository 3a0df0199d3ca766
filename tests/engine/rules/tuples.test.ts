/** Bets that a picked number stands for (包胆) are counted by shapes: exactly, and without going through what fills the places. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { CountedTuples } from '../../../engine/rules/kinds/tuples.ts';
import { TupleSpace, type TupleTier } from '../../../engine/rules/tuple-space.ts';
import type { TuplesRule, Zone } from '../../../engine/descriptions/types.ts';
import type { CompiledArea, RuleContext } from '../../../engine/rules/zones.ts';
import { stepCounter } from '../../support/steps.ts';
import { runCount } from './support/runs.ts';

const counter = stepCounter();
afterAll(() => counter.stop());

const zone = (from: number, base: number, kind: Zone['kind']): Zone =>
  ({ id: 'a', label: 'a', kind, from, to: from + base - 1, pick: 1 }) as Zone;
const shapes: fc.Arbitrary<readonly TupleTier[]> = fc.constantFrom(
  [{ tier: 'w' }],
  [{ tier: 'w', shapes: [[2, 1]] }],
  [{ tier: 'z3', shapes: [[1, 2]] }, { tier: 'z6' }],
  [
    {
      tier: 'a',
      shapes: [
        [1, 1, 1, 1],
        [2, 2],
      ],
    },
  ],
);

it('[R1] bets within some numbers of a zone are as many as those that are gone through', () => {
  fc.assert(
    fc.property(
      fc.record({
        from: fc.integer({ min: 0, max: 2 }),
        base: fc.integer({ min: 1, max: 7 }),
        size: fc.integer({ min: 1, max: 5 }),
        ordered: fc.boolean(),
        kind: fc.constantFrom<Zone['kind']>('digits', 'sequence'),
        tiers: shapes,
      }),
      ({ from, base, size, ordered, kind, tiers }) => {
        const space = new TupleSpace(zone(from, base, kind), size, ordered, tiers);
        for (let known = 0; known <= base; known++) {
          const listed = [...space.all()].filter((code) => space.numbers(code).every((n) => n < from + known));
          expect(space.betsWithin(known)).toBe(listed.length);
        }
      },
    ),
    { numRuns: runCount(100) },
  );
});

it('a number that is in bets of five places of twelve numbers takes few steps to count, picked or not in the zone', () => {
  const rule = { kind: 'tuples', of: { zone: 'a' }, area: 'a', by: 'has', order: 'direct', tiers: [{ tier: 'w' }] } as TuplesRule;
  const context = { play: { code: 'P' } } as RuleContext;
  const play = new CountedTuples(context, rule, {} as CompiledArea, new TupleSpace(zone(1, 12, 'digits'), 5, true, rule.tiers));
  let bets = 0n;
  const steps = counter.count(() => {
    bets = play.count({ play: 'P', picks: { a: [1, 12, 13] } });
  });
  expect(bets).toBe(12n ** 5n - 10n ** 5n);
  expect(steps).toBeLessThan(2_000);
});
