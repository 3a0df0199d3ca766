/** A results file as a table: rows of cells with their places, whatever the file was written in. */
import type { Position } from '../../engine/descriptions/problem.ts';
import type { RowProblem } from './problems.ts';

/** A field of the file and where it stands. A list of a JSON file has its items. */
export interface Cell {
  readonly text: string;
  readonly at: Position;
  readonly items?: readonly Cell[];
}

export interface TableColumn {
  /** As the file writes it; `#3` for the third column of a file without names. */
  readonly name: string;
  readonly at: Position;
}

export interface TableRow {
  readonly at: Position;
  /** By column; undefined where this row has no such cell. */
  readonly cells: readonly (Cell | undefined)[];
}

export type TableForm = 'json' | 'jsonl' | 'csv' | 'text' | 'record';

export interface Table {
  readonly form: TableForm;
  /** Whether the file names its columns. */
  readonly named: boolean;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Rows that are not like the others. */
  readonly mistakes: readonly RowProblem[];
}

export const shift = ({ line, column }: Position, by: number): Position => ({ line, column: column + by });

/** Full-width letters, digits and signs as the usual ones. Every place stays where it was, which NFKC does not promise. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ');
