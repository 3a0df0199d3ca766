/** What the text of a results file may be, the likeliest first. Which one it is turns out when its columns are found. */
import type { Table } from './cells.ts';
import { delimitedTable, spacedTable } from './delimited.ts';
import { jsonTables } from './json-table.ts';
import { recordTable } from './record.ts';

export function tablesIn(input: string): readonly [Table, ...Table[]] {
  const text = input.startsWith('\ufeff') ? input.slice(1) : input;
  if (/^\s*[[{]/.test(text)) return jsonTables(text);
  const record = recordTable(text);
  return record === undefined ? [delimitedTable(text), spacedTable(text)] : [delimitedTable(text), record, spacedTable(text)];
}
