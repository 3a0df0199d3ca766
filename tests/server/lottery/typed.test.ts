/** Typed bets through the API: a large ticket, and bets that are sent twice or wrongly. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BET_BODY_LIMIT, MAX_TICKET_TEXT } from '../../../protocol/limits.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { expectBooksInOrder, startServer, type TestServer } from '../support/server.ts';
import { gameVersion } from '../support/tickets.ts';

let server: TestServer;
let player: Client;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
  player = await server.client().register();
  await server.grant(player.userId, 10_000_000_000);
});
afterAll(() => server?.stop());

const bet = (lines: readonly string[], amountFen: number, play = '5X_DS') => {
  const { hash } = gameVersion(server, 'jlffc');
  return player.bet({ ticket: { game: 'jlffc', lines: [{ play, picks: { lines } }] }, hash, amountFen });
};

it('sells a ticket of 10,000 typed bets', async () => {
  const all = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(5, '0'));
  expect(await bet(all, 2_000_000)).toMatchObject({ status: STATUS.ok, models: { amountFen: 2_000_000, bets: 10_000 } });
});

it('sells every five-digit number there is as one ticket', async () => {
  const all = Array.from({ length: 100_000 }, (_, i) => String(i).padStart(5, '0'));
  expect(await bet(all, 20_000_000)).toMatchObject({ status: STATUS.ok, models: { amountFen: 20_000_000, bets: 100_000 } });
});

it('refuses a text past the cap with the cap, its place and what to do', async () => {
  const long = (length: number) => `{"game":"jlffc","lines":[]}${' '.repeat(length - 27)}`;
  const send = (ticket: string, more: Record<string, string> = {}, from = player) =>
    from.post('/api/lottery/bet_szc', { ticket, hash: 'x', amountFen: '200', ...more }, { headers: { 'idempotency-key': randomUUID() } });
  const over = await send(long(MAX_TICKET_TEXT + 1));
  expect(over).toMatchObject({
    status: STATUS.overCap,
    msg: expect.stringMatching(/1,000,001 字，上限 1,000,000 字；.*分次投注.*\/ticket/),
  });
  expect((await send(long(MAX_TICKET_TEXT))).msg).not.toContain('上限');
  const visitor = server.client();
  visitor.token = 'nobody-in-particular';
  expect(await send(long(MAX_TICKET_TEXT + 1), {}, visitor)).toMatchObject({ status: STATUS.notLoggedIn });
  expect(await send('x'.repeat(BET_BODY_LIMIT))).toMatchObject({ http: 413, msg: expect.stringContaining(`上限 ${BET_BODY_LIMIT} 字节`) });
});

it('keeps a chase, which is kept once for each issue, to a shorter text', async () => {
  const all = Array.from({ length: 30_000 }, (_, i) => String(i).padStart(5, '0'));
  const { hash } = gameVersion(server, 'jlffc');
  const ticket = { game: 'jlffc', lines: [{ play: '5X_DS', picks: { lines: all } }], issues: 2 };
  expect(await player.bet({ ticket, hash, amountFen: 12_000_000 })).toMatchObject({
    status: STATUS.overCap,
    msg: expect.stringMatching(/追号内容共 .*上限 200,000 字/),
  });
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
