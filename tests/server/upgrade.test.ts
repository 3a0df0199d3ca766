/**
 * A database that an earlier version made is brought to the present one with all that is in it, and one that a newer version made is
 * refused. The fixture is a dump of schema 004 (pg_dump, insert statements) and what its own server answered about it.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderItem, OrderListModels, OutcomeModels } from '../../protocol/calls.ts';
import { openDatabase } from '../../server/db/database.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import { applyProgram } from '../../server/db/program.ts';
import { readSqlFiles } from '../../server/db/sql-files.ts';
import { settleSome } from '../../server/draws/settle.ts';
import { drawDue, freezeDue } from '../../server/draws/steps.ts';
import { startPostgres, type TestPostgres } from './support/postgres.ts';
import { expectBooksInOrder, root, startServer, temporaryFolder, type TestServer } from './support/server.ts';

const fixture = (name: string) => gunzipSync(readFileSync(join(root, 'tests/fixtures/databases', name))).toString();
const dump = fixture('004.sql.gz');
interface Answered {
  readonly now: number;
  readonly keys: readonly string[];
  readonly burnt: string;
  readonly results: { readonly items: readonly object[] };
  readonly players: readonly {
    readonly token: string;
    readonly userId: number;
    readonly profile: { readonly user: object };
    readonly list: Readonly<Record<string, { readonly items: readonly OrderItem[] }>>;
    readonly details: readonly (OrderItem & { readonly drawsAt: number })[];
    readonly chases: readonly { readonly chaseId: string; readonly state: string }[];
    readonly funds: object;
  }[];
}
// Play money has another name since.
const before = JSON.parse(fixture('004.json.gz').replaceAll('演示\u5e01', '演示金')) as Answered;
/** The clock of the dump goes on from where it stood, whatever the day of this test. */
const clock = `UPDATE clock SET base_game = ${before.now}, base_real = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

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
  PGlite: async (): Promise<{ dataDir: string; databaseUrl?: string }> => {
    const dataDir = join(folder, 'lite');
    // The folder as the server lays it out.
    mkdirSync(dataDir, { recursive: true });
    const lite = await PGlite.create(join(dataDir, 'db'));
    await lite.exec(`${dump};${clock}`);
    await lite.close();
    return { dataDir };
  },
  PostgreSQL: async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(dump);
    await client.query(clock);
    await client.end();
    return { dataDir: join(folder, 'none'), databaseUrl: postgres.url };
  },
};

describe.each(Object.keys(HOMES) as (keyof typeof HOMES)[])('a database of schema 004 on %s', (home) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ ...(await HOMES[home]()), clockSpeed: 1, role: 'web' });
  });
  afterAll(() => server?.stop());
  const player = (at: number) => {
    const client = server.client();
    client.token = before.players[at]?.token ?? '';
    return client;
  };

  it('answers about every balance, order, movement, chase, key and result as before', async () => {
    for (const [at, was] of before.players.entries()) {
      const client = player(at);
      const ask = async (path: string, fields = {}) => (await client.get<object>(path, fields)).models;
      // The transfer centre opens with the first recharge since; before that it was open to everyone.
      const user = { ...was.profile.user, GameTransferPermission: false };
      expect(await ask('/api/UserCenter/QueryProfileList')).toMatchObject({ ...was.profile, user });
      for (const [status, list] of Object.entries(was.list))
        expect(await ask('/api/order/list', { status: status === 'all' ? '' : status, size: '50' }), status).toMatchObject(list);
      for (const detail of was.details) expect(await ask('/api/order/detail', { orderId: detail.orderId })).toMatchObject(detail);
      for (const chase of was.chases) expect(await ask('/api/Order/ChaseDetail', { chaseId: chase.chaseId })).toMatchObject(chase);
      expect(await ask('/api/fund/list', { size: '50' })).toMatchObject(was.funds);
    }
    const done: boolean[] = [];
    for (const key of before.keys) {
      const { models } = await player(0).get<OutcomeModels>('/api/order/outcome', { key });
      done.push(models.state === 'done');
    }
    expect(done).toEqual([true, true, false, true, true, false, false, false]);
    expect((await player(1).get<OutcomeModels>('/api/order/outcome', { key: before.burnt })).models.state).toBe('unknown');
    expect((await player(0).get<object>('/api/lotteryresult/allresult')).models).toMatchObject(before.results);
    await expectBooksInOrder(server.context.database);
  });

  it('has a head for each chase, with the state that the chase has', async () => {
    const { items } = (await player(0).get<OrderListModels>('/api/order/list', { kind: 'chase' })).models;
    expect(items.map(({ orderId, status }) => [orderId, status]).sort()).toEqual(
      (before.players[0]?.chases ?? [])
        .map(({ chaseId, state }) => [chaseId, state === 'running' ? 'pending' : state === 'stopped' ? 'won' : 'lost'])
        .sort(),
    );
  });

  it('goes on: what was open is drawn, settled and paid', async () => {
    const { context } = server;
    const draws = (before.players[0]?.details ?? []).filter(({ status }) => status === 'pending').map(({ drawsAt }) => drawsAt);
    await context.clock.advance(Math.max(0, Math.ceil(Math.min(...draws) - context.clock.now()) + 500));
    while ((await freezeDue(context)) > 0);
    while ((await drawDue(context)) > 0);
    while (await settleSome(context));
    const { items } = (await player(0).get<OrderListModels>('/api/order/list', { size: '50' })).models;
    const was = before.players[0]?.list.pending?.items ?? [];
    const now = was.map(({ orderId }) => items.find((item) => item.orderId === orderId)?.status);
    // A bet that wins whatever is drawn, and a chase of six issues that its first win stops.
    expect(was).toHaveLength(7);
    expect([...new Set(now)].sort()).toEqual(['cancelled', 'won']);
    expect(now.filter((status) => status === 'won')).toHaveLength(2);
    expect((await player(0).get<OrderListModels>('/api/order/list', { status: 'pending' })).models.items).toEqual([]);
    await expectBooksInOrder(context.database);
  });

  it('is changed once: another start finds it as it is', async () => {
    const { database } = server.context;
    expect(await applyProgram(database, Object.keys(migrations).at(-1) as string)).toBe(false);
  });
});

it('migrations are listed in the order in which they run: the last one listed is the schema of the program', () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted());
});

describe('a database of a newer version', () => {
  it('is refused with what it is and what to do, before anything is written', async () => {
    const dataDir = join(folder, 'newer');
    const database = await openDatabase({ dataDir });
    await database.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('917-tomorrow', 'x')`);
    // Whatever this version would bring up to date is not as it would leave it.
    await database.query(`UPDATE program_sql SET hash = 'of tomorrow'`);
    await database.close();
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `this database was made by a newer version of Caipu: its schema is 917-tomorrow, and this program knows the schemas up to ${Object.keys(migrations).at(-1)}. Nothing was changed. Start the newer version, or restore a backup from before the upgrade, or start with another CAIPU_DATA or DATABASE_URL.`,
    );
    const lite = await PGlite.create(join(dataDir, 'db'));
    expect((await lite.query('SELECT hash FROM program_sql')).rows).toEqual([{ hash: 'of tomorrow' }]);
    await lite.close();
  });
});

