/**
 * A balancer that leads to the standby before it is promoted: it only reads, and a call that writes says that the service is away, never
 * that the server is at fault. Under load and with promotions this is tests/nightly/standby.test.ts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChaseIssuesModels } from '../../../protocol/calls.ts';
import { type Row, TABLE } from '../../../protocol/calls/table.ts';
import { STATUS } from '../../../protocol/status.ts';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { isUnavailable } from '../../../server/platform/database/postgres.ts';
import { StandbyDetector } from '../../../server/platform/database/standby.ts';
import type { Client } from '../support/client.ts';
import { type ProxyLine, proxyTo } from '../support/proxy.ts';
import { sampleFields } from '../support/samples.ts';
import { startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { type PrimaryWithStandby, startPrimary } from '../support/standby.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let postgres: PrimaryWithStandby;
let line: ProxyLine;
let server: TestServer;
let owner: Client;
const samples = new Map<Row, Record<string, string>>();
beforeAll(async () => {
  postgres = await startPrimary();
  line = await proxyTo(postgres.url);
  server = await startServer({ databaseUrl: line.url, poolSize: 4, clockSpeed: 1, outside: { demoOrigin: 'http://demo.test' } });
  owner = await server.client().register();
  await waitFor('issues to bet on', async () => {
    const { models } = await owner.get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'jlffc' });
    return models.items.length > 3;
  });
  const { models } = await owner.bet(singleBet(gameVersion(server, 'ssq')));
  for (const row of TABLE) samples.set(row, await sampleFields({ server, owner, orderId: models.orderId as string }, row));
  line.turn(await postgres.demote());
});
afterAll(async () => {
  await server?.stop();
  await line?.close();
  await postgres?.stop();
});

it('bets, and all that has a key, are answered with 503 and words, a GET too; no call at all is answered with 500', async () => {
  const idempotent: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const row of TABLE) {
    const { http, status, msg } = await owner.call(row.path, samples.get(row) ?? {}, { method: row.method, signed: row.signed === true });
    if (row.idempotent) idempotent[row.path] = { http, status, msg };
    if (http >= 500 && http !== 503) faults.push(`${row.method} ${row.path}: ${http} ${msg}`);
  }
  expect(faults).toEqual([]);
  const away = { http: 503, status: STATUS.unavailable, msg: '服务暂时无法连接，请稍后再试' };
  expect(idempotent).toEqual(Object.fromEntries(Object.keys(idempotent).map((path) => [path, away])));
  expect(Object.keys(idempotent)).toEqual(
    expect.arrayContaining([
      '/api/lottery/bet_szc',
      '/api/fund/in',
      '/api/fund/out',
      '/api/fund/withdrawToFillmoney',
      '/api/order/addUserComment',
    ]),
  );
});

it('a table without a write-ahead log is refused as not supported, and that is a database that is away; on a primary it is a fault', async () => {
  const { database } = server.context;
  const countStatement = 'SELECT count(*) FROM failed_attempts';
  for (const ask of [
    () => database.query(countStatement),
    () => database.transaction((client) => client.query(countStatement)),
    () => database.kysely.selectFrom('failed_attempts').selectAll().execute(),
  ]) {
    const error = await ask().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '25006', cause: { code: '0A000' } });
    expect(isUnavailable(error)).toBe(true);
  }
  const primary = await openDatabase({ schema: SCHEMA, dataDir: temporaryFolder() });
  const fault = await primary.query('SELECT count(*) OVER () FROM users FOR UPDATE').catch((error: unknown) => error);
  await primary.close();
  expect(fault).toMatchObject({ code: '0A000' });
  expect(isUnavailable(fault)).toBe(false);
});

it('a statement that the standby refused is known by when it began, though the answer comes after the promotion', async () => {
  const watch = new StandbyDetector();
  let standby = true;
  const ask = async () => ({ rows: [{ standby }], rowCount: 1 });
  const code = async (number: number, sqlstate = '0A000') =>
    ((await watch.classify(Object.assign(new Error('refused'), { code: sqlstate }), number, ask)) as { code: string }).code;
  const [first, late, later] = [watch.begin(), watch.begin(), watch.begin()];
  expect(await code(first)).toBe('25006');
  standby = false;
  expect([await code(late), await code(later)]).toEqual(['25006', '25006']);
  // What the promoted server refuses is a fault again; and of a connection that is gone, nothing is known but that.
  expect(await code(watch.begin())).toBe('0A000');
  const gone = Object.assign(new Error('gone'), { code: '57P01' });
  expect(await watch.classify(Object.assign(new Error('refused'), { code: '0A000' }), watch.begin(), () => Promise.reject(gone))).toBe(
    gone,
  );
  // That a server only reads is known by a statement that writes as well.
  const inFlight = watch.begin();
  expect(await code(watch.begin(), '25006')).toBe('25006');
  expect(await code(inFlight)).toBe('25006');
});
