/** Which columns of a table are the issue, the date and the numbers: found by their names and proven on their values. */
import { nearestName } from '../../engine/descriptions/suggest.ts';
import type { Game, Zone } from '../../engine/descriptions/types.ts';
import { halfWidth, type Table } from './cells.ts';
import { type DayOrder, readDate } from './dates.ts';
import type { GivenColumns } from './map-option.ts';
import type { RowProblem } from './problems.ts';
import { namedReadings, proofOf, type RankedReading, type Reading, readingBehind, sameDraws, unnamedReadings } from './readings.ts';
import { type Meaning, rankOf } from './vocabulary.ts';

/** Columns by their index. */
export interface Mapping {
  readonly issue: number | undefined;
  readonly date: number | DateColumns | undefined;
  readonly numbers: Reading;
}

export interface DateColumns {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export type FoundMapping =
  | { readonly ok: true; readonly mapping: Mapping; readonly fit: number }
  | { readonly ok: false; readonly mistakes: readonly RowProblem[]; readonly proposals: readonly Mapping[] };

/** Rows that must be as a column's name says. Below it the name is taken for something else. */
const LEAST_FIT = 0.5;
const LEAST_SHARE = 0.9;
const MOST_PROPOSALS = 3;

export function findMapping(table: Table, game: Pick<Game, 'draw'>, given: GivenColumns, order: DayOrder | undefined): FoundMapping {
  const { zones } = game.draw;
  const taken = new Set<number>();
  const date = given.date ?? (table.named ? namedDate(table, order, given) : valueColumn(table, [0, 1, 2], isDate(order)));
  for (const column of columnsOfDate(date)) taken.add(column);
  if (given.issue !== undefined) taken.add(given.issue);
  const numbers = given.numbers === undefined ? findNumbers(table, game, date, taken) : { ok: true as const, reading: given.numbers };
  if (!numbers.ok) {
    const issue = given.issue ?? namedIssue(table, taken);
    const mistakes = numbers.tie === undefined ? missing(table, zones, issue) : [tie(table, zones, numbers.tie)];
    return {
      ok: false,
      mistakes,
      proposals:
        numbers.tie === undefined
          ? proposed(table, game, { issue, date })
          : numbers.tie.map((reading) => ({ issue, date, numbers: reading })),
    };
  }
  for (const column of columnsOf(numbers.reading)) taken.add(column);
  const issue = given.issue ?? (table.named ? namedIssue(table, taken) : valueColumn(table, [0, 1], (text) => /\d/.test(text), taken));
  const mapping = { issue, date, numbers: numbers.reading };
  if (issue === undefined && date === undefined)
    return { ok: false, mistakes: missing(table, [], undefined), proposals: [{ ...mapping, issue: firstFree(table, taken) }] };
  return { ok: true, mapping, fit: proofOf(numbers.reading, table, game).fit };
}

/** The first column of few digits that no one else uses, for a proposal. */
const firstFree = (table: Table, taken: ReadonlySet<number>): number | undefined =>
  valueColumn(
    table,
    table.columns.map((_, index) => index),
    (text) => /^\D{0,3}\d{3,14}\D{0,4}$/.test(text),
    taken,
  );

export const columnsOf = (reading: Reading): readonly number[] =>
  reading.kind === 'all' ? reading.columns : Object.values(reading.columns).flat();

export const columnsOfDate = (date: Mapping['date']): readonly number[] =>
  date === undefined ? [] : typeof date === 'number' ? [date] : [date.year, date.month, date.day];

type FoundNumbers = { readonly ok: true; readonly reading: Reading } | { readonly ok: false; readonly tie?: readonly Reading[] };

function findNumbers(table: Table, game: Pick<Game, 'draw'>, date: Mapping['date'], taken: ReadonlySet<number>): FoundNumbers {
  const { zones } = game.draw;
  const readings: RankedReading[] = table.named
    ? namedReadings(table, zones).filter(({ reading }) => !columnsOf(reading).some((column) => taken.has(column)))
    : [...new Set([Math.max(-1, ...columnsOfDate(date)), 0])]
        .flatMap((column) => readingBehind(table, column, zones))
        .map((reading) => ({ reading, rank: 1 }));
  const proven = readings.map((each) => ({ ...each, ...proofOf(each.reading, table, game) }));
  const least = table.named ? LEAST_FIT : LEAST_SHARE;
  const good = proven.filter(({ fit }) => fit >= least && fit > 0).toSorted((a, b) => a.rank - b.rank || b.fit - a.fit);
  const [best] = good;
  if (best === undefined) {
    const [only, other] = proven;
    // One name alone speaks for its column, whatever stands in it: its faults are shown.
    return table.named && only !== undefined && (other === undefined || only.rank < other.rank)
      ? { ok: true, reading: only.reading }
      : { ok: false };
  }
  const equal = good.filter(({ rank, fit }) => rank === best.rank && fit === best.fit);
  const differing = equal.filter(({ draws }) => !sameDraws(best.draws, draws, zones));
  return differing.length === 0
    ? { ok: true, reading: best.reading }
    : { ok: false, tie: [best, ...differing].map(({ reading }) => reading) };
}

const textsOf = (table: Table, column: number): string[] => table.rows.map(({ cells }) => cells[column]?.text.trim() ?? '');

const share = (texts: readonly string[], is: (text: string) => boolean): number => texts.filter(is).length / Math.max(1, texts.length);

/** Columns that have a meaning by their names, the likeliest first. */
function named(table: Table, meaning: Meaning): number[] {
  return table.columns
    .map(({ name }, index) => ({ index, rank: rankOf(meaning, name) }))
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => (a.rank as number) - (b.rank as number))
    .map(({ index }) => index);
}