describe('functions in files', () => {
  it('are applied anew when they change, drop what is gone, and leave everything as it was when one is wrong', async () => {
    const database = await openDatabase({ dataDir: join(folder, 'program') });
    const last = Object.keys(migrations).at(-1) as string;
    const files = readSqlFiles();
    const answer = async () => (await database.query<{ now: string }>('SELECT to_number_of_tomorrow(1)::text AS now')).rows[0]?.now;
    const tomorrow = (type: string) => ({
      ...files,
      'tomorrow.sql': `CREATE FUNCTION to_number_of_tomorrow(n int) RETURNS ${type} LANGUAGE sql AS $$ SELECT n::${type} $$;`,
    });
    expect(await applyProgram(database, last, { files: tomorrow('int') })).toBe(true);
    expect(await answer()).toBe('1');
    // Another return type cannot replace the function: it is made anew.
    expect(await applyProgram(database, last, { files: tomorrow('text') })).toBe(true);
    await expect(applyProgram(database, last, { files: { ...files, 'wrong.sql': 'CREATE FUNCTION half(' } })).rejects.toThrow(
      'wrong.sql cannot be applied to the database',
    );
    expect(await answer()).toBe('1');
    expect(await applyProgram(database, last, { files })).toBe(true);
    await expect(answer()).rejects.toThrow('does not exist');
    expect(await applyProgram(database, last, { files })).toBe(false);
    await database.close();
  });

  it('are not replaced by those of an older version that starts beside a newer one, unless an operator goes back on purpose', async () => {
    const database = await openDatabase({ dataDir: join(folder, 'older program') });
    const last = Object.keys(migrations).at(-1) as string;
    const numbered = (number: number) => ({
      number,
      files: {
        ...readSqlFiles(),
        'tomorrow.sql': `CREATE FUNCTION number_of_program() RETURNS text LANGUAGE sql AS $$ SELECT '${number}' $$;`,
      },
    });
    const answer = async () => (await database.query<{ is: string }>('SELECT number_of_program() AS is')).rows[0]?.is;
    expect(await applyProgram(database, last, numbered(1_007))).toBe(true);
    await expect(applyProgram(database, last, numbered(1_006))).rejects.toThrow(
      'the functions of this database are those of a newer version of Caipu: its program is number 1007, and this one is number 1006. Nothing was changed. Start the newer version. To go back to this one on purpose, stop every process of the newer version, and start once with CAIPU_PROGRAM_OVER=1007.',
    );
    // The permission is for that one program alone.
    await expect(applyProgram(database, last, { ...numbered(1_006), over: 1_005 })).rejects.toThrow('a newer version of Caipu');
    expect(await answer()).toBe('1007');
    expect(await applyProgram(database, last, { ...numbered(1_006), over: 1_007 })).toBe(true);
    expect(await answer()).toBe('1006');
    // The same text under a higher number is the newer one from then on.
    expect(await applyProgram(database, last, { ...numbered(1_006), number: 1_008 })).toBe(true);
    await expect(applyProgram(database, last, numbered(1_007))).rejects.toThrow('its program is number 1008');
    await database.close();
  });
});
