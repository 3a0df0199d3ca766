/**
 * A GET changes nothing (docs/calls.md). Every GET of the table is asked, with GET and with HEAD, for a player to whom something has happened
 * that nobody wrote down yet: the database is the same afterwards. It also refuses a handler that writes, on both databases.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChaseIssuesModels } from '../../protocol/calls.ts';
import { call } from '../../protocol/calls/define.ts';
import { text } from '../../protocol/calls/schema.ts';
import { type Row, TABLE } from '../../protocol/calls/table.ts';
import { STATUS } from '../../protocol/status.ts';
import { requireTurnover } from '../../server/payments/turnover.ts';
import { type Database, openDatabase, type Querying } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { handle, isReadOnlyCall, ok, registerCalls, withReadOnlyDatabase } from '../../server/platform/http/call.ts';
import { inDeepRing } from '../engine/rules/support/runs.ts';
import { BRAND, type Client } from './support/client.ts';
import { fillWithSchema } from './support/lite.ts';
import { startWithSchema } from './support/postgres.ts';
import { sampleFields } from './support/samples.ts';
import { startServer, temporaryFolder, type TestServer, waitFor } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

/**
 * Rows that any request or process may write: limits, used sessions, counts of openings, alarms. Odds belong here too: a process that had to
 * compute them stores them under the hash of their inputs. So does the hand or the round of a small game that does not exist yet (decision 0018).
 */
const ABOUT_REQUESTS = [
  'alarm_hours',
  'alarm_states',
  'article_reads',
  'failed_attempts',
  'draws_heartbeat',
  'nonces',
  'odds',
  'request_counts',
  'sessions',
  'small_offers',
  'small_rounds',
  'spent_nonces',
  'write_probe',
];
const READS = TABLE.filter(isReadOnlyCall);

interface Place {
  /** Where a server finds its database. */
  readonly where: { readonly dataDir: string } | { readonly databaseUrl: string };
  stop(): Promise<unknown>;
}
const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  async PostgreSQL() {
    const postgres = await startWithSchema();
    return { where: { databaseUrl: postgres.url }, stop: () => postgres.stop() };
  },
  async 'the embedded database'() {
    const dataDir = temporaryFolder();
    await fillWithSchema(dataDir);
    return { where: { dataDir }, stop: async () => rmSync(dataDir, { recursive: true, force: true }) };
  },
};

