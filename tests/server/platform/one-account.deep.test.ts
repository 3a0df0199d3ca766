/** R41: one account in a loop keeps nobody else from the database (server/platform/rate-limits/account-concurrency.ts), on PostgreSQL. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let postgres: TestPostgres;
/** Without limits: accounts have turns and nothing else. */
let server: TestServer;
/** With them. */
let bounded: TestServer;
/** Holds locks of the database. */
let holder: pg.Client;
beforeAll(async () => {
  postgres = await startWithSchema();
  const options = { databaseUrl: postgres.url, poolSize: 8, clockSpeed: 1, history: 0 };
  server = await startServer(options);
  bounded = await startServer({ ...options, role: 'web', limits: 1 });
  holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
});
afterAll(async () => {
  await holder?.end();
  await bounded?.stop();
  await server?.stop();
  await postgres?.stop();
});

/** Statements that wait for a player's lock. */
async function waiting(): Promise<number> {
  const { rows } = await holder.query<{ many: number }>(
    `SELECT count(*)::int AS many FROM pg_locks WHERE locktype = 'advisory' AND classid = 1 AND NOT granted`,
  );
  return rows[0]?.many ?? 0;
}

async function whileHeld(player: Client, work: () => Promise<void>): Promise<void> {
  await holder.query('BEGIN');
  await holder.query('SELECT lock_player($1)', [player.userId]);
  try {
    await work();
  } finally {
    await holder.query('ROLLBACK');
  }
}

const NAME = { name: '彩谱玩家' };
const bet = (who: Client) => who.bet(singleBet(gameVersion(server, 'ssq')));

/** Requests that take the player's lock. Reads take none (gets.test.ts). */
const LOCKING: readonly (readonly [what: string, ask: (who: Client) => Promise<unknown>])[] = [
  ['idempotent requests', (who) => who.post('/api/account/setname', NAME)],
  ['bets', bet],
];

it.each(LOCKING)(
  '[R41] 64 requests of one account whose lock is held, %s: two wait in the database, and the others bet and read',
  async (_what, ask) => {
    const [attacker, ...others] = await Promise.all(Array.from({ length: 4 }, () => server.client().register()));
    if (attacker === undefined) throw new Error('no attacker');
    let pendingRequests: Promise<unknown>[] = [];
    await whileHeld(attacker, async () => {
      pendingRequests = Array.from({ length: 64 }, () => ask(attacker));
      await waitFor('a request that waits for the lock', async () => (await waiting()) > 0);
      for (const other of others) {
        expect(await bet(other)).toMatchObject({ http: 200, status: STATUS.ok });
        expect(await other.get('/api/fund/Summary')).toMatchObject({ http: 200, status: STATUS.ok });
        expect(await waiting()).toBeLessThanOrEqual(2);
      }
    });
    await Promise.all(pendingRequests);
  },
);

it('[R41] an account has so many requests in flight over all its sessions; a further one is refused at once, and nobody else is', async () => {
  const [attacker, other] = await Promise.all([bounded.client().register('crowd1', 'secret-1'), bounded.client().register()]);
  const again = await bounded.client().login('crowd1', 'secret-1');
  // As 40 requests that are not answered yet.
  const inFlight = Array.from({ length: 40 }, () => bounded.context.accountConcurrency.enter(String(attacker.userId)));
  expect(inFlight).not.toContain(undefined);
  expect(bounded.context.accountConcurrency.enter(String(attacker.userId))).toBeUndefined();
  for (const who of [attacker, again]) {
    // The second time it is known by its address: whatever else is wrong with it is not even looked at.
    for (const signed of [true, false]) {
      const answer = await who.raw('/api/account/setname', NAME, { method: 'POST', signed });
      expect(answer.status).toBe(429);
      // It carries what every answer does.
      for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id'])
        expect(answer.headers.has(name), name).toBe(true);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ status: STATUS.tooMany, models: null, msg: '操作过于频繁，请 1 秒后再试' });
    }
  }
  expect(await other.get('/api/UserCenter/Levels')).toMatchObject({ http: 200 });
  // One is answered: there is room for one.
  inFlight[0]?.leave();
  for (const who of [attacker, again]) expect(await who.get('/api/UserCenter/Levels')).toMatchObject({ http: 200 });
  for (const share of inFlight.slice(1)) share?.leave();
});

it('[R41] pages of many tabs that open at once are all answered', async () => {
  const player = await bounded.client().register();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => player.get(at % 2 === 0 ? '/api/fund/Summary' : '/api/SiteMsg/MsgCounts')),
  );
  expect(answers.filter(({ http }) => http !== 200)).toEqual([]);
});
