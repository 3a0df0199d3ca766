/** Numbers that follow from the draw of another game (PC蛋蛋 from 快乐8). */
import type { DerivedNumber, Draw, DrawSource, Zone } from '../descriptions/types.ts';

type Numbers = Draw['numbers'];

/** What follows from a draw of the source. */
export function deriveNumbers({ zones, numbers }: DrawSource, drawn: Numbers): Numbers {
  const byId = new Map(zones.map((zone) => [zone.id, zone]));
  const valueOf = (one: DerivedNumber): number => {
    const own = drawn[one.zone] ?? [];
    // A set has no order of its own: its numbers count from the smallest.
    const sorted = one.ranks ? own.toSorted((a, b) => a - b) : own;
    const indexes = one.ranks?.map((rank) => rank - 1) ?? placeIndexes(byId.get(one.zone), one);
    return derivedValue(
      one,
      indexes.reduce((sum, index) => sum + (sorted[index] ?? 0), 0),
    );
  };
  return Object.fromEntries(Object.entries(numbers).map(([zone, list]) => [zone, list.map(valueOf)]));
}

/** The number that results from the sum of the named numbers. */
export const derivedValue = ({ mod, plus = 0 }: DerivedNumber, sum: number): number => (mod === undefined ? sum : sum % mod) + plus;

/** Indexes of the named places among the drawn numbers of their zone. */
export const placeIndexes = (zone: Zone | undefined, { places = [] }: DerivedNumber): number[] =>
  places.map((place) => (zone?.places ?? []).findIndex(({ id }) => id === place));