/** All rows of every table, as a hash for each. */
async function contents(database: Querying): Promise<Record<string, string | null>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1::text[]) ORDER BY 1`,
    [ABOUT_REQUESTS],
  );
  const hashes = tables.map(({ name }) => `(SELECT md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) FROM ${name} t) AS ${name}`);
  return (await database.query<Record<string, string | null>>(`SELECT ${hashes.join(', ')}`)).rows[0] ?? {};
}

// Ring one asks on the embedded database.
const places = Object.entries(PLACES).filter(([name]) => inDeepRing() || name !== 'PostgreSQL');
describe.each(places)('on %s', (_name, open) => {
  const ends: (() => Promise<unknown>)[] = [];
  let server: TestServer;
  let owner: Client;
  const samples = new Map<Row, Record<string, string>>();

  beforeAll(async () => {
    const { where, stop } = await open();
    ends.push(stop);
    const first = await startServer({ ...where, clockSpeed: 1, outside: { demoOrigin: 'http://demo.test' } });
    owner = await first.client().register();
    await waitFor('issues to bet on', async () => {
      const { models } = await owner.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'jlffc' });
      return models.items.length > 3;
    });
    const { models: early } = await owner.bet(singleBet(gameVersion(first, 'jlffc')));
    const { database, clock } = first.context;
    // What follows from these was written when somebody looked: turnover, growth, a record, notices, an invitation.
    await requireTurnover(database, owner.userId, { why: 'recharge', requiredFen: 1_000_000, ref: randomUUID() }, clock.now() - 3_600_000);
    const { rows: codes } = await database.query<{ code: string }>('SELECT invite_code AS code FROM profiles WHERE user_id = $1', [
      owner.userId,
    ]);
    const friend = await first
      .client()
      .post('/api/webregist', { username: `f${owner.userId}x`, password: 'secret-1', invite: codes[0]?.code ?? '' });
    expect(friend.status).toBe(STATUS.ok);
    const { models } = await owner.bet(singleBet(gameVersion(first, 'ssq')));
    for (const row of READS) samples.set(row, await sampleFields({ server: first, owner, orderId: models.orderId as string }, row));
    await clock.advance(180_000);
    await waitFor('the first bet is settled', async () => {
      const { rows } = await database.query(
        `SELECT 1 FROM tickets t JOIN issues i ON i.game = t.game AND i.issue = t.issue WHERE t.user_id = $1 AND t.id = $2 AND i.state = 'settled'`,
        [owner.userId, early.orderId],
      );
      return rows.length > 0;
    });
    await first.close();
    // Alone with its requests: it draws nothing, settles nothing and has no jobs.
    server = await startServer({
      ...where,
      gamesDir: first.gamesDir,
      role: 'web',
      clockSpeed: 1,
      outside: { demoOrigin: 'http://demo.test' },
    });
    ends.push(() => first.stop().catch(() => {}));
    ends.push(() => server.stop());
    const again = server.client();
    again.token = owner.token;
    again.userId = owner.userId;
    owner = again;
  }, 180_000);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  /** Asks every GET of the table; what was not answered well. */
  async function walk(method: 'GET' | 'HEAD' = 'GET'): Promise<string[]> {
    const wrong: string[] = [];
    for (const row of READS) {
      const query = new URLSearchParams({ c: '1', v: '202611000', p: BRAND, tk: owner.token, ...samples.get(row) });
      const { statusCode } = await server.app.inject({ method, url: `${row.path}?${query}` });
      if (statusCode !== 200) wrong.push(`${row.path}: ${statusCode}`);
    }
    return wrong;
  }

  it('no row of any table is another after every GET and every HEAD', async () => {
    const before = await contents(server.context.database);
    expect(Object.keys(before).length).toBeGreaterThan(100);
    expect(await walk()).toEqual([]);
    expect(await walk('HEAD')).toEqual([]);
    const after = await contents(server.context.database);
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([]);
  }, 120_000);

  it('the player sees what happened all the same', async () => {
    const summary = await owner.get<{ turnover: { doneFen: number }[] }>('/api/fund/Summary');
    expect(summary.models.turnover[0]?.doneFen).toBeGreaterThan(0);
    const { models: friends } = await owner.get<{ points: number }>('/api/UserCenter/QueryFriend');
    expect(friends.points).toBeGreaterThan(0);
    const counts = await owner.get<{ unread: { all: number } }>('/api/SiteMsg/MsgCounts');
    expect(counts.models.unread.all).toBeGreaterThan(0);
    const list = await owner.get<{ items: { id: string }[] }>('/api/SiteMsg/MsgList');
    const [message] = list.models.items;
    // One that was read and not made yet is known by the same number afterwards.
    const { models } = await owner.post<{ unread: { all: number } }>('/api/SiteMsg/MsgRead', { id: message?.id ?? '' });
    expect(models.unread.all).toBe(counts.models.unread.all - 1);
  });

  it('no GET waits for what somebody else does under the lock of the player', async () => {
    if (server.context.database.kind === 'pglite') return;
    await server.context.database.transaction(async (client) => {
      await client.query('SELECT lock_player($1)', [owner.userId]);
      expect(await walk()).toEqual([]);
    });
  }, 120_000);

  it('a handler that writes is refused, and says why; reading and writing go on', async () => {
    const WRITES = [
      `INSERT INTO help_votes (page, who, helpful, at) VALUES ('a', 'b', true, 1)`,
      `SELECT post(${owner.userId}, 'grant', 'house:grants', 'wallet', 1, 'gift', NULL)`,
      `CREATE TABLE made_by_a_get (a int)`,
    ];
    const peek = call({
      method: 'GET',
      path: '/api/Activity/Peek',
      summary: 'writes all the same',
      session: 'none',
      fields: { which: text(), how: text() },
      answer: text(),
      example: { fields: { which: '0', how: 'query' }, models: '' },
    });
    const app = Fastify();
    registerCalls(
      app,
      server.context,
      withReadOnlyDatabase(server.context, ({ database }) => [
        handle(peek, async ({ fields: { which, how } }) => {
          const write = (client: Querying) => client.query(WRITES[Number(which)] as string);
          if (how === 'query') await write(database);
          else await database[how as 'transaction' | 'snapshot'](write);
          return ok('');
        }),
      ]),
      { table: [peek] },
    );
    for (const method of ['GET', 'HEAD'] as const)
      for (const [which] of WRITES.entries())
        for (const how of ['query', 'transaction', 'snapshot']) {
          const answer = await app.inject({ method, url: `/api/Activity/Peek?which=${which}&how=${how}` });
          expect(answer.statusCode).toBe(500);
          if (method === 'GET')
            expect(answer.json().message).toMatch(/^a GET changes nothing, and its handler asked the database to write/);
        }
    await app.close();
    expect((await owner.get('/api/fund/Summary')).status).toBe(STATUS.ok);
    await server.grant(owner.userId, 1);
  });
});

it('behind a pooler, whose connections get no settings, a reading transaction refuses to write as well', async () => {
  const postgres = await startWithSchema();
  const folder = temporaryFolder();
  let database: Database | undefined;
  try {
    database = await openDatabase({ schema: SCHEMA, url: `${postgres.url}?pgbouncer=true`, dataDir: folder, poolSize: 2 });
    const reader = database.reader();
    const write = `UPDATE clock SET speed = speed`;
    await expect(reader.query(write)).rejects.toThrow('a GET changes nothing');
    await expect(reader.query('UPDATE clock SET speed = $1', [1], 'named')).rejects.toThrow('a GET changes nothing');
    await expect(reader.transaction((client) => client.query(write))).rejects.toThrow('a GET changes nothing');
    await expect(reader.snapshot((client) => client.query(write))).rejects.toThrow('a GET changes nothing');
    expect((await reader.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await database.query(write);
  } finally {
    await database?.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
