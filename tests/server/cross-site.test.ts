/**
 * Other sites (R28): nothing that a page of theirs can make a browser send changes anything, nothing is answered to them, and no page of ours
 * stands in their frames. Made from the routes that the server has, so that a new one is in it at once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, TABLE } from '../../protocol/calls/table.ts';
import type { BetModels } from '../../protocol/calls.ts';
import { logInOperator, operatorHeaders } from './support/operator.ts';
import { sampleFields, type SampleWorld } from './support/samples.ts';
import { startServer, type TestServer } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

const PASSWORD = 'a long password';
let server: TestServer;
let world: SampleWorld;
let operator = '';
let routes: readonly Route[] = [];
beforeAll(async () => {
  server = await startServer({ operatorPassword: PASSWORD, outside: { demoOrigin: 'http://demo.test' } });
  const owner = await server.client().register();
  const placed = await owner.bet(singleBet(gameVersion(server, 'ssq')));
  world = { server, owner, orderId: (placed.models as BetModels).orderId };
  operator = (await logInOperator(server.base, PASSWORD)).token;
  routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
});
afterAll(() => server?.stop());

interface Route {
  readonly method: string;
  readonly path: string;
}

/** The server's tree of routes, flat: each line holds what its parent's path goes on with. */
function routesOf(tree: string): Route[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const found = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?/.exec(line);
    if (found === null) return [];
    const [, indent = '', part = '', methods = ''] = found;
    const depth = indent.length / 4;
    above.length = depth;
    above.push(part);
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => ({ method, path: above.join('') }));
  });
}

const isDesk = ({ path }: Route) => path.startsWith('/operator/api/');
/** Of the company that takes money: believed by their signature alone, which no browser has (recharge.deep.test.ts, L25). */
const PROVIDER = ['POST /provider/recharge/notify', 'POST /provider/recharge/order'];
const filled = (path: string) => path.replace(':kind', 'brand').replace(':file', 'caipu.x.json').replace(/:\w+/g, '1').replace('*', 'x.js');
const name = ({ method, path }: Route) => `${method} ${path}`;

describe('what changes something', () => {
  it('is a call of the table, an operator’s call or a signed message of the provider: there is no other way to change anything', async () => {
    expect(routes.length).toBeGreaterThan(50);
    const changing = routes.filter((route) => route.method !== 'GET' && !isDesk(route));
    expect(
      changing
        .filter(({ path }) => callOf(path) === undefined)
        .map(name)
        .sort(),
    ).toEqual(PROVIDER);
    for (const path of PROVIDER)
      expect((await server.app.inject({ method: 'POST', url: path.slice('POST '.length) })).statusCode, path).toBe(403);
  });

  it.each(TABLE.filter(({ changes }) => changes !== undefined))('$method $path: no link, form, picture or frame sends it', async (row) => {
    const fields = await sampleFields(world, row);
    const books = async () =>
      (
        await server.context.database.query(`SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM sessions) AS sessions,
        (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM idempotency) AS keys, (SELECT count(*) FROM movements) AS transfers`)
      ).rows;
    const before = await books();
    const ask = (headers: Record<string, string>) =>
      world.owner.call(row.path, fields, { method: row.method, signed: row.signed === true, headers });
    for (const dest of ['document', 'iframe', 'image', 'script', 'style', 'embed', 'object', 'audio', 'font', 'serviceworker'])
      expect(await ask({ 'sec-fetch-dest': dest, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }), dest).toMatchObject({
        http: 403,
        msg: '该请求只能由应用发出',
      });
    expect(await books()).toEqual(before);
    // The token goes in the request and nowhere else: a cookie, which a browser would send by itself, is nobody's session.
    if (row.session === 'player') {
      const visitor = server.client();
      const cookie = `tk=${world.owner.token}; token=${world.owner.token}`;
      expect(await visitor.call(row.path, fields, { method: row.method, signed: row.signed === true, headers: { cookie } })).toMatchObject({
        http: 401,
      });
    }
  });

  it('a GET that changes something is signed, and never sent ahead of its page', async () => {
    const rows = TABLE.filter(({ method, changes }) => method === 'GET' && changes !== undefined);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const fields = await sampleFields(world, row);
      expect(row.signed, row.path).toBe(true);
      expect(await world.owner.call(row.path, fields, { method: 'GET', signed: false }), row.path).toMatchObject({ http: 403 });
      for (const [header, says] of [
        ['sec-purpose', 'prefetch'],
        ['sec-purpose', 'prefetch;prerender'],
        ['purpose', 'prefetch'],
      ] as const)
        expect(await world.owner.get(row.path, fields, { headers: { [header]: says } }), row.path).toMatchObject({
          http: 403,
          msg: '该请求不能预先读取',
        });
    }
  });
});

