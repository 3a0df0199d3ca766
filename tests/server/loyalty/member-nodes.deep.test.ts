/** Limits, exclusions, check-in and claims on a real PostgreSQL with two server processes: at once, and with a process killed in the middle. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChaseIssuesModels, CheckinModels, PauseModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import { Client } from '../support/client.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { copyGames, expectBooksInOrder, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from '../support/server.ts';
import { publishedGameOf, singleBet } from '../support/tickets.ts';

const KILLS = killCount(1);
const WAIT_MS = 120_000 + 30_000 * KILLS;

let postgres: TestPostgres;
let pool: pg.Pool;
let folder: string;
let env: Readonly<Record<string, string>>;
let version: GameVersion;
let now: () => number;
const nodes: SpawnedServer[] = [];

beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  folder = temporaryFolder();
  env = { DATABASE_URL: postgres.url, CAIPU_GAMES: copyGames(folder), CAIPU_DATA: join(folder, 'data'), CAIPU_CLOCK: '1' };
  nodes.push(...(await Promise.all([spawnServer(env), spawnServer(env)])));
  const base = nodes[0]?.base ?? '';
  version = await publishedGameOf(base, 'ssq');
  now = (await new Client(base).sync()).now;
}, WAIT_MS);
afterEach(() => expectBooksInOrder(queryingOf(pool)));
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same player on both processes. */
async function player(): Promise<readonly [Client, Client]> {
  const made = new Client(nodes[0]?.base ?? '');
  made.now = now;
  await made.register();
  return [made, made.twin(nodes[1]?.base)];
}
const count = async (sql: string, values: readonly unknown[]) =>
  Number((await pool.query<{ n: string }>(sql, values as unknown[])).rows[0]?.n);
const ok = (answers: readonly { readonly status: number }[]) => answers.filter(({ status }) => status === STATUS.ok).length;
const either = <T>(who: readonly [Client, Client], times: number, act: (one: Client) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(who[n % 2] as Client)));

it('[P1] a hundred bets over two processes fit a limit exactly', { timeout: WAIT_MS }, async () => {
  const who = await player();
  await who[0].post('/api/Protection/SetLimit', { what: 'stake', period: 'week', limitFen: '1400' });
  const answers = await either(who, 100, (one) => one.bet(singleBet(version)));
  expect(ok(answers)).toBe(7);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([STATUS.ok, STATUS.limitReached]));
});

it('[P5] [P6] an exclusion with chases open meets bets on both processes: nothing is staked after it, every chase is stopped once', {
  timeout: WAIT_MS,
}, async () => {
  const who = await player();
  const { items } = (await who[0].get<ChaseIssuesModels>('/api/lottery/ChaseIssues', { gameCode: 'ssq' })).models;
  const chase = JSON.stringify(items.slice(1, 4).map(({ issue }) => ({ issue, multiplier: 1 })));
  expect(ok(await either(who, 2, (one) => one.bet({ ...singleBet(version), amountFen: 600, chase })))).toBe(2);
  const bets = either(who, 40, (one) => one.bet(singleBet(version)));
  const excluded = await either(who, 4, (one) => one.post<PauseModels>('/api/Protection/Pause', { kind: 'exclusion', code: 'year' }));
  // Sent after the answer: whichever process, nothing goes through.
  const late = await either(who, 10, (one) => one.bet(singleBet(version)));
  expect(ok(late)).toBe(0);
  for (const { status } of await bets) expect([STATUS.ok, STATUS.limitReached]).toContain(status);
  expect(excluded.reduce((sum, { models }) => sum + (models?.chases ?? 0), 0)).toBe(2);
  const first = 'SELECT min(blocked_at) FROM limited_players WHERE user_id = $1';
  expect(
    await count(
      `SELECT count(*) AS n FROM movements f WHERE user_id = $1 AND kind = 'stake' AND seq > (SELECT max(seq) FROM movements WHERE user_id = $1 AND kind = 'refund' AND at >= (${first}))`,
      [who[0].userId],
    ),
  ).toBe(0);
  expect(
    await count(`SELECT count(*) AS n FROM tickets WHERE user_id = $1 AND parent IS NOT NULL AND status = 'placed'`, [who[0].userId]),
  ).toBe(0);
});

it('[M6] [M7] check-in and claims happen once over two processes', { timeout: WAIT_MS }, async () => {
  const who = await player();
  expect(ok(await either(who, 20, (one) => one.post('/api/UserCenter/Checkin')))).toBe(1);
  expect(ok(await either(who, 20, (one) => one.post('/api/UserCenter/Claim', { code: 'task:checkin' })))).toBe(1);
  expect(await count(`SELECT sum(amount) AS n FROM movements WHERE user_id = $1 AND kind = 'points'`, [who[0].userId])).toBe(5);
  expect(await count(`SELECT sum(amount) AS n FROM movements WHERE user_id = $1 AND kind = 'growth'`, [who[0].userId])).toBe(1);
});

it('[M7] [M8] a process that is killed leaves a mark with its reward, or neither', { timeout: WAIT_MS }, async () => {
  for (let n = 0; n < KILLS; n += 1) {
    const players = await Promise.all(Array.from({ length: 12 }, player));
    const killed = nodes[n % 2] as SpawnedServer;
    const marks = players.map(([one, other]) =>
      (n % 2 === 0 ? one : other).post<CheckinModels>('/api/UserCenter/Checkin').catch(() => ({ status: -1 })),
    );
    // Some are done, some under way.
    await Promise.race(marks);
    await killed.kill();
    await Promise.all(marks);
    const unpaid = `SELECT count(*) AS n FROM users u WHERE u.id = ANY($1::bigint[]) AND EXISTS (SELECT 1 FROM checkins c WHERE c.user_id = u.id)
       <> EXISTS (SELECT 1 FROM movements f WHERE f.user_id = u.id AND f.kind = 'points')`;
    expect(await count(unpaid, [players.map(([one]) => one.userId)])).toBe(0);
    // On the other process each is marked now, once.
    const left = n % 2 === 0 ? 1 : 0;
    await Promise.all(players.map((both) => both[left].post('/api/UserCenter/Checkin')));
    expect(await count('SELECT count(*) AS n FROM checkins WHERE user_id = ANY($1::bigint[])', [players.map(([one]) => one.userId)])).toBe(
      12,
    );
    nodes[n % 2] = await spawnServer(env);
    await waitFor('the process is back', async () => (await fetch(`${nodes[n % 2]?.base}/readyz`)).ok);
  }
});
