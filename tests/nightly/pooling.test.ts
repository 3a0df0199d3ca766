/**
 * pgbouncer in transaction mode between two processes and PostgreSQL, with the settings of deploy/pgbouncer: locks, keys, draws and payments
 * hold as without it, although a process has another connection in every transaction.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import { Client } from '../server/support/client.ts';
import { openPool, queryingOf } from '../server/support/postgres.ts';
import {
  copyGames,
  expectBooksInOrder,
  root,
  spawnServer,
  type SpawnedServer,
  temporaryFolder,
  waitFor,
} from '../server/support/server.ts';
import { pricedTicket, publishedGameOf, singleBet } from '../server/support/tickets.ts';
import { freePort } from '../support/ports.ts';
import { type PostgresCluster, type PostgresClusters, openPostgresClusters } from './support/cluster.ts';
import { startLoad } from './support/load.ts';

let clusters: PostgresClusters;
let cluster: PostgresCluster;
let pooled: string;
let nodes: SpawnedServer[] = [];
let pool: pg.Pool;
beforeAll(async () => {
  clusters = openPostgresClusters();
  cluster = await clusters.make('node', []);
  pool = openPool(cluster.url);
  // The limits that a pooled connection cannot bring with it, as docs/operate/pooling.md says: before the pooler makes its first connection.
  const page = readFileSync(join(root, 'docs/operate/pooling.md'), 'utf8');
  for (const [statement] of page.matchAll(/^ALTER ROLE caipu SET .*;$/gm)) await pool.query(statement);
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));
  if (program === undefined) throw new Error('pgbouncer is not on this machine: apt-get install pgbouncer');
  const port = await freePort();
  // The sample, with places of this test, and few connections so that they are shared.
  const settings = readFileSync(join(root, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
    .replace(/port=5432/, `port=${cluster.port}`)
    .replace(/listen_port = .*/, `listen_port = ${port}`)
    .replace(/auth_type = .*\nauth_file = .*/, 'auth_type = any')
    .replace(/(caipu = .*)/, '$1 user=caipu')
    .replace(/default_pool_size = .*/, `default_pool_size = 4\nunix_socket_dir =`);
  writeFileSync(join(clusters.folder, 'pgbouncer.ini'), settings);
  clusters.daemon(program, join(clusters.folder, 'pgbouncer.ini'));
  pooled = `postgres://caipu@127.0.0.1:${port}/caipu?pgbouncer=true`;
  await waitFor('pgbouncer', async () => {
    const client = new pg.Client({ connectionString: pooled });
    client.on('error', () => {});
    return client.connect().then(
      async () => {
        await client.end();
        return true;
      },
      () => undefined,
    );
  });
  const folder = temporaryFolder();
  const env = { DATABASE_URL: pooled, CAIPU_GAMES: copyGames(folder), CAIPU_DATA: folder };
  nodes = [await spawnServer(env), await spawnServer(env)];
});
afterAll(async () => {
  for (const node of nodes) await node.kill();
  await pool?.end();
  await clusters?.stop();
});

it('the role has the limits, since connections cannot bring them', async () => {
  const client = new pg.Client({ connectionString: pooled });
  client.on('error', () => {});
  await client.connect();
  for (const [name, value] of [
    ['statement_timeout', '10s'],
    ['lock_timeout', '2s'],
    ['idle_in_transaction_session_timeout', '10s'],
  ])
    expect((await client.query(`SHOW ${name}`)).rows).toEqual([{ [name as string]: value }]);
  await client.end();
});

it('[R1, R3] a wallet never pays more than it holds, and one key is one bet', async () => {
  const player = await new Client(nodes[0]?.base as string).register();
  const version = await publishedGameOf(nodes[0]?.base as string, 'jlffc');
  const via = (at: number) => player.twin(nodes[at % 2]?.base);
  const key = randomUUID();
  const same = await Promise.all(Array.from({ length: 40 }, (_, at) => via(at).bet({ ...singleBet(version), key })));
  expect(new Set(same.map(({ models }) => models?.orderId)).size).toBe(1);
  expect((await pool.query('SELECT count(*)::int AS n FROM tickets WHERE user_id = $1', [player.userId])).rows).toEqual([{ n: 1 }]);
  // Dear bets, so that a handful empties the wallet: all at once through both processes.
  const { rows } = await pool.query('SELECT balance_fen::int AS fen FROM wallets WHERE user_id = $1', [player.userId]);
  const dear = pricedTicket(version, singleBet(version).ticket.lines, { multiplier: 100 });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => via(at).bet(dear)));
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  const most = Math.floor(rows[0].fen / dear.amountFen);
  expect([counts(STATUS.ok), counts(STATUS.insufficientFunds)]).toEqual([most, 200 - most]);
});

it('bets, draws and payments go on under load, and the books are in order', async () => {
  const load = await startLoad(
    nodes.map(({ base }) => base),
    16,
  );
  await waitFor('bets', async () => load.accepted() >= 500, 120);
  await waitFor(
    'a draw of now, settled',
    async () =>
      (await pool.query(`SELECT 1 FROM issues WHERE game = 'jlffc' AND state = 'settled' AND NOT backfilled`)).rowCount ? true : undefined,
    180,
  );
  await load.end();
  expect(await load.settle()).toEqual({ lost: 0, doubled: 0 });
  expect([...load.answers].filter(([http]) => http >= 500)).toEqual([]);
  expect(load.answers.get(200)).toBe(load.accepted());
  for (const node of nodes) expect(node.output()).not.toMatch(/prepared statement|unsupported startup/);
  await expectBooksInOrder(queryingOf(pool));
}, 400_000);
