/** No token, password or signature in any byte that the server writes to its log, in either form, whatever goes wrong. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from './support/client.ts';
import { Client } from './support/client.ts';
import { maskSecrets } from '../../server/platform/monitoring/log.ts';
import { operatorHeaders, sessionTokenIn } from './support/operator.ts';
import { startWithSchema, type TestPostgres } from './support/postgres.ts';
import { copyGames, spawnServer, temporaryFolder } from './support/server.ts';
import { publishedGameOf, singleBet } from './support/tickets.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

it('masks what looks like a secret, and leaves hashes and ids, which are no secrets', () => {
  const token = 'Ab3_-'.repeat(9).slice(0, 43);
  expect(maskSecrets(`GET /api/x?c=1&tk=${token}&s=0123abc&n=1`)).toBe('GET /api/x?c=1&tk=***&s=***&n=1');
  expect(maskSecrets(`{"password":"pass word","name":"a"}`)).toBe('{"password":"***","name":"a"}');
  expect(maskSecrets('postgres://caipu:geheim@db/x and Bearer abc.def')).toBe('postgres://caipu:***@db/x and Bearer ***');
  expect(maskSecrets(`session ${token} of 1`)).toBe('session *** of 1');
  const seed = 'a'.repeat(64);
  expect(maskSecrets(`commitment ${seed}, request 0a1b2c3d-4f`)).toBe(`commitment ${seed}, request 0a1b2c3d-4f`);
});

it.each(['json', 'text'])(
  'a full run writes none of them to the log as %s',
  async (format) => {
    const folder = temporaryFolder();
    const secrets: string[] = [];
    const secret = (text: string) => {
      secrets.push(text);
      return text;
    };
    // A server of the tests asks for no password of the database, and one is in the address all the same.
    const url = new URL(postgres.url);
    if (url.password === '') url.password = secret('database-password-1');
    const operator = secret('operator-password-1');
    const metricsToken = secret('metrics-token-of-the-run');
    const node = await spawnServer({
      DATABASE_URL: url.href,
      CAIPU_GAMES: copyGames(folder),
      CAIPU_LOG: format,
      CAIPU_LOG_LEVEL: 'debug',
      CAIPU_OPERATOR_PASSWORD: operator,
      CAIPU_METRICS_TOKEN: metricsToken,
    });
    const password = secret('player-password-1');
    const player = await new Client(node.base).register(`watch${format}`, password);
    secret(player.token);
    const version = await publishedGameOf(node.base, 'jlffc');
    const tampered = (query: URLSearchParams) => {
      secret(query.get('s') ?? '');
      query.set('v', '1');
    };
    const collectSecret = (query: URLSearchParams) => void secret(query.get('s') ?? '');
    const answers: Answer<unknown>[] = [
      await player.bet(singleBet(version), { tamper: collectSecret }),
      await player.bet(singleBet(version), { tamper: tampered }),
      await player.bet({ ...singleBet(version), amountFen: 1 }, { tamper: collectSecret }),
      await player.get('/api/order/detail', { orderId: '\u0000' }, { tamper: collectSecret }),
      await new Client(node.base).post(
        '/api/account/weblogin',
        { username: `watch${format}`, password: secret('wrong-password-1') },
        { tamper: collectSecret },
      ),
      await new Client(node.base).post(
        '/api/webregist',
        { username: '\u0000', password: secret('other-password-1') },
        { tamper: collectSecret },
      ),
    ];
    expect(answers[0]?.status).toBe(0);
    const post = (path: string, body: string, type = 'application/json') =>
      fetch(`${node.base}${path}`, { method: 'POST', body, headers: { ...operatorHeaders(''), 'content-type': type } });
    const login = await post('/operator/api/desk/login', JSON.stringify({ password: operator }));
    expect(secret(sessionTokenIn(login.headers.get('set-cookie')))).not.toBe('');
    await post('/operator/api/desk/login', JSON.stringify({ password: secret('wrong-operator-1') }));
    await post(`/api/account/weblogin?tk=${player.token}`, `{"password":"${password}"`);
    await fetch(`${node.base}/nothing?tk=${player.token}&password=${password}`);
    await fetch(`${node.base}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    const answer = await fetch(`${node.base}/api/SystemConfig/GetServerTime?tk=${player.token}`);
    const id = answer.headers.get('x-request-id') ?? '';
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
    await player.get('/api/account/loginout').catch(() => {});
    await node.stop();
    const log = node.output();
    expect(log).toContain(id);
    expect(secrets.filter((one) => one !== '').length).toBeGreaterThan(10);
    for (const one of secrets) if (one !== '') expect(log.includes(one), `the log holds ${one}`).toBe(false);
    if (format === 'json')
      for (const text of log.trim().split('\n'))
        expect(JSON.parse(text)).toMatchObject({ time: expect.any(String), level: expect.any(String), msg: expect.any(String) });
  },
  60_000,
);
