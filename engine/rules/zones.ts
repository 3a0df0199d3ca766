import type { Area, Draw, DrawShape, PickedValue, Play, Slice, Zone } from '../descriptions/types.ts';

import { RuleDefinitionError } from './rule-definition-error.ts';

export { RuleDefinitionError };

/** What a rule kind needs to know of the game around it. */
export interface RuleContext {
  readonly play: Play;
  readonly zones: ReadonlyMap<string, Zone>;
  readonly areas: ReadonlyMap<string, CompiledArea>;
}

export interface CompiledArea {
  readonly area: Area;
  /** All values in order: from..to, or the options' values; none of a lines area, whose entries are the rule's to read. */
  readonly values: readonly PickedValue[];
  readonly has: ReadonlySet<PickedValue>;
}

/** A slice bound to its zone. `places` are indices into the drawn numbers; undefined means the whole zone. */
export interface BoundSlice {
  readonly zone: Zone;
  readonly places: readonly number[] | undefined;
}

type Values = Pick<CompiledArea, 'values' | 'has'>;

/** Rows of one range have one list of values: a family has hundreds of rows and a handful of ranges. */
const MOST_RANGES = 200;
const ranges = new Map<string, Values>();

function rangeOf(from: number, to: number): Values {
  const key = `${from}..${to}`;
  let known = ranges.get(key);
  if (!known) {
    known = valuesOf(Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i));
    // A hostile file may name any number of ranges; nothing is lost but the sharing.
    if (ranges.size >= MOST_RANGES) ranges.clear();
    ranges.set(key, known);
  }
  return known;
}

function valuesOf(values: readonly PickedValue[]): Values {
  return { values, has: new Set(values) };
}

export function compileArea(area: Area): CompiledArea {
  if (area.kind === 'numbers') return { area, ...rangeOf(area.from, area.to) };
  return { area, ...valuesOf(area.kind === 'options' ? area.options.map((option) => option.value) : []) };
}

export function makeContext(shape: DrawShape, play: Play): RuleContext {
  return {
    play,
    zones: new Map(shape.zones.map((zone) => [zone.id, zone])),
    areas: new Map(play.areas.map((area) => [area.id, compileArea(area)])),
  };
}

export function areaOf(context: RuleContext, id: string): CompiledArea {
  const area = context.areas.get(id);
  if (!area) throw new RuleDefinitionError(context.play.code, `no area ${id}`);
  return area;
}

export function numbersAreaOf(context: RuleContext, id: string): CompiledArea {
  const area = areaOf(context, id);
  if (area.area.kind !== 'numbers') throw new RuleDefinitionError(context.play.code, `area ${id} must be a numbers area`);
  return area;
}

export function zoneOf(context: RuleContext, id: string): Zone {
  const zone = context.zones.get(id);
  if (!zone) throw new RuleDefinitionError(context.play.code, `no zone ${id}`);
  return zone;
}

export function placeIndex(context: RuleContext, zone: Zone, place: string): number {
  const { places = [] } = zone;
  let index = 0;
  while (index < places.length && places[index]?.id !== place) index += 1;
  if (index === places.length) throw new RuleDefinitionError(context.play.code, `zone ${zone.id} has no place ${place}`);
  return index;
}

export function bindSlice(context: RuleContext, slice: Slice): BoundSlice {
  const zone = zoneOf(context, slice.zone);
  return { zone, places: slice.places?.map((place) => placeIndex(context, zone, place)) };
}

/** How many numbers a slice holds. */
export function sliceLength(slice: BoundSlice): number {
  return slice.places ? slice.places.length : slice.zone.pick;
}

/** The drawn numbers of a slice. */
export function sliceNumbers(slice: BoundSlice, draw: Draw): readonly number[] {
  const numbers = draw.numbers[slice.zone.id] ?? [];
  return slice.places ? slice.places.map((i) => numbers[i] as number) : numbers;
}

const NONE: readonly PickedValue[] = [];

/** The picks of one area; an area that is not mentioned has none. */
export function picksOf(picks: Readonly<Record<string, readonly PickedValue[]>> | undefined, area: string): readonly PickedValue[] {
  return picks?.[area] ?? NONE;
}

/** The rules forbid one area in two parts where a single bet could then not be written down. */
export function refuseRepeats(context: RuleContext, areas: readonly string[]): void {
  const seen = new Set<string>();
  for (const area of areas) {
    if (seen.has(area)) throw new RuleDefinitionError(context.play.code, `area ${area} is used twice`);
    seen.add(area);
  }
}
