/** The log of the embedded database does not grow for as long as the server runs: what a start after a kill has to go through stays small. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPglite } from '../../server/db/pglite.ts';
import { temporaryFolder, until } from './support/server.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a checkpoint is made after so much of the log, and none while nothing is written', async () => {
  const pool = await openPglite(folder, () => {}, { lookEveryMs: 5, checkpointBytes: 1_048_576 });
  const redo = async () => {
    const sql = `SELECT (redo_lsn - '0/0'::pg_lsn)::int8 AS redo, (pg_current_wal_lsn() - '0/0'::pg_lsn)::int8 AS upto FROM pg_control_checkpoint()`;
    return (await pool.query(sql)).rows[0] as { redo: number; upto: number };
  };
  const write = (rows: number) => pool.query(`INSERT INTO written SELECT repeat('x', 1000) FROM generate_series(1, ${rows})`);
  try {
    await pool.query('CREATE TABLE written (a text)');
    const before = await redo();
    await write(100);
    expect((await redo()).redo).toBe(before.redo);
    // Across the end of a file of the log as well.
    for (let times = 0; times < 10; times += 1) {
      await write(4_000);
      const { upto } = await redo();
      await until('a checkpoint', async () => (await redo()).redo >= upto);
    }
    expect((await redo()).upto - before.upto).toBeGreaterThan(20 * 1_048_576);
    const { redo: last } = await redo();
    for (let times = 0; times < 50; times += 1) await pool.query('SELECT 1');
    expect((await redo()).redo).toBe(last);
  } finally {
    await pool.end();
  }
});
