/** Every call of the API but bets (contract-bets.test.ts), once in its plain use and once refused, on the embedded database under a simulated clock. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  AllResultModels,
  DialogItem,
  FundListModels,
  GameInfoEntry,
  HomeModels,
  ListModels,
  LoginModels,
  NoticeDetail,
  ProfileModels,
  ResultDetailModels,
  ResultListModels,
  ServerTimeModels,
} from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import { lotteryPage, issueOnSale, settleIssue } from './support/sale.ts';
import { expectBooksInOrder, startServer, type TestServer, waitFor } from './support/server.ts';
import { gameVersion } from './support/tickets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

describe('accounts', () => {
  it('a player registers, reads the profile, sends a heartbeat, logs out and logs in again', async () => {
    const client = await server.client().register('彩民张三', 'a-password');
    const profile = await client.get<ProfileModels>('/api/UserCenter/QueryProfileList');
    expect(profile).toMatchObject({
      http: 200,
      status: 0,
      models: { balanceFen: 1_000_000, user: { UserName: '彩民张三', GameTransferPermission: false } },
    });
    expect((await client.post('/api/account/heartbeat', { count: '1', offlineMinutes: '0' })).status).toBe(STATUS.ok);
    expect((await client.post('/api/account/logout')).status).toBe(STATUS.ok);
    expect(await client.get('/api/UserCenter/QueryProfileList')).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    expect(await client.post('/api/account/heartbeat')).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    client.token = '';
    await client.login('彩民张三', 'a-password');
    expect((await client.get<FundListModels>('/api/fund/list')).models.items).toMatchObject([
      { type: 'grant', amountFen: 1_000_000, balanceFen: 1_000_000, title: '注册赠送演示金' },
    ]);
  });

  it('the demo player can log in', async () => {
    const client = await server.client().login('demo', 'demo1234');
    expect((await client.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(1_000_000);
  });

  it('both paths of registration work in any case of letters', async () => {
    for (const path of ['/api/WebRegist', '/api/webregist2/postwebregist', '/API/webregist2/PostWebRegist']) {
      const answer = await server.client().post<LoginModels>(path, { username: `u${randomUUID().slice(0, 8)}`, password: 'k7-xyzzy' });
      expect(answer).toMatchObject({ status: 0 });
      expect(answer.models.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    }
  });

  it('refuses what is not a name or password, a name taken in another writing, and a wrong password', async () => {
    const register = (username: string, password: string) => server.client().post('/api/webregist', { username, password });
    for (const [name, password] of [
      ['abc', 'k7-xyzzy'],
      ['a'.repeat(21), 'k7-xyzzy'],
      ['a b c d', 'k7-xyzzy'],
      ['<b>1</b>', 'k7-xyzzy'],
      ['good-name', 'k7-xyzzy'],
      ['goodname', '12345'],
      ['goodname', 'x'.repeat(65)],
    ] as const) {
      expect(await register(name, password)).toMatchObject({ http: 400, status: STATUS.invalid });
    }
    expect((await register('SomeName1', 'k7-xyzzy')).status).toBe(STATUS.ok);
    expect(await register('somename1', 'k7-xyzzy')).toMatchObject({
      status: STATUS.invalid,
      models: { field: 'username' },
      msg: '用户名已被使用，请换一个',
    });
    expect(await server.client().post('/api/account/weblogin', { username: 'SomeName1', password: 'wrong-one' })).toMatchObject({
      http: 400,
      status: STATUS.invalid,
      msg: '用户名或密码不正确',
    });
    expect((await server.client().post('/api/account/weblogin', { username: 'no-such-name', password: 'wrong-one' })).msg).toBe(
      '用户名或密码不正确',
    );
    expect(await server.client().post('/api/account/weblogin', { username: 'x' })).toMatchObject({
      status: STATUS.invalid,
      msg: '缺少参数 password',
    });
  });

  it('keeps neither tokens nor passwords', async () => {
    const client = await server.client().register('keepsnothing', 'my-own-password');
    const { rows } = await server.context.database.query<{ all: string }>(
      `SELECT (SELECT string_agg(s::text, '') FROM sessions s) || (SELECT string_agg(u::text, '') FROM users u) AS all`,
    );
    expect(rows[0]?.all).not.toContain(client.token);
    expect(rows[0]?.all).not.toContain('my-own-password');
    expect(rows[0]?.all).toContain('$argon2id$');
  });
});

describe('signature', () => {
  it('is required on the signed calls and checked wherever it is sent', async () => {
    const client = await server.client().register();
    expect(await client.post('/api/account/heartbeat', {}, { signed: false })).toMatchObject({ http: 403, status: STATUS.badSignature });
    expect((await client.get('/api/fund/list', {}, { signed: true })).status).toBe(STATUS.ok);
    expect(await client.get('/api/fund/list', {}, { signed: true, tamper: (query) => query.set('size', '2') })).toMatchObject({
      status: STATUS.badSignature,
    });
    expect((await client.get('/api/fund/list', {}, { signed: true, tamper: (query) => query.set('p', 'other') })).status).toBe(
      STATUS.badSignature,
    );
    expect((await client.get('/api/fund/list', {}, { signed: true, tamper: (query) => query.set('p', '__proto__') })).status).toBe(
      STATUS.badSignature,
    );
  });

  it('holds for one path, one session, one time window and one use', async () => {
    const client = await server.client().register();
    const other = await server.client().register();
    const beat = (options: Parameters<typeof client.post>[2]) => client.post('/api/account/heartbeat', { count: '1' }, options);
    expect((await beat({ tamper: (query) => query.set('tk', other.token) })).status).toBe(STATUS.badSignature);
    expect((await beat({ clockOffset: 290 })).status).toBe(STATUS.ok);
    expect((await beat({ clockOffset: 310 })).status).toBe(STATUS.badSignature);
    expect((await beat({ clockOffset: -310 })).status).toBe(STATUS.badSignature);
    const nonce = 'ab'.repeat(16);
    expect((await beat({ nonce })).status).toBe(STATUS.ok);
    expect(await beat({ nonce })).toMatchObject({ http: 403, status: STATUS.badSignature, msg: '请求已失效，请重新提交' });
  });
});

describe('system and site', () => {
  it('the system calls answer address, time and status', async () => {
    const client = server.client();
    expect((await client.get('/api/SystemConfig/GetIP')).models).toEqual({ IP: '127.0.0.1' });
    const { models } = await client.get<ServerTimeModels>('/api/systemconfig/getservertime');
    expect(models.speed).toBe(1);
    expect(Math.abs(models.now - server.context.clock.now())).toBeLessThan(5_000);
    expect((await client.get('/api/SystemConfig/CheckSystemStatus')).models).toEqual({
      maintenance: false,
      message: '',
      version: 202007000,
    });
  });

  it('the home page answers with and without a token', async () => {
    const client = server.client();
    for (const path of ['/api/SiteMsg/AppHomePageInfo', '/api/SiteMsg/GetHomePageInfo']) {
      const { models } = await client.get<HomeModels>(path);
      expect(models.banners.length).toBeGreaterThan(0);
      expect(models.notices.length).toBeGreaterThan(0);
      expect((await client.get<HomeModels>(path, { tk: 'no-such-token' })).status).toBe(STATUS.ok);
    }
  });

  it('the winners on the home page have the subject that their kind of order gives, or the code of a kind that is not known', async () => {
    const { database } = server.context;
    await database.query(
      `INSERT INTO recent_wins (user_name, kind, game, prize_fen)
       VALUES ('winner', 'ticket', 'jlffc', 1), ('winner', 'chase', 'jlffc', 2), ('winner', 'ticket', 'gone', 3), ('winner', 'card', 'lucky7', 4)`,
    );
    // An answer that is the same for everyone serves for a second.
    const named = await waitFor('the winners', async () => {
      const { winners } = (await server.client().get<HomeModels>('/api/SiteMsg/AppHomePageInfo')).models;
      const own = winners.filter(({ who }) => who === 'w***r').map(({ game: subject, prizeFen }) => [prizeFen, subject]);
      return own.length > 0 ? own : undefined;
    });
    expect(named).toEqual([
      [4, 'lucky7'],
      [3, 'gone'],
      [2, '吉林分分彩 追号'],
      [1, '吉林分分彩'],
    ]);
    await database.query(`DELETE FROM recent_wins WHERE user_name = 'winner'`);
  });

  it('the site calls answer banners, notices, dialogs and games', async () => {
    const client = server.client();
    const notices = (await client.get<ListModels<{ id: string }>>('/api/SiteMsg/GetIndexNotic')).models.items;
    for (const { id } of notices) {
      const { models } = await client.get<NoticeDetail>('/api/SiteMsg/GetNoticeDetail', { noticeId: id });
      expect(models.text.length).toBeGreaterThan(10);
    }
    expect(await client.get('/api/SiteMsg/GetNoticeDetail', { noticeId: 'none' })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await client.get('/api/SiteMsg/GetNoticeDetail')).toMatchObject({ http: 400, status: STATUS.invalid });
    expect((await client.get<ListModels<unknown>>('/api/SiteMsg/GetBannerList')).models.items.length).toBeGreaterThan(0);
    expect((await client.get<ListModels<DialogItem>>('/api/SiteMsg/DialogList')).models.items).toEqual([]);
    const games = (await client.get<ListModels<GameInfoEntry>>('/api/SiteMsg/GetGameList2')).models.items;
    expect(games.find(({ code }) => code === 'jlffc')).toMatchObject({ oneDayPriceNum: 1440, maxQishu: 25, maxBeishu: 9999 });
  });

  it('the lottery page shows the issue on sale, the last draws and the omission', async () => {
    const version = gameVersion(server, 'ssq');
    const models = await lotteryPage(server, 'ssq');
    expect(models.hash).toBe(version.hash);
    expect(models.current?.commit).toMatch(/^[0-9a-f]{64}$/);
    expect(models.current?.opensAt).toBeLessThanOrEqual(server.context.clock.now());
    expect(models.latest).toHaveLength(10);
    expect(Object.keys(models.omission.red ?? {})).toHaveLength(33);
    const newest = models.latest[0]?.numbers.blue?.[0];
    expect(models.omission.blue?.[String(newest)]).toBe(0);
    expect(JSON.stringify(models.current)).not.toContain('seed');
    expect(await server.client().get('/api/SiteMsg/AppLotteryPageInfo', { gameCode: 'nothing' })).toMatchObject({ http: 404 });
  });
});

describe('results', () => {
  it('results come as the latest of each game, as pages of one game and as one issue', async () => {
    const client = server.client();
    const all = (await client.get<AllResultModels>('/api/lotteryresult/allresult')).models.items;
    expect(all.map((item) => item.gameCode).sort()).toEqual(
      server.context.games
        .all()
        .map(({ game }) => game.code)
        .sort(),
    );
    const first = (await client.get<ResultListModels>('/api/lotteryresult/list', { gameCode: 'ssq', size: '15' })).models;
    expect(first.items).toHaveLength(15);
    const second = (
      await client.get<ResultListModels>('/api/lotteryresult/list', { gameCode: 'ssq', size: '15', cursor: first.next as string })
    ).models;
    expect(second.items.length).toBeGreaterThanOrEqual(5);
    const issues = [...first.items, ...second.items].map((item) => item.issue);
    expect(new Set(issues).size).toBe(issues.length);
    expect(issues).toEqual([...issues].sort().reverse());
    const detail = await client.get<ResultDetailModels>('/api/LotteryResult/detail', { gameCode: 'ssq', issue: issues[0] as string });
    expect(detail.models.prizes['DS/3']).toBe(300_000);
    // An issue that is on sale has no result, and above all no seed to read.
    const current = (await lotteryPage(server, 'ssq')).current;
    const none = await client.get('/api/lotteryresult/Detail', { gameCode: 'ssq', issue: current?.issue ?? '' });
    expect(none).toMatchObject({ http: 404, models: null });
  });

  it('a draw event says of each game exactly what the list of all games says', async () => {
    for (const code of ['jlffc', 'jsks', 'lhc']) {
      const { issue, drawsAt } = await issueOnSale(server, code);
      await settleIssue(server, code, issue, drawsAt);
    }
    const { items } = (await server.client().get<AllResultModels>('/api/lotteryresult/allresult')).models;
    const { rows } = await server.context.database.query<{ result: AllResultModels['items'][number] }>(
      `SELECT event->'result' AS result FROM outbox WHERE event->>'type' = 'draw'`,
    );
    const eventResults = rows.map(({ result }) => result);
    const compared = items.filter(({ gameCode, issue }) =>
      eventResults.some((result) => result.gameCode === gameCode && result.issue === issue),
    );
    expect(compared.map(({ gameCode }) => gameCode)).toEqual(expect.arrayContaining(['jlffc', 'jsks', 'lhc']));
    for (const item of compared) expect(eventResults).toContainEqual(item);
  });
});

describe('around the API', () => {
  it('unknown calls, wrong methods and broken bodies get the envelope', async () => {
    expect(await server.client().get('/api/nothing/here')).toMatchObject({ http: 404, status: STATUS.notFound, models: null });
    expect((await server.client().post('/api/fund/list')).status).toBe(STATUS.notFound);
    const broken = await fetch(`${server.base}/api/account/weblogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(broken.status).toBe(415);
    expect(await broken.json()).toMatchObject({ status: STATUS.invalid, models: null });
    const strange = await fetch(`${server.base}/api/account/weblogin`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'a',
    });
    expect(await strange.json()).toMatchObject({ status: STATUS.invalid, models: null });
  });

  it('openapi.json lists every call', async () => {
    const document = (await (await fetch(`${server.base}/openapi.json`)).json()) as { openapi: string; paths: Record<string, unknown> };
    expect(document.openapi).toBe('3.1.0');
    for (const path of [
      '/api/account/weblogin',
      '/api/lottery/bet_szc',
      '/api/order/outcome',
      '/api/lotteryresult/Detail',
      '/api/SiteMsg/AppLotteryPageInfo',
    ]) {
      expect(Object.keys(document.paths)).toContain(path);
    }
  });

  it('healthz answers', async () => {
    expect(await (await fetch(`${server.base}/healthz`)).json()).toMatchObject({ ok: true, database: 'pglite', role: 'all' });
  });

  it('the clock can be moved only by a sensible amount, and only when simulated', async () => {
    const move = (body: string) =>
      fetch(`${server.base}/test/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    // By the database's clock: of the process's own, an answer on its way makes some ms more or less.
    const { rows } = await server.context.database.query<{ now: number }>('SELECT caipu_now_ms() AS now');
    const before = rows[0]?.now ?? Number.NaN;
    const answer = (await (await move('{"advanceMs":1000}')).json()) as { models: { now: number } };
    expect(answer.models.now).toBeGreaterThanOrEqual(before + 1000);
    for (const body of ['{"advanceMs":-1}', '{"advanceMs":"1"}', '{}', 'null']) expect((await move(body)).status).toBe(400);
  });
});
