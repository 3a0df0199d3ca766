import type { Draw, PickedValue, Predicate, Slice, Value, Zone } from '../descriptions/types.ts';
import type { Figure, Touch } from './draw-space.ts';
import {
  type BoundSlice,
  bindSlice,
  placeIndex,
  RuleDefinitionError,
  type RuleContext,
  sliceLength,
  sliceNumbers,
  zoneOf,
} from './zones.ts';

/** A condition over a draw and the picked value, parsed once. */
export interface CompiledPredicate {
  holds(draw: Draw, pick: PickedValue): boolean;
  touches(pick: PickedValue): readonly Touch[];
}

export interface CompiledValue {
  of(draw: Draw, pick: PickedValue): number;
  /** Touches that need the number itself. */
  readonly numeric: readonly Touch[];
  /** The one drawn place that this value is, when it is just that: a condition on it alone is a set of its numbers. */
  readonly place?: { readonly zone: Zone; readonly index: number };
  /** Known without the draw. */
  readonly constant?: (pick: PickedValue) => number;
  /** Comparisons of this value ask less than its numbers: how often a known value stands in a slice. */
  readonly membership?: (pick: PickedValue) => readonly Touch[];
}

/** Turns a predicate of a description into closures: no evaluation of text, no loop that the description controls. */
export function compilePredicate(context: RuleContext, predicate: Predicate, pickable: boolean): CompiledPredicate {
  const value = (v: Value): CompiledValue => compileValue(context, v, pickable);
  const touchesOf = (v: CompiledValue, pick: PickedValue): readonly Touch[] => v.membership?.(pick) ?? v.numeric;
  switch (predicate.op) {
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte': {
      const left = value(predicate.left);
      const right = value(predicate.right);
      const compare = comparisons[predicate.op];
      return {
        holds: (draw, pick) => compare(left.of(draw, pick), right.of(draw, pick)),
        touches: (pick) => {
          const { constant: known } = right;
          if (left.place && known) return [onPlace(left.place, (v) => compare(v, known(pick)))];
          const { constant: knownLeft } = left;
          if (right.place && knownLeft) return [onPlace(right.place, (v) => compare(knownLeft(pick), v))];
          return [...touchesOf(left, pick), ...touchesOf(right, pick)];
        },
      };
    }
    case 'in': {
      const subject = value(predicate.value);
      const set = new Set(numbersOf(context, predicate.set));
      return {
        holds: (draw, pick) => set.has(subject.of(draw, pick)),
        touches: (pick) => (subject.place ? [onPlace(subject.place, (v) => set.has(v))] : touchesOf(subject, pick)),
      };
    }
    case 'odd':
    case 'even':
    case 'prime': {
      const subject = value(predicate.value);
      const test = parities[predicate.op];
      return {
        holds: (draw, pick) => test(subject.of(draw, pick)),
        touches: (pick) => (subject.place ? [onPlace(subject.place, test)] : touchesOf(subject, pick)),
      };
    }
    case 'all':
    case 'any': {
      const list = predicate.of.map((p) => compilePredicate(context, p, pickable));
      const all = predicate.op === 'all';
      return {
        holds: (draw, pick) => (all ? list.every((p) => p.holds(draw, pick)) : list.some((p) => p.holds(draw, pick))),
        touches: (pick) => list.flatMap((p) => p.touches(pick)),
      };
    }
    case 'not': {
      const inner = compilePredicate(context, predicate.of, pickable);
      return { holds: (draw, pick) => !inner.holds(draw, pick), touches: inner.touches };
    }
  }
}

/** `gameAt` has put the numbers of named sets in; a name that is left has none. */
function numbersOf(context: RuleContext, set: readonly number[] | string): readonly number[] {
  if (typeof set === 'string') throw new RuleDefinitionError(context.play.code, `no set ${set}`);
  return set;
}

/** The touch of a condition on one drawn place: all that matters is whether its number is one of those that satisfy it. */
function onPlace({ zone, index }: { readonly zone: Zone; readonly index: number }, test: (n: number) => boolean): Touch {
  const satisfying: number[] = [];
  for (let v = zone.from; v <= zone.to; v++) if (test(v)) satisfying.push(v);
  return { zone: zone.id, places: [index], sets: [satisfying], placewise: true };
}

const comparisons = {
  eq: (a: number, b: number) => a === b,
  ne: (a: number, b: number) => a !== b,
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
};

const parities = {
  odd: (n: number) => Math.abs(n % 2) === 1,
  even: (n: number) => n % 2 === 0,
  prime: isPrime,
};

