/**
 * A line as things to draw: groups of balls, digits, dice or cars, in the look of the zone that their area bets on. What `formatLine` says
 * in words, this says in looks. The form is small, since lists of orders carry it.
 */
import type { Area, Line, NumbersArea, PickedValue, Play, Tone, Zone } from '../descriptions/types.ts';
import { toneOf } from '../descriptions/tones.ts';
import type { LineHits } from './line-hits.ts';
import { shortLabel } from './write.ts';
import { picksOf } from './zones.ts';

/** chip: what is no number (大, 龙), or a number that is never drawn as one (和值). */
export type NumberLook = NonNullable<Zone['look']> | 'chip';

export interface NumberGroup {
  /** What the group is of, where a play has several (万, 胆). */
  readonly label?: string;
  readonly look: NumberLook;
  readonly tone: Tone;
  /** As they are written. Of dice each digit is a die: "555" is three of them. */
  readonly values: readonly string[];
  /** Tones of the values, where they have their own (波色). */
  readonly tones?: readonly Tone[];
  /** What is written at the values, where their tones say something. */
  readonly captions?: readonly string[];
  /** The first so many are bankers (胆). */
  readonly bankers?: number;
  /** Places in `values` of those that count in the draw; left out before there is one. */
  readonly hits?: readonly number[];
  /** So many more were left out. */
  readonly more?: number;
}

export interface NumbersOptions {
  /** About so many values of all groups together, each group its share; the rest is counted in `more`. */
  readonly most?: number;
  readonly hits?: LineHits;
}

const MOST = 60;
/** However many areas there are, each shows this many. */
const LEAST = 3;
const PLAIN = 'red';

/** The groups of a line. `zones` are those of the game that the line was sold under. */
export function lineNumbers(
  zones: readonly Zone[],
  play: Play,
  line: Line,
  { most = MOST, hits }: NumbersOptions = {},
): readonly NumberGroup[] {
  const rows = play.areas
    .map((area) => ({ area, picks: picksOf(line.picks, area.id), bankers: picksOf(line.bankers, area.id) }))
    .filter(({ picks, bankers }) => picks.length + bankers.length > 0);
  const named = play.areas.length > 1 && play.rule.kind !== 'combination' && play.rule.kind !== 'cross';
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
    const times = timesOf(play, area);
    const look: NumberLook = area.kind === 'options' ? 'chip' : (zone?.look ?? plainLook(area));
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

/** To the last group: what was left out of the line. */
function addMore(groups: NumberGroup[], more: number): void {
  const last = groups.at(-1);
  if (last) groups[groups.length - 1] = { ...last, more: (last.more ?? 0) + more };
}

const plainLook = ({ layout }: NumbersArea): NumberLook => (layout === 'dice' ? 'die' : layout === 'digits' ? 'digit' : 'chip');

/** Numbers ascend, options stand as on the board. */
function ordered(area: Exclude<Area, { kind: 'lines' }>, values: readonly PickedValue[]): readonly PickedValue[] {
  if (area.kind === 'numbers') return (values as readonly number[]).toSorted((a, b) => a - b);
  return area.options.flatMap(({ value }) => (values.includes(value) ? [value] : []));
}

function writer(area: Exclude<Area, { kind: 'lines' }>): (value: PickedValue) => string {
  if (area.kind === 'numbers') return (value) => String(value).padStart(area.pad ?? 1, '0');
  const labels = new Map(area.options.map(({ value, label }) => [value, label]));
  return (value) => labels.get(String(value)) ?? String(value);
}

/** "01 02 03" is three numbers, "123" three digits. */
const entryValues = (entry: string): readonly string[] => (entry.includes(' ') ? entry.split(' ') : [...entry]);

function coloured(zone: Zone | undefined, area: Area, values: readonly PickedValue[]): Pick<NumberGroup, 'tone' | 'tones' | 'captions'> {
  const tone = zone?.tone ?? area.tone ?? PLAIN;
  if (!zone?.tones || area.kind !== 'numbers') return { tone };
  const own = values.map((value) => toneOf(zone, Number(value)));
  return { tone, tones: own.map((each) => each.tone), captions: own.map((each) => each.label ?? '') };
}

/** How often a value of the area stands in one bet: three times in 三同号. */
function timesOf({ rule }: Play, area: Area): number {
  if (rule.kind !== 'group') return 1;
  const times = rule.roles.filter((role) => role.area === area.id).map((role) => role.times);
  return times.length === 1 ? (times[0] as number) : 1;
}

/** The zone whose numbers the area's values are; undefined where they are something else (和值). */
export function zoneOf(zones: readonly Zone[], play: Play, area: Area): Zone | undefined {
  const zone = zones.find(({ id }) => id === zoneId(play, area));
  if (!zone || area.kind === 'options') return undefined;
  if (area.kind === 'lines') return zone;
  return area.from === zone.from && area.to === zone.to ? zone : undefined;
}

function zoneId({ rule }: Play, area: Area): string | undefined {
  if (area.kind === 'numbers') {
    const said = area.tonesOf ?? area.omission?.zone;
    if (said !== undefined) return said;
  }
  switch (rule.kind) {
    case 'combination':
      return rule.picks.find((pick) => pick.area === area.id)?.of[0]?.zone;
    case 'direct':
      return rule.parts.flatMap(({ places }) => places).find((place) => place.area === area.id)?.zone;
    case 'cross':
      return rule.of[0]?.zone;
    case 'group':
      return rule.of.zone;
    case 'tuples':
      return rule.by === 'entry' || rule.by === 'has' ? rule.of.zone : undefined;
    default:
      return undefined;
  }
}
