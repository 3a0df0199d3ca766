/** Drawn numbers in cells: a list for one zone, a list for all of them, or digits that stand close together. */
import type { Position } from '../../engine/descriptions/problem.ts';
import type { Zone } from '../../engine/descriptions/types.ts';
import { type Cell, halfWidth, shift } from './cells.ts';

export interface ZoneValues {
  readonly at: Position;
  readonly values: readonly { readonly value: number | string; readonly at: Position }[];
}

export type ZoneNumbers = ReadonlyMap<string, ZoneValues>;
type Value = ZoneValues['values'][number];

/** What stands between numbers. Brackets and quotes are those of lists that a program printed. */
const BETWEEN = /[\s,;、，/\-+|#:.'"[\]()]+/g;
/** What may stand between zones. */
const BETWEEN_ZONES = /[+|#]|\s-\s/g;

export const totalOf = (zones: readonly Pick<Zone, 'pick'>[]): number => zones.reduce((sum, { pick }) => sum + pick, 0);

/** One digit for every number, or two. */
function closeWidth(text: string, zones: readonly Zone[]): number | undefined {
  const plain = halfWidth(text).trim();
  const total = totalOf(zones);
  if (!/^\d+$/.test(plain) || total < 2) return undefined;
  if (plain.length === total && zones.every(({ to }) => to < 10)) return 1;
  return plain.length === total * 2 && zones.every(({ to }) => to > 9 && to < 100) ? 2 : undefined;
}

function valuesIn(cell: Cell, zones: readonly Zone[]): Value[] {
  if (cell.items !== undefined) return cell.items.flatMap((item) => valuesIn(item, []));
  const text = halfWidth(cell.text);
  const width = closeWidth(text, zones);
  if (width !== undefined) {
    const from = text.length - text.trimStart().length;
    const plain = text.trim();
    return Array.from({ length: plain.length / width }, (_, at) =>
      valueOf(plain.slice(at * width, (at + 1) * width), cell.at, from + at * width),
    );
  }
  return split(text, BETWEEN)
    .filter((part) => part.text !== '')
    .map((part) => valueOf(part.text, cell.at, part.from));
}

const valueOf = (text: string, at: Position, from: number): Value => ({
  value: /^\d{1,4}$/.test(text) ? Number(text) : text,
  at: shift(at, from),
});

function split(text: string, by: RegExp): { text: string; from: number }[] {
  const parts: { text: string; from: number }[] = [];
  let from = 0;
  for (const match of text.matchAll(by)) {
    parts.push({ text: text.slice(from, match.index), from });
    from = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(from), from }];
}

/** The numbers of one zone, out of one cell or out of a cell for each. */
export function zoneNumbers(cells: readonly Cell[], zone: Zone): ZoneValues | undefined {
  const [first] = cells;
  if (first === undefined) return undefined;
  return { at: first.at, values: cells.flatMap((cell) => valuesIn(cell, cells.length === 1 ? [zone] : [])) };
}

/** The numbers of all zones out of one list of theirs: by the signs between zones where there are such, else by the numbers of each zone. */
export function allNumbers(cells: readonly Cell[], zones: readonly Zone[]): ZoneNumbers {
  const [first] = cells;
  if (first === undefined) return new Map();
  const parts = cells.length > 1 || first.items !== undefined ? [] : split(halfWidth(first.text), BETWEEN_ZONES);
  const whole = cells.flatMap((cell) => valuesIn(cell, cells.length === 1 ? zones : []));
  if (whole.length !== totalOf(zones) && parts.length === zones.length) {
    const placed = parts.map(({ text, from }): Cell => ({ text, at: shift(first.at, from) }));
    return new Map(zones.map((zone, index) => [zone.id, zoneNumbers([placed[index] as Cell], zone) as ZoneValues]));
  }
  if (parts.length === zones.length && zones.length > 1) {
    const placed = parts.map(({ text, from }, index) => valuesIn({ text, at: shift(first.at, from) }, [zones[index] as Zone]));
    return new Map(zones.map((zone, index) => [zone.id, { at: placed[index]?.[0]?.at ?? first.at, values: placed[index] as Value[] }]));
  }
  let from = 0;
  return new Map(
    zones.map((zone, index) => {
      // What is too much belongs to the last zone, whose error then says so.
      const values = whole.slice(from, index === zones.length - 1 ? undefined : from + zone.pick);
      from += zone.pick;
      return [zone.id, { at: values[0]?.at ?? first.at, values }];
    }),
  );
}

/** Numbers as a file may write them, zones apart. */
export const writeNumbers = (zones: readonly Zone[], numbers: Readonly<Record<string, readonly number[]>>): string =>
  zones.map(({ id, pad = 1 }) => (numbers[id] ?? []).map((value) => String(value).padStart(pad, '0')).join(' ')).join('+');
