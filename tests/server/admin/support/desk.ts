/** A server with a desk, an operator of each role that a test wants, and calls in their names. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '../../../../protocol/desk/rights.ts';
import { ROLES_BY_CODE } from '../../../../server/admin/rights.ts';
import { operatorHeaders, sessionTokenIn } from '../../support/operator.ts';
import { startServer, type TestServer } from '../../support/server.ts';

export const PASSWORD = 'a long password';

export interface DeskResponse<T = Record<string, never>> {
  readonly http: number;
  readonly status: number;
  readonly models: T;
  readonly msg: string;
  readonly text: string;
  /** Token of the session that it opened; '' for none. */
  readonly opened: string;
}

/** `begin` receives the server before the first test, once there are operators `某admin` and so on for `roles`. */
export function deskStage(roles: readonly Role[], begin: (server: TestServer) => void | Promise<void>) {
  let server: TestServer;
  /** By role, and of the password of the environment. */
  const tokens = new Map<Role | 'environment', string>();
  /** Of second steps, by the operator's name. */
  const secrets = new Map<string, string>();

  async function ask<T>(
    method: string,
    path: string,
    fields: Readonly<Record<string, unknown>> = {},
    token = '',
  ): Promise<DeskResponse<T>> {
    const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
    const answer = await server.app.inject({
      method: method as 'GET',
      url: method === 'GET' && texts.length > 0 ? `${path}?${new URLSearchParams(texts)}` : path,
      headers: operatorHeaders(token),
      ...(method === 'GET' ? {} : { payload: Object.fromEntries(texts) }),
    });
    const opened = sessionTokenIn(answer.headers['set-cookie'] as string | undefined);
    return { http: answer.statusCode, text: answer.body, opened, ...answer.json<Omit<DeskResponse<T>, 'http' | 'text' | 'opened'>>() };
  }
  const desk = <T>(name: string, fields: Readonly<Record<string, unknown>>, token: string, method = 'GET') =>
    ask<T>(method, `/operator/api/desk/${name}`, fields, token);
  const audited = async (kind: string) =>
    (
      await server.context.database.query<{ actor: string; body: string }>('SELECT actor, body FROM audit WHERE kind = $1 ORDER BY seq', [
        kind,
      ])
    ).rows;

  const shown = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  async function login(name: string, password: string, code?: string): Promise<DeskResponse<{ next?: string }>> {
    return ask('POST', '/operator/api/desk/login', { ...(name === '' ? {} : { name }), password, ...(code === undefined ? {} : { code }) });
  }
  /** Makes an operator and logs him in; with a role that wants a second step also sets it up. */
  async function hire(name: string, role: Role): Promise<{ id: number; password: string; token: string }> {
    const made = await desk<{ id: number; password: string }>('operator/create', { name, role }, tokens.get('environment') ?? '', 'POST');
    expect(made.http, made.msg).toBe(200);
    const { id, password } = made.models;
    let token = (await login(name, password)).opened;
    if (ROLES_BY_CODE[role].secondStep) {
      const begun = await ask<{ secret: string }>('POST', '/operator/api/desk/step/begin', {}, token);
      secrets.set(name, begun.models.secret);
      const confirmed = await ask('POST', '/operator/api/desk/step/confirm', { code: shown(begun.models.secret, -1) }, token);
      expect(confirmed.http).toBe(200);
      token = (await login(name, password, shown(begun.models.secret))).opened;
    }
    expect(token).not.toBe('');
    return { id, password, token };
  }

  beforeAll(async () => {
    server = await startServer({ operatorPassword: PASSWORD, history: 0 });
    tokens.set('environment', (await login('', PASSWORD)).opened);
    for (const role of roles) tokens.set(role, (await hire(`某${role}`, role)).token);
    await begin(server);
  });
  afterAll(() => server?.stop());
  return { tokens, secrets, ask, desk, audited, login, hire };
}
