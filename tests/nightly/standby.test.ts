/**
 * A synchronous standby, made and promoted by the scripts of deploy/standby while two processes take bets: no bet that was said to be taken
 * is lost. The old primary is killed with kill -9, the standby takes over, a new standby is made from it, and again.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import { killCount } from '../engine/rules/support/runs.ts';
import { Client } from '../server/support/client.ts';
import { openPool, queryingOf } from '../server/support/postgres.ts';
import { type ProxyLine, proxyTo } from '../server/support/proxy.ts';
import {
  copyGames,
  expectBooksInOrder,
  root,
  spawnServer,
  type SpawnedServer,
  temporaryFolder,
  waitFor,
} from '../server/support/server.ts';
import { publishedGameOf, singleBet } from '../server/support/tickets.ts';
import { type PostgresCluster, type PostgresClusters, openPostgresClusters } from './support/cluster.ts';
import { startLoad } from './support/load.ts';

const PROMOTIONS = killCount(2);
const BETS = 200;
/** Bets of a player while the standby only reads. */
const EARLY = 40;
let clusters: PostgresClusters;
let primary: PostgresCluster;
let line: ProxyLine;
let nodes: SpawnedServer[] = [];
beforeAll(async () => {
  clusters = openPostgresClusters();
  primary = await clusters.make('node-0', ['max_slot_wal_keep_size = 1024']);
  line = await proxyTo(primary.url);
});
afterAll(async () => {
  for (const node of nodes) await node.kill();
  await line?.close();
  await clusters?.stop();
});

/** A standby of the current primary, in synchronous replication. */
async function followed(name: string): Promise<PostgresCluster> {
  const data = join(clusters.folder, name);
  await clusters.run(
    join(root, 'deploy/standby/make-standby.sh'),
    `host=127.0.0.1 port=${primary.port} user=caipu`,
    data,
    name.replace('-', '_'),
  );
  const standby = await clusters.start(data);
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${name.replace('-', '_')}'`);
  await primary.query('SELECT pg_reload_conf()');
  await waitFor(
    'the standby in step',
    async () => (await primary.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)).length === 1,
  );
  return standby;
}

it(`${PROMOTIONS} promotions under load: 0 acknowledged bets lost, 0 doubled`, async () => {
  const folder = temporaryFolder();
  const env = { DATABASE_URL: line.url, CAIPU_GAMES: copyGames(folder), CAIPU_DATA: folder, CAIPU_POOL: '4' };
  nodes = [await spawnServer(env), await spawnServer(env)];
  const load = await startLoad(
    nodes.map(({ base }) => base),
    8,
  );
  const player = await new Client(nodes[0]?.base as string).register();
  const version = await publishedGameOf(nodes[0]?.base as string, 'jlffc');
  for (let promotion = 1; promotion <= PROMOTIONS; promotion += 1) {
    const standby = await followed(`node-${promotion}`);
    const from = load.accepted();
    await waitFor(`${BETS} bets`, async () => load.accepted() >= from + BETS, 120);
    await primary.kill();
    // A balancer that is too early: the standby only reads, and players get the answer that the service is away.
    line.turn(standby.url);
    const early = await waitFor('an answer', () => fetch(`${nodes[0]?.base}/readyz`).catch(() => undefined));
    expect(early.status).toBe(503);
    for (let n = 0; n < EARLY; n += 1) {
      const via = player.twin(nodes[n % nodes.length]?.base);
      const answer = await waitFor('an answer to a bet', () => via.bet(singleBet(version, n)).catch(() => undefined));
      expect([answer.http, answer.status]).toEqual([503, STATUS.unavailable]);
    }
    const at = performance.now();
    await clusters.run(
      join(root, 'deploy/standby/promote.sh'),
      standby.folder,
      `host=127.0.0.1 port=${standby.port} user=caipu dbname=postgres`,
    );
    line.turn(standby.url);
    primary = standby;
    const before = load.accepted();
    await waitFor('bets again', async () => load.accepted() > before, 60);
    console.log(
      `promotion ${promotion}: ${before} bets taken before, the first one ${Math.round(performance.now() - at)} ms after it began`,
    );
  }
  const last = load.accepted();
  await waitFor(`${BETS} more bets`, async () => load.accepted() >= last + BETS, 120);
  await load.end();
  const doubts = load.inDoubt();
  expect(await load.settle()).toEqual({ lost: 0, doubled: 0 });
  // What was refused was refused in words.
  expect(nodes.flatMap(({ output }) => output().match(/^.*error in [^]*?$(?=\n\S)/gm) ?? [])).toEqual([]);
  expect([...load.answers.keys()].filter((http) => http >= 500 && http !== 503)).toEqual([]);
  console.log(`${load.accepted()} bets taken, ${doubts} in doubt and asked about, answers ${JSON.stringify([...load.answers])}`);
  const pool = openPool(primary.url);
  await expectBooksInOrder(queryingOf(pool));
  await pool.end();
}, 600_000);

it('without its standby the primary takes no bet, and says nothing that it would have to take back', async () => {
  const standby = await followed('node-last');
  const player = await new Client(nodes[0]?.base as string).register();
  const version = await publishedGameOf(nodes[0]?.base as string, 'jlffc');
  expect((await player.bet(singleBet(version))).status).toBe(STATUS.ok);
  await standby.kill();
  // In doubt after the limit of a statement, and never "ok" before the standby has it.
  const answer = await player.bet(singleBet(version, 1));
  expect([answer.http, answer.status]).toEqual([503, STATUS.unavailable]);
  await clusters.start(standby.folder);
  await waitFor('a bet', async () => ((await player.bet(singleBet(version, 2))).status === STATUS.ok ? true : undefined), 60);
}, 120_000);
