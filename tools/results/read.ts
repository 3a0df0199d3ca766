/** Past draws out of the text of a file: its structure, its columns and its dates, each found by meaning and proven on the rows. */
import type { Position } from '../../engine/descriptions/problem.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Cell, Table, TableRow } from './cells.ts';
import { columnsOf, columnsOfDate, findMapping, type FoundMapping, type Mapping } from './columns.ts';
import { DAY_ORDERS, type DayOrder, type FileOrder, orderOf, readDate, type WrittenDate } from './dates.ts';
import { gameIssue } from './issues.ts';
import { readMap, writeMap } from './map-option.ts';
import type { ZoneNumbers } from './numbers.ts';
import type { RowProblem } from './problems.ts';
import { numbersOf } from './readings.ts';
import { tablesIn } from './structure.ts';
import { rankOf } from './vocabulary.ts';

/** One draw as it is written; numbers by zone, each a list of fields, or the text that stood in place of a number. */
export interface ResultRow {
  readonly at: Position;
  readonly issue: Cell | undefined;
  readonly time: Cell | undefined;
  /** The day and time that `time` says; undefined when it says none. */
  readonly written: WrittenDate | undefined;
  readonly zones: ZoneNumbers;
}

export interface ReadOptions {
  /** As `--map` has it. */
  readonly map?: string | undefined;
  readonly dates?: DayOrder | undefined;
  /** Gives the mapping that is remembered for a list of columns, as `--map` has it. */
  readonly remembered?: ((columns: readonly string[]) => string | undefined) | undefined;
}

export interface ReadRows {
  readonly rows: readonly ResultRow[];
  readonly mistakes: readonly RowProblem[];
  readonly table: Table;
  /** As `--map` has it; undefined when no mapping was found. */
  readonly map?: string;
  /** Names of columns that nothing was taken from. */
  readonly left: readonly string[];
  readonly proposals: readonly Proposal[];
}

/** A mapping that fits the rows, with the first of them as it would read them. */
export interface Proposal {
  readonly map: string;
  readonly rows: readonly { readonly issue: string; readonly date: string; readonly numbers: string }[];
}

export function readRows(text: string, game: Pick<Game, 'draw' | 'schedule'>, options: ReadOptions = {}): ReadRows {
  const tables = tablesIn(text);
  let first: ReadRows | undefined;
  for (const table of tables) {
    const read = readTable(table, game, options);
    if (read.map !== undefined) return read;
    // A shorter list must not take the place of the draws whose columns are not understood.
    if (table.form === 'json' && speaksOfDraws(table)) return read;
    // What looks like a table with names is explained as one; a list of words is not.
    if (first === undefined || (first.table.rows.length === 0 && table.rows.length > 0 && first.mistakes.length === 0)) first = read;
  }
  return first as ReadRows;
}

const speaksOfDraws = ({ columns }: Table): boolean =>
  columns.some(({ name }) => rankOf('issue', name) !== undefined || rankOf('date', name) !== undefined);

function readTable(table: Table, game: Pick<Game, 'draw' | 'schedule'>, options: ReadOptions): ReadRows {
  const nothing = { rows: [], table, left: [], proposals: [] };
  if (table.rows.length === 0)
    return { ...nothing, mistakes: table.mistakes.length > 0 ? table.mistakes : [{ at: { line: 1, column: 1 }, code: 'RESULT_EMPTY' }] };
  const map = options.map ?? options.remembered?.(table.columns.map(({ name }) => name));
  const given = map === undefined ? { ok: true as const, given: {} } : readMap(map, table, game.draw.zones);
  if (!given.ok) return { ...nothing, mistakes: [given.mistake] };
  const found = findMapping(table, game, given.given, options.dates);
  if (!found.ok) return { ...nothing, mistakes: [...table.mistakes, ...found.mistakes], proposals: proposalsOf(found, table, game) };
  return rowsOf(table, game, found.mapping, options.dates);
}

