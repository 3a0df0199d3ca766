/** Ways to read the drawn numbers of a table: one list for all zones, or one list, or one column for each number, for each zone. */
import type { Game, Zone } from '../../engine/descriptions/types.ts';
import { validateDraw } from '../../engine/rules/index.ts';
import type { Cell, Table, TableRow } from './cells.ts';
import { allNumbers, totalOf, type ZoneNumbers, zoneNumbers, type ZoneValues } from './numbers.ts';
import { plainName, rankOf, stemOf, zoneRank } from './vocabulary.ts';

/** Columns by their index. */
export type Reading =
  | { readonly kind: 'all'; readonly columns: readonly number[] }
  | { readonly kind: 'zones'; readonly columns: Readonly<Record<string, readonly number[]>> };

export interface RankedReading {
  readonly reading: Reading;
  /** 0: by the game's own names. 1: by words of the vocabulary. */
  readonly rank: number;
}

export function numbersOf(reading: Reading, row: TableRow, zones: readonly Zone[]): ZoneNumbers {
  const cellsOf = (columns: readonly number[]): Cell[] => columns.map((column) => row.cells[column]).filter((cell) => cell !== undefined);
  if (reading.kind === 'all') return allNumbers(cellsOf(reading.columns), zones);
  return new Map(
    zones.flatMap((zone): [string, ZoneValues][] => {
      const values = zoneNumbers(cellsOf(reading.columns[zone.id] ?? []), zone);
      return values === undefined ? [] : [[zone.id, values]];
    }),
  );
}

/** The draw of a row; undefined when it is none of the game. */
export function drawOf(reading: Reading, row: TableRow, game: Pick<Game, 'draw'>): Readonly<Record<string, readonly number[]>> | undefined {
  const read = numbersOf(reading, row, game.draw.zones);
  const numbers = Object.fromEntries([...read].map(([id, { values }]) => [id, values.map(({ value }) => value)]));
  const checked = validateDraw(game as Game, { numbers });
  return checked.ok ? checked.value.numbers : undefined;
}

/** Draws of all rows, and the share of rows that hold one. */
export function proofOf(reading: Reading, table: Table, game: Pick<Game, 'draw'>) {
  const draws = table.rows.map((row) => drawOf(reading, row, game));
  return { draws, fit: draws.filter((draw) => draw !== undefined).length / Math.max(1, table.rows.length) };
}

/** A column below the top level belongs to the numbers only when its parent does: `numbers.red`, and no `latest.number`. */
function shortName(name: string): string | undefined {
  const parts = name.split('.');
  const parents = parts.slice(0, -1);
  if (parents.length === 0) return name;
  return parents.every((parent) => rankOf('numbers', parent) !== undefined) ? parts.at(-1) : undefined;
}

export function namedReadings(table: Table, zones: readonly Zone[]): RankedReading[] {
  const names = table.columns.map(({ name }) => shortName(name));
  const readings: RankedReading[] = [];
  names.forEach((name, column) => {
    if (name === undefined) return;
    const single = zones.length === 1 ? zoneRank(zones, 0, name) : undefined;
    const rank = rankOf('numbers', name) === undefined ? single : 0;
    if (rank !== undefined) readings.push({ reading: { kind: 'all', columns: [column] }, rank });
  });
  for (const columns of seriesOf(names, (name) => zoneRank(zones, 0, name) ?? rankOf('numbers', stemOf(name))).values())
    if (zones.length > 1 && columns.length === totalOf(zones)) readings.push({ reading: { kind: 'all', columns }, rank: 1 });
  const options = zones.map((zone, index) => zoneOptions(names, zones, zone, index));
  for (const choice of product(options)) {
    const columns = Object.fromEntries(choice.map(({ columns: list }, index) => [(zones[index] as Zone).id, list]));
    const all = Object.values(columns).flat();
    if (new Set(all).size === all.length)
      readings.push({ reading: { kind: 'zones', columns }, rank: Math.max(...choice.map(({ rank }) => rank)) });
  }
  return readings;
}

interface ZoneOption {
  readonly columns: readonly number[];
  readonly rank: number;
}

