/** Operators' own logins: made with a password that is shown once, roles that change, second steps, sessions, and the names that they sign with. */
import { describe, expect, it } from 'vitest';
import { deskStage, PASSWORD } from './support/desk.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
const { tokens, secrets, desk, audited, login, hire } = deskStage(['cashier', 'admin'], (started) => {
  server = started;
});

describe('operators', () => {
  it('are made with a password that is shown once, and change it; names are compared as written alike', async () => {
    const admin = tokens.get('admin') ?? '';
    const { password } = await hire('小李', 'viewer');
    expect((await desk('operator/create', { name: '小李', role: 'viewer' }, admin, 'POST')).msg).toBe('已有这个名字的管理员');
    expect((await desk('operator/create', { name: 'ADMIN', role: 'viewer' }, admin, 'POST')).http).toBe(400);
    const { opened: own } = await login('小李', password);
    expect(await desk('password', { password: 'wrong', next: 'a new long sentence' }, own, 'POST')).toMatchObject({
      http: 400,
      msg: '当前密码不正确',
    });
    expect((await desk('password', { password, next: 'a new long sentence' }, own, 'POST')).models).toEqual({ sessions: 1 });
    expect((await login('小李', password)).msg).toBe('名字或密码不正确');
    expect((await login('小李', 'a new long sentence')).http).toBe(200);
    const { rows } = await server.context.database.query<{ all: string }>(`SELECT string_agg(o::text, ' ') AS all FROM operators o`);
    expect(rows[0]?.all).not.toContain(password);
    expect(rows[0]?.all).not.toContain(secrets.get('某cashier'));
  });

  it('whose role changes are logged out, and do what the new one may', async () => {
    const admin = tokens.get('admin') ?? '';
    const { id, password, token } = await hire('小周', 'viewer');
    expect((await desk('operator/role', { id, role: 'editor' }, admin, 'POST')).http).toBe(200);
    expect((await desk('players', {}, token)).http).toBe(401);
    const again = (await login('小周', password)).opened;
    expect((await desk('files/problems', {}, again)).http).toBe(200);
    expect((await desk('operator/disable', { id }, admin, 'POST')).http).toBe(200);
    expect((await desk('players', {}, again)).http).toBe(401);
    expect((await login('小周', password)).http).toBe(401);
    expect((await audited('operator.role')).at(-1)).toEqual({ actor: '某admin@127.0.0.1', body: '{"operator":"小周","role":"editor"}' });
  });

  it('of a role that wants two steps do nothing before they are set up, and are helped after a lost phone', async () => {
    const admin = tokens.get('admin') ?? '';
    const { id, password, token } = await hire('小钱', 'cashier');
    expect((await login('小钱', password)).models).toEqual({ next: 'code' });
    expect((await desk('operator/step', { id }, admin, 'POST')).http).toBe(200);
    expect((await desk('players', {}, token)).http).toBe(401);
    const bare = (await login('小钱', password)).opened;
    expect(await desk('players', {}, bare)).toMatchObject({ status: 9, msg: '请先设置两步验证' });
    expect((await desk<{ setUpStep: boolean; menu: unknown }>('start', {}, bare)).models).toMatchObject({
      setUpStep: true,
      menu: null,
      screens: {},
    });
    const self = (await desk<{ items: { id: number; name: string }[] }>('operators', {}, admin)).models.items.find(
      ({ name }) => name === '某admin',
    );
    expect((await desk('operator/disable', { id: self?.id }, admin, 'POST')).msg).toContain('不能更改自己');
  });

  it('end their own sessions', async () => {
    const { password, token } = await hire('小孙', 'viewer');
    const other = (await login('小孙', password)).opened;
    const { models } = await desk<{ items: { id: string; current: boolean }[] }>('sessions', {}, token);
    expect(models.items.map(({ current }) => current).sort()).toEqual([false, true]);
    expect((await desk('session/end', {}, token, 'POST')).models).toEqual({ sessions: 1 });
    expect((await desk('players', {}, other)).http).toBe(401);
    expect((await desk('players', {}, token)).http).toBe(200);
  });

  it('log in as often as they like without ending the sessions of others', async () => {
    const { token } = await hire('小吴', 'viewer');
    const { database } = server.context;
    await database.query(
      `INSERT INTO operator_sessions (token_hash, created_at, expires_at)
       SELECT 'many ' || n, $1::bigint + n, $1::bigint + 3600000 FROM generate_series(1, 150) n`,
      [Date.now()],
    );
    // The sessions of the operator with the password of the environment, after one more login.
    expect((await login('', PASSWORD)).http).toBe(200);
    expect((await desk('players', {}, token)).http).toBe(200);
    const own = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM operator_sessions WHERE operator IS NULL');
    expect(own.rows[0]?.n).toBe(100);
    await database.query(`DELETE FROM operator_sessions WHERE token_hash LIKE 'many %'`);
    tokens.set('environment', (await login('', PASSWORD)).opened);
  });

  it('sign with their own names, and nobody else with them', async () => {
    const id = '019a2b3c-0000-7000-8000-000000000001';
    expect(await desk('withdrawal/take', { id, by: '某cashier' }, tokens.get('environment') ?? '', 'POST')).toMatchObject({
      http: 400,
      msg: expect.stringContaining('另一位管理员的名字'),
    });
    expect((await desk('withdrawal/take', { id, by: '甲' }, tokens.get('environment') ?? '', 'POST')).http).toBe(404);
  });
});
