/**
 * An older release beside this one, as processes: it takes bets, this one starts on its database and brings that up to date, both take bets,
 * the older one is ended. Every bet is answered, in words where it had to wait. The release is built from the history of the repository.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import { Client } from '../server/support/client.ts';
import { openPool, querying, startPostgres, type TestPostgres } from '../server/support/postgres.ts';
import {
  copyGames,
  expectBooksInOrder,
  root,
  type SpawnedServer,
  spawnProgram,
  spawnServer,
  temporaryFolder,
  until,
} from '../server/support/server.ts';
import { publishedBy, simple } from '../server/support/tickets.ts';

/** The last commit whose schema is 005. */
const RELEASE = '8fba2e0';
const run = promisify(execFile);

let postgres: TestPostgres;
let pool: pg.Pool;
let older: SpawnedServer;
let newer: SpawnedServer | undefined;
const folder = temporaryFolder();
beforeAll(async () => {
  const source = join(folder, 'release');
  mkdirSync(source);
  await run('bash', ['-c', `git archive ${RELEASE} | tar -x -C '${source}'`], { cwd: root });
  // With the libraries that it was released with; its own script generates what it needs.
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: source });
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.server.config.ts', '--logLevel', 'warn'], {
    cwd: source,
  });
  postgres = await startPostgres();
  pool = openPool(postgres.url);
  const games = join(source, 'games');
  older = await spawnProgram(join(source, 'dist/server/main.js'), source, {
    DATABASE_URL: postgres.url,
    CAIPU_GAMES: games,
    CAIPU_DATA: join(folder, 'older'),
    CAIPU_LIMITS: 'off',
    CAIPU_DEMO_PORT: '0',
  });
}, 300_000);
afterAll(async () => {
  await older?.kill();
  await newer?.stop();
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('bets at an older release while this one upgrades its database: all answered, none lost or doubled', async () => {
  const version = await publishedBy(older.base, 'ssq');
  // It signed no keys.
  const unkeyed = { signedKey: undefined } as const;
  const players = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const player = new Client(older.base);
      const name = `older${at}x${Date.now() % 100_000}`;
      const answer = await player.post<{ token: string }>('/api/webregist', { username: name, password: 'Secret-older-1' }, unkeyed);
      player.token = answer.models.token;
      return player;
    }),
  );
  const others: unknown[] = [];
  let accepted = 0;
  let betting = true;
  const load = players.map(async (player, at) => {
    for (let n = 0; betting; n += 1) {
      const answer = await player.bet(simple(version, at * 10_000 + n), unkeyed);
      if (answer.status === STATUS.ok) accepted += 1;
      else if (answer.status !== STATUS.insufficientFunds && answer.http !== 503) others.push(answer);
    }
  });
  try {
    await until('bets under way', async () => accepted > 100);
    newer = await spawnServer({ DATABASE_URL: postgres.url, CAIPU_GAMES: copyGames(folder), CAIPU_DATA: join(folder, 'newer') });
    const before = accepted;
    await until('bets after it', async () => accepted > before + 200 || others.length > 0);
  } finally {
    betting = false;
    await Promise.all(load);
  }
  console.log(`  beside ${RELEASE}: ${accepted} bets, ${others.length} answered otherwise`);
  expect(others).toEqual([]);
  const { rows } = await pool.query(
    `SELECT deadlocks::int AS deadlocks, (SELECT count(*)::int FROM tickets) AS tickets FROM pg_stat_database WHERE datname = current_database()`,
  );
  expect(rows[0]).toEqual({ deadlocks: 0, tickets: accepted });
  await older.kill();
  const player = await new Client((newer as SpawnedServer).base).register();
  expect((await player.bet(simple(await publishedBy((newer as SpawnedServer).base, 'ssq'), 1))).status).toBe(STATUS.ok);
  await expectBooksInOrder(querying(pool));
}, 300_000);
