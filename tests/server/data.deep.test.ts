/** Backup and restore by one command each. The restored data is the same and in order, and its issues are then drawn, settled and paid. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderListModels } from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import { auditHead } from '../../server/platform/audit/audit.ts';
import { lastMigration } from '../../server/platform/database/schema.ts';
import { RETENTION } from '../../server/retention.ts';
import { SCHEMA } from '../../server/schema.ts';
import { main } from '../../tools/data/main.ts';
import { openPool, startPostgres, type TestPostgres } from './support/postgres.ts';
import { copyGames, expectBooksInOrder, root, startServer, temporaryFolder, waitFor } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
const folder = temporaryFolder();
beforeAll(async () => {
  postgres = await startPostgres();
  pool = openPool(postgres.url);
  copyGames(folder);
});
afterAll(async () => {
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Env = Readonly<Record<string, string>>;

/** What the command said, with its exit code in front. */
async function data(args: readonly string[], env: Env): Promise<string> {
  const lines: string[] = [];
  const code = await main(
    args,
    env,
    (line) => lines.push(line),
    (line) => lines.push(line),
  );
  return [code, ...lines].join('\n');
}

async function freshDatabase(name: string): Promise<string> {
  const url = new URL(postgres.url);
  url.pathname = `${url.pathname}_${name}`;
  await pool.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
  return url.href;
}

const HOMES: Record<string, (name: string) => Promise<Env>> = {
  PostgreSQL: async (name) => ({ DATABASE_URL: await freshDatabase(name) }),
  PGlite: async (name) => ({ CAIPU_DATA: join(folder, name) }),
};

describe.each(Object.keys(HOMES))('on %s', (home) => {
  const lite = home === 'PGlite';
  const start = (env: Env) =>
    startServer({
      gamesDir: join(folder, 'games'),
      clockSpeed: 1,
      history: 0,
      ...(env.DATABASE_URL === undefined ? { dataDir: env.CAIPU_DATA as string } : { databaseUrl: env.DATABASE_URL, poolSize: 2 }),
    });

  it('a copy holds everything, is checked when it is put back, and its open issues settle on', async () => {
    const from = await (HOMES[home] as (name: string) => Promise<Env>)('from');
    const to = await (HOMES[home] as (name: string) => Promise<Env>)('to');
    const file = join(folder, `${home}.backup`);
    const server = await start(from);
    const player = await server.client().register();
    // Right after a close: what is bet on now waits until the test moves the clock.
    const [{ left = 0 } = {}] = (
      await server.context.database.query<{ left: number }>(
        `SELECT min(closes_at) - caipu_now_ms() AS left FROM issues WHERE game = 'jlffc' AND state = 'open' AND closes_at > caipu_now_ms()`,
      )
    ).rows;
    await server.context.clock.advance(Number(left) + 1_000);
    const placed = [];
    for (let at = 0; at < 3; at += 1) placed.push(await player.bet(singleBet(gameVersion(server, 'jlffc'), at)));
    expect(placed.map(({ status }) => status)).toEqual([STATUS.ok, STATUS.ok, STATUS.ok]);
    const before = (await player.get<OrderListModels>('/api/order/list')).models.items;
    // What is in force is written down soon after the start.
    await waitFor('an act on the audit list', async () => (await auditHead(server.context.database)).seq > 0);
    // Restored with everything else: the limit of time that acts are written under.
    if (!lite)
      await server.context.database.query(`CREATE TABLE limits_seen (n int GENERATED ALWAYS AS IDENTITY, is_now text);
        CREATE FUNCTION see_limit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO limits_seen (is_now) VALUES (current_setting('statement_timeout')); RETURN NULL; END $$;
        CREATE TRIGGER see_limit AFTER INSERT ON audit EXECUTE FUNCTION see_limit()`);
    const head = await auditHead(server.context.database);
    // PGlite is copied while no server has it; PostgreSQL while one does.
    if (lite) {
      expect(await data(['backup', file], from)).toContain('is in use by process');
      await server.stop();
    }
    expect(await data(['backup', file], from)).toMatch(/^0\nbackup: .*, \d+ bytes, sha256 [0-9a-f]{64}$/);
    if (!lite) {
      // After the copy: not in it.
      await player.bet(singleBet(gameVersion(server, 'jlffc'), 9));
      await server.stop();
    }
    expect(await data(['backup', file], from)).toBe(`1\n${file} is there already. Choose another name: a backup is never overwritten.`);

    const restored = await data(['restore', file], to);
    expect(restored).toMatch(/^0\nrestored /);
    expect(restored).toMatch(/ledger: in order, \d+ players, \d+ movements\naudit list: in order, \d+ rows, head \d+:[0-9a-f]{64}\n/);
    expect(restored).toContain('tickets that wait for a draw to come 3: the server goes on with them');
    // The whole ledger of a large copy takes longer than a server lets a statement take.
    if (!lite) {
      const copy = openPool(to.DATABASE_URL as string);
      expect((await copy.query('SELECT is_now FROM limits_seen ORDER BY n DESC LIMIT 1')).rows).toEqual([{ is_now: '0' }]);
      await copy.query('DROP FUNCTION see_limit CASCADE');
      await copy.end();
    }
    // Each command opens the embedded database again, which takes seconds; it is the same code.
    if (!lite) {
      expect(await data(['check'], to)).toMatch(/^0\nledger: in order/);
      const orders = join(folder, `${home}.csv`);
      expect(await data(['export', 'orders', orders], to)).toMatch(/^0\norders: .*\.csv, 3 rows, sha256 [0-9a-f]{64}$/);
      expect(readFileSync(orders, 'utf8').split('\r\n')).toHaveLength(5);
      expect(await data(['export', 'orders', orders], to)).toMatch(/^1\n.* is there already/);
      expect(await data(['export', 'orders'], to)).toMatch(/^2\n/);
      const [, now = ''] = (await data(['audit', '--head'], to)).split('\n');
      expect(await data(['audit', '--expect', now], to)).toMatch(/^0\naudit list: in order/);
      expect(await data(['audit', '--expect', `${now.split(':')[0]}:${'0'.repeat(64)}`], to)).toMatch(/^1\naudit list: BROKEN/);
    }
    // The restore itself is an act, and an export is.
    expect(await data(['audit', '--head'], to)).toMatch(new RegExp(`^0\\n${head.seq + (lite ? 1 : 2)}:`));
    expect(await data(['restore', file], to)).toMatch(/^1\n.*(is not empty|already holds a database)/);

    const again = await start(to);
    const { clock, database } = again.context;
    const asker = again.client();
    asker.token = player.token;
    expect((await asker.get<OrderListModels>('/api/order/list')).models.items).toEqual(before);
    await clock.advance(2 * 60_000);
    again.scheduler?.wake();
    await waitFor('all settled', async () => {
      const { items } = (await asker.get<OrderListModels>('/api/order/list')).models;
      return items.length === 3 && items.every(({ status }) => status === 'won' || status === 'lost');
    });
    await expectBooksInOrder(database);
    await again.stop();
  }, 120_000);
});

