/** `--map issue=期次,date=年+月+日,red=红1..红6`: columns by their names, or by their place as #3. */
import type { Zone } from '../../engine/descriptions/types.ts';
import type { Table } from './cells.ts';
import type { DateColumns, Mapping } from './columns.ts';
import type { RowProblem } from './problems.ts';
import type { Reading } from './readings.ts';

export interface GivenColumns {
  readonly issue?: number;
  readonly date?: number | DateColumns;
  readonly numbers?: Reading;
}

export type ReadMap = { readonly ok: true; readonly given: GivenColumns } | { readonly ok: false; readonly mistake: RowProblem };

const wrong = (name: string, detail: string, detailEn: string): ReadMap => ({
  ok: false,
  mistake: { at: { line: 1, column: 1 }, code: 'RESULT_MAP', params: { name, detail, detailEn } },
});

export function readMap(text: string, table: Table, zones: readonly Zone[]): ReadMap {
  const keys = ['issue', 'date', 'numbers', ...zones.map(({ id }) => id)];
  let given: GivenColumns = {};
  const byZone: Record<string, number[]> = {};
  for (const pair of text.split(',')) {
    const [key = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    if (!keys.includes(key) || value === '')
      return wrong(pair, `写成 列=列名，列为 ${keys.join('、')}`, `write <key>=<column>; keys: ${keys.join(', ')}`);
    const columns = columnsIn(value, table);
    if (columns === undefined)
      return wrong(value, `文件里没有这一列；有 ${nameList(table)}`, `the file has no such column; it has ${nameList(table)}`);
    const [first, second, third] = columns;
    if (key === 'issue') given = { ...given, ...(first === undefined ? {} : { issue: first }) };
    else if (key === 'numbers') given = { ...given, numbers: { kind: 'all', columns } };
    else if (key !== 'date') byZone[key] = columns;
    else if (columns.length === 3) given = { ...given, date: { year: first as number, month: second as number, day: third as number } };
    else if (first !== undefined) given = { ...given, date: first };
  }
  if (Object.keys(byZone).length === 0) return { ok: true, given };
  const lacking = zones.find(({ id }) => byZone[id] === undefined);
  if (lacking !== undefined) return wrong(lacking.id, '每个号码区都要指定一列', 'name a column for each zone');
  return { ok: true, given: { ...given, numbers: { kind: 'zones', columns: byZone } } };
}

const nameList = (table: Table): string =>
  table.columns
    .slice(0, 30)
    .map(({ name }) => name)
    .join(', ');

function columnsIn(text: string, table: Table): number[] | undefined {
  const found: number[] = [];
  const whole = columnNamed(text, table);
  if (whole !== undefined) return [whole];
  for (const part of text.split('+')) {
    const [from = '', to] = part.split('..');
    const first = columnNamed(from, table);
    const last = to === undefined ? first : columnNamed(to, table);
    if (first === undefined || last === undefined || last < first) return undefined;
    for (let column = first; column <= last; column += 1) found.push(column);
  }
  return found;
}

function columnNamed(name: string, { columns }: Table): number | undefined {
  const index = columns.findIndex((column) => column.name === name);
  if (index >= 0) return index;
  const place = /^#(\d+)$/.exec(name)?.[1];
  return place !== undefined && Number(place) >= 1 && Number(place) <= columns.length ? Number(place) - 1 : undefined;
}

/** A mapping as `--map` takes it. */
export function writeMap({ issue, date, numbers }: Mapping, table: Table): string {
  const name = (column: number): string => {
    const written = table.columns[column]?.name ?? '';
    return /[,=+]|\.\./.test(written) || written === '' ? `#${column + 1}` : written;
  };
  const list = (columns: readonly number[]): string => {
    const [first, last] = [columns[0] as number, columns.at(-1) as number];
    const runs = columns.length > 2 && columns.every((column, index) => column === first + index);
    return runs ? `${name(first)}..${name(last)}` : columns.map(name).join('+');
  };
  return [
    ...(issue === undefined ? [] : [`issue=${name(issue)}`]),
    ...(date === undefined
      ? []
      : [`date=${typeof date === 'number' ? name(date) : [date.year, date.month, date.day].map(name).join('+')}`]),
    ...(numbers.kind === 'all'
      ? [`numbers=${list(numbers.columns)}`]
      : Object.entries(numbers.columns).map(([id, columns]) => `${id}=${list(columns)}`)),
  ].join(',');
}
