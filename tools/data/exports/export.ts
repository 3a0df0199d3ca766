/** `data -- export`: one set of the database as a file, read in one snapshot, some rows at a time. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Database } from '../../../server/platform/database/database.ts';
import type { ExportSet } from './dictionary.ts';
import { type ExportFormat, rowWriter, sha256OfFile, type Value } from './writers.ts';

/** Rows that are in memory at once. */
const BATCH = 5_000;

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Unix ms, included. */
  readonly from?: number | undefined;
  /** Unix ms, excluded. */
  readonly to?: number | undefined;
  /** Name of a player. */
  readonly player?: string | undefined;
}

export interface Exported {
  readonly rows: number;
  readonly sha256: string;
}

/** Writes the file; a file that is there is not replaced. @throws when it is there, or with the error of the database, leaving no file. */
export async function exportSet(database: Database, set: ExportSet, file: string, options: ExportOptions): Promise<Exported> {
  if (existsSync(file)) throw new Error(`${file} 已经在了，换一个文件名 / ${file} is there already, choose another name`);
  const part = `${file}.part`;
  const { format, from = null, to = null, player = null } = options;
  const conditions = [
    `($1::bigint IS NULL OR ${set.time} >= $1)`,
    `($2::bigint IS NULL OR ${set.time} < $2)`,
    `($3::text IS NULL OR ${set.player ?? 'NULL'} = $3)`,
  ];
  const columns = set.columns.map(({ sql, name }) => `${sql} AS "${name}"`).join(', ');
  const writer = rowWriter(format, part, set.columns);
  try {
    const rows = await database.transaction(async (client) => {
      // A cursor reads one snapshot, so that totals of the file agree while bets go on.
      await client.query(
        `DECLARE exported NO SCROLL CURSOR FOR SELECT ${columns} ${set.from} WHERE ${conditions.join(' AND ')} ORDER BY ${set.order}`,
        [from, to, player],
      );
      let count = 0;
      for (;;) {
        const batch = await client.query<Record<string, Value>>(`FETCH ${BATCH} FROM exported`);
        writer.write(batch.rows.map((row) => set.columns.map(({ name }) => row[name] ?? null)));
        count += batch.rows.length;
        if (batch.rows.length < BATCH) return count;
      }
    });
    writer.end();
    const sha256 = await sha256OfFile(part);
    renameSync(part, file);
    return { rows, sha256 };
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
