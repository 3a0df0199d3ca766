/**
 * Files without a table: each draw is a block of lines that begins with its number (第2124回, 第26096期), and a label stands before its
 * numbers on the same line (本数字,06,12,…,ボーナス数字,19).
 */
import { type Cell, halfWidth, type Table, type TableColumn, type TableRow } from './cells.ts';
import { readDate } from './dates.ts';
import { fieldRows } from './delimited.ts';

const NUMBERED = /^第\s*\d+\s*[回期]/;
const NUMBER = /^\d{1,3}$/;

/** Undefined when no line begins a draw. */
export function recordTable(text: string): Table | undefined {
  const columns: TableColumn[] = [];
  const rows: { at: TableRow['at']; cells: (Cell | undefined)[] }[] = [];
  const put = (name: string, cell: Cell): void => {
    let index = columns.findIndex((column) => column.name === name);
    if (index < 0) index = columns.push({ name, at: cell.at }) - 1;
    const cells = rows.at(-1)?.cells;
    if (cells !== undefined && cells[index] === undefined) cells[index] = cell;
  };
  for (const line of fieldRows(text, ',').rows) {
    const number = line.find((cell) => NUMBERED.test(halfWidth(cell.text).trim()));
    if (number !== undefined) {
      rows.push({ at: { line: number.at.line, column: 1 }, cells: [] });
      put('第…回', { ...number, text: (NUMBERED.exec(halfWidth(number.text).trim()) as RegExpExecArray)[0] });
      const date = line.find((cell) => readDate(cell.text, undefined) !== undefined);
      if (date !== undefined) put('日付', date);
    } else if (rows.length > 0) for (const [label, items] of labelled(line)) put(label.text.trim(), { text: '', at: label.at, items });
  }
  return rows.length === 0 ? undefined : { form: 'record', named: true, columns, rows, mistakes: [] };
}

/** Each label of a line with the numbers behind it. */
function labelled(line: readonly Cell[]): [label: Cell, items: Cell[]][] {
  const found: [Cell, Cell[]][] = [];
  for (const cell of line)
    if (!NUMBER.test(halfWidth(cell.text).trim())) found.push([cell, []]);
    else found.at(-1)?.[1].push(cell);
  return found.filter(([, items]) => items.length > 0);
}