function rowsOf(table: Table, game: Pick<Game, 'draw' | 'schedule'>, mapping: Mapping, wanted: DayOrder | undefined): ReadRows {
  const { issue, date, numbers } = mapping;
  const times = table.rows.map((row) => timeCell(row, date));
  const order = wanted === undefined ? orderByIssues(table, game, issue, times) : { kind: 'known' as const, order: wanted };
  const rows = table.rows.map((row, index): ResultRow => {
    const time = times[index];
    const written = time === undefined || order.kind !== 'known' ? undefined : readDate(time.text, order.order);
    return {
      at: row.at,
      issue: issue === undefined ? undefined : row.cells[issue],
      time,
      written,
      zones: numbersOf(numbers, row, game.draw.zones),
    };
  });
  const used = new Set([...(issue === undefined ? [] : [issue]), ...columnsOfDate(date), ...columnsOf(numbers)]);
  const left = table.named ? unusedNames(table, used) : [];
  const mistakes = [...table.mistakes, ...orderProblem(order, times)];
  return { rows, mistakes, table, map: writeMap(mapping, table), left, proposals: [] };
}

/** An object that nothing was taken from is one column: prizes with their amounts are named once. */
function unusedNames({ columns }: Table, used: ReadonlySet<number>): string[] {
  const topOf = (name: string): string => name.split('.')[0] as string;
  const usedTops = new Set(columns.filter((_, index) => used.has(index)).map(({ name }) => topOf(name)));
  const names = columns.flatMap(({ name }, index) => (used.has(index) ? [] : [usedTops.has(topOf(name)) ? name : topOf(name)]));
  return [...new Set(names)];
}

/** Where dates alone do not say their order, the years of the issues may. */
function orderByIssues(
  table: Table,
  { schedule }: Pick<Game, 'schedule'>,
  issue: number | undefined,
  times: readonly (Cell | undefined)[],
): FileOrder {
  const order = orderOf(times.map((cell) => cell?.text ?? ''));
  if (order.kind !== 'ambiguous' || issue === undefined) return order;
  const agreeing = DAY_ORDERS.filter((each) =>
    table.rows.every(({ cells }, index) => {
      const written = readDate(times[index]?.text ?? '', each);
      return written !== undefined && gameIssue(schedule, cells[issue]?.text ?? '', written.year) !== undefined;
    }),
  );
  const [only, other] = agreeing;
  return only === undefined || other !== undefined ? order : { kind: 'known', order: only };
}

function timeCell(row: TableRow, date: Mapping['date']): Cell | undefined {
  if (date === undefined) return undefined;
  if (typeof date === 'number') return row.cells[date];
  const [year, month, day] = [date.year, date.month, date.day].map((column) => row.cells[column]);
  return year === undefined
    ? undefined
    : { text: `${year.text.trim()}-${month?.text.trim() ?? ''}-${day?.text.trim() ?? ''}`, at: year.at };
}

function orderProblem(order: FileOrder, times: readonly (Cell | undefined)[]): RowProblem[] {
  if (order.kind === 'known') return [];
  const cell = times[order.index] as Cell;
  const found = cell.text.trim().slice(0, 40);
  if (order.kind === 'ambiguous') return [{ at: cell.at, code: 'RESULT_DATES', params: { found } }];
  return [{ at: cell.at, code: 'RESULT_DATES_MIXED', params: { found, line: times[order.other]?.at.line ?? 0 } }];
}

const SAMPLE_ROWS = 3;

function proposalsOf(found: FoundMapping, table: Table, game: Pick<Game, 'draw' | 'schedule'>): Proposal[] {
  if (found.ok) return [];
  return found.proposals.map((mapping) => ({
    map: writeMap(mapping, table),
    rows: table.rows.slice(0, SAMPLE_ROWS).map((row) => ({
      issue: mapping.issue === undefined ? '' : (row.cells[mapping.issue]?.text.trim() ?? ''),
      date: timeCell(row, mapping.date)?.text.trim() ?? '',
      numbers: [...numbersOf(mapping.numbers, row, game.draw.zones).values()]
        .map(({ values }) => values.map(({ value }) => value).join(' '))
        .join(' + '),
    })),
  }));
}
