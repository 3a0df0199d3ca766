/** Versions of the terms of use that players agreed to when they registered. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoginModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const PASSWORD = 'secret-1';
const newName = () => `t${randomUUID().slice(0, 8)}`;
const register = (fields: Record<string, string>) =>
  server.client().post<LoginModels>('/api/webregist', { username: newName(), password: PASSWORD, ...fields });
const agreements = async () =>
  (await server.context.database.query<{ version: string; agreed_at: number }>('SELECT version, agreed_at FROM terms_agreements')).rows;

it('a registration stores the version that the player agreed to, and the time', async () => {
  const answer = await register({ terms: '2026-11-30' });
  expect(answer.status).toBe(STATUS.ok);
  const stored = await agreements();
  expect(stored).toEqual([{ version: '2026-11-30', agreed_at: expect.any(Number) }]);
});

it('a registration without a version stores no agreement', async () => {
  const before = await agreements();
  expect((await register({})).status).toBe(STATUS.ok);
  expect(await agreements()).toEqual(before);
});

it('a version that is no date is refused, and no account is made', async () => {
  const username = newName();
  const refused = await server.client().post('/api/webregist', { username, password: PASSWORD, terms: 'newest' });
  expect(refused.status).not.toBe(STATUS.ok);
  const { rows } = await server.context.database.query('SELECT 1 FROM users WHERE name = $1', [username]);
  expect(rows).toEqual([]);
});
