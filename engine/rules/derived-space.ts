/** How likely the numbers are that follow from the draw of another game. */
import type { DerivedNumber, Draw, DrawSource, Zone } from '../descriptions/types.ts';
import { derivedFrom, finish, placesOf } from './derived.ts';
import { binomial } from './math.ts';
import type { Budget } from './budget.ts';
import type { Touch, VisitDraws } from './space.ts';

/** Different numbers of a game, and how many draws of its source give them. */
export interface DerivedDraw {
  readonly numbers: Draw['numbers'];
  readonly ways: bigint;
}

const keyOf = (values: readonly number[]): string => values.join();

interface Counted {
  readonly draws: readonly DerivedDraw[];
  readonly steps: number;
  /** By which sums are asked for: one draw for each of them. */
  readonly bySums: Map<string, readonly DerivedDraw[]>;
}

const known = new Map<string, Counted>();
/** A hostile file may name any number of sources; nothing is lost but the work. */
const MOST_KNOWN = 20;

/**
 * Every different draw of a game with this source, with the number of draws of the source that give it: exact, by counting. Where `touches`
 * ask for nothing but sums of whole zones, one draw for each of those. Throws past the budget.
 */
export function derivedDraws(
  source: DrawSource,
  budget: Budget,
  visitDraws: VisitDraws,
  touches: readonly Touch[] = [],
): readonly DerivedDraw[] {
  const name = JSON.stringify([
    source.zones.map(({ id, kind, from, to, pick, excludes, places }) => [id, kind, from, to, pick, excludes, places]),
    source.numbers,
  ]);
  const found = known.get(name);
  if (found) {
    budget.once(name, found.steps);
    return bySums(found, touches, budget);
  }
  const list = Object.values(source.numbers).flat();
  let steps = 0;
  const spend = (some: number): void => {
    steps += some;
    budget.spend(some);
  };
  let counted: Map<string, bigint>;
  if (list.some(({ ranks }) => ranks)) counted = byRank(source, list, spend);
  else {
    counted = new Map();
    const byId = new Map(source.zones.map((zone) => [zone.id, zone]));
    const touches = list.map((one) => ({ zone: one.zone, places: placesOf(byId.get(one.zone), one), sets: [], numeric: true }));
    const visit = (draw: Draw, ways: bigint): void => {
      steps += 1;
      const key = keyOf(Object.values(derivedFrom(source, draw.numbers)).flat());
      counted.set(key, (counted.get(key) ?? 0n) + ways);
    };
    // Each way to fill the places that anything asks for.
    if (!visitDraws({ zones: source.zones }, touches, visit, budget)) budget.spend(Number.POSITIVE_INFINITY);
  }
  const draws = [...counted].map(([key, ways]): DerivedDraw => {
    const values = key.split(',').map(Number);
    const numbers = Object.entries(source.numbers).map(([zone, { length }]) => [zone, values.splice(0, length)] as const);
    return { numbers: Object.fromEntries(numbers), ways };
  });
  if (known.size >= MOST_KNOWN) known.clear();
  const result: Counted = { draws, steps, bySums: new Map() };
  known.set(name, result);
  // They were paid for while they were worked out.
  budget.once(name, 0);
  return bySums(result, touches, budget);
}

function bySums(counted: Counted, touches: readonly Touch[], budget: Budget): readonly DerivedDraw[] {
  if (touches.length === 0 || !touches.every(({ figures }) => figures)) return counted.draws;
  const zones = [...new Set(touches.map(({ zone }) => zone))].sort();
  const name = zones.join();
  let sums = counted.bySums.get(name);
  if (!sums) {
    const bySum = new Map<string, { numbers: Draw['numbers']; ways: bigint }>();
    budget.spend(counted.draws.length);
    for (const { numbers, ways } of counted.draws) {
      const key = keyOf(zones.map((zone) => (numbers[zone] ?? []).reduce((sum, value) => sum + value, 0)));
      const old = bySum.get(key);
      if (old) old.ways += ways;
      else bySum.set(key, { numbers, ways });
    }
    sums = [...bySum.values()];
    counted.bySums.set(name, sums);
  }
  return sums;
}

/**
 * Numbers by their rank in one set: one number of the set after the other in ascending order, by how many are taken and what the sums are so
 * far. Past the last rank that anything asks for, the rest may be any of those that are left.
 */
function byRank({ zones }: DrawSource, list: readonly DerivedNumber[], spend: (steps: number) => void): Map<string, bigint> {
  const zone = zones.find(({ id }) => id === list[0]?.zone) as Zone;
  const last = Math.max(...list.flatMap(({ ranks = [] }) => ranks));
  const asking = Array.from({ length: last + 1 }, (_, rank) => list.map(({ ranks = [] }) => ranks.includes(rank)));
  interface Partial {
    readonly sums: readonly number[];
    ways: bigint;
  }
  const add = (row: Map<string, Partial>, sums: readonly number[], ways: bigint): void => {
    const key = keyOf(sums);
    const old = row.get(key);
    if (old) old.ways += ways;
    else row.set(key, { sums, ways });
  };
  const rows: Map<string, Partial>[] = Array.from({ length: last + 1 }, () => new Map());
  rows[0]?.set(keyOf([]), { sums: list.map(() => 0), ways: 1n });
  for (let v = zone.from; v <= zone.to; v++)
    for (let rank = Math.min(last, v - zone.from + 1); rank > 0 && zone.pick - rank <= zone.to - v; rank--) {
      const fewer = rows[rank - 1] as Map<string, Partial>;
      const row = rows[rank] as Map<string, Partial>;
      spend(fewer.size);
      const rest = rank === last ? binomial(zone.to - v, zone.pick - rank) : 1n;
      for (const { sums, ways } of fewer.values()) {
        const next = sums.map((sum, at) => {
          const one = list[at] as DerivedNumber;
          return asking[rank]?.[at] ? (one.mod === undefined ? sum + v : (sum + v) % one.mod) : sum;
        });
        add(row, next, ways * rest);
      }
    }
  const counted = new Map<string, bigint>();
  for (const { sums, ways } of rows[last]?.values() ?? [])
    counted.set(keyOf(sums.map((sum, at) => finish(list[at] as DerivedNumber, sum))), ways);
  return counted;
}