function isPrime(n: number): boolean {
  if (n < 2) return false;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

const folds = {
  sum: (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0),
  max: (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  min: (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  span: (numbers: readonly number[]) => folds.max(numbers) - folds.min(numbers),
  distinct: (numbers: readonly number[]) => new Set(numbers).size,
};

/** A slice of one number, such as a special number that is a zone of its own: whatever is made of it is that number. */
function onlyPlace(slice: BoundSlice): Pick<CompiledValue, 'place'> | undefined {
  return sliceLength(slice) === 1 ? { place: { zone: slice.zone, index: slice.places?.[0] ?? 0 } } : undefined;
}

/** The figures that a fold over `length` numbers uses. */
function figuresOf(fold: 'sum' | 'span' | 'max' | 'min', length: number): readonly Figure[] {
  if (fold === 'sum') return ['sum'];
  if (fold === 'min') return [1];
  return fold === 'max' ? [length] : [1, length];
}

export function compileValue(context: RuleContext, value: Value, pickable: boolean): CompiledValue {
  const numeric = (slice: Slice): Touch => {
    const bound = bindSlice(context, slice);
    return { zone: bound.zone.id, places: bound.places, sets: [], numeric: true, unordered: bound.places === undefined };
  };
  /** The touch of a predicate that depends only on these figures of a whole zone of different numbers, or on the sum of digits. */
  const figured = (slice: Slice, figures: readonly Figure[]): Touch => {
    const touch = numeric(slice);
    const known = bindSlice(context, slice).zone.kind !== 'digits' || figures.every((figure) => figure === 'sum');
    return touch.places === undefined && known ? { ...touch, figures } : touch;
  };
  switch (value.get) {
    case 'number':
      return { of: () => value.is, numeric: [], constant: () => value.is };
    case 'pick':
      if (!pickable) throw new RuleDefinitionError(context.play.code, 'only the values of a numbers area can be computed with');
      return { of: (_, pick) => pick as number, numeric: [], constant: (pick) => pick as number };
    case 'at': {
      const zone = zoneOf(context, value.zone);
      const index = placeIndex(context, zone, value.place);
      return {
        of: (draw) => draw.numbers[zone.id]?.[index] as number,
        numeric: [{ zone: zone.id, places: [index], sets: [], numeric: true }],
        place: { zone, index },
      };
    }
    case 'sum':
    case 'span':
    case 'distinct':
    case 'max':
    case 'min': {
      const slice = bindSlice(context, value.of);
      const fold = folds[value.get];
      // How many different values: which numbers they are does not matter, only which are equal.
      const comparedTouch =
        value.get === 'distinct' ? { ...numeric(value.of), numeric: false } : figured(value.of, figuresOf(value.get, sliceLength(slice)));
      const one = value.get === 'span' || value.get === 'distinct' ? undefined : onlyPlace(slice);
      return { of: (draw) => fold(sliceNumbers(slice, draw)), numeric: [comparedTouch], ...one };
    }
    case 'count': {
      const slice = bindSlice(context, value.of);
      const wanted = compileValue(context, value.value, pickable);
      const { constant } = wanted;
      const touch = numeric(value.of);
      return {
        of: (draw, pick) => {
          const target = wanted.of(draw, pick);
          return sliceNumbers(slice, draw).reduce((n, v) => n + (v === target ? 1 : 0), 0);
        },
        numeric: [touch, ...wanted.numeric],
        ...(constant ? { membership: (pick: PickedValue) => [{ ...touch, numeric: false, sets: [[constant(pick)]] }] } : {}),
      };
    }
    case 'tally': {
      const slice = bindSlice(context, value.of);
      const numbers = numbersOf(context, value.set);
      const set = new Set(numbers);
      // Which of them are in the set is all that matters.
      const touch: Touch = { ...numeric(value.of), numeric: false, sets: [numbers] };
      return { of: (draw) => sliceNumbers(slice, draw).reduce((n, v) => n + (set.has(v) ? 1 : 0), 0), numeric: [touch] };
    }
    case 'groups': {
      const slice = bindSlice(context, value.of);
      const lists = value.sets.map((set) => numbersOf(context, set));
      const sets = lists.map((list) => new Set(list));
      const touch: Touch = { ...numeric(value.of), numeric: false, sets: lists };
      const countIn = (numbers: readonly number[]) => sets.reduce((n, set) => n + (numbers.some((v) => set.has(v)) ? 1 : 0), 0);
      return { of: (draw) => countIn(sliceNumbers(slice, draw)), numeric: [touch] };
    }
    case 'rank': {
      const slice = bindSlice(context, value.of);
      if (value.nth > sliceLength(slice)) throw new RuleDefinitionError(context.play.code, `there is no number ${value.nth} of the slice`);
      return {
        of: (draw) => sliceNumbers(slice, draw).toSorted((a, b) => a - b)[value.nth - 1] as number,
        numeric: [figured(value.of, [value.nth])],
        ...onlyPlace(slice),
      };
    }
    case 'mod': {
      const inner = compileValue(context, value.value, pickable);
      return { of: (draw, pick) => inner.of(draw, pick) % value.by, numeric: inner.numeric };
    }
  }
}