const isDate = (order: DayOrder | undefined) => (text: string) =>
  readDate(text, order) !== undefined ||
  (order === undefined && readDate(text, 'dd/mm/yyyy') !== undefined) ||
  readDate(text, 'mm/dd/yyyy') !== undefined;

function namedDate(table: Table, order: DayOrder | undefined, given: GivenColumns): Mapping['date'] {
  const columns = named(table, 'date').filter((column) => column !== given.issue);
  const dates = columns.filter((column) => share(textsOf(table, column), isDate(order)) >= LEAST_SHARE);
  if (dates[0] !== undefined) return dates[0];
  const [[year], [month], [day]] = (['year', 'month', 'day'] as const).map((meaning) => named(table, meaning)) as [
    number[],
    number[],
    number[],
  ];
  if (year !== undefined && month !== undefined && day !== undefined) return { year, month, day };
  // Faulty dates are shown as such.
  return columns.find((column) => share(textsOf(table, column), (text) => /\d{3,}/.test(text)) > 0) ?? columns[0];
}

function namedIssue(table: Table, taken: ReadonlySet<number>): number | undefined {
  const columns = named(table, 'issue').filter(
    (column) => !taken.has(column) && !table.rows.some(({ cells }) => cells[column]?.items !== undefined),
  );
  return columns.find((column) => share(textsOf(table, column), (text) => /\d/.test(halfWidth(text))) >= LEAST_FIT) ?? columns[0];
}

function valueColumn(table: Table, columns: readonly number[], is: (text: string) => boolean, taken: ReadonlySet<number> = new Set()) {
  return columns.find((column) => column < table.columns.length && !taken.has(column) && share(textsOf(table, column), is) >= LEAST_SHARE);
}

const keyOf = (zones: readonly Zone[]): string => zones.map(({ id }) => `${id}=…`).join(',');

function tie(table: Table, zones: readonly Zone[], readings: readonly Reading[]): RowProblem {
  const names = readings.map((reading) =>
    columnsOf(reading)
      .map((column) => table.columns[column]?.name ?? '')
      .join('+'),
  );
  return {
    at: table.columns[0]?.at ?? { line: 1, column: 1 },
    code: 'RESULT_TIE',
    params: { names: names.join(' / '), key: keyOf(zones) },
  };
}

/** Each unknown name once, then what is missing. */
function missing(table: Table, zones: readonly Zone[], issue: number | undefined): RowProblem[] {
  const known = ['issue', 'time', 'numbers', ...zones.map(({ id }) => id)];
  const unknown = table.columns
    .filter(
      ({ name }) =>
        table.named &&
        !name.startsWith('#') &&
        !(['issue', 'date', 'numbers'] as const).some((meaning) => rankOf(meaning, name) !== undefined),
    )
    .slice(0, 20)
    .map(({ name, at }) => unknownColumn(at, name, known));
  const lacks = (name: string): RowProblem => ({ at: { line: 1, column: 1 }, code: 'RESULT_COLUMN_MISSING', params: { name, key: name } });
  return [...unknown, ...(issue === undefined ? [lacks('issue')] : []), ...zones.map(({ id }) => lacks(id))];
}

function unknownColumn(at: RowProblem['at'], text: string, known: readonly string[]): RowProblem {
  const name = text.slice(0, 40);
  const near = nearestName(name, known);
  const params = {
    name,
    known: known.join(', '),
    guess: near === undefined ? '' : `，是不是 ${near}`,
    guessEn: near === undefined ? '' : `, did you mean ${near}?`,
  };
  return { at, code: 'RESULT_COLUMN', params };
}

/** Mappings that every row fits, though no name speaks for them. */
function proposed(table: Table, game: Pick<Game, 'draw'>, before: Pick<Mapping, 'issue' | 'date'>): Mapping[] {
  const date =
    before.date ??
    valueColumn(
      table,
      table.columns.map((_, index) => index),
      isDate(undefined),
    );
  const used = new Set(columnsOfDate(date));
  const sample = { ...table, rows: table.rows.slice(0, 200) };
  const fitting = unnamedReadings(table, game.draw.zones).filter(
    (reading) =>
      !columnsOf(reading).some((column) => used.has(column) || column === before.issue) && proofOf(reading, sample, game).fit === 1,
  );
  const different: Reading[] = [];
  const proofs = fitting.map((reading) => ({ reading, draws: proofOf(reading, sample, game).draws }));
  for (const [index, { reading, draws }] of proofs.entries())
    if (!proofs.slice(0, index).some((before) => sameDraws(before.draws, draws, game.draw.zones))) different.push(reading);
  return different.slice(0, MOST_PROPOSALS).map((numbers) => {
    const taken = new Set([...used, ...columnsOf(numbers)]);
    return { issue: before.issue ?? firstFree(table, taken), date, numbers };
  });
}
