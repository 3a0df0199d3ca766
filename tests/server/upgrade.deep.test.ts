/**
 * A database that an earlier version made is brought to the present one with all that is in it, and one that another version made is
 * refused. The fixture is a dump (pg_dump, insert statements) of a database that the version of the baseline made: two players, bets on two
 * games, one of them drawn, and a chase; beside it the answers of its server about them. It never changes.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderItem, OrderListModels, OutcomeModels } from '../../protocol/calls.ts';
import { openDatabase, readLastMigration, type Querying } from '../../server/platform/database/database.ts';
import { applySqlRoutines } from '../../server/platform/database/sql-routines.ts';
import { lastMigration, type Schema } from '../../server/platform/database/schema.ts';
import { takeSettlementStep } from '../../server/lottery/draws/settle.ts';
import { drawDueIssues, freezeDueIssues } from '../../server/lottery/draws/steps.ts';
import { findNamedOrders } from '../../server/admin/office/find-order.ts';
import { SCHEMA } from '../../server/schema.ts';
import { startPostgres, type TestPostgres } from './support/postgres.ts';
import { expectBooksInOrder, root, startServer, temporaryFolder, type TestServer } from './support/server.ts';

const fixture = (name: string) => gunzipSync(readFileSync(join(root, 'tests/fixtures/databases', name))).toString();
const dump = fixture('001.sql.gz');
interface Answered {
  readonly now: number;
  /** The outcome of each key of the first player, done or unknown. */
  readonly keys: Readonly<Record<string, string>>;
  readonly results: object;
  readonly players: readonly {
    readonly token: string;
    readonly profile: object;
    readonly orders: { readonly items: readonly OrderItem[] };
    readonly details: readonly (OrderItem & { readonly drawsAt: number })[];
    readonly chases: readonly { readonly chaseId: string }[];
    readonly funds: object;
  }[];
}
const before = JSON.parse(fixture('001.json.gz')) as Answered;
/** The clock of the dump goes on from where it stood, whatever the day of this test. */
const clock = `UPDATE clock SET base_game = ${before.now}, base_real = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** This program with one more migration, which changes what the baseline made. */
const LATER: Schema = {
  ...SCHEMA,
  migrations: {
    ...SCHEMA.migrations,
    '901-later': [
      'ALTER TABLE orders ADD COLUMN later int NOT NULL DEFAULT 7',
      'CREATE INDEX tickets_by_later ON tickets (user_id, later)',
    ],
  },
};

const folder = temporaryFolder();
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const HOMES = {
  PGlite: async () => {
    const dataDir = join(folder, 'lite');
    // The folder as the server lays it out.
    mkdirSync(dataDir, { recursive: true });
    const lite = await PGlite.create(join(dataDir, 'db'));
    await lite.exec(`${dump};${clock}`);
    await lite.close();
    return { dataDir, url: undefined };
  },
  PostgreSQL: async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(dump);
    await client.query(clock);
    await client.end();
    return { dataDir: join(folder, 'none'), url: postgres.url };
  },
};

/** Every column, index and constraint of the tables, as PostgreSQL writes them. */
const SHAPE = `
  SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS part
    FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1`;

/** 1.0.0 calculated the digest of a line's terms from keys in the order of the file, and a version from the database has another order. */
const withoutDigests = (detail: object): object =>
  JSON.parse(JSON.stringify(detail, (key, value) => (key === 'terms' ? undefined : value)));

describe.each(Object.keys(HOMES) as (keyof typeof HOMES)[])('a database of the baseline on %s', (home) => {
  let server: TestServer;
  beforeAll(async () => {
    const { dataDir, url } = await HOMES[home]();
    server = await startServer({ dataDir, databaseUrl: url, clockSpeed: 1, role: 'web' });
  });
  afterAll(() => server?.stop());
  const ask = async (at: number, path: string, fields = {}) => {
    const client = server.client();
    client.token = before.players[at]?.token ?? '';
    return (await client.get<object>(path, fields)).models;
  };

  it('answers about every balance, order, movement, chase, key and result as before', async () => {
    for (const [at, was] of before.players.entries()) {
      expect(await ask(at, '/api/UserCenter/QueryProfileList')).toMatchObject(was.profile);
      expect(await ask(at, '/api/order/list', { size: '50' })).toMatchObject(was.orders);
      for (const detail of was.details) {
        const found = await ask(at, '/api/order/detail', { orderId: detail.orderId });
        expect(withoutDigests(found)).toMatchObject(withoutDigests(detail));
      }
      for (const chase of was.chases) expect(await ask(at, '/api/Order/ChaseDetail', { chaseId: chase.chaseId })).toMatchObject(chase);
      expect(await ask(at, '/api/fund/list', { size: '50' })).toMatchObject(was.funds);
    }
    for (const [key, state] of Object.entries(before.keys))
      expect(((await ask(0, '/api/order/outcome', { key })) as OutcomeModels).state, key).toBe(state);
    expect(await ask(0, '/api/lotteryresult/allresult')).toMatchObject(before.results);
    await expectBooksInOrder(server.context.database);
  });

  // Compared with a new embedded database: another version may write the text of a constraint differently.
  if (home === 'PGlite')
    it('has the columns, indexes and constraints of a new database', async () => {
      const fresh = await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'fresh') });
      const shapeOf = async (database: Querying) => (await database.query<{ part: string }>(SHAPE)).rows.map(({ part }) => part);
      const wanted = await shapeOf(fresh);
      await fresh.close();
      expect(wanted.length).toBeGreaterThan(1_500);
      expect(await shapeOf(server.context.database)).toEqual(wanted);
    });

  it('shows orders from before there were numbers with the end of their ids, and operators find them by it', async () => {
    const { database } = server.context;
    const { items } = (await ask(0, '/api/order/list', { size: '50' })) as OrderListModels;
    expect(items.length).toBeGreaterThan(2);
    for (const { orderNo, orderId, placedAt } of items) {
      const day = new Date(placedAt + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
      expect(orderNo).toBe(`${day}-${orderId.slice(-8)}`);
      expect((await findNamedOrders(database, orderNo, 20))?.map(({ id }) => id)).toEqual([orderId]);
    }
    // The next record has the first number.
    expect((await database.query<{ n: number }>(`SELECT nextval('order_numbers')::int AS n`)).rows).toEqual([{ n: 1 }]);
  });

  it('goes on: what was open is drawn, settled and paid', async () => {
    const { context } = server;
    const draws = before.players.flatMap(({ details }) =>
      details.filter(({ status }) => status === 'pending').map(({ drawsAt }) => drawsAt),
    );
    // One draw after the other, so that the first win of the chase finds its later issues on sale.
    for (const at of [...new Set(draws)].sort((a, b) => a - b)) {
      await context.clock.advance(Math.max(0, Math.ceil(at - context.clock.now()) + 500));
      while ((await freezeDueIssues(context)) > 0);
      while ((await drawDueIssues(context)) > 0);
      while (await takeSettlementStep(context));
    }
    for (const [at, was] of before.players.entries()) {
      const { items } = (await ask(at, '/api/order/list', { size: '50' })) as OrderListModels;
      expect(items.map(({ orderId }) => orderId).sort()).toEqual(was.orders.items.map(({ orderId }) => orderId).sort());
      expect(items.filter(({ status }) => status === 'pending')).toEqual([]);
    }
    // A bet of every number, which wins whatever is drawn; and a chase of such bets, which its first win stops.
    const { items } = (await ask(0, '/api/order/list', { size: '50' })) as OrderListModels;
    const waited = before.players[0]?.orders.items.filter(({ status }) => status === 'pending') ?? [];
    const became = waited.map(({ orderId }) => items.find((item) => item.orderId === orderId)?.status);
    expect(became.filter((status) => status === 'won')).toHaveLength(2);
    expect([...new Set(became)].sort()).toEqual(['cancelled', 'won']);
    await expectBooksInOrder(context.database);
  });

  it('is changed once: another start finds it as it is', async () => {
    const { database } = server.context;
    expect(await applySqlRoutines(database, SCHEMA)).toBe(false);
  });

  it('takes a migration that is added: tables change, every row stays, and functions work on them', async () => {
    const { database } = server.context;
    const rows = async () => (await database.query('SELECT user_id, id, status, amount, prize FROM orders ORDER BY user_id, id')).rows;
    const orders = await rows();
    expect(orders.length).toBeGreaterThan(5);
    const where = home === 'PGlite' ? { dataDir: join(folder, 'lite') } : { dataDir: folder, url: postgres.url };
    await server.stop();
    const upgraded = await openDatabase({ schema: LATER, ...where });
    expect(await readLastMigration(upgraded)).toBe('901-later');
    expect((await upgraded.query('SELECT user_id, id, status, amount, prize FROM orders ORDER BY user_id, id')).rows).toEqual(orders);
    expect((await upgraded.query('SELECT DISTINCT later FROM tickets')).rows).toEqual([{ later: 7 }]);
    const { rows: balances } = await upgraded.query<{ after: number; was: number }>(
      `SELECT w.balance_fen AS was, post(w.user_id, 'grant', 'house:grants', 'wallet', 100, 'register', NULL, 1) AS after FROM wallets w ORDER BY 1 LIMIT 1`,
    );
    expect(balances[0]?.after).toBe((balances[0]?.was ?? 0) + 100);
    await expectBooksInOrder(upgraded);
    await upgraded.close();
  });
});

it('migrations run in the order of their names, and their numbers have three digits', () => {
  for (const name of Object.keys(SCHEMA.migrations)) expect(name).toMatch(/^\d{3}-[a-z-]+$/);
  expect(Object.keys(SCHEMA.migrations)).toEqual(Object.keys(SCHEMA.migrations).toSorted());
});

describe('a database of another version', () => {
  /** Makes one, and says that these migrations made it. */
  async function madeBy(name: string, change: string): Promise<string> {
    const dataDir = join(folder, name);
    const database = await openDatabase({ schema: SCHEMA, dataDir });
    await database.query(change);
    // Whatever this version would bring up to date is not as it would leave it.
    await database.query(`UPDATE sql_routines SET hash = 'of another'`);
    await database.close();
    return dataDir;
  }

  async function expectUntouched(dataDir: string): Promise<void> {
    const lite = await PGlite.create(join(dataDir, 'db'));
    expect((await lite.query('SELECT hash FROM sql_routines')).rows).toEqual([{ hash: 'of another' }]);
    await lite.close();
  }

  it('is refused when it is newer, with what it is and what to do, before anything is written', async () => {
    const dataDir = await madeBy('newer', `INSERT INTO kysely_migration (name, timestamp) VALUES ('917-tomorrow', 'x')`);
    await expect(openDatabase({ schema: SCHEMA, dataDir })).rejects.toThrow(
      `this database was made by a newer version of Caipu: its schema is 917-tomorrow, and this program knows the schemas up to ${lastMigration(SCHEMA.migrations)}. Nothing was changed. Start the newer version, or restore a backup from before the upgrade, or start with another CAIPU_DATA or DATABASE_URL.`,
    );
    await expectUntouched(dataDir);
  });

  it('is refused when it is from before the first release, with what it holds and what to do, before anything is written', async () => {
    const dataDir = await madeBy(
      'unreleased',
      `DELETE FROM kysely_migration; INSERT INTO kysely_migration (name, timestamp) VALUES ('001-foundation', 'x'), ('075-corrected-days', 'x')`,
    );
    await expect(openDatabase({ schema: SCHEMA, dataDir })).rejects.toThrow(
      'this database was made by a development version from before the first release of Caipu (its schema is 075-corrected-days), which cannot be upgraded. Nothing was changed. It holds play money only: start again with another CAIPU_DATA or DATABASE_URL, or go on with the version that made it.',
    );
    await expectUntouched(dataDir);
  });
});

describe('functions in files', () => {
  const withFile = (name: string, text: string): Schema => ({ ...SCHEMA, routines: { ...SCHEMA.routines, [name]: text } });

  it('are applied again when they change, drop what is gone, and leave everything as it was when one is wrong', async () => {
    const database = await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'program') });
    const answer = async () => (await database.query<{ now: string }>('SELECT to_number_of_tomorrow(1)::text AS now')).rows[0]?.now;
    const tomorrow = (type: string) =>
      withFile('tomorrow.sql', `CREATE FUNCTION to_number_of_tomorrow(n int) RETURNS ${type} LANGUAGE sql AS $$ SELECT n::${type} $$;`);
    expect(await applySqlRoutines(database, tomorrow('int'))).toBe(true);
    expect(await answer()).toBe('1');
    // Another return type cannot replace the function: it is made again.
    expect(await applySqlRoutines(database, tomorrow('text'))).toBe(true);
    await expect(applySqlRoutines(database, withFile('wrong.sql', 'CREATE FUNCTION half('))).rejects.toThrow(
      'wrong.sql cannot be applied to the database',
    );
    expect(await answer()).toBe('1');
    expect(await applySqlRoutines(database, SCHEMA)).toBe(true);
    await expect(answer()).rejects.toThrow('does not exist');
    expect(await applySqlRoutines(database, SCHEMA)).toBe(false);
    await database.close();
  });

  it('are not replaced by those of an older version that starts beside a newer one, unless an operator goes back on purpose', async () => {
    const database = await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'older program') });
    const numbered = (number: number) =>
      withFile('tomorrow.sql', `CREATE FUNCTION number_of_program() RETURNS text LANGUAGE sql AS $$ SELECT '${number}' $$;`);
    const apply = (of: number, more: { readonly number?: number; readonly replaceNumber?: number } = {}) =>
      applySqlRoutines(database, numbered(of), { number: of, ...more });
    const answer = async () => (await database.query<{ is: string }>('SELECT number_of_program() AS is')).rows[0]?.is;
    expect(await apply(1_007)).toBe(true);
    await expect(apply(1_006)).rejects.toThrow(
      'the functions of this database are those of a newer version of Caipu: its program is number 1007, and this one is number 1006. Nothing was changed. Start the newer version. To go back to this one on purpose, stop every process of the newer version, and start once with CAIPU_PROGRAM_OVER=1007.',
    );
    // The permission is for that one program alone.
    await expect(apply(1_006, { replaceNumber: 1_005 })).rejects.toThrow('a newer version of Caipu');
    expect(await answer()).toBe('1007');
    expect(await apply(1_006, { replaceNumber: 1_007 })).toBe(true);
    expect(await answer()).toBe('1006');
    // The same text under a higher number is the newer one from then on.
    expect(await apply(1_006, { number: 1_008 })).toBe(true);
    await expect(apply(1_007)).rejects.toThrow('its program is number 1008');
    await database.close();
  });
});
