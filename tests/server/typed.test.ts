/** Typed bets through the API: a large ticket, and what is sent twice or wrongly. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../protocol/status.ts';
import type { Client } from './support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from './support/server.ts';
import { game } from './support/tickets.ts';

let server: TestServer;
let player: Client;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
  player = await server.client().register();
  await server.grant(player.userId, 10_000_000_000);
});
afterAll(() => server?.stop());

const bet = (lines: readonly string[], amountFen: number, play = '5X_DS') => {
  const { hash } = game(server, 'jlffc');
  return player.bet({ ticket: { game: 'jlffc', lines: [{ play, picks: { lines } }] }, hash, amountFen });
};

it('sells a ticket of 10,000 typed bets', async () => {
  const all = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(5, '0'));
  expect(await bet(all, 2_000_000)).toMatchObject({ status: STATUS.ok, models: { amountFen: 2_000_000, bets: 10_000 } });
});

it('counts a repeated bet once, whatever the order where order does not matter', async () => {
  expect(await bet(['123', '321', '112'], 400, 'Q3_HH')).toMatchObject({ status: STATUS.ok, models: { bets: 2 } });
  expect(await bet(['12345', '12345'], 200)).toMatchObject({ status: STATUS.ok, models: { bets: 1 } });
});

it('refuses a wrong entry at its place', async () => {
  const answer = await bet(['12345', '1234'], 400);
  expect(answer).toMatchObject({ http: 400, status: STATUS.invalid });
  expect(JSON.stringify(answer)).toContain('“1234”不是 5 个号码');
  await expectBooksInOrder(server.context.database);
});
