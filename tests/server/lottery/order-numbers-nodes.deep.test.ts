/** Numbers of orders on PostgreSQL with two servers: none is given twice, whichever server and batch a bet is in, and BRIN indexes find them. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BetModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { findNamedOrders } from '../../../server/admin/office/find-order.ts';
import { CHASE_GAME, chaseStage } from '../support/chases.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

const PLAYERS = 8;
const EACH = 15;
const folder = temporaryFolder();
let postgres: TestPostgres;
const nodes: TestServer[] = [];

beforeAll(async () => {
  postgres = await startWithSchema();
  for (let node = 0; node < 2; node++) nodes.push(await startServer({ databaseUrl: postgres.url, clockSpeed: 1, role: 'web' }));
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('bets and chases of many players at once on two servers have as many numbers, and each finds its order', async () => {
  const [one, two] = nodes as [TestServer, TestServer];
  const stage = chaseStage(one);
  const issues = (await stage.upcoming()).slice(0, 2).map(({ issue }) => ({ issue, multiplier: 1 }));
  const bet = singleBet(gameVersion(one, CHASE_GAME));
  const players = await Promise.all(Array.from({ length: PLAYERS }, () => one.client().register()));
  const answers = await Promise.all(
    players.flatMap((player) => {
      const other = player.twin(two.base);
      const at = (n: number): Client => (n % 2 === 0 ? player : other);
      return [
        ...Array.from({ length: EACH }, (_, n) => at(n).bet({ ...bet, issue: issues[0]?.issue })),
        stage.chase(player, { chase: issues }),
      ];
    }),
  );
  for (const answer of answers) expect(answer.status, answer.msg).toBe(STATUS.ok);
  const placed = answers.map(({ models }) => models as BetModels);
  expect(new Set(placed.map(({ orderNo }) => orderNo)).size).toBe(PLAYERS * (EACH + 1));
  const { database } = one.context;
  const { rows } = await database.query<{ orders: number; numbers: number }>(
    'SELECT count(*)::int AS orders, count(DISTINCT number)::int AS numbers FROM orders',
  );
  expect(rows).toEqual([{ orders: PLAYERS * (EACH + 3), numbers: PLAYERS * (EACH + 3) }]);
  for (const { orderNo = '', orderId, chaseId } of placed.slice(0, 5).concat(placed.slice(-1)))
    expect((await findNamedOrders(database, orderNo, 20))?.map(({ id }) => id)).toEqual([chaseId ?? orderId]);
});

it('after 99,999,999 the counter starts again, and a number of eight digits is shown whole', async () => {
  const { database } = nodes[0]?.context ?? {};
  await database?.query(`SELECT setval('order_numbers', 99999998)`);
  const { rows } = (await database?.query<{ no: string }>(
    `SELECT order_no(0, nextval('order_numbers')::int, gen_random_uuid()) AS no FROM generate_series(1, 2)`,
  )) ?? { rows: [] };
  expect(rows.map(({ no }) => no.slice(9))).toEqual(['99999999', '0000001']);
});
