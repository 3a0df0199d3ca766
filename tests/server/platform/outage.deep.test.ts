/** A database that goes away, comes back, falls silent or holds a lock: the server says so in words, lives on, and heals by itself. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { isUnavailable } from '../../../server/platform/database/postgres.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { type ProxyLine, proxyTo } from '../support/proxy.ts';
import { startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let postgres: TestPostgres;
let line: ProxyLine;
let server: TestServer;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startWithSchema();
  line = await proxyTo(postgres.url);
  server = await startServer({ databaseUrl: line.url, poolSize: 4 });
  pool = openPool(postgres.url);
});
afterAll(async () => {
  line?.mend();
  await server?.stop();
  await pool?.end();
  await line?.close();
  await postgres?.stop();
});

/** Ends every connection of the server, as a failover or an operator does. */
const terminateAll = () =>
  pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);

describe('a lost connection', () => {
  it('fails the transaction that used it, and nothing else: the process lives and the next one works', async () => {
    const database = await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: temporaryFolder(), poolSize: 2 });
    const failed = await database
      .transaction(async (client) => {
        const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        // Between two statements there is no statement to fail: the connection's own error event must find a listener.
        await waitFor('the connection gone', async () =>
          (await pool.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount === 0 ? true : undefined,
        );
        await client.query('SELECT 1');
      })
      .catch((error: unknown) => error);
    expect(isUnavailable(failed)).toBe(true);
    expect((await database.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('of every process of the server is replaced when the next request comes', async () => {
    const player = await server.client().register();
    await terminateAll();
    await waitFor('an answer', async () => ((await player.get('/api/order/list')).status === STATUS.ok ? true : undefined));
  });
});

describe('a database that is not there', () => {
  it('is answered with 503 and words, and the server heals when it is back', async () => {
    const player = await server.client().register();
    line.cut();
    const answer = await player.bet(singleBet(gameVersion(server, 'jlffc')));
    expect(answer).toMatchObject({ http: 503, status: STATUS.unavailable, msg: '服务暂时无法连接，请稍后再试' });
    expect((await fetch(`${server.base}/healthz`)).status).toBe(503);
    line.mend();
    await waitFor('a bet accepted', async () =>
      (await player.bet(singleBet(gameVersion(server, 'jlffc')))).status === STATUS.ok ? true : undefined,
    );
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
  });

  it('and that takes connections without a word is given up, and replaced when it answers again', async () => {
    const player = await server.client().register();
    line.silence();
    await terminateAll();
    expect(await player.get('/api/order/list')).toMatchObject({ http: 503, status: STATUS.unavailable });
    line.mend();
    await waitFor('an answer', async () => ((await player.get('/api/order/list')).status === STATUS.ok ? true : undefined));
  });
});

it("a wallet that another process holds for ever keeps its own player's bets waiting, and nobody else's", async () => {
  const held = await server.client().register();
  const free = await server.client().register();
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT lock_player($1)', [held.userId]);
  const stuck = Array.from({ length: 10 }, (_, at) => held.bet(singleBet(gameVersion(server, 'jlffc'), at + 1)));
  const others = await Promise.all(Array.from({ length: 10 }, (_, at) => free.bet(singleBet(gameVersion(server, 'jlffc'), at + 1))));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => STATUS.ok));
  const answers = await Promise.all(stuck);
  for (const { status } of answers) expect([STATUS.unavailable, STATUS.tooMany]).toContain(status);
  await holder.query('ROLLBACK');
  holder.release();
  expect((await held.bet(singleBet(gameVersion(server, 'jlffc')))).status).toBe(STATUS.ok);
});

it('a standby that only reads is a database that is away: nothing was done, and another one will take it', async () => {
  const client = await pool.connect();
  await client.query('BEGIN READ ONLY');
  const refused = await client.query('UPDATE clock SET base_game = base_game').catch((error: unknown) => error);
  await client.query('ROLLBACK');
  client.release();
  expect(isUnavailable(refused)).toBe(true);
});