/** One column with the name of the zone, or as many of a series as the zone has numbers. */
function zoneOptions(names: readonly (string | undefined)[], zones: readonly Zone[], zone: Zone, index: number): ZoneOption[] {
  const options: ZoneOption[] = [];
  names.forEach((name, column) => {
    const rank = name === undefined ? undefined : zoneRank(zones, index, name);
    if (rank !== undefined) options.push({ columns: [column], rank });
  });
  const places = placeColumns(names, zone);
  if (places !== undefined) options.push({ columns: places, rank: 0 });
  for (const columns of seriesOf(names, (name) => zoneRank(zones, index, name)).values())
    if (columns.length === zone.pick && columns.length > 1) options.push({ columns, rank: 1 });
  return options;
}

/** A column for each place of the digits (百位, 十位, 个位), in the order of the zone. */
function placeColumns(names: readonly (string | undefined)[], { places = [] }: Zone): number[] | undefined {
  const columns = places.map(({ id, label }) => {
    const words = new Set([id, label, label.replace(/位$/, '')].map(plainName));
    return names.findIndex((name) => name !== undefined && words.has(plainName(name)));
  });
  return columns.length < 2 || columns.includes(-1) ? undefined : columns;
}

/** Columns that differ by a number alone, by what they have in common: those of a meaning. */
function seriesOf(
  names: readonly (string | undefined)[],
  rank: (name: string) => number | undefined,
): ReadonlyMap<string, readonly number[]> {
  const series = new Map<string, number[]>();
  names.forEach((name, column) => {
    if (name === undefined || !/\d/.test(plainName(name)) || rank(name) === undefined) return;
    series.set(stemOf(name), [...(series.get(stemOf(name)) ?? []), column]);
  });
  return series;
}

const MOST_CHOICES = 64;

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  let choices: T[][] = [[]];
  for (const list of lists) choices = choices.flatMap((choice) => list.map((item) => [...choice, item])).slice(0, MOST_CHOICES);
  return lists.length === 0 ? [] : choices;
}

/** Numbers that begin right behind a column, in one cell or one after another: the only place where a file without names may have them. */
export function readingBehind(table: Table, column: number, zones: readonly Zone[]): Reading[] {
  const total = totalOf(zones);
  const from = column + 1;
  const readings: Reading[] = [];
  if (from < table.columns.length) readings.push({ kind: 'all', columns: [from] });
  if (zones.length > 1 && zones.length < total && from + zones.length <= table.columns.length)
    readings.push({ kind: 'all', columns: zones.map((_, index) => from + index) });
  if (total > 1 && from + total <= table.columns.length)
    readings.push({ kind: 'all', columns: Array.from({ length: total }, (_, index) => from + index) });
  return readings;
}

/** Every way that no name speaks for, to be proposed: a list in one column, or one column after another. */
export function unnamedReadings(table: Table, zones: readonly Zone[]): Reading[] {
  const readings: Reading[] = [];
  const lists = table.columns.map((_, column) => column).slice(0, 60);
  for (const column of lists) readings.push(...readingBehind(table, column - 1, zones));
  if (zones.length > 1)
    for (const choice of product(zones.map(() => lists.slice(0, 12))).filter((each) => new Set(each).size === each.length))
      readings.push({ kind: 'zones', columns: Object.fromEntries(choice.map((column, index) => [(zones[index] as Zone).id, [column]])) });
  return readings;
}

/** Whether two proofs are of the same draws. The order of a set means nothing. */
export function sameDraws(
  a: readonly (Readonly<Record<string, readonly number[]>> | undefined)[],
  b: readonly (Readonly<Record<string, readonly number[]>> | undefined)[],
  zones: readonly Zone[],
): boolean {
  return a.every((draw, index) => {
    const other = b[index];
    if (draw === undefined || other === undefined) return draw === other;
    return zones.every(({ id, kind }) => {
      const [one, two] = [draw[id] ?? [], other[id] ?? []].map((list) => (kind === 'set' ? list.toSorted((x, y) => x - y) : list));
      return one?.join() === two?.join();
    });
  });
}
