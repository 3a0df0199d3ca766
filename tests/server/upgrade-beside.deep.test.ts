/**
 * An upgrade beside a process of the version before that goes on betting: nothing deadlocks, no bet fails and none hangs, whether tables
 * change or functions do. On a real PostgreSQL; the process that bets is one of its own.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import type { Migrations } from '../../server/platform/database/schema.ts';
import { Client } from './support/client.ts';
import { openPool, queryingOf, startPostgres, type TestPostgres } from './support/postgres.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from './support/server.ts';
import { publishedGameOf, singleBet } from './support/tickets.ts';

const UPGRADES = 8;
/** Real ms that no bet may take: far more than a quiet machine needs, far less than the 18.7 s that it once was. */
const HANGS_MS = 5_000;

let postgres: TestPostgres;
let pool: pg.Pool;
let folder: string;
let node: SpawnedServer;
beforeAll(async () => {
  postgres = await startPostgres();
  pool = openPool(postgres.url);
  folder = temporaryFolder();
  node = await spawnServer({ DATABASE_URL: postgres.url, CAIPU_GAMES: copyGames(folder), CAIPU_DATA: join(folder, 'data') });
});
afterAll(async () => {
  await node?.stop();
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes its locks in one order, and changes the tables that every bet writes. */
const change = (n: number): readonly string[] => [
  'LOCK TABLE orders, tickets, chases, issues IN ACCESS EXCLUSIVE MODE',
  `ALTER TABLE issues ADD COLUMN later_${n} int`,
  `ALTER TABLE orders ADD COLUMN later_${n} int NOT NULL DEFAULT 0`,
];

/** The migrations of the program and those that a test has put in. */
async function knownTo(pool: pg.Pool): Promise<Migrations> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM kysely_migration');
  return { ...Object.fromEntries(rows.map(({ name }) => [name, change(0)])), ...SCHEMA.migrations };
}

it(`${UPGRADES} upgrades under load: every bet is answered, none is refused or hangs, and nothing deadlocks`, async () => {
  const version = await publishedGameOf(node.base, 'ssq');
  const players = await Promise.all(Array.from({ length: 8 }, () => new Client(node.base).register()));
  let betting = true;
  let accepted = 0;
  let longest = 0;
  const others: unknown[] = [];
  const load = players.map(async (player, at) => {
    for (let n = 0; betting; n += 1) {
      const from = performance.now();
      const answer = await player.bet(singleBet(version, at * 1_000 + n));
      longest = Math.max(longest, performance.now() - from);
      if (answer.status === STATUS.ok) accepted += 1;
      else if (answer.status !== STATUS.insufficientFunds) others.push(answer);
    }
  });
  await waitFor('bets under way', async () => accepted > 50);
  let known: Migrations = SCHEMA.migrations;
  const lines: string[] = [];
  for (let n = 1; n <= UPGRADES; n += 1) {
    const before = accepted;
    known = { ...known, [`9${String(n).padStart(2, '0')}-later`]: change(n) };
    // The name of the last migration is part of the program's hash: every function, trigger and view is applied again as well.
    await (
      await openDatabase({ schema: { ...SCHEMA, migrations: known }, url: postgres.url, dataDir: folder, log: (line) => lines.push(line) })
    ).close();
    await waitFor('bets after it', async () => accepted > before + 10);
  }
  betting = false;
  await Promise.all(load);
  console.log(`  ${UPGRADES} upgrades: ${accepted} bets, the longest took ${Math.round(longest)} ms, ${lines.length} waits for tables`);
  expect(others).toEqual([]);
  expect(longest).toBeLessThan(HANGS_MS);
  const { rows } = await pool.query(
    `SELECT deadlocks::int AS deadlocks, (SELECT count(*)::int FROM tickets) AS tickets FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(rows[0]).toEqual({ deadlocks: 0, tickets: accepted });
  await expectBooksInOrder(queryingOf(pool));
}, 180_000);

it('what the migrator looks for is found while another process renames a column in a transaction of its own', async () => {
  const other = await pool.connect();
  const database = await openDatabase({ schema: { ...SCHEMA, migrations: await knownTo(pool) }, url: postgres.url, dataDir: folder });
  try {
    await other.query('BEGIN; ALTER TABLE issues RENAME COLUMN numbers TO digits');
    // Without waiting for the table, whose lock a statement would be given up for after seconds.
    const tables = await database.kysely.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name).sort()).toEqual(['kysely_migration', 'kysely_migration_lock']);
  } finally {
    await other.query('ROLLBACK');
    other.release();
    await database.close();
  }
});
