/** The fund password in idempotent requests: a wrong try counts although its transaction is rolled back, five lock it, and the lock ends after its time. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  checkFundPassword,
  FUND_PASSWORD_LOCK_MS,
  FUND_PASSWORD_TRIES,
  fundPasswordFault,
  setFundPassword,
} from '../../../server/accounts/fund-password.ts';
import { passwordChangeTimes, realNameOf, securitySteps } from '../../../server/accounts/identity.ts';
import { tokenHash } from '../../../server/platform/http/player.ts';
import { ok } from '../../../server/platform/http/call.ts';
import { type IdempotentRequest, runIdempotent } from '../../../server/platform/http/idempotency.ts';
import type { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const idempotentRequestOf = (client: Client): IdempotentRequest => ({
  key: randomUUID(),
  bodyHash: 'a',
  nonce: randomUUID(),
  tokenHash: tokenHash(client.token),
  player: async () => undefined,
});

/** An idempotent request that takes 1 fen when the pin is right. */
const spend = (client: Client, pin: string, idempotentRequest = idempotentRequestOf(client)) =>
  runIdempotent(server.context, idempotentRequest, async (database, userId) => {
    await database.query(`SELECT post($1, 'withdrawRequest', 'wallet', 'held', 1, 'request', NULL)`, [userId]);
    return (await checkFundPassword(server.context, database, userId, pin)) ?? ok({ userId });
  });
const set = (client: Client, pin: string) =>
  runIdempotent(server.context, idempotentRequestOf(client), async (database, userId) => {
    await setFundPassword(server.context, database, userId, pin);
    return ok(null);
  });
const held = async (name: string) =>
  (
    await server.context.database.query<{ balance: number }>(
      `SELECT balance FROM purses p JOIN users u ON u.id = p.user_id WHERE u.name = $1 AND purse = 'held'`,
      [name],
    )
  ).rows[0]?.balance ?? 0;

it('a player without a fund password is sent to the page that sets one', async () => {
  const client = await server.client().register('fundnone', 'a-password-1');
  expect(await spend(client, '830517')).toEqual({
    status: 14,
    models: { step: 'fundPwd', to: '/changePwd?tab=fund' },
    msg: '请先设置资金密码',
  });
  expect(await held('fundnone')).toBe(0);
  const { rows } = await server.context.database.query<{ id: number }>(`SELECT id FROM users WHERE name = 'fundnone'`);
  const userId = rows[0]?.id as number;
  const { context } = server;
  expect(await securitySteps(context, context.database, userId)).toEqual({ realName: false, mobile: false, email: false, fundPwd: false });
  await set(client, '830517');
  expect(await securitySteps(context, context.database, userId)).toMatchObject({ fundPwd: true });
  expect(await realNameOf(context, context.database, userId)).toBeUndefined();
  expect(await passwordChangeTimes(context.database, userId)).toEqual({ fundPwdChangedAt: null, passwordResetAt: null });
  await set(client, '905173');
  expect((await passwordChangeTimes(context.database, userId)).fundPwdChangedAt).toBeGreaterThan(0);
});

it('counts each wrong try although its changes are rolled back, locks after five, and unlocks when the lock has expired', async () => {
  const client = await server.client().register('fundlock', 'a-password-1');
  await set(client, '830517');
  const idempotentRequest = idempotentRequestOf(client);
  expect(await spend(client, '111111', idempotentRequest)).toMatchObject({
    status: 15,
    models: { left: FUND_PASSWORD_TRIES - 1, lockedUntil: null },
  });
  // The same request again is the same try.
  expect(await spend(client, '111111', idempotentRequest)).toMatchObject({ status: 15, models: { left: FUND_PASSWORD_TRIES - 1 } });
  // The right password resets the count.
  expect((await spend(client, '830517')).status).toBe(0);
  expect(await held('fundlock')).toBe(1);
  // Simultaneous tries run one after another, because each takes the player's lock.
  const tries = await Promise.all(Array.from({ length: 8 }, () => spend(client, '111111')));
  const left = tries.map(({ models }) => (models as unknown as { left: number }).left).sort();
  expect(left).toEqual([0, 0, 0, 0, 1, 2, 3, 4]);
  const locked = await spend(client, '830517');
  expect(locked).toMatchObject({
    status: 15,
    models: { left: 0, lockedUntil: expect.any(Number) },
    msg: expect.stringContaining('2 小时'),
  });
  expect(await held('fundlock')).toBe(1);
  await server.context.database.query('UPDATE fund_passwords SET locked_until = locked_until - $1', [FUND_PASSWORD_LOCK_MS]);
  expect((await spend(client, '830517')).status).toBe(0);
  expect(await held('fundlock')).toBe(2);
});

it('stores hashes only, and different ones for two players with the same digits', async () => {
  const one = await server.client().register('fundone', 'a-password-1');
  const two = await server.client().register('fundtwo', 'a-password-1');
  await set(one, '830517');
  await set(two, '830517');
  const { rows } = await server.context.database.query<{ hash: string; changed_at: number | null }>(
    `SELECT hash, changed_at FROM fund_passwords f JOIN users u ON u.id = f.user_id WHERE u.name IN ('fundone', 'fundtwo')`,
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]?.hash).not.toBe(rows[1]?.hash);
  expect(rows.map((row) => row.changed_at)).toEqual([null, null]);
  await set(one, '905173');
  expect((await spend(one, '830517')).status).toBe(15);
  expect((await spend(one, '905173')).status).toBe(0);
});

it.each([
  '12345',
  '1234567',
  '12345a',
  '123456',
  '654321',
  '890123',
  '000000',
  '111111',
  '135791',
  '121212',
  '112112',
  '123123',
  '900517',
  '199005',
  '051790',
])('refuses %s as a fund password of a player born on 1990-05-17', (pin) =>
  expect(fundPasswordFault(pin, '19900517')).toMatch(/请换一个|须为 6 位/),
);
it('an allowed fund password is accepted', () => {
  for (const pin of ['830517', '905173', '100200', '246813']) expect(fundPasswordFault(pin, '19900517'), pin).toBeUndefined();
});
