/** Two-step login of the operators: set up with a phone, a code is accepted once, recovery codes, required by the server, two processes. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEnvironmentStep } from '../../../server/admin/second-step.ts';
import { filePathOf, operatorHeaders, sessionTokenIn } from '../support/operator.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'a long password';
let postgres: TestPostgres;
let nodes: TestServer[] = [];
beforeAll(async () => {
  postgres = await startWithSchema();
  for (const operatorTwoStep of [false, true])
    nodes.push(await startServer({ databaseUrl: postgres.url, poolSize: 3, history: 0, operatorPassword: PASSWORD, operatorTwoStep }));
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  nodes = [];
  await postgres?.stop();
});
// Standing still, so that no code runs out in the middle of a test.
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 4, 0, 10), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  for (const table of ['admin_second_step', 'admin_recovery_codes', 'operator_sessions'])
    await nodes[0]?.context.database.query(`DELETE FROM ${table}`);
});

interface Answered<T = Record<string, never>> {
  readonly http: number;
  readonly status: number;
  readonly models: T;
  readonly msg: string;
  /** Token of the session that it opened; '' for none. */
  readonly opened: string;
}

async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown, token = '', node = 0): Promise<Answered<T>> {
  const answer = await (nodes[node] as TestServer).app.inject({
    method,
    url: `/operator/api/desk/${path}`,
    headers: operatorHeaders(token),
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const opened = sessionTokenIn(answer.headers['set-cookie']);
  return { http: answer.statusCode, opened, ...answer.json<Omit<Answered<T>, 'http' | 'opened'>>() };
}

const login = (code?: string, node = 0) =>
  call<{ next?: string }>('POST', 'login', { password: PASSWORD, ...(code === undefined ? {} : { code }) }, '', node);

/** What the phone shows, `steps` from now. */
const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Switches it on with the code of the step before this one, so that the present one is still good. */
async function setUp(): Promise<{ token: string; secret: string; recoveryCodes: readonly string[] }> {
  const token = (await login()).opened;
  const begun = await call<{ uri: string; secret: string }>('POST', 'step/begin', {}, token);
  const { secret } = begun.models;
  const confirmed = await call<{ recoveryCodes: readonly string[] }>('POST', 'step/confirm', { code: shown(secret, -1) }, token);
  expect(confirmed.http).toBe(200);
  return { token, secret, recoveryCodes: confirmed.models.recoveryCodes };
}

describe('setting it up', () => {
  it('gives an address that a phone scans, counts from the first right code on, and ends the sessions of others', async () => {
    const token = (await login()).opened;
    const other = (await login()).opened;
    const { models } = await call<{ uri: string; secret: string }>('POST', 'step/begin', {}, token);
    expect(new URL(models.uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(new URL(models.uri).searchParams.get('secret')).toBe(models.secret);
    // Not confirmed: a login asks for nothing yet.
    expect((await login()).http).toBe(200);
    expect(await call('POST', 'step/confirm', { code: '000000' }, token)).toMatchObject({ http: 400, msg: '验证码不正确' });
    const confirmed = await call<{ recoveryCodes: string[] }>('POST', 'step/confirm', { code: shown(models.secret) }, token);
    expect(new Set(confirmed.models.recoveryCodes).size).toBe(10);
    for (const code of confirmed.models.recoveryCodes) expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    expect([
      (await call('GET', filePathOf('games'), undefined, token)).http,
      (await call('GET', filePathOf('games'), undefined, other)).http,
    ]).toEqual([200, 401]);
    expect(await call('POST', 'step/begin', {}, token)).toMatchObject({ http: 400, msg: '两步验证已开启' });
  });

  it('is only for an operator that is logged in', async () => {
    for (const [method, path] of [
      ['GET', 'step'],
      ['POST', 'step/begin'],
      ['POST', 'step/confirm'],
      ['POST', 'step/end'],
    ] as const)
      expect((await call(method, path, method === 'POST' ? { code: '123456' } : undefined)).http, path).toBe(401);
  });

  it('keeps neither the secret nor a recovery code in the database as they are', async () => {
    const { secret, recoveryCodes } = await setUp();
    const { rows } = await (nodes[0] as TestServer).context.database.query(
      `SELECT string_agg(t::text, ' ') AS text FROM (SELECT s::text AS t FROM admin_second_step s UNION ALL SELECT c::text FROM admin_recovery_codes c) all_of_it`,
    );
    const { text } = rows[0] as { text: string };
    expect(text).not.toContain(secret);
    for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''));
  });
});

describe('logging in', () => {
  it('asks for the code after the password, and says no more to a wrong password than before', async () => {
    const { secret } = await setUp();
    expect(await login()).toMatchObject({ http: 401, models: { next: 'code' } });
    const wrong = await call('POST', 'login', { password: 'another password', code: shown(secret) });
    expect(wrong).toMatchObject({ http: 401, models: null, msg: '密码不正确' });
    expect(await login('000000')).toMatchObject({ http: 401, models: { next: 'code' }, msg: '验证码不正确' });
    const { opened: token } = await login(shown(secret));
    expect((await call('GET', filePathOf('games'), undefined, token)).http).toBe(200);
  });

  it('accepts a code once, on two processes at once too, and none of an earlier step after it', async () => {
    const { secret } = await setUp();
    const code = shown(secret);
    const both = await Promise.all(Array.from({ length: 10 }, (_, at) => login(code, at % 2)));
    expect(both.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(both.find(({ http }) => http !== 200)?.msg).toBe('该验证码已使用，请等手机显示下一个');
    for (const late of [code, shown(secret, -1)]) expect((await login(late)).http).toBe(401);
    expect((await login(shown(secret, 1))).http).toBe(200);
    // Too far from now, either way.
    for (const steps of [-3, 3]) expect((await login(shown(secret, steps))).msg).toBe('验证码不正确');
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await setUp();
    const [one = '', two = ''] = recoveryCodes;
    const both = await Promise.all([login(one, 0), login(one, 1)]);
    expect(both.filter(({ http }) => http === 200)).toHaveLength(1);
    const typed = await login(two.toLowerCase().replaceAll('-', ' '));
    expect(typed.http).toBe(200);
    expect((await call('GET', 'step', undefined, typed.opened)).models).toMatchObject({ on: true, recoveryCodes: 8 });
  });
});

describe('a server that requires it', () => {
  it('lets nobody do anything else before it is set up, nor end it', async () => {
    const { opened: token } = await login(undefined, 1);
    for (const path of [filePathOf('games'), filePathOf('screens'), 'files/problems', filePathOf('games/ssq'), 'quarantine'])
      expect(await call('GET', path, undefined, token, 1), path).toMatchObject({ http: 409, msg: '请先设置两步验证' });
    const { secret } = (await call<{ secret: string }>('POST', 'step/begin', {}, token, 1)).models;
    expect((await call('POST', 'step/confirm', { code: shown(secret, -1) }, token, 1)).http).toBe(200);
    expect((await call('GET', filePathOf('games'), undefined, token, 1)).http).toBe(200);
    expect((await call('POST', 'step/end', { code: shown(secret) }, token, 1)).msg).toContain('不能关闭');
  });
});

it('ends with a code, and when another password is set', async () => {
  const { token, secret } = await setUp();
  expect((await call('POST', 'step/end', { code: '000000' }, token)).http).toBe(400);
  expect((await call('GET', 'step', undefined, token)).models).toMatchObject({ on: true });
  const { database } = (nodes[0] as TestServer).context;
  const another = openEnvironmentStep(database, 'another password');
  expect(await another.state()).toEqual({ on: false, recoveryCodes: 0 });
  expect((await call('POST', 'step/end', { code: shown(secret) }, token)).http).toBe(200);
  expect((await login()).http).toBe(200);
});
