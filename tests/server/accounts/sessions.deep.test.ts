/** Sessions, streams and what may be kept of answers, on PostgreSQL with two processes' worth of servers. */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../../protocol/calls/table.ts';
import type { sessions as sessionsCall } from '../../../protocol/calls/user-center.ts';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import { STATUS } from '../../../protocol/status.ts';
import { deviceName, IDLE_MS } from '../../../server/accounts/sessions.ts';
import { tokenHash } from '../../../server/platform/http/player.ts';
import { openSessions } from '../../../server/admin/sessions.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { sampleFields } from '../support/samples.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { openStream } from '../support/stream.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

type SessionModels = AnswerOf<typeof sessionsCall>;

let postgres: TestPostgres;
let nodes: [TestServer, TestServer];
beforeAll(async () => {
  postgres = await startWithSchema();
  const start = (role: 'all' | 'web') =>
    startServer({ databaseUrl: postgres.url, poolSize: 5, role, clockSpeed: 1, history: 2, outside: { demoOrigin: 'http://demo.test' } });
  nodes = [await start('all'), await start('web')];
});
afterAll(async () => {
  if (nodes !== undefined) await expectBooksInOrder(nodes[0].context.database);
  for (const node of nodes ?? []) await node.stop();
  await postgres?.stop();
});

const profile = (client: Client) => client.get('/api/UserCenter/QueryProfileList');
const listed = async (client: Client) => (await client.get<SessionModels>('/api/UserCenter/Sessions')).models.items;

async function twoSessions() {
  const name = `s${randomUUID().slice(0, 8)}`;
  const first = await nodes[0].client().register(name, 'right-password-9');
  const second = await nodes[1].client().login(name, 'right-password-9');
  return { first, second };
}

