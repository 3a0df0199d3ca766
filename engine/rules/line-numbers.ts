/**
 * The picks of a line for display: groups of balls, digits, dice or cars in the look of the zone that their area bets on. `formatLine`
 * writes the same as text. Lists of orders contain these groups, so a group has few fields.
 */
import type { Area, Line, NumbersArea, PickedValue, Play, Tone, Zone } from '../descriptions/types.ts';
import { toneOf } from '../descriptions/tones.ts';
import type { LineHits } from './kinds/kind.ts';
import { countedKindOf } from './kinds/table.ts';
import { shortLabel } from './format-line.ts';
import { picksOf } from './zones.ts';

/** `chip` shows a word (大, 龙), or a number that no zone draws (和值). */
export type NumberStyle = NonNullable<Zone['look']> | 'chip';

export interface NumberGroup {
  /** Short name of the area, if the play has several areas (万, 胆). */
  readonly label?: string;
  readonly look: NumberStyle;
  readonly tone: Tone;
  /** Values as displayed. With the look `die` each digit is a die: "555" shows three dice. */
  readonly values: readonly string[];
  /** Tone of each value, if the zone has a tone for each number (波色). */
  readonly tones?: readonly Tone[];
  /** Caption of each value's tone; '' for a tone without one. Present together with `tones`. */
  readonly captions?: readonly string[];
  /** Number of bankers (胆); they come first in `values`. */
  readonly bankers?: number;
  /** Indexes in `values` of the values that the draw hit. Absent before the draw. */
  readonly hits?: readonly number[];
  /** Number of further values that are not shown; of typed entries, the number of further entries. */
  readonly more?: number;
}

export interface NumbersOptions {
  /** Approximate number of values to show, divided among the groups. `more` counts the rest. */
  readonly most?: number;
  readonly hits?: LineHits;
}

const MOST = 60;
/** Least number of values that each area may show. */
const LEAST = 3;
const PLAIN = 'red';

/** The groups of a line. `zones`: the zones of the game's version under which the line was sold. */
export function lineNumbers(
  zones: readonly Zone[],
  play: Play,
  line: Line,
  { most = MOST, hits }: NumbersOptions = {},
): readonly NumberGroup[] {
  const rows = play.areas
    .map((area) => ({ area, picks: picksOf(line.picks, area.id), bankers: picksOf(line.bankers, area.id) }))
    .filter(({ picks, bankers }) => picks.length + bankers.length > 0);
  const kind = countedKindOf(play.rule);
  const named = play.areas.length > 1 && !kind?.unnamed;
  const picked = rows.reduce((sum, { picks, bankers }) => sum + picks.length + bankers.length, 0);
  const share = picked <= most ? most : Math.max(LEAST, Math.floor(most / rows.length));
  let left = most;
  const groups: NumberGroup[] = [];
  for (const { area, picks, bankers } of rows) {
    const label = named ? { label: shortLabel(area.label) } : {};
    const zone = zoneOf(zones, play, area);
    if (area.kind === 'lines') {
      for (const [at, entry] of picks.entries()) {
        if (left <= 0) {
          addMore(groups, picks.length - at);
          break;
        }
        const values = entryValues(String(entry));
        left -= values.length;
        const hit = hits?.[area.id]?.includes(entry) === true;
        groups.push({
          ...label,
          look: zone?.look ?? 'digit',
          ...coloured(zone, area, values),
          values,
          ...(hits ? { hits: hit ? [...values.keys()] : [] } : {}),
        });
      }
      continue;
    }
    const own = [...ordered(area, bankers), ...ordered(area, picks)];
    const shown = own.slice(0, share);
    const times = kind?.times?.(play.rule, area.id) ?? 1;
    const look: NumberStyle = area.kind === 'options' ? 'chip' : (zone?.look ?? plainLook(area));
    const write = writer(area);
    const values = shown.map((value) => (look === 'die' && times > 1 ? String(value).repeat(times) : write(value)));
    const counted = hits?.[area.id] ?? [];
    groups.push({
      ...label,
      look,
      ...coloured(zone, area, shown),
      values,
      ...(bankers.length > 0 ? { bankers: Math.min(bankers.length, shown.length) } : {}),
      ...(hits ? { hits: shown.flatMap((value, at) => (counted.includes(value) ? [at] : [])) } : {}),
      ...(own.length > shown.length ? { more: own.length - shown.length } : {}),
    });
  }
  return groups;
}

/** Adds `more` entries that are not shown to the last group. */
function addMore(groups: NumberGroup[], more: number): void {
  const last = groups.at(-1);
  if (last) groups[groups.length - 1] = { ...last, more: (last.more ?? 0) + more };
}

const plainLook = ({ layout }: NumbersArea): NumberStyle => (layout === 'dice' ? 'die' : layout === 'digits' ? 'digit' : 'chip');

/** Values in order: numbers ascending, options as on the board. */
function ordered(area: Exclude<Area, { kind: 'lines' }>, values: readonly PickedValue[]): readonly PickedValue[] {
  if (area.kind === 'numbers') return (values as readonly number[]).toSorted((a, b) => a - b);
  return area.options.flatMap(({ value }) => (values.includes(value) ? [value] : []));
}

function writer(area: Exclude<Area, { kind: 'lines' }>): (value: PickedValue) => string {
  if (area.kind === 'numbers') return (value) => String(value).padStart(area.pad ?? 1, '0');
  const labels = new Map(area.options.map(({ value, label }) => [value, label]));
  return (value) => labels.get(String(value)) ?? String(value);
}

/** The values of a typed entry: "01 02 03" has three numbers, "123" three digits. */
const entryValues = (entry: string): readonly string[] => (entry.includes(' ') ? entry.split(' ') : [...entry]);

function coloured(zone: Zone | undefined, area: Area, values: readonly PickedValue[]): Pick<NumberGroup, 'tone' | 'tones' | 'captions'> {
  const tone = zone?.tone ?? area.tone ?? PLAIN;
  if (!zone?.tones || area.kind !== 'numbers') return { tone };
  const own = values.map((value) => toneOf(zone, Number(value)));
  return { tone, tones: own.map((each) => each.tone), captions: own.map((each) => each.label ?? '') };
}

/** The zone whose numbers an area offers. Undefined if the values are no drawn numbers (和值). */
export function zoneOf(zones: readonly Zone[], play: Play, area: Area): Zone | undefined {
  const zone = zones.find(({ id }) => id === zoneId(play, area));
  if (!zone || area.kind === 'options') return undefined;
  if (area.kind === 'lines') return zone;
  return area.from === zone.from && area.to === zone.to ? zone : undefined;
}

function zoneId({ rule }: Play, area: Area): string | undefined {
  if (area.kind === 'numbers') {
    const statedZone = area.tonesOf ?? area.omission?.zone;
    if (statedZone !== undefined) return statedZone;
  }
  return countedKindOf(rule)?.zone?.(rule, area.id);
}
