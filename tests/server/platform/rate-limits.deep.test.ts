/**
 * The layer in front of all calls, on PostgreSQL with two server processes. A call reads only the fields that were validated. The processes
 * share the limits, and no client can evade them, empty them or turn them against the owner of an account.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../../protocol/calls/table.ts';
import { type LimitKind, limitKindOf, REGISTER_RATES, VOTE_RATES } from '../../../protocol/calls/limits.ts';
import { STATUS } from '../../../protocol/status.ts';
import { createPasswordHashingQueue, HashingQueueFull } from '../../../server/accounts/hashing.ts';
import { addressKey } from '../../../server/platform/rate-limits/address.ts';
import { createCounters } from '../../../server/platform/rate-limits/counters.ts';
import { readOptions } from '../../../server/read-options.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

let postgres: TestPostgres;
let nodes: [TestServer, TestServer];
beforeAll(async () => {
  postgres = await startWithSchema();
  const start = (role: 'all' | 'web') =>
    startServer({ databaseUrl: postgres.url, poolSize: 4, role, clockSpeed: 1, limits: 1, trustedProxies: ['127.0.0.1/32'], history: 0 });
  nodes = [await start('all'), await start('web')];
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop();
  await postgres?.stop();
});

let addresses = 0;
/** An address that nobody had before: the proxy that the servers trust says it. */
const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const PASSWORD = 'right-password-9';

async function newPlayer(): Promise<string> {
  const name = `p${randomUUID().slice(0, 8)}`;
  const made = await nodes[0].client().post('/api/webregist', { username: name, password: PASSWORD }, from(newAddress()));
  expect(made.status).toBe(STATUS.ok);
  return name;
}
const login = (client: Client, username: string, password: string, address: string, device = '') =>
  client.post<{ token: string } | null>(
    '/api/account/weblogin',
    { username, password },
    { ...from(address), ...(device === '' ? {} : { common: { RDUID: device } }) },
  );
/** Wrong passwords until one is not looked at any more; how many were. Both processes are asked in turn. */
async function guesses(name: string, address: string, spelled = (at: number) => (at < 0 ? '' : name)): Promise<number> {
  for (let at = 0; at < 60; at += 1) {
    const answer = await login((nodes[at % 2] as TestServer).client(), spelled(at), 'wrong-password', address);
    if (answer.status === STATUS.tooMany) return at;
    expect(answer).toMatchObject({ status: STATUS.invalid, msg: '用户名或密码不正确' });
  }
  return 60;
}

describe('a call reads the fields that were validated', () => {
  it('a body that is no form is refused, whatever the query says', async () => {
    for (const type of ['application/json', 'text/plain', 'application/json; charset=utf-8', 'multipart/form-data; boundary=x']) {
      const answer = await nodes[0].client().call(
        '/api/account/weblogin',
        {},
        {
          method: 'POST',
          headers: { 'content-type': type },
          tamper: (query) => query.set('username', 'demo'),
        },
      );
      expect([type, answer.http, answer.status]).toEqual([type, 415, STATUS.invalid]);
    }
  });

  it('a field or common parameter stands once, in the query or in the form', async () => {
    const client = nodes[0].client();
    for (const [name, where] of [
      ['username', 'form and query'],
      ['password', 'form and query'],
      ['RDUID', 'query twice'],
    ] as const) {
      const answer = await client.post(
        '/api/account/weblogin',
        { username: 'demo', password: 'demo1234' },
        {
          ...from(newAddress()),
          common: { [name]: 'other' },
          ...(where === 'query twice' ? { twice: [name, 'another'] } : {}),
        },
      );
      expect(answer, name).toMatchObject({ http: 400, status: STATUS.invalid, models: { field: name }, msg: `参数 ${name} 重复` });
    }
    const twice = await fetch(`${nodes[0].base}/api/lotteryresult/list?gameCode=ssq&gameCode=dlt`);
    expect(await twice.json()).toMatchObject({ status: STATUS.invalid, models: { field: 'gameCode' } });
    const array = await fetch(`${nodes[0].base}/api/lotteryresult/list?gameCode[]=ssq`);
    expect(await array.json()).toMatchObject({ status: STATUS.invalid, msg: '缺少参数 gameCode' });
  });
});

