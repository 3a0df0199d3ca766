/** Zones of a draw, and the slices that plays take of them. */
import type { Slice, Zone } from '../types.ts';
import { type ReportFinding, addDuplicates, unknownNameDetails } from './report.ts';

export type Zones = ReadonlyMap<string, Zone>;

/** The first zone of an id stands for it; a second one is an error of its own. */
export function zonesOf(zones: readonly Zone[]): Zones {
  const byId = new Map<string, Zone>();
  for (const zone of zones) if (!byId.has(zone.id)) byId.set(zone.id, zone);
  return byId;
}

export function checkZones(add: ReportFinding, zones: readonly Zone[], pointer: string): void {
  addDuplicates(
    add,
    zones,
    (zone) => zone.id,
    (index) => `${pointer}/${index}/id`,
    '开奖区|zones',
  );
  for (const [index, zone] of zones.entries()) {
    const at = `${pointer}/${index}`;
    if (zone.from > zone.to) {
      add('RANGE_ORDER', `${at}/from`, { from: zone.from, to: zone.to });
      continue;
    }
    const excluded = zone.excludes === undefined ? undefined : zones.slice(0, index).find((other) => other.id === zone.excludes);
    if (zone.excludes !== undefined && excluded === undefined) add('ZONE_EXCLUDES', `${at}/excludes`, { name: zone.excludes });
    const size = rangeSize(zone) - (excluded === undefined ? 0 : excluded.pick);
    if (zone.kind !== 'digits' && zone.pick > size) add('ZONE_PICK', `${at}/pick`, { pick: zone.pick, size: Math.max(size, 0) });
    const places = zone.places ?? [];
    if (zone.places === undefined ? zone.kind !== 'set' : places.length !== zone.pick) {
      add('ZONE_PLACES', zone.places === undefined ? at : `${at}/places`, { pick: zone.pick, places: places.length });
    }
    if (zone.apart !== undefined) checkPlace(add, zone, zone.apart, `${at}/apart`);
    addDuplicates(
      add,
      places,
      (place) => place.id,
      (place) => `${at}/places/${place}/id`,
      '位置|places',
    );
  }
}

export function rangeSize(range: { readonly from: number; readonly to: number }): number {
  return range.to - range.from + 1;
}

/** A slice that makes sense: its zone, and how many numbers a draw puts in it. */
export interface CheckedSlice {
  readonly zone: Zone;
  readonly count: number;
  /** The places named; undefined for the whole zone. */
  readonly places?: readonly string[] | undefined;
}

export function checkSlice(add: ReportFinding, slice: Slice, pointer: string, zones: Zones): CheckedSlice | undefined {
  const zone = zones.get(slice.zone);
  if (zone === undefined) {
    add('ZONE_UNKNOWN', `${pointer}/zone`, unknownNameDetails(slice.zone, zones.keys()));
    return undefined;
  }
  const { places } = slice;
  let good = true;
  if (places !== undefined)
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] as string;
      if (!hasPlace(zone, place)) good = checkPlace(add, zone, place, `${pointer}/places/${index}`);
    }
  return good ? { zone, count: slice.places?.length ?? zone.pick, places: slice.places } : undefined;
}

function hasPlace({ places }: Zone, wanted: string): boolean {
  if (places !== undefined) for (const { id } of places) if (id === wanted) return true;
  return false;
}

export function checkPlace(add: ReportFinding, zone: Zone, place: string, pointer: string): boolean {
  if (hasPlace(zone, place)) return true;
  const known = (zone.places ?? []).map(({ id }) => id);
  add('PLACE_UNKNOWN', pointer, { zone: zone.id, ...unknownNameDetails(place, known) });
  return false;
}
