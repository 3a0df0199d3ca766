/** Files of rows: CSV, JSON Lines and Parquet. A file is written beside its name and renamed when it is whole. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { csvLines } from '../../../server/ledger/index.ts';
import type { ColumnType, ExportColumn } from './dictionary.ts';

export const FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof FORMATS)[number];

/** A value as the database gives it: numbers of fen and instants in ms are safe integers. */
export type Value = string | number | null;

export interface RowWriter {
  write(rows: readonly (readonly Value[])[]): void;
  /** Ends the file. */
  end(): void;
}

export function rowWriter(format: ExportFormat, file: string, columns: readonly ExportColumn[]): RowWriter {
  if (format === 'parquet') return parquetRows(file, columns);
  const handle = openSync(file, 'w');
  const line = format === 'csv' ? csvLine : jsonLine;
  if (format === 'csv') writeSync(handle, `\ufeff${csvLines([columns.map(({ name }) => name)])}`);
  return {
    write: (rows) => void writeSync(handle, rows.map((row) => line(columns, row)).join('')),
    end: () => closeSync(handle),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The text of a value; empty for none. */
function textOf(type: ColumnType, value: Value): string {
  if (value === null) return '';
  return type === 'instant' ? isoOf(Number(value)) : String(value);
}

const csvLine = (columns: readonly ExportColumn[], row: readonly Value[]): string =>
  csvLines([columns.map(({ type }, at) => textOf(type, row[at] ?? null))]);

function jsonLine(columns: readonly ExportColumn[], row: readonly Value[]): string {
  const cells = columns.map(({ name, type }, at): [string, unknown] => {
    const value = row[at] ?? null;
    if (value === null) return [name, null];
    if (type === 'instant') return [name, isoOf(Number(value))];
    return [name, type === 'json' ? (JSON.parse(String(value)) as unknown) : value];
  });
  return `${JSON.stringify(Object.fromEntries(cells))}\n`;
}

const PARQUET = { text: 'STRING', id: 'STRING', json: 'JSON', number: 'INT64', fen: 'INT64', instant: 'TIMESTAMP' } as const;

/** Fen are INT64 and instants TIMESTAMP_MILLIS in UTC. Each write is a row group. */
function parquetRows(file: string, columns: readonly ExportColumn[]): RowWriter {
  const source = (rows: readonly (readonly Value[])[]): ColumnSource[] =>
    columns.map(({ name, type }, at) => ({
      name,
      type: PARQUET[type],
      nullable: true,
      data: rows.map((row) => parquetValue(type, row[at] ?? null)),
    }));
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: schemaFromColumnData({ columnData: source([]) }),
    createdBy: 'caipu',
  });
  return {
    write(rows) {
      if (rows.length > 0) void writer.write({ columnData: source(rows), rowGroupSize: rows.length });
    },
    end: () => void writer.finish(),
  };
}

function parquetValue(type: ColumnType, value: Value): unknown {
  if (value === null) return null;
  if (type === 'fen' || type === 'number') return BigInt(value);
  if (type === 'instant') return new Date(Number(value));
  return type === 'json' ? (JSON.parse(String(value)) as unknown) : String(value);
}

/** Read in parts: a file of more than 2 GiB does not fit one buffer. */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}
