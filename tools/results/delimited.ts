/** Tables of text: fields between commas, semicolons or tabs, or words between blanks without a head line. */
import { CsvError, parse } from 'csv-parse/sync';
import type { Position } from '../../engine/descriptions/problem.ts';
import { type Cell, halfWidth, type Table, type TableRow } from './cells.ts';
import type { RowProblem } from './problems.ts';

const SEPARATORS = [',', '\t', ';'] as const;

export interface FieldRows {
  readonly rows: readonly (readonly Cell[])[];
  readonly mistakes: readonly RowProblem[];
}

interface ReadRecord {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

/** The fields of every line that has any. Line ends are made alike first, because the parser takes the first one for all. */
export function fieldRows(input: string, separator: string): FieldRows {
  const text = input.replace(/\r\n?/g, '\n');
  try {
    const records = parse(text, {
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      raw: true,
    }) as unknown as ReadRecord[];
    return {
      rows: records.map((record) => located(record)).filter((cells) => cells.some((cell) => cell.text.trim() !== '')),
      mistakes: [],
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], mistakes: [quoteProblem(error, text, separator)] };
  }
}

/** Fields with their places. The parser says where a record ends; its fields written out again say where each begins. */
function located({ record, raw, info }: ReadRecord): Cell[] {
  const core = raw.replace(/^\n+|\n+$/g, '');
  const ended = raw.endsWith('\n') || raw === core ? 0 : 1;
  const line = info.lines - ended - (core.split('\n').length - 1);
  let column = 1;
  return record.map((text) => {
    const quoted = core[column - 1] === '"';
    const cell = { text, at: { line, column: quoted ? column + 1 : column } };
    column += (quoted ? text.replaceAll('"', '""').length + 2 : text.length) + 1;
    return cell;
  });
}

function quoteProblem(error: CsvError, text: string, separator: string): RowProblem {
  const { lines, column } = error as CsvError & { lines?: number; column?: number };
  const line = lines ?? 1;
  const before = (text.split('\n')[line - 1] ?? '').split(separator).slice(0, typeof column === 'number' ? column : 0);
  const detail =
    error.code === 'CSV_QUOTE_NOT_CLOSED' ? '引号没有结束 / quote not closed' : '引号后面应为分隔符 / separator expected after the quote';
  return { at: { line, column: before.join(separator).length + (before.length > 0 ? 2 : 1) }, code: 'RESULT_SYNTAX', params: { detail } };
}

const NUMERIC = /^[\d\s.,:;/+|()-]*\d[\d\s.,:;/+|()-]*$/;

/** A line of names holds no cell that is a number or a date. */
const isHead = (cells: readonly Cell[]): boolean => cells.length > 1 && !cells.some(({ text }) => NUMERIC.test(halfWidth(text).trim()));

/** The separator that the first line has most of; `,` when it has none. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const counted = SEPARATORS.map((separator) => ({ separator, count: fieldsIn(head, separator) }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ',';
}

/** Fields of a line, without what stands in quotes. */
const fieldsIn = (line: string, separator: string): number => line.replace(/"[^"]*"/g, '').split(separator).length;

export function delimitedTable(text: string): Table {
  const { rows, mistakes } = fieldRows(text, separatorOf(text));
  const [head, ...body] = rows;
  if (head === undefined) return { form: 'csv', named: false, columns: [], rows: [], mistakes };
  const named = isHead(head);
  const columns = named
    ? head.map(({ text: name, at }, index) => ({ name: name.trim() === '' ? `#${index + 1}` : name.trim(), at }))
    : numberedColumns(rows);
  return tableOf('csv', named, columns, named ? body : rows, mistakes);
}

/** Words between blanks. No file of this form has been seen with a head line, and a name of two words would shift the columns. */
export function spacedTable(text: string): Table {
  const rows = text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const cells = [...line.matchAll(/\S+/g)].map(({ 0: word, index: from }) => ({ text: word, at: { line: index + 1, column: from + 1 } }));
    return cells.length === 0 ? [] : [cells];
  });
  return tableOf('text', false, numberedColumns(rows), rows, []);
}

const START: Position = { line: 1, column: 1 };

const numberedColumns = (rows: readonly (readonly Cell[])[]) =>
  Array.from({ length: rows.reduce((most, { length }) => Math.max(most, length), 0) }, (_, index) => ({
    name: `#${index + 1}`,
    at: START,
  }));

function tableOf(
  form: 'csv' | 'text',
  named: boolean,
  columns: Table['columns'],
  lines: readonly (readonly Cell[])[],
  before: readonly RowProblem[],
): Table {
  const mistakes = [...before];
  const rows: TableRow[] = [];
  for (const cells of lines) {
    const at = cells[0] === undefined ? START : lineStart(cells[0]);
    const surplus = cells.slice(columns.length).some(({ text }) => text.trim() !== '');
    // Without names, lines of an official text file end where their prizes end.
    if (named && (surplus || cells.length < columns.length))
      mistakes.push({ at, code: 'RESULT_FIELDS', params: { found: cells.length, wanted: columns.length } });
    else rows.push({ at, cells });
  }
  return { form, named, columns, rows, mistakes };
}

const lineStart = ({ at }: Cell): Position => ({ line: at.line, column: 1 });