describe('guessing a password', () => {
  it('two processes count together, and a name is one name in every spelling', async () => {
    const name = await newPlayer();
    const wide = [...name].map((mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0)).join('');
    const spellings = [name, name.toUpperCase(), wide, wide.toUpperCase()];
    expect(await guesses(name, newAddress(), (at) => spellings[at % 4] as string)).toBe(5);
  });

  it('all at once are counted one by one', async () => {
    const name = await newPlayer();
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => login((nodes[at % 2] as TestServer).client(), name, 'wrong-password', address)),
    );
    const tried = answers.filter(({ status }) => status === STATUS.invalid).length;
    expect(tried).toBe(5);
    expect(answers.filter(({ status }) => status === STATUS.tooMany)).toHaveLength(25);
  });

  it('a known and an unknown name get the same answers, at every step', async () => {
    const ask = async (name: string) => {
      const address = newAddress();
      const answers: unknown[] = [];
      for (let at = 0; at < 6; at += 1) answers.push(await login(nodes[0].client(), name, 'wrong-password', address));
      return answers;
    };
    expect(await ask(`n${randomUUID().slice(0, 8)}`)).toEqual(await ask(await newPlayer()));
  });

  it('requests without a signature are counted and do not reset the counter', async () => {
    const name = await newPlayer();
    const address = newAddress();
    expect(await guesses(name, address)).toBe(5);
    const failures = async () =>
      (
        await nodes[0].context.database.query<{ failures: number }>('SELECT failures FROM failed_attempts WHERE key = $1', [
          `pair ${address} ${name}`,
        ])
      ).rows[0]?.failures;
    expect(await failures()).toBe(5);
    await Promise.all(
      Array.from({ length: 300 }, (_, at) =>
        nodes[0].client().post('/api/account/weblogin', { username: `x${at}`, password: 'y' }, { ...from(address), signed: false }),
      ),
    );
    expect(await failures()).toBe(5);
  });

  it('each failure makes the next wait twice as long, up to a bound', async () => {
    const { database } = nodes[0].context;
    const counter = [{ key: `test ${randomUUID()}`, free: 2, longest: 10_000 }];
    const waits: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      await database.query('SELECT begin_attempt($1::jsonb)', [JSON.stringify(counter)]);
      const { rows } = await database.query<{ wait: number }>(
        'UPDATE failed_attempts SET blocked_until = 0 FROM (SELECT key, blocked_until - at AS wait FROM failed_attempts WHERE key = $1) before WHERE failed_attempts.key = before.key RETURNING wait',
        [counter[0]?.key],
      );
      waits.push(rows[0]?.wait ?? -1);
    }
    expect(waits.map((wait) => Math.max(0, wait))).toEqual([0, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('one address that tries many names is stopped, and the owner of one of them is not: he is known by his installation', async () => {
    const name = await newPlayer();
    const address = newAddress();
    const device = randomUUID().replaceAll('-', '');
    // He has logged in from his phone before, somewhere else.
    expect((await login(nodes[0].client(), name, PASSWORD, newAddress(), device)).status).toBe(STATUS.ok);
    let tried = 0;
    for (; tried < 60; tried += 1)
      if ((await login(nodes[tried % 2 ? 1 : 0].client(), `x${randomUUID().slice(0, 8)}`, 'wrong', address)).status === STATUS.tooMany)
        break;
    expect(tried).toBe(30);
    // A guesser at his name as well, from that very address: he still gets in, with his own phone and nothing else.
    expect((await login(nodes[1].client(), name, PASSWORD, address)).status).toBe(STATUS.tooMany);
    expect((await login(nodes[1].client(), name, PASSWORD, address, device)).status).toBe(STATUS.ok);
    // The id of the installation is no way round: it has its own few tries.
    let own = 0;
    for (; own < 30; own += 1)
      if ((await login(nodes[own % 2 ? 1 : 0].client(), name, 'wrong', address, device)).status === STATUS.tooMany) break;
    expect(own).toBe(8);
  });

  it('a name that many addresses guess at is slowed down for all but its owner', async () => {
    const name = await newPlayer();
    const device = randomUUID().replaceAll('-', '');
    expect((await login(nodes[0].client(), name, PASSWORD, newAddress(), device)).status).toBe(STATUS.ok);
    let tried = 0;
    for (; tried < 40; tried += 1)
      if ((await login(nodes[tried % 2 ? 1 : 0].client(), name, 'wrong', newAddress())).status === STATUS.tooMany) break;
    expect(tried).toBe(15);
    expect((await login(nodes[0].client(), name, PASSWORD, newAddress(), device)).status).toBe(STATUS.ok);
  });

  it('a successful login from the address does not reset its failed attempts', async () => {
    const own = await newPlayer();
    const address = newAddress();
    for (let at = 0; at < 29; at += 1) await login(nodes[0].client(), `x${randomUUID().slice(0, 8)}`, 'wrong', address);
    expect((await login(nodes[0].client(), own, PASSWORD, address)).status).toBe(STATUS.ok);
    await login(nodes[0].client(), `x${randomUUID().slice(0, 8)}`, 'wrong', address);
    expect((await login(nodes[0].client(), own, PASSWORD, address)).status).toBe(STATUS.tooMany);
  });
});

describe('registering', () => {
  it('is limited for an address, in both processes together; another address is free', async () => {
    const address = newAddress();
    const register = (at: number, where = address) =>
      (nodes[at % 2] as TestServer)
        .client()
        .post('/api/webregist', { username: `r${randomUUID().slice(0, 8)}`, password: PASSWORD }, from(where));
    const most = REGISTER_RATES[0]?.most ?? 0;
    for (let at = 0; at < most; at += 1) expect((await register(at)).status).toBe(STATUS.ok);
    for (const at of [0, 1]) {
      const refused = await register(at);
      expect(refused).toMatchObject({ http: 429, status: STATUS.tooMany, models: null });
      expect(refused.msg).toMatch(/^当前网络注册的账户过多，请 .+后再试$/);
    }
    expect((await register(0, newAddress())).status).toBe(STATUS.ok);
  });

  it('refuses passwords that are guessed first', async () => {
    const fault = (name: string, password: string) => nodes[0].context.accounts.fault(name, password)?.msg;
    for (const password of ['123456', 'password', 'qwerty123', 'WoAiNi1314', '１２３４５６', '5201314', 'aaaaaaaa'])
      expect([password, fault('goodname', password)]).toEqual([password, '密码过于简单，请换一个']);
    for (const password of ['goodname', 'GoodName', 'goodname88', 'emandoog'])
      expect([password, fault('GoodName', password)]).toEqual([password, '密码不能与用户名相同或相近，请换一个']);
    for (const password of ['k7-xyzzy', '马走日象走田', 'correct horse']) expect(fault('goodname', password)).toBeUndefined();
    const answer = await nodes[0].client().post('/api/webregist', { username: 'goodname', password: '123456' }, from(newAddress()));
    expect(answer).toMatchObject({ status: STATUS.invalid, models: { field: 'password' } });
  });
});

it('visitors of one address have a daily limit of votes on help pages, whatever installation they claim; players have none', async () => {
  const address = newAddress();
  const vote = (who = nodes[0].client()) => who.post('/api/SiteMsg/HelpVote', { type: 'buy', name: 'chase', helpful: '1' }, from(address));
  for (let at = 0; at < (VOTE_RATES[0]?.most ?? 0); at += 1) expect((await vote()).status).toBe(STATUS.ok);
  expect(await vote()).toMatchObject({ http: 429, status: STATUS.tooMany, models: null });
  expect((await vote(await nodes[0].client().register())).status).toBe(STATUS.ok);
});

describe('ordinary calls', () => {
  it('every call has a limit, by what it is', () => {
    const kinds = Object.fromEntries(TABLE.map((row) => [row.path, limitKindOf(row)]));
    const expected: Record<string, LimitKind> = {
      '/api/account/weblogin': 'login',
      '/api/webregist': 'register',
      '/api/webregist2/postwebregist': 'register',
      '/api/lottery/bet_szc': 'write',
      '/api/order/outcome': 'write',
      '/api/order/list': 'own',
      '/api/lotteryresult/allresult': 'read',
    };
    expect(kinds).toMatchObject(expected);
    for (const row of TABLE) expect([row.path, Object.hasOwn(kinds, row.path)]).toEqual([row.path, true]);
  });

  it('two processes share what a window holds, but for a quarter each', async () => {
    const rate = { most: 40, windowMs: 86_400_000 };
    const counters = nodes.map(({ context }) => createCounters(context.database));
    const key = randomUUID();
    let granted = 0;
    for (let at = 0; at < 120; at += 1) if ((await counters[at % 2]?.take(key, rate)) === 0) granted += 1;
    expect(granted).toBe(50);
    expect(await counters[0]?.take(key, rate)).toBeGreaterThan(0);
    // One alone keeps the limit to the request, also when all come at once.
    const alone = createCounters(nodes[0].context.database);
    const other = randomUUID();
    const waits = await Promise.all(Array.from({ length: 120 }, () => alone.take(other, rate)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(40);
    expect(await alone.take(randomUUID(), rate)).toBe(0);
  });

  it('a flood of new keys does not free one that is used up', async () => {
    const counters = createCounters(nodes[0].context.database);
    const rate = { most: 4, windowMs: 86_400_000 };
    const key = randomUUID();
    for (let at = 0; at < 6; at += 1) await counters.take(key, rate);
    expect(counters.full(key)).toBeGreaterThan(0);
    for (let at = 0; at < 150_000; at += 1) void counters.take(`flood ${at}`, rate);
    expect(counters.full(key)).toBeGreaterThan(0);
  });

  it('are refused beyond it with the time to wait, for the account and not for its neighbours', async () => {
    const server = await startServer({ clockSpeed: 1, limits: 0.002, history: 0, trustedProxies: ['127.0.0.1'] });
    try {
      const rich = server.client();
      const other = server.client();
      for (const [at, client] of [rich, other].entries()) {
        client.token = await server.context.sessions.open((await server.context.accounts.register(`limited${at}`, PASSWORD))?.id ?? 0, {
          address: '',
          agent: '',
        });
      }
      const ask = (client: Client) => client.get('/api/fund/list', {}, from('203.0.113.9'));
      const statuses = [];
      for (let at = 0; at < 12; at += 1) statuses.push((await ask(rich)).status);
      expect(statuses.filter((status) => status === STATUS.ok)).toHaveLength(7);
      const refused = await ask(rich);
      expect(refused).toMatchObject({ http: 429, status: STATUS.tooMany, models: null });
      expect(refused.msg).toMatch(/^操作过于频繁，请 \d+ 秒后再试$/);
      expect((await ask(other)).status).toBe(STATUS.ok);
      // A call that admits visitors answers a request with a made-up token too. A new token in each request does not get past the limits.
      const lobby = (client: Client) => client.get('/api/hm/list', { size: '1' }, from('203.0.113.10'));
      const visits = [];
      for (let at = 0; at < 20; at += 1) {
        const visitor = server.client();
        visitor.token = randomUUID();
        visits.push((await lobby(visitor)).status);
      }
      expect(visits.filter((status) => status === STATUS.ok)).toHaveLength(12);
      // The limits of a logged-in player are his own. Other clients at his address do not use them up.
      expect((await lobby(other)).status).toBe(STATUS.ok);
    } finally {
      await server.stop();
    }
  });

  it('an address that sends much that is refused is not asked about any more, and a player behind it plays on', async () => {
    const server = await startServer({ clockSpeed: 1, limits: 0.01, history: 0 });
    try {
      const player = server.client();
      player.token = await server.context.sessions.open((await server.context.accounts.register('neighbour', PASSWORD))?.id ?? 0, {
        address: '',
        agent: '',
      });
      const stranger = server.client();
      const statuses: number[] = [];
      for (let at = 0; at < 20; at += 1) {
        stranger.token = `${at}`.repeat(43).slice(0, 43);
        statuses.push((await stranger.get('/api/fund/list')).status);
      }
      // The last of them is the one with which the process learns that nothing is left.
      expect(statuses.filter((status) => status === STATUS.notLoggedIn)).toHaveLength(13);
      expect(statuses.filter((status) => status === STATUS.tooMany)).toHaveLength(7);
      expect((await player.get('/api/fund/list')).status).toBe(STATUS.ok);
    } finally {
      await server.stop();
    }
  });

  it('a bet costs no statement for being counted', async () => {
    const { context, scheduler } = nodes[0];
    await scheduler?.ready;
    const player = await nodes[0].client().register(undefined, PASSWORD);
    const bet = () => player.bet(singleBet(gameVersion(nodes[0], 'jlffc')));
    await waitFor('a bet in time', async () => (await bet()).status === STATUS.ok);
    const countedAddresses: (string | undefined)[] = [];
    const { query } = context.database;
    (context.database as { query: unknown }).query = (text: string, values?: unknown[], name?: string) => {
      countedAddresses.push(name);
      return query(text, values, name);
    };
    try {
      for (let at = 0; at < 20; at += 1) await bet();
    } finally {
      (context.database as { query: unknown }).query = query;
    }
    expect(countedAddresses.filter((name) => name === 'place-bets')).toHaveLength(20);
    expect(countedAddresses.filter((name) => /take|guess|session|player|nonce/.test(name ?? ''))).toEqual([]);
  });
});

describe('addresses', () => {
  it('a forwarded address is used only when the proxy is trusted', async () => {
    const ip = async (base: string, header: string) =>
      (
        (await (await fetch(`${base}/api/SystemConfig/GetIP`, { headers: { 'x-forwarded-for': header } })).json()) as {
          models: { IP: string };
        }
      ).models.IP;
    expect(await ip(nodes[0].base, '203.0.113.5')).toBe('203.0.113.5');
    // What a client writes itself stands before what the trusted proxy adds.
    expect(await ip(nodes[0].base, '10.9.9.9, 203.0.113.6')).toBe('203.0.113.6');
    const plain = await startServer({ history: 0 });
    try {
      expect(await ip(plain.base, '203.0.113.5')).toBe('127.0.0.1');
    } finally {
      await plain.stop();
    }
    expect(readOptions({ CAIPU_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' })).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
    });
    for (const wrong of ['proxy.example', '10.0.0.0/33', '300.1.1.1'])
      expect(() => readOptions({ CAIPU_TRUSTED_PROXIES: wrong })).toThrow(`CAIPU_TRUSTED_PROXIES: ${wrong} is not an address or network`);
  });

  it('of IPv6 the network counts', () => {
    expect(addressKey('2001:db8:0:1::5')).toBe(addressKey('2001:DB8:0:1:ffff:1:2:3'));
    expect(addressKey('2001:db8:0:1::5')).not.toBe(addressKey('2001:db8:0:2::5'));
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  it('the Host header goes into no address', async () => {
    const kefu = async (options: object) => {
      const server = await startServer({ history: 0, outside: { demoPort: 8081, ...options } });
      try {
        return (await server.app.inject({ url: '/api/SystemConfig/GetKFUrl', headers: { host: 'evil.example' } })).json().models as string;
      } finally {
        await server.stop();
      }
    };
    expect(await kefu({})).toBe('http://127.0.0.1:8081/kefu/');
    expect(await kefu({ origin: 'https://play.example' })).toBe('http://play.example:8081/kefu/');
    expect(readOptions({ CAIPU_ORIGIN: 'https://play.example/x' })).toMatchObject({ outside: { origin: 'https://play.example' } });
  });
});

describe('the line for hashing', () => {
  it('password hashing runs few jobs at a time in order, has a bounded queue, and no address can fill it', async () => {
    const hashing = createPasswordHashingQueue({ atOnce: 1, most: 5, mostOfAddress: 3 });
    const order: string[] = [];
    const release: (() => void)[] = [];
    const enter = (name: string, address: string) =>
      hashing.run(address, async () => {
        order.push(name);
        await new Promise<void>((resolve) => release.push(resolve));
      });
    const running = ['a1', 'a2', 'a3'].map((name) => enter(name, 'a'));
    await expect(enter('a4', 'a')).rejects.toThrow(HashingQueueFull);
    running.push(enter('b1', 'b'), enter('b2', 'b'));
    await expect(enter('c1', 'c')).rejects.toThrow(HashingQueueFull);
    expect(order).toEqual(['a1']);
    for (let at = 0; at < 5; at += 1) {
      await waitFor('the next', async () => release[at]);
      expect(order).toHaveLength(at + 1);
      release[at]?.();
    }
    await Promise.all(running);
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
    expect(hashing.length).toBe(0);
    await expect(hashing.run('a', async () => 7)).resolves.toBe(7);
  });

  it('a storm of logins gets the answer to try again, and a bet is done before the storm ends', async () => {
    const player = await nodes[0].client().register(undefined, PASSWORD);
    await waitFor('a bet in time', async () => (await player.bet(singleBet(gameVersion(nodes[0], 'jlffc')))).status === STATUS.ok);
    let done = 0;
    const storm = Array.from({ length: 120 }, async () => {
      const answer = await login(nodes[0].client(), `x${randomUUID().slice(0, 8)}`, 'wrong-password', newAddress());
      done += 1;
      return answer;
    });
    await waitFor('the line to fill', async () => nodes[0].context.hashing.length > 30);
    const waiting = nodes[0].context.hashing.length;
    expect((await player.bet(singleBet(gameVersion(nodes[0], 'jlffc')))).http).not.toBe(429);
    expect(nodes[0].context.hashing.length).toBeGreaterThan(0);
    expect(waiting).toBeLessThanOrEqual(64);
    const answers = await Promise.all(storm);
    expect(done).toBe(120);
    const busy = answers.filter(({ status }) => status === STATUS.tooMany);
    expect(busy.length).toBeGreaterThan(0);
    for (const { msg } of busy) expect(msg).toBe('登录人数过多，请 2 秒后再试');
    for (const { status } of answers) expect([STATUS.invalid, STATUS.tooMany]).toContain(status);
  });
});