describe('a player’s own sessions', () => {
  it('are listed with device, place and time, and ended on every process, with their streams', async () => {
    const { first, second } = await twoSessions();
    const items = await listed(first);
    expect(items.map(({ current }) => current)).toEqual([true, false]);
    expect(items[1]).toMatchObject({ address: '127.0.0.1', device: '其他设备' });
    const streams = [
      await openStream(`${nodes[0].base}/events?tk=${second.token}`),
      await openStream(`${nodes[1].base}/events?tk=${second.token}`),
    ];
    const own = await openStream(`${nodes[1].base}/events?tk=${first.token}`);
    const visitor = await openStream(`${nodes[1].base}/events`);
    expect(await first.post('/api/UserCenter/EndSession', { sessionId: items[1]?.id ?? '' })).toMatchObject({ models: { ended: 1 } });
    await Promise.all(streams.map(({ ended }) => ended));
    for (const node of nodes) expect(await profile(second.twin(node.base))).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    expect((await profile(first)).status).toBe(STATUS.ok);
    expect(nodes[1].context.events.connections()).toBe(2);
    expect(await first.post('/api/UserCenter/EndSession', { sessionId: items[1]?.id ?? '' })).toMatchObject({ status: STATUS.notFound });
    own.close();
    visitor.close();
  });

  it('all but the own one end together, and a logout ends its stream', async () => {
    const { first, second } = await twoSessions();
    expect((await first.post('/api/UserCenter/EndSessions')).models).toEqual({ ended: 1 });
    expect((await profile(second)).status).toBe(STATUS.notLoggedIn);
    const stream = await openStream(`${nodes[1].base}/events?tk=${first.token}`);
    expect((await first.post('/api/account/logout')).status).toBe(STATUS.ok);
    await stream.ended;
  });

  it('another’s session is not to be seen or ended', async () => {
    const { first, second } = await twoSessions();
    const thief = await nodes[0].client().register();
    const [, other] = await listed(first);
    expect(await thief.post('/api/UserCenter/EndSession', { sessionId: other?.id ?? '' })).toMatchObject({ status: STATUS.notFound });
    await thief.post('/api/UserCenter/EndSessions');
    expect((await profile(second)).status).toBe(STATUS.ok);
    expect((await listed(thief)).map(({ id }) => id)).not.toContain(other?.id);
  });

  it('are twenty at most: the least recently used one goes', async () => {
    const { first, second } = await twoSessions();
    const { sessions, database } = nodes[0].context;
    // By a minute: two processes' copies of the clock may be some milliseconds apart.
    await database.query('UPDATE sessions SET created_at = created_at - 60000, seen_at = seen_at - 60000 WHERE token_hash = $1', [
      tokenHash(second.token),
    ]);
    for (let at = 0; at < 25; at += 1) await sessions.open(first.userId, { address: '', agent: '' });
    expect(await sessions.list(first.userId, '')).toHaveLength(20);
    expect((await profile(second)).status).toBe(STATUS.notLoggedIn);
  });

  it('end after a week without use and after thirty days with it; being used is noted without a statement', async () => {
    const { database, sessions } = nodes[0].context;
    const { first, second } = await twoSessions();
    const ends = async (client: Client) =>
      (
        await database.query<{ idle: number; rest: number }>(
          'SELECT expires_at - seen_at AS idle, ends_at - created_at AS rest FROM sessions WHERE token_hash = $1',
          [tokenHash(client.token)],
        )
      ).rows[0];
    expect(await ends(first)).toEqual({ idle: IDLE_MS, rest: 30 * 86_400_000 });
    /** As if the session had been opened and used so much earlier. */
    const earlier = (client: Client, ms: number) =>
      database.query(
        `UPDATE sessions SET created_at = created_at - $2, seen_at = seen_at - $2, expires_at = expires_at - $2, ends_at = ends_at - $2
          WHERE token_hash = $1`,
        [tokenHash(client.token), ms],
      );
    await earlier(first, IDLE_MS - 60_000);
    await earlier(second, IDLE_MS + 60_000);
    expect((await profile(second)).status).toBe(STATUS.notLoggedIn);
    expect((await profile(first)).status).toBe(STATUS.ok);
    await sessions.flush();
    expect((await ends(first))?.idle).toBe(IDLE_MS);
    // Used every day, it still ends with its thirtieth.
    await earlier(first, 22 * 86_400_000);
    await database.query('UPDATE sessions SET expires_at = caipu_now_ms() + 1000 WHERE token_hash = $1', [tokenHash(first.token)]);
    expect((await profile(first)).status).toBe(STATUS.ok);
    await sessions.flush();
    const { rows } = await database.query<{ same: boolean }>('SELECT expires_at = ends_at AS same FROM sessions WHERE token_hash = $1', [
      tokenHash(first.token),
    ]);
    expect(rows[0]?.same).toBe(true);
  });

  it('a stream ends when its session has run out', async () => {
    const server = await startServer({ clockSpeed: 1, history: 0, keepAliveMs: 50 });
    try {
      const client = await server.client().register();
      const stream = await openStream(`${server.base}/events?tk=${client.token}`);
      await server.context.database.query('UPDATE sessions SET expires_at = 0 WHERE token_hash = $1', [tokenHash(client.token)]);
      await stream.ended;
    } finally {
      await server.stop();
    }
  });

  it('name a device as its owner knows it', () => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';
    expect(deviceName(phone)).toBe('iPhone · Safari');
    expect(deviceName('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36 MicroMessenger/8')).toBe(
      '安卓设备 · 微信',
    );
    expect(deviceName('curl/8')).toBe('其他设备');
  });
});

describe('an operator’s session', () => {
  it('holds on every process of the database', async () => {
    const [one, other] = nodes.map(({ context }) => openSessions(context.database, context.hashing, 'operator-password'));
    const token = (await one?.open({ id: null }, { address: '', agent: '' }))?.token ?? '';
    expect(await other?.holder(token)).toBeDefined();
    await other?.close(token);
    expect(await one?.holder(token)).toBeUndefined();
  });

  it('is not opened with a password that is being replaced, nor for an operator who is being disabled', async () => {
    const { database, hashing } = nodes[0].context;
    const sessions = openSessions(nodes[1].context.database, hashing, 'operator-password');
    const FROM = { address: '', agent: '' };
    const { rows } = await database.query<{ id: number }>(
      `INSERT INTO operators (name, name_key, password_hash, role, created_by, created_at) VALUES ('小林', '小林', 'first', 'viewer', 'admin', 0) RETURNING id`,
    );
    const id = rows[0]?.id as number;
    const waits = () =>
      waitFor('the login waits', async () => {
        const { rows: waiting } = await database.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO operator_sessions%'`,
        );
        return waiting.length > 0;
      });
    for (const [change, passwordHash] of [
      [`UPDATE operators SET password_hash = 'second' WHERE id = $1`, 'first'],
      ['UPDATE operators SET disabled_at = 1 WHERE id = $1', 'second'],
    ] as const) {
      expect(await sessions.open({ id, passwordHash }, FROM)).toBeDefined();
      const opening = await database.transaction(async (client) => {
        await client.query(change, [id]);
        await sessions.end({ id }, undefined, client);
        const open = sessions.open({ id, passwordHash }, FROM);
        await waits();
        return { open };
      });
      expect(await opening.open).toBeUndefined();
      expect(await sessions.list({ id })).toEqual([]);
    }
  });
});

