/** Possible draws of a game whose numbers are derived from another game's draw (PC蛋蛋 from 快乐8), with their exact weights. */
import type { DerivedNumber, Draw, DrawSource, Zone } from '../descriptions/types.ts';
import { deriveNumbers, derivedValue, placeIndexes } from './derived-numbers.ts';
import { binomial } from './math.ts';
import type { Budget } from './budget.ts';
import type { Touch, VisitDraws } from './draw-space.ts';

/** One possible draw of the game. `ways`: the number of draws of the source game that give it. */
export interface DerivedDraw {
  readonly numbers: Draw['numbers'];
  readonly ways: bigint;
}

const keyOf = (values: readonly number[]): string => values.join();

interface Counted {
  readonly draws: readonly DerivedDraw[];
  /** Steps that the calculation took; each budget that uses the result pays them. */
  readonly steps: number;
  /** By the zones whose sums matter: one representative draw for each combination of sums. */
  readonly bySums: Map<string, readonly DerivedDraw[]>;
}

const known = new Map<string, Counted>();
/** Size of the cache. The bound keeps hostile files with many sources from filling the memory; a dropped result is calculated again. */
const MOST_KNOWN = 20;

/**
 * Every different draw of a game with this source, with its exact weight. If all `touches` need only sums of whole zones, there is one draw for each
 * combination of sums. @throws when the budget is exceeded.
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
    const touches = list.map((one) => ({ zone: one.zone, places: placeIndexes(byId.get(one.zone), one), sets: [], numeric: true }));
    const visit = (draw: Draw, ways: bigint): void => {
      steps += 1;
      const key = keyOf(Object.values(deriveNumbers(source, draw.numbers)).flat());
      counted.set(key, (counted.get(key) ?? 0n) + ways);
    };
    // Visits each way to fill the places that some derived number uses.
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
  // The budget has paid for the steps during the calculation.
  budget.once(name, 0);
  return bySums(result, touches, budget);
}

/** Merges draws with equal sums of the touched zones, if only these sums matter. */
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
 * Counts the draws when derived numbers use ranks in one drawn set. It goes through the numbers of the set in ascending order and counts the ways to
 * each state: how many numbers are taken, and the sums so far. After the highest used rank, the rest may be any greater numbers.
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
    counted.set(keyOf(sums.map((sum, at) => derivedValue(list[at] as DerivedNumber, sum))), ways);
  return counted;
}
