/** What a server does before it says that it is ready: counted in statements, since their times are the machine's (bench: R7, S3). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Migrator } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { openDatabase, readLastMigration } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { lastMigration } from '../../server/platform/database/schema.ts';
import { openPglite } from '../../server/platform/database/pglite.ts';
import type { PoolLike } from '../../server/platform/database/pool.ts';
import { prepareDatabase } from '../../server/platform/database/prepare.ts';
import { copyClusterTemplate } from '../../server/platform/database/template.ts';
import { keysOfFolder } from '../../server/platform/encryption/keys.ts';
import { STATUS } from '../../protocol/status.ts';
import { copyGames, root, startServer, temporaryFolder } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The pool, with every statement noted. */
function noting(pool: PoolLike, statements: string[]): PoolLike {
  const note = (text: string) => void statements.push(text.replace(/\s+/g, ' ').trim());
  return {
    ...pool,
    query(text, values, name) {
      note(text);
      return pool.query(text, values, name);
    },
    async connect() {
      const client = await pool.connect();
      return {
        ...client,
        query(text, values) {
          note(text);
          return client.query(text, values);
        },
      };
    },
    forJob: (name) => noting(pool.forJob(name), statements),
    reader: () => noting(pool.reader(), statements),
  };
}

it('a process that comes back asks little before it is ready: nothing for each game, and settlement and housekeeping come after', async () => {
  const dataDir = join(folder, 'data');
  const first = await startServer({ dataDir });
  await first.scheduler?.history();
  await first.stop();

  const migrated = vi.spyOn(Migrator.prototype, 'migrateUp');
  const between = await openDatabase({ schema: SCHEMA, dataDir });
  const { rows: lasting } = await between.query<{ games: number }>(
    `SELECT count(DISTINCT game)::int AS games FROM issues WHERE state = 'open' AND closes_at > caipu_now_ms() + 60000`,
  );
  await between.close();
  expect(migrated).not.toHaveBeenCalled();

  const statements: string[] = [];
  const pool = noting(await openPglite(dataDir, () => {}), statements);
  const appDir = join(root, 'app/descriptions');
  const again = await buildServer({
    dataDir,
    pool,
    encryptionKeys: keysOfFolder(dataDir),
    gamesDir: copyGames(folder),
    appDir,
    webDir: join(folder, 'no-web'),
    watch: false,
  });
  const before = [...statements];
  try {
    // One of them asks for the versions of games on matches, and one for the key of marks.
    // A game that closed its last issue while no process ran causes one more query. Whether there is such a game depends on the hour.
    const usual = before.filter((text) => !text.startsWith('SELECT max(closes_at)'));
    expect(usual.length, before.join('\n')).toBeLessThanOrEqual(9);
    const closed = again.context.games.all().length - (lasting[0]?.games ?? 0);
    expect(before.length - usual.length, 'games asked about').toBeLessThanOrEqual(closed);
    expect(before.filter((text) => /^(DELETE|INSERT|BEGIN)|retry_quarantined|register_user/i.test(text))).toEqual([]);
    // And yet every game has an issue on sale, and the postponed work is done.
    const { rows } = await again.context.database.query<{ games: number }>(
      `SELECT count(DISTINCT game)::int AS games FROM issues WHERE state = 'open' AND closes_at > caipu_now_ms()`,
    );
    expect(rows[0]?.games).toBe(again.context.games.all().length);
    await vi.waitFor(() => expect(statements.some((text) => text.includes('retry_quarantined'))).toBe(true), 20_000);
  } finally {
    await again.close();
  }
});

it('a server that begins later takes bets first: no background job sends a statement until then', async () => {
  const dataDir = join(folder, 'later');
  await (await startServer({ dataDir })).stop();
  const statements: string[] = [];
  const pool = noting(await openPglite(dataDir, () => {}), statements);
  const server = await startServer({ dataDir, pool, encryptionKeys: keysOfFolder(dataDir), feed: 'demo', beginLater: true });
  // Statements of draws, settlement, the feed of matches, and quizzes as an example of the other jobs.
  const own = [/SKIP LOCKED/, /retry_quarantined/, /min\(next_at\)/, /quiz_rounds/];
  const usedStatements = () => own.map((one) => statements.some((text) => one.test(text)));
  try {
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
    const player = await server.client().register();
    expect((await player.bet(singleBet(gameVersion(server, 'ssq')))).status).toBe(STATUS.ok);
    expect(usedStatements()).toEqual(own.map(() => false));
    server.begin();
    await vi.waitFor(() => expect(usedStatements()).toEqual(own.map(() => true)), 20_000);
    await server.feed?.ready;
  } finally {
    await server.stop();
  }
});

it('a game that has nothing on sale is opened before the server says that it is ready', async () => {
  const dataDir = join(folder, 'lacking');
  const first = await startServer({ dataDir, history: 0 });
  const { database } = first.context;
  await first.scheduler?.close();
  await database.query(`DELETE FROM issues WHERE game IN ('ssq', 'jsks')`);
  await first.stop();
  const again = await startServer({ dataDir, history: 0 });
  const { rows } = await again.context.database.query<{ game: string }>(
    `SELECT DISTINCT game FROM issues WHERE state = 'open' AND closes_at > caipu_now_ms() AND game IN ('ssq', 'jsks') ORDER BY game`,
  );
  expect(rows.map(({ game }) => game)).toEqual(['jsks', 'ssq']);
  await again.stop();
});

it('a first start copies the database that the build prepared: nothing is migrated, nobody’s data is in it, and an older one is brought up to date', async () => {
  const place = join(folder, 'prepared');
  await prepareDatabase(SCHEMA, place);
  const migrated = vi.spyOn(Migrator.prototype, 'migrateUp');
  const open = async (name: string, from: string, schema = SCHEMA) => {
    const dataDir = join(folder, name);
    await copyClusterTemplate(join(dataDir, 'db'), from);
    migrated.mockClear();
    return openDatabase({ schema, dataDir });
  };
  const database = await open('first', place);
  expect(migrated).not.toHaveBeenCalled();
  const { rows: tables } = await database.query<{ name: string }>(`SELECT relname AS name FROM pg_stat_user_tables ORDER BY relname`);
  const filled: string[] = [];
  for (const { name } of tables) if ((await database.query(`SELECT 1 FROM ${name} LIMIT 1`)).rows.length > 0) filled.push(name);
  // The clock at rest, counters at nothing, what says which schema and program this is, and the row that is written to see whether one can be.
  expect(filled).toEqual([
    'agent_progress',
    'clock',
    'house_progress',
    'kysely_migration',
    'kysely_migration_lock',
    'match_versions',
    'movement_rules',
    'push_progress',
    'sql_routines',
    'write_probe',
  ]);
  await database.close();

  const later = { ...SCHEMA, migrations: { ...SCHEMA.migrations, '901-later': ['CREATE TABLE later (one int)'] } };
  const upgraded = await open('second', place, later);
  expect(migrated).toHaveBeenCalled();
  expect(await readLastMigration(upgraded)).toBe(lastMigration(later.migrations));
  await upgraded.close();
  migrated.mockRestore();
});
