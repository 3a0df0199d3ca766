/**
 * Several requests write the same unique value at the same moment, on PostgreSQL. One gets it, and the others get the call's own answer that it
 * is taken. Each request finds the value free. The index refuses the later one, and this refusal must not become an error of the server.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type pg from 'pg';
import type { FundMoveModels } from '../../../protocol/calls.ts';
import { TABLE } from '../../../protocol/calls/table.ts';
import { STATUS } from '../../../protocol/status.ts';
import { signMessage } from '../../../server/payments/recharges/wire.ts';
import type { Client } from '../support/client.ts';
import { startGroup } from '../support/groups.ts';
import { openPool, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { sampleFields } from '../support/samples.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

const SECRET = 'a secret of forty characters for this test';
let postgres: TestPostgres;
let server: TestServer;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startWithSchema();
  pool = openPool(postgres.url);
  server = await startServer({
    databaseUrl: postgres.url,
    clockSpeed: 1,
    recharge: { secret: SECRET },
    outside: { demoOrigin: 'http://demo.test' },
  });
});
afterAll(async () => {
  await expectBooksInOrder(server.context.database);
  await server?.stop();
  await pool?.end();
  await postgres?.stop();
});

/** Has the players' requests all wait at their players' locks, and lets them go at the same moment. */
async function together<T>(players: readonly Client[], ask: (player: Client, at: number) => Promise<T>): Promise<T[]> {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  for (const { userId } of players) await holder.query('SELECT lock_player($1)', [userId]);
  const answers = Promise.all(players.map(ask));
  await waitFor('all of them waiting', async () => {
    const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`);
    return (rows[0]?.n ?? 0) >= players.length;
  });
  await holder.query('COMMIT');
  holder.release();
  return answers;
}
const newPlayers = (count: number) => Promise.all(Array.from({ length: count }, () => server.client().register()));

it('[L26] one payment that is named for several orders pays one of them, and the others are refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const players = await newPlayers(3);
    const ids = await Promise.all(
      players.map(async (player) => {
        const { models } = await player.get<FundMoveModels>('/api/fund/in', { target: 'cashier', amountFen: '10000', method: 'alipay' });
        return models.move?.id ?? '';
      }),
    );
    const answers = await together(players, async (_player, at) => {
      const body = new URLSearchParams(
        signMessage(SECRET, 'notice', { rechargeId: ids[at] as string, amountFen: '10000', tradeNo: `T${round}` }),
      );
      const response = await fetch(`${server.base}/provider/recharge/notify`, { method: 'POST', body });
      return { http: response.status, text: await response.text() };
    });
    const refused = {
      http: 409,
      text: 'the recharge was paid otherwise, or the payment is of another recharge; an operator will look at it',
    };
    expect(answers.sort((a, b) => a.http - b.http)).toEqual([{ http: 200, text: 'ok' }, refused, refused]);
    const { rows } = await pool.query(`SELECT state FROM recharges WHERE id = ANY ($1::uuid[]) ORDER BY state`, [ids]);
    expect(rows.map(({ state }) => state as string).sort()).toEqual(['paid', 'pending', 'pending']);
  }
  expect(server.context.alarms.list().find(({ name }) => name === 'recharge-odd')).toMatchObject({ raised: 10 });
});

it('several players cannot take one nickname at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const players = await newPlayers(3);
    const answers = await together(players, (player) => player.post('/api/account/setname', { name: `同名第${'一二三四五'[round]}` }));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([STATUS.ok, STATUS.stateChanged, STATUS.stateChanged]);
  }
});

const twentyYuan = () =>
  pricedTicket(gameVersion(server, 'ssq'), [{ play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [7] } }], { multiplier: 10 });

it('several players cannot start group orders under one id at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const players = await newPlayers(3);
    const id = randomUUID();
    const answers = await together(players, (player) => startGroup(player, twentyYuan(), { id }));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([STATUS.ok, STATUS.invalid, STATUS.invalid]);
    for (const { status, msg } of answers) if (status !== STATUS.ok) expect(msg).toMatch(/^这个编号已经用过/);
  }
});

it('and no call that changes something is an error of the server when two players make it twice each at once', async () => {
  const [owner, other] = (await newPlayers(2)) as [Client, Client];
  const { models } = await owner.bet(singleBet(gameVersion(server, 'ssq')));
  const world = { server, owner, orderId: models.orderId as string };
  const faults: unknown[] = [];
  for (const row of TABLE.filter(({ changes, path }) => changes !== undefined && path !== '/api/account/logout')) {
    const fields = await sampleFields(world, row);
    const send = (who: Client) => who.call(row.path, fields, { method: row.method, signed: row.signed === true });
    for (const { http, msg } of await Promise.all([owner, other, owner, other].map(send)))
      if (http >= 500) faults.push([row.path, http, msg]);
  }
  expect(faults).toEqual([]);
});
