/**
 * Conditions over a draw, judged without a draw: every value is bounded from below and above, so that a condition that can
 * never hold is found at once. The bounds are generous, so what is called impossible is impossible.
 */
import type { Predicate, Value } from '../types.ts';
import { checkPlace, checkSlice, type CheckedSlice, rangeSize, type Zones } from './draw.ts';
import { type ReportFinding, unknownNameDetails } from './report.ts';

export type Range = readonly [least: number, most: number];
export type Satisfiability = 'never' | 'always' | 'maybe';

export interface PredicateContext {
  readonly add: ReportFinding;
  readonly zones: Zones;
  /** What `pick` may be; undefined for an area of words. */
  readonly pick: Range | undefined;
  /** Called when `pick` is used although picks are words. */
  readonly onPickText: (pointer: string) => void;
}

export function checkPredicate(judging: PredicateContext, predicate: Predicate, pointer: string): Satisfiability {
  switch (predicate.op) {
    case 'all':
    case 'any': {
      const verdicts = predicate.of.map((part, index) => checkPredicate(judging, part, `${pointer}/of/${index}`));
      const [one, every] = predicate.op === 'all' ? (['never', 'always'] as const) : (['always', 'never'] as const);
      return verdicts.includes(one) ? one : verdicts.every((verdict) => verdict === every) ? every : 'maybe';
    }
    case 'not': {
      const verdict = checkPredicate(judging, predicate.of, `${pointer}/of`);
      return verdict === 'never' ? 'always' : verdict === 'always' ? 'never' : 'maybe';
    }
    case 'in': {
      const range = rangeOf(judging, predicate.value, `${pointer}/value`);
      // A named set may have other numbers on another day.
      if (range === undefined || typeof predicate.set === 'string') return 'maybe';
      const inside = predicate.set.filter((member) => member >= range[0] && member <= range[1]);
      return inside.length === 0 ? 'never' : range[0] === range[1] ? 'always' : 'maybe';
    }
    case 'odd':
    case 'even':
    case 'prime': {
      const range = rangeOf(judging, predicate.value, `${pointer}/value`);
      if (range === undefined || range[0] !== range[1]) return 'maybe';
      const holds = predicate.op === 'prime' ? isPrime(range[0]) : (range[0] % 2 === 0) === (predicate.op === 'even');
      return holds ? 'always' : 'never';
    }
    default:
      return compare(
        predicate.op,
        rangeOf(judging, predicate.left, `${pointer}/left`),
        rangeOf(judging, predicate.right, `${pointer}/right`),
      );
  }
}

/** What a value names is there. */
export function checkValue(judging: PredicateContext, value: Value, pointer: string): void {
  rangeOf(judging, value, pointer);
}

function compare(op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte', left: Range | undefined, right: Range | undefined): Satisfiability {
  if (left === undefined || right === undefined) return 'maybe';
  const decide = (never: boolean, always: boolean): Satisfiability => (never ? 'never' : always ? 'always' : 'maybe');
  const apart = left[1] < right[0] || right[1] < left[0];
  const same = left[0] === left[1] && right[0] === right[1] && left[0] === right[0];
  switch (op) {
    case 'eq':
      return decide(apart, same);
    case 'ne':
      return decide(same, apart);
    case 'lt':
      return decide(left[0] >= right[1], left[1] < right[0]);
    case 'lte':
      return decide(left[0] > right[1], left[1] <= right[0]);
    case 'gt':
      return decide(left[1] <= right[0], left[0] > right[1]);
    case 'gte':
      return decide(left[1] < right[0], left[0] >= right[1]);
  }
}