describe('the operators’ calls', () => {
  it('are for the cookie of a session, with the header that only pages of this site can send, and for no page of another site', async () => {
    const desk = routes.filter(isDesk);
    expect(desk.length).toBeGreaterThan(10);
    for (const route of desk) {
      const url = filled(route.path);
      const ask = (headers: Record<string, string>) =>
        server.app.inject({
          method: route.method as 'GET',
          url,
          headers,
          ...(route.method === 'GET' ? {} : { payload: { password: 'x', code: 'x', text: '', stamp: '' } }),
        });
      if (!route.path.endsWith('/login')) {
        expect((await ask({})).statusCode, name(route)).toBe(401);
        expect((await ask({ authorization: `Bearer ${operator}`, cookie: `token=${operator}` })).statusCode, name(route)).toBe(401);
      }
      // Where a browser says nothing of the site of a page: it sends the cookie, and no header of the page's.
      expect((await ask({ cookie: `operator=${operator}`, origin: 'http://127.0.0.1:9' })).statusCode, name(route)).toBe(403);
      for (const site of ['cross-site', 'same-site']) {
        const answer = await ask({ ...operatorHeaders(operator), 'sec-fetch-site': site, origin: 'https://evil.example' });
        expect([answer.statusCode, answer.json<{ msg: string }>().msg], `${name(route)} from ${site}`).toEqual([
          403,
          '请求来自其他网站，请在后台的页面中操作',
        ]);
      }
    }
    expect(
      (
        await server.app.inject({
          url: '/operator/api/desk/files?kind=games',
          headers: { ...operatorHeaders(operator), 'sec-fetch-site': 'same-origin' },
        })
      ).statusCode,
    ).toBe(200);
  });
});

/** What helmet says by itself, as far as present browsers listen to it. */
const PROTECTING = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '0',
};

it('the stream of events is protected like any other answer', async () => {
  const stream = await fetch(`${server.base}/events`);
  const headers = Object.fromEntries(stream.headers);
  expect(headers).toMatchObject({
    ...PROTECTING,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  await stream.body?.cancel();
});

it('every answer refuses the frames of others, lets no other site read it, and sets no cookie', async () => {
  const pages = [
    ...routes.filter(({ path }) => path !== '/events').map((route) => ({ ...route, path: filled(route.path) })),
    { method: 'GET', path: '/ssq' },
    { method: 'GET', path: '/nothing.js' },
    { method: 'OPTIONS', path: '/api/order/list' },
  ];
  for (const route of pages) {
    const { headers } = await server.app.inject({
      method: route.method as 'GET',
      url: route.path,
      headers: { origin: 'https://evil.example' },
    });
    const at = name(route);
    expect(headers, at).toMatchObject(PROTECTING);
    expect(headers['content-security-policy'], at).toContain("frame-ancestors 'self'");
    expect(
      Object.keys(headers).filter((header) => header.startsWith('access-control-')),
      at,
    ).toEqual([]);
    expect(headers['set-cookie'], at).toBeUndefined();
  }
});
