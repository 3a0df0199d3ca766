/**
 * The embedded database keeps itself in order for as long as the server runs: its log, so that a start after a kill has little to go through, the space of
 * rows that are gone, and what it knows of its tables, so that a statement is not planned for ever as if they were empty.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPglite } from '../../../server/platform/database/pglite.ts';
import { analyzeSome, vacuumSome } from '../../../server/platform/process/table-upkeep.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder, waitFor } from '../support/server.ts';

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
      await waitFor('a checkpoint', async () => (await redo()).redo >= upto);
    }
    expect((await redo()).upto - before.upto).toBeGreaterThan(20 * 1_048_576);
    const { redo: last } = await redo();
    for (let times = 0; times < 50; times += 1) await pool.query('SELECT 1');
    expect((await redo()).redo).toBe(last);
  } finally {
    await pool.end();
  }
});

it('rows that come and go use the same space again, and what nobody deletes from is left alone', async () => {
  const database = await openEmbedded(join(folder, 'tables'));
  const hints = (n: number) =>
    database.query(
      `INSERT INTO outbox (user_id, event) SELECT 1, jsonb_build_object('type', 'wallet', 'n', n) FROM generate_series(1, ${n}) n`,
    );
  const size = async () => (await database.query<{ size: number }>(`SELECT pg_relation_size('outbox') AS size`)).rows[0]?.size ?? 0;
  try {
    await hints(3_000);
    const once = await size();
    for (let times = 0; times < 3; times += 1) {
      await database.query('DELETE FROM outbox');
      // What a session did to its tables is counted a second later.
      await waitFor('a vacuum', async () => (await vacuumSome(database, () => false)).includes('outbox'));
      await hints(3_000);
      expect(await size()).toBeLessThanOrEqual(once);
    }
    expect(await vacuumSome(database, () => false)).toEqual([]);
    await database.query('DELETE FROM outbox');
    await waitFor('counted', async () => {
      const { rows } = await database.query<{ n: number }>(`SELECT n_dead_tup AS n FROM pg_stat_user_tables WHERE relname = 'outbox'`);
      return (rows[0]?.n ?? 0) >= 3_000;
    });
    // A process that ends does not begin with another table.
    expect(await vacuumSome(database, () => true)).toEqual([]);
    // A PostgreSQL server does it by itself.
    expect(await vacuumSome({ ...database, kind: 'postgres' }, () => false)).toEqual([]);
  } finally {
    await database.close();
  }
});

it('statistics are made again of a table that has grown, and of no other', async () => {
  const database = await openEmbedded(join(folder, 'statistics'));
  const counted = () => waitFor('counted', async () => (await analyzeSome(database, () => false)).includes('outbox'));
  const write = (rows: number) =>
    database.query(`INSERT INTO outbox (user_id, event) SELECT 1, jsonb_build_object('n', n) FROM generate_series(1, ${rows}) n`);
  try {
    await write(2_000);
    await counted();
    expect(await analyzeSome(database, () => false)).toEqual([]);
    const known = await database.query<{ rows: number }>(`SELECT reltuples AS rows FROM pg_class WHERE oid = 'outbox'::regclass`);
    expect(known.rows[0]?.rows).toBe(2_000);
    await write(2_000);
    await waitFor('written rows to be counted', async () => {
      const { rows } = await database.query<{ n: number }>(
        `SELECT n_mod_since_analyze AS n FROM pg_stat_user_tables WHERE relname = 'outbox'`,
      );
      return (rows[0]?.n ?? 0) >= 2_000;
    });
    expect(await analyzeSome(database, () => true)).toEqual([]);
    expect(await analyzeSome({ ...database, kind: 'postgres' }, () => false)).toEqual([]);
    await counted();
  } finally {
    await database.close();
  }
});

it('what a request does under its key reads as many movements when there are thousands as when there are none', async () => {
  const database = await openEmbedded(join(folder, 'idempotency'));
  try {
    const { rows } = await database.query<{ id: number }>(`SELECT register_user('idempotency', 'idempotency', 'x', 100) AS id`);
    const id = rows[0]?.id;
    const read = (times: number): Promise<number> =>
      database.transaction(async (client) => {
        for (let n = 0; n < times; n += 1)
          await client.query(`SELECT start_idempotent($1::bigint, $2, $2, 'hash')`, [id, randomUUID().replaceAll('-', '')]);
        const { rows: counts } = await client.query<{ n: number }>(
          `SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_xact_user_tables WHERE relname = 'movements'`,
        );
        return counts[0]?.n ?? 0;
      });
    // More often than a statement is planned with its values.
    expect(await read(10)).toBe(0);
    await database.query(
      `INSERT INTO movements (user_id, kind, unit, debit, credit, amount, debit_after, credit_after, ref, at, reason)
       SELECT $1, 'hmJoin', 'fen', 'wallet', 'escrow:hm', 1, 1, 1, gen_random_uuid(), n, 'join' FROM generate_series(1, 3000) n`,
      [id],
    );
    expect(await read(10)).toBe(0);
  } finally {
    await database.close();
  }
});