function rangeOf(judging: PredicateContext, value: Value, pointer: string): Range | undefined {
  const { add, zones } = judging;
  switch (value.get) {
    case 'number':
      return [value.is, value.is];
    case 'pick':
      if (judging.pick === undefined) judging.onPickText(pointer);
      return judging.pick;
    case 'at': {
      const zone = zones.get(value.zone);
      if (zone === undefined) add('ZONE_UNKNOWN', `${pointer}/zone`, unknownNameDetails(value.zone, zones.keys()));
      return zone !== undefined && checkPlace(add, zone, value.place, `${pointer}/place`) ? [zone.from, zone.to] : undefined;
    }
    case 'mod': {
      const range = rangeOf(judging, value.value, `${pointer}/value`);
      if (range === undefined) return undefined;
      return range[0] === range[1] ? [range[0] % value.by, range[0] % value.by] : [0, value.by - 1];
    }
    case 'count': {
      const slice = checkSlice(add, value.of, `${pointer}/of`, zones);
      const wanted = rangeOf(judging, value.value, `${pointer}/value`);
      if (slice === undefined || wanted === undefined) return undefined;
      if (wanted[1] < slice.zone.from || wanted[0] > slice.zone.to) return [0, 0];
      return [0, slice.zone.kind === 'digits' ? slice.count : 1];
    }
    case 'tally': {
      const slice = checkSlice(add, value.of, `${pointer}/of`, zones);
      if (slice === undefined) return undefined;
      if (typeof value.set === 'string') return [0, slice.count];
      const inside = value.set.filter((number) => number >= slice.zone.from && number <= slice.zone.to).length;
      if (slice.zone.kind === 'digits') return [inside === rangeSize(slice.zone) ? slice.count : 0, inside === 0 ? 0 : slice.count];
      return [Math.max(0, slice.count - (rangeSize(slice.zone) - inside)), Math.min(inside, slice.count)];
    }
    case 'groups': {
      const slice = checkSlice(add, value.of, `${pointer}/of`, zones);
      return slice === undefined ? undefined : [0, value.sets.length];
    }
    case 'rank': {
      const slice = checkSlice(add, value.of, `${pointer}/of`, zones);
      if (slice === undefined) return undefined;
      const { zone, count } = slice;
      if (value.nth > count) {
        add('RANK_PAST', `${pointer}/nth`, { nth: value.nth, count });
        return undefined;
      }
      return zone.kind === 'digits' ? [zone.from, zone.to] : [zone.from + value.nth - 1, zone.to - (count - value.nth)];
    }
    default: {
      const slice = checkSlice(add, value.of, `${pointer}/of`, zones);
      return slice === undefined ? undefined : foldRange(value.get, slice);
    }
  }
}

function foldRange(fold: 'sum' | 'span' | 'distinct' | 'max' | 'min', { zone, count }: CheckedSlice): Range {
  const repeats = zone.kind === 'digits';
  // Distinct numbers cannot all be the lowest: n of them add up to 0 + 1 + … + (n - 1) more.
  const spread = repeats ? 0 : (count * (count - 1)) / 2;
  switch (fold) {
    case 'sum':
      return [count * zone.from + spread, count * zone.to - spread];
    case 'span':
      return [repeats ? 0 : count - 1, count === 1 ? 0 : zone.to - zone.from];
    case 'distinct':
      return repeats ? [1, Math.min(count, rangeSize(zone))] : [count, count];
    case 'max':
      return [repeats ? zone.from : zone.from + count - 1, zone.to];
    case 'min':
      return [zone.from, repeats ? zone.to : zone.to - count + 1];
  }
}

export function usesPick(predicate: Predicate): boolean {
  switch (predicate.op) {
    case 'all':
    case 'any':
      return predicate.of.some(usesPick);
    case 'not':
      return usesPick(predicate.of);
    case 'in':
    case 'odd':
    case 'even':
    case 'prime':
      return valueUsesPick(predicate.value);
    default:
      return valueUsesPick(predicate.left) || valueUsesPick(predicate.right);
  }
}

function valueUsesPick(value: Value): boolean {
  return value.get === 'pick' || ((value.get === 'count' || value.get === 'mod') && valueUsesPick(value.value));
}

function isPrime(value: number): boolean {
  if (value < 2) return false;
  for (let factor = 2; factor * factor <= value; factor += 1) if (value % factor === 0) return false;
  return true;
}