describe('events', () => {
  it('an open transaction in another database delays no event, and one in the same database keeps the order of events', async () => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    const other = `caipu_other_${randomBytes(4).toString('hex')}`;
    await admin.query(`CREATE DATABASE ${other}`);
    const elsewhere = new pg.Client({ connectionString: Object.assign(new URL(postgres.url), { pathname: `/${other}` }).href });
    await elsewhere.connect();
    const player = await nodes[0].client().register();
    const stream = await openStream(`${nodes[1].base}/events?tk=${player.token}`);
    try {
      await elsewhere.query('CREATE TABLE t (n int)');
      await elsewhere.query('BEGIN');
      await elsewhere.query('INSERT INTO t VALUES (1)');
      expect((await player.bet(singleBet(gameVersion(nodes[0], 'ssq')))).status).toBe(STATUS.ok);
      expect(await stream.next((event) => event.type === 'balance')).toMatchObject({ balanceFen: 999_800 });
      // An open one in our database: what is committed after it waits for it, and comes once, in order, when it ends.
      const ours = new pg.Client({ connectionString: postgres.url });
      await ours.connect();
      await ours.query('BEGIN');
      await ours.query(`INSERT INTO outbox (user_id, event) VALUES ($1, '{"type":"balance","balanceFen":1}')`, [player.userId]);
      expect((await player.bet(singleBet(gameVersion(nodes[0], 'ssq'), 2))).status).toBe(STATUS.ok);
      await ours.query('COMMIT');
      await ours.end();
      await stream.next((event) => event.type === 'balance' && event.balanceFen === 999_600);
      await elsewhere.query('ROLLBACK');
      expect((await player.bet(singleBet(gameVersion(nodes[0], 'ssq'), 3))).status).toBe(STATUS.ok);
      await stream.next((event) => event.type === 'balance' && event.balanceFen === 999_400);
      const heard = stream.seen().flatMap((event) => (event.type === 'balance' ? [event.balanceFen] : []));
      expect(heard).toEqual([999_800, 1, 999_600, 999_400]);
    } finally {
      stream.close();
      await elsewhere.end();
      await admin.query(`DROP DATABASE ${other} WITH (FORCE)`);
      await admin.end();
    }
  });
});

describe('answers with personal data', () => {
  it('no cache may store an answer about a player or a refusal', async () => {
    const owner = await nodes[0].client().register();
    const placed = await waitFor('a bet', async () => {
      const answer = await owner.bet(singleBet(gameVersion(nodes[0], 'ssq')));
      return answer.status === STATUS.ok && answer.models;
    });
    const world = { server: nodes[0], owner, orderId: placed.orderId };
    for (const row of TABLE) {
      const who = row.session === 'token' ? await nodes[0].client().register() : owner;
      const fields = row.session === 'none' && row.changes === undefined ? {} : await sampleFields(world, row);
      for (const sent of [fields, {}]) {
        const answer = await who.call(row.path, sent, { method: row.method, signed: row.signed === true });
        const personal = row.session !== 'none' || row.changes !== undefined || answer.status !== STATUS.ok;
        if (personal) expect([row.path, answer.status, answer.cacheControl]).toEqual([row.path, answer.status, 'no-store']);
      }
    }
    for (const path of ['/api/nothing', '/events?tk=none', '/operator/api/desk/files'])
      expect([path, (await readHead(`${nodes[0].base}${path}`)).get('cache-control')?.startsWith('no-store')]).toEqual([path, true]);
  });
});

async function readHead(url: string): Promise<Headers> {
  const abort = new AbortController();
  const { headers } = await fetch(url, { signal: abort.signal });
  abort.abort();
  return headers;
}
