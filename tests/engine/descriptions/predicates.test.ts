import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zonesOf } from '../../../engine/descriptions/semantics/draw.ts';
import { checkPredicate } from '../../../engine/descriptions/semantics/predicates.ts';
import type { Predicate, Slice, Value, Zone } from '../../../engine/descriptions/types.ts';

/** A zone with repeated numbers and one without, so small that the test can try every draw. */
const DIGITS: Zone = {
  id: 'd',
  label: 'd',
  kind: 'digits',
  from: 0,
  to: 3,
  pick: 3,
  places: ['x', 'y', 'z'].map((id) => ({ id, label: id })),
};
const BALLS: Zone = { id: 'b', label: 'b', kind: 'sequence', from: 1, to: 5, pick: 2, places: ['p', 'q'].map((id) => ({ id, label: id })) };
const PICK = [1, 4] as const;

interface Draw {
  readonly d: readonly number[];
  readonly b: readonly number[];
  readonly pick: number;
}
const draws: Draw[] = [];
const four = [0, 1, 2, 3];
const five = [1, 2, 3, 4, 5];
for (const x of four)
  for (const y of four)
    for (const z of four)
      for (const p of five)
        for (const q of five)
          if (p !== q) for (let pick = PICK[0]; pick <= PICK[1]; pick += 1) draws.push({ d: [x, y, z], b: [p, q], pick });

const numbersOf = (slice: Slice, draw: Draw) => {
  const zone = slice.zone === 'd' ? DIGITS : BALLS;
  const all = slice.zone === 'd' ? draw.d : draw.b;
  return slice.places === undefined
    ? all
    : slice.places.map((place) => all[zone.places?.findIndex(({ id }) => id === place) ?? 0] as number);
};

function evaluate(value: Value, draw: Draw): number {
  switch (value.get) {
    case 'number':
      return value.is;
    case 'pick':
      return draw.pick;
    case 'at':
      return numbersOf({ zone: value.zone, places: [value.place] }, draw)[0] as number;
    case 'mod':
      return evaluate(value.value, draw) % value.by;
    case 'count': {
      const wanted = evaluate(value.value, draw);
      return numbersOf(value.of, draw).filter((number) => number === wanted).length;
    }
    case 'tally':
      return numbersOf(value.of, draw).filter((number) => (value.set as readonly number[]).includes(number)).length;
    case 'groups':
      return value.sets.filter((set) => numbersOf(value.of, draw).some((number) => (set as readonly number[]).includes(number))).length;
    case 'rank':
      return [...numbersOf(value.of, draw)].sort((a, b) => a - b)[value.nth - 1] as number;
    default: {
      const numbers = numbersOf(value.of, draw);
      const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
      return { sum: numbers.reduce((a, b) => a + b, 0), span: most - least, distinct: new Set(numbers).size, max: most, min: least }[
        value.get
      ];
    }
  }
}

function holds(predicate: Predicate, draw: Draw): boolean {
  switch (predicate.op) {
    case 'all':
      return predicate.of.every((part) => holds(part, draw));
    case 'any':
      return predicate.of.some((part) => holds(part, draw));
    case 'not':
      return !holds(predicate.of, draw);
    case 'in':
      return (predicate.set as readonly number[]).includes(evaluate(predicate.value, draw));
    case 'odd':
      return evaluate(predicate.value, draw) % 2 === 1;
    case 'even':
      return evaluate(predicate.value, draw) % 2 === 0;
    case 'prime':
      return [2, 3, 5, 7, 11, 13].includes(evaluate(predicate.value, draw));
    default: {
      const [left, right] = [evaluate(predicate.left, draw), evaluate(predicate.right, draw)];
      return { eq: left === right, ne: left !== right, lt: left < right, lte: left <= right, gt: left > right, gte: left >= right }[
        predicate.op
      ];
    }
  }
}

const verdict = (predicate: Predicate) =>
  checkPredicate(
    {
      add: (code) => {
        throw new Error(code);
      },
      zones: zonesOf([DIGITS, BALLS]),
      pick: PICK,
      onPickText: () => {},
    },
    predicate,
    '',
  );

const slice: fc.Arbitrary<Slice> = fc.oneof(
  fc.constantFrom<Slice>({ zone: 'd' }, { zone: 'b' }),
  fc.subarray(['x', 'y', 'z'], { minLength: 1 }).map((places) => ({ zone: 'd', places })),
  fc.subarray(['p', 'q'], { minLength: 1 }).map((places) => ({ zone: 'b', places })),
);
const simple: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((is): Value => ({ get: 'number', is })),
  fc.constant<Value>({ get: 'pick' }),
  fc.constantFrom<Value>({ get: 'at', zone: 'd', place: 'x' }, { get: 'at', zone: 'b', place: 'q' }),
  fc.record({ get: fc.constantFrom('sum' as const, 'span' as const, 'distinct' as const, 'max' as const, 'min' as const), of: slice }),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  simple,
  fc.record({ get: fc.constant('count' as const), of: slice, value: simple }),
  fc.record({ get: fc.constant('mod' as const), value: simple, by: fc.integer({ min: 2, max: 5 }) }),
);
const predicate: fc.Arbitrary<Predicate> = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { depthSize: 'small' },
    fc.record({
      op: fc.constantFrom('eq' as const, 'ne' as const, 'lt' as const, 'lte' as const, 'gt' as const, 'gte' as const),
      left: value,
      right: value,
    }),
    fc.record({ op: fc.constant('in' as const), value, set: fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 4 }) }),
    fc.record({ op: fc.constantFrom('odd' as const, 'even' as const, 'prime' as const), value }),
    fc.record({ op: fc.constantFrom('all' as const, 'any' as const), of: fc.array(tie('predicate'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), of: tie('predicate') }),
  ),
})).predicate;

describe('checkPredicate judges conditions without a draw', () => {
  it('a condition judged `never` is true in no draw, and one judged `always` is true in every draw', () => {
    fc.assert(
      fc.property(predicate, (one) => {
        const answer = verdict(one);
        if (answer === 'maybe') return;
        expect(draws.every((draw) => holds(one, draw) === (answer === 'always'))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('a comparison of one value with a number is judged exactly', () => {
    for (const op of ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const) {
      for (let is = 0; is <= 10; is += 1) {
        for (const left of [
          { get: 'sum', of: { zone: 'd' } },
          { get: 'sum', of: { zone: 'b' } },
          { get: 'max', of: { zone: 'b' } },
          { get: 'min', of: { zone: 'b' } },
          { get: 'pick' },
        ] as const) {
          const one: Predicate = { op, left, right: { get: 'number', is } };
          const count = draws.filter((draw) => holds(one, draw)).length;
          expect([one, verdict(one)]).toEqual([one, count === 0 ? 'never' : count === draws.length ? 'always' : 'maybe']);
        }
      }
    }
  });
});