it('refuses what is no copy, a copy of the other kind, and a place that is not there', async () => {
  const lite = { CAIPU_DATA: join(folder, 'nowhere') };
  const garbage = join(folder, 'garbage');
  writeFileSync(garbage, 'no copy');
  expect(await data(['restore', garbage], lite)).toBe(
    `1\n${garbage} is no backup of ours: it is neither a pg_dump nor a dump of the embedded database.`,
  );
  expect(await data(['restore', join(folder, 'PostgreSQL.backup')], lite)).toMatch(/^1\n.* is a copy of a PostgreSQL: set DATABASE_URL/);
  expect(await data(['restore', join(folder, 'PGlite.backup')], { DATABASE_URL: postgres.url })).toMatch(
    /^1\n.* is a copy of an embedded database/,
  );
  expect(await data(['restore', join(folder, 'missing')], lite)).toBe(`1\n${join(folder, 'missing')} is not there.`);
  // A command that only reads makes no database where a name was mistyped.
  for (const args of [['backup', join(folder, 'other')], ['check'], ['audit'], ['rotate'], ['agents', '--from', '2026-11-01']]) {
    const mistyped = { CAIPU_DATA: join(folder, 'mistyped') };
    expect(await data(args, mistyped)).toBe(
      `1\n${mistyped.CAIPU_DATA} holds no embedded database. Set CAIPU_DATA to its folder, or DATABASE_URL.`,
    );
    expect(existsSync(mistyped.CAIPU_DATA)).toBe(false);
  }
  // A copy of nothing would be found out when it is needed.
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await (await PGlite.create(join(empty, 'db'))).close();
  const homes: Env[] = [{ CAIPU_DATA: empty }, { DATABASE_URL: postgres.url }];
  for (const env of homes)
    expect(await data(['backup', join(folder, 'other')], env)).toMatch(/^1\nthe database of .* is none of ours or empty/);
  expect(readdirSync(folder).filter((name) => name.startsWith('other'))).toEqual([]);
  // Half a copy leaves nothing behind that looks like a database.
  const half = join(folder, 'half');
  writeFileSync(half, readFileSync(join(folder, 'PGlite.backup')).subarray(0, 100_000));
  expect(await data(['restore', half], lite)).toMatch(/^1\n.* is damaged: unexpected end of file/);
  expect(existsSync(join(folder, 'nowhere', 'db'))).toBe(false);
  expect(await data(['restore', folder], lite)).toBe(`1\n${folder} is no file. Name the backup itself.`);
  expect(await data(['nonsense'], lite)).toMatch(/^2\n/);
  expect(await data(['audit', '--expect', 'x'], lite)).toMatch(/^2\n/);
  expect(await data(['check'], { DATABASE_URL: postgres.url })).toBe(
    `1\nthe schema of this database is none, and this program works with ${lastMigration(SCHEMA.migrations)}. Nothing was changed. Start the server once to upgrade it, or use the version that made it.`,
  );
});

it('the check of a copy finds a wrong balance and reports it by its exit code', async () => {
  const url = await freshDatabase('wrong');
  const server = await startServer({ databaseUrl: url, poolSize: 2, clockSpeed: 1, role: 'web' });
  const player = await server.client().register();
  await server.context.database.query('UPDATE wallets SET balance_fen = balance_fen + 5 WHERE user_id = $1', [player.userId]);
  expect(await data(['check'], { DATABASE_URL: url })).toContain(
    `ledger: NOT in order, 2 players, 2 movements\n  wallet ${player.userId}: 5`,
  );
  await server.stop();
});

it('the page on retention lists every rule', () => {
  const page = readFileSync(join(root, 'docs/operate/retention.md'), 'utf8');
  for (const { table, kept: retentionText, why } of RETENTION) expect(page).toContain(`| \`${table}\` | ${retentionText} | ${why} |`);
});
