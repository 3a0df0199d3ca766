/** Draws of one zone by figures of it (sum, ranks, how many of a set): one for each that there is, worked out without listing them all. */
import type { Zone } from '../descriptions/types.ts';
import type { Budget } from './budget.ts';
import type { Touch } from './draw-space.ts';

/** Sets of numbers that have the same figures and as many numbers of each looked-at set: one of them, and how many there are. */
interface FigureClass {
  readonly numbers: readonly number[];
  readonly ways: bigint;
}

/** Numbers taken so far, the last one first. */
interface Taken {
  readonly last: number;
  readonly before: Taken | undefined;
}

interface Partial {
  readonly taken: Taken | undefined;
  ways: bigint;
  readonly sum: number;
  /** The figures by rank that are known so far. */
  readonly ranks: readonly number[];
  readonly tallies: readonly number[];
}

/** One row of digits for each sum that there is. */
export function digitsBySum({ from, to, pick }: Pick<Zone, 'from' | 'to' | 'pick'>, budget: Budget): readonly FigureClass[] {
  const name = JSON.stringify([from, to, pick]);
  const known = classesByFigures.get(name);
  if (known) {
    budget.once(name, known.steps);
    return known.classes;
  }
  let sums = new Map<number, FigureClass>([[0, { numbers: [], ways: 1n }]]);
  let steps = 0;
  for (let place = 0; place < pick; place++) {
    const next = new Map<number, FigureClass>();
    const some = sums.size * (to - from + 1);
    steps += some;
    budget.spend(some);
    for (const [sum, { numbers, ways }] of sums)
      for (let v = from; v <= to; v++) {
        const old = next.get(sum + v);
        next.set(sum + v, old ? { numbers: old.numbers, ways: old.ways + ways } : { numbers: [...numbers, v], ways });
      }
    sums = next;
  }
  const classes = [...sums.values()];
  classesByFigures.set(name, { classes, steps });
  budget.once(name, 0);
  return classes;
}

const classesByFigures = new Map<string, { readonly classes: readonly FigureClass[]; readonly steps: number }>();

/** One set of `pick` different numbers for each combination of figures that there is. Throws PastBudget. */
export function setsByFigures(zone: Pick<Zone, 'from' | 'to' | 'pick'>, touches: readonly Touch[], budget: Budget): readonly FigureClass[] {
  const figures = new Set(touches.flatMap((touch) => touch.figures ?? []));
  const ranks = [...figures].filter((figure) => typeof figure === 'number').sort((a, b) => a - b);
  const sets = [...new Set(touches.flatMap((touch) => touch.sets.map((set) => JSON.stringify(set.toSorted((a, b) => a - b)))))].sort();
  const name = JSON.stringify([zone.from, zone.to, zone.pick, figures.has('sum'), ranks, sets]);
  const known = classesByFigures.get(name);
  if (known) {
    budget.once(name, known.steps);
    return known.classes;
  }
  const members = sets.map((set) => new Set(JSON.parse(set) as number[]));
  // By how many numbers are taken; one number after the other in ascending order, the fullest row first so that none is taken twice.
  const rows: Map<string, Partial>[] = Array.from({ length: zone.pick + 1 }, () => new Map());
  rows[0]?.set('', { taken: undefined, ways: 1n, sum: 0, ranks: [], tallies: sets.map(() => 0) });
  let steps = 0;
  for (let v = zone.from; v <= zone.to; v++)
    // Where too few numbers are left to take as many as are drawn, nothing comes of it.
    for (let n = zone.pick; n > 0 && n >= zone.pick - (zone.to - v); n--) {
      const row = rows[n] as Map<string, Partial>;
      const fewer = rows[n - 1] as Map<string, Partial>;
      steps += fewer.size;
      budget.spend(fewer.size);
      for (const partial of fewer.values()) {
        const sum = figures.has('sum') ? partial.sum + v : 0;
        const own = figures.has(n) ? [...partial.ranks, v] : partial.ranks;
        const tallies =
          members.length === 0 ? partial.tallies : partial.tallies.map((count, at) => (members[at]?.has(v) ? count + 1 : count));
        const key = `${sum};${own};${tallies}`;
        const old = row.get(key);
        if (old) old.ways += partial.ways;
        else row.set(key, { taken: { last: v, before: partial.taken }, ways: partial.ways, sum, ranks: own, tallies });
      }
    }
  const classes = [...(rows[zone.pick] as Map<string, Partial>).values()].map(({ taken, ways }) => ({ numbers: listed(taken), ways }));
  classesByFigures.set(name, { classes, steps });
  // They were charged when they were calculated: a second use on this budget is free.
  budget.once(name, 0);
  return classes;
}

function listed(taken: Taken | undefined): readonly number[] {
  const numbers: number[] = [];
  for (let at = taken; at; at = at.before) numbers.unshift(at.last);
  return numbers;
}
