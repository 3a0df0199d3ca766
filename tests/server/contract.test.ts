/** Every call of the API, once in its plain use and once refused, on the embedded database under a simulated clock. */
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
  LotteryPageModels,
  NoticeDetail,
  TicketOrderModels,
  OrderListModels,
  OutcomeModels,
  ProfileModels,
  ResultDetailModels,
  ResultListModels,
  ServerTimeModels,
} from '../../protocol/calls.ts';
import movements from '../../protocol/movements.json' with { type: 'json' };
import { STATUS } from '../../protocol/status.ts';
import { ALL_DIGITS, game, priced, simple } from './support/tickets.ts';
import { expectBooksInOrder, startServer, type TestServer, until } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1 });
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const page = async (code: string) =>
  (await server.client().get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code })).models;

/** The issue now on sale, with time enough left to bet on it. */
async function onSale(code: string) {
  const found = (await page(code)).current;
  if (found !== null && found.closesAt - server.context.clock.now() > 10_000) return found;
  await server.context.clock.advance((found?.closesAt ?? 0) - server.context.clock.now() + 1);
  server.scheduler?.wake();
  return until('an issue on sale', async () => (await page(code)).current ?? undefined);
}

/** Moves the clock past an issue's draw and waits for its settlement. */
async function settled(code: string, issue: string, drawsAt: number) {
  await server.context.clock.advance(Math.max(0, drawsAt - server.context.clock.now()) + 1);
  server.scheduler?.wake();
  await until(`${code} ${issue} settled`, async () => {
    const { rows } = await server.context.database.query('SELECT 1 FROM issues WHERE game = $1 AND issue = $2 AND state = $3', [
      code,
      issue,
      'settled',
    ]);
    return rows.length > 0;
  });
}

describe('accounts', () => {
  it('register, profile, heartbeat, logout, login again', async () => {
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

  it('the demo player is there', async () => {
    const client = await server.client().login('demo', 'demo1234');
    expect((await client.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(1_000_000);
  });

  it('both paths of registration, in any case of letters', async () => {
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
    expect(await beat({ nonce })).toMatchObject({ http: 403, status: STATUS.badSignature, msg: '请求已被使用，请重新提交' });
  });
});

describe('system and site', () => {
  it('address, time and status', async () => {
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

  it('home page with and without a token', async () => {
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
    const named = await until('the winners', async () => {
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

  it('banners, notices, dialogs, games', async () => {
    const client = server.client();
    const notices = (await client.get<ListModels<{ id: string }>>('/api/SiteMsg/GetIndexNotic')).models.items;
    for (const { id } of notices) {
      const { models } = await client.get<NoticeDetail>('/api/SiteMsg/GetNoticeDetail', { noticeId: id });
      expect(models.text.length).toBeGreaterThan(10);
    }
    expect(await client.get('/api/SiteMsg/GetNoticeDetail', { noticeId: 'none' })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await client.get('/api/SiteMsg/GetNoticeDetail')).toMatchObject({ http: 400, status: STATUS.invalid });
    expect((await client.get<ListModels<unknown>>('/api/SiteMsg/GetBannerList')).models.items.length).toBeGreaterThan(0);
    expect((await client.get<ListModels<DialogItem>>('/api/SiteMsg/DialogList')).models.items[0]?.text).toContain('演示金');
    const games = (await client.get<ListModels<GameInfoEntry>>('/api/SiteMsg/GetGameList2')).models.items;
    expect(games.find(({ code }) => code === 'jlffc')).toMatchObject({ oneDayPriceNum: 1440, maxQishu: 25, maxBeishu: 9999 });
  });

  it('lottery page: what is on sale, the last draws, omission', async () => {
    const version = game(server, 'ssq');
    const models = await page('ssq');
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
  it('latest of each game, pages of one game, one issue', async () => {
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
    const current = (await page('ssq')).current;
    const none = await client.get('/api/lotteryresult/Detail', { gameCode: 'ssq', issue: current?.issue ?? '' });
    expect(none).toMatchObject({ http: 404, models: null });
  });

  it('a draw event says of each game exactly what the list of all games says', async () => {
    for (const code of ['jlffc', 'jsks', 'lhc']) {
      const { issue, drawsAt } = await onSale(code);
      await settled(code, issue, drawsAt);
    }
    const { items } = (await server.client().get<AllResultModels>('/api/lotteryresult/allresult')).models;
    const { rows } = await server.context.database.query<{ result: AllResultModels['items'][number] }>(
      `SELECT event->'result' AS result FROM outbox WHERE event->>'type' = 'draw'`,
    );
    const told = rows.map(({ result }) => result);
    const compared = items.filter(({ gameCode, issue }) => told.some((result) => result.gameCode === gameCode && result.issue === issue));
    expect(compared.map(({ gameCode }) => gameCode)).toEqual(expect.arrayContaining(['jlffc', 'jsks', 'lhc']));
    for (const item of compared) expect(told).toContainEqual(item);
  });
});

describe('bets', () => {
  it('from the bet to the prize: every 前三直选 number is bought, so one wins', async () => {
    const client = await server.client().register();
    const version = game(server, 'jlffc');
    const bet = priced(version, [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }], { multiplier: 2 });
    expect(bet.amountFen).toBe(400_000);
    const issue = await onSale('jlffc');
    const placed = await client.bet({ ...bet, issue: issue.issue });
    expect(placed).toMatchObject({
      http: 200,
      status: 0,
      models: { gameCode: 'jlffc', issue: issue.issue, bets: 1000, amountFen: 400_000, balanceFen: 600_000, drawsAt: issue.drawsAt },
    });
    const { orderId } = placed.models;
    const pending = (await client.get<OrderListModels>('/api/order/list', { status: 'pending' })).models.items;
    expect(pending).toMatchObject([{ orderId, playNames: '前三直选', bets: 1000, multiplier: 2, status: 'pending', prizeFen: 0 }]);
    expect((await client.get<TicketOrderModels>('/api/order/detail', { orderId })).models.result).toBeNull();

    await settled('jlffc', issue.issue, issue.drawsAt);
    const detail = (await client.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    const [tier] = version.compiled.play('Q3_ZX')?.prizes.values() ?? [];
    if (tier?.kind !== 'fixed') throw new Error('Q3_ZX has no fixed prize');
    const prize = tier.fen * 2;
    expect(detail).toMatchObject({ status: 'won', prizeFen: prize, commit: issue.commit });
    expect(detail.lines).toMatchObject([
      { playName: '前三直选', bets: 1000, amountFen: 400_000, prizeFen: prize, wins: [{ count: 1, prizeFen: prize }] },
    ]);
    expect(detail.result?.proof.commit).toBe(issue.commit);
    expect(detail.ledger.map(({ type, amountFen }) => [type, amountFen])).toEqual([
      ['stake', -400_000],
      ['prize', prize],
    ]);
    expect(detail.ledger[1]?.title).toBe(`派奖 吉林分分彩 第 ${issue.issue} 期`);
    expect((await client.get<ProfileModels>('/api/UserCenter/QueryProfileList')).models.balanceFen).toBe(600_000 + prize);
    const winners = (await client.get<HomeModels>('/api/SiteMsg/AppHomePageInfo')).models.winners;
    expect(winners[0]).toMatchObject({ game: '吉林分分彩', prizeFen: prize });
    expect(winners[0]?.who).toMatch(/^.\*\*\*.$/);
  });

  it('a losing ticket shows as lost', async () => {
    const client = await server.client().register();
    const issue = await onSale('jlffc');
    // One bet in a hundred thousand wins; whichever it is, list, filter and detail must say the same.
    const placed = await client.bet({ ...simple(game(server, 'jlffc')), issue: issue.issue });
    await settled('jlffc', issue.issue, issue.drawsAt);
    const detail = (await client.get<TicketOrderModels>('/api/order/detail', { orderId: placed.models.orderId })).models;
    expect(detail.status).toBe(detail.prizeFen > 0 ? 'won' : 'lost');
    expect((await client.get<OrderListModels>('/api/order/list', { status: 'pending' })).models.items).toEqual([]);
    expect((await client.get<OrderListModels>('/api/order/list', { status: detail.status })).models.items).toHaveLength(1);
  });

  it('without an issue goes to the one on sale', async () => {
    const client = await server.client().register();
    const issue = await onSale('jsks');
    expect((await client.bet(simple(game(server, 'jsks')))).models.issue).toBe(issue.issue);
  });

  it('refuses, with the reason, what cannot be a bet', async () => {
    const client = await server.client().register();
    await onSale('jlffc');
    const version = game(server, 'jlffc');
    const good = simple(version);
    const form = (fields: Record<string, string>, key: string | undefined = randomUUID()) =>
      client.post('/api/lottery/bet_szc', fields, { headers: key === undefined ? {} : { 'idempotency-key': key } });
    const fields = { ticket: JSON.stringify(good.ticket), hash: good.hash, amountFen: String(good.amountFen) };
    expect((await form(fields)).status).toBe(STATUS.ok);

    expect(await client.post('/api/lottery/bet_szc', fields, { keyed: false })).toMatchObject({ http: 400, status: STATUS.invalid });
    expect(await form(fields, 'short')).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, ticket: '{not json' })).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, ticket: 'null' })).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, ticket: '{"game":"__proto__","lines":[]}' })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await form({ ...fields, hash: '0'.repeat(32) })).toMatchObject({ http: 409, status: STATUS.descriptionChanged });
    expect(await form({ ...fields, amountFen: '100' })).toMatchObject({ status: STATUS.invalid, msg: '金额与投注内容不符：应为 200 分' });
    expect(await form({ ...fields, amountFen: '2.00' })).toMatchObject({ status: STATUS.invalid });
    expect(await form({ ...fields, issue: '19990101001' })).toMatchObject({ http: 409, status: STATUS.issueClosed });
    expect(await form({ ...fields, ticket: JSON.stringify({ ...good.ticket, issues: 2 }), amountFen: '200' })).toMatchObject({
      status: STATUS.invalid,
      msg: '金额与投注内容不符：应为 400 分',
    });
    const bad = await form({
      ...fields,
      ticket: JSON.stringify({ game: 'jlffc', lines: [{ play: 'Q3_ZX', picks: { wan: [11], qian: [1], bai: [1] } }] }),
    });
    expect(bad).toMatchObject({ status: STATUS.invalid });
    expect(bad.msg).toContain('/lines/0/picks/wan/0');

    const poor = await server.client().register();
    const dear = priced(version, good.ticket.lines, { multiplier: 5001 });
    expect(await poor.bet(dear)).toMatchObject({ http: 409, status: STATUS.insufficientFunds, msg: '余额不足' });
    poor.token = 'no-such-token';
    expect(await poor.bet(good)).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
    poor.token = '';
    expect(await poor.bet(good)).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
  });

  it('the dearest ticket that the caps allow is priced to the fen', async () => {
    const client = await server.client().register();
    const version = game(server, 'ssq');
    const areas = version.compiled.play('FS')?.play.areas ?? [];
    const picks = Object.fromEntries(areas.map((area) => [area.id, Array.from({ length: area.max }, (_, at) => at + 1)]));
    const { lines: most, multiplier } = version.game.caps;
    const ticket = { game: 'ssq', lines: Array.from({ length: most }, () => ({ play: 'FS', picks })), multiplier };
    const [red = 0, blue = 0] = areas.map((area) => area.max);
    let bets = BigInt(blue);
    for (let i = 0; i < 6; i += 1) bets *= BigInt(red - i);
    bets /= 720n;
    const amountFen = Number(bets * 200n * BigInt(multiplier) * BigInt(most));
    expect(amountFen).toBeGreaterThan(100_000_000_000_000);
    expect(await client.bet({ ticket, hash: version.hash, amountFen })).toMatchObject({ status: STATUS.insufficientFunds });
    expect(await client.bet({ ticket, hash: version.hash, amountFen: amountFen + 1 })).toMatchObject({ status: STATUS.invalid });
    // What a number cannot hold is not even read.
    expect(
      await client.post('/api/lottery/bet_szc', { ticket: JSON.stringify(ticket), hash: version.hash, amountFen: '99999999999999999' }),
    ).toMatchObject({
      status: STATUS.invalid,
    });
  });

  it('other players see nothing of an order', async () => {
    const [one, two] = [await server.client().register(), await server.client().register()];
    const issue = await onSale('jsks');
    const { orderId } = (await one.bet({ ...simple(game(server, 'jsks')), issue: issue.issue })).models;
    expect((await one.get('/api/order/detail', { orderId })).status).toBe(STATUS.ok);
    expect(await two.get('/api/order/detail', { orderId })).toMatchObject({ http: 404, status: STATUS.notFound });
    expect(await two.get('/api/order/detail', { orderId, mid: String(one.userId) })).toMatchObject({ http: 404 });
    expect((await two.get<OrderListModels>('/api/order/list', { mid: String(one.userId) })).models.items).toEqual([]);
    expect(await server.client().get('/api/order/list')).toMatchObject({ http: 401, status: STATUS.notLoggedIn });
  });

  it('the ledger can be asked for every kind of movement that is described, and for no other', async () => {
    const client = await server.client().register();
    const kinds = movements.map(({ kind }) => kind);
    expect(kinds).toContain('withdrawRequest');
    for (const type of kinds) {
      const { status, models } = await client.get<FundListModels>('/api/fund/list', { type });
      expect([type, status, models.items.length]).toEqual([type, STATUS.ok, type === 'grant' ? 1 : 0]);
    }
    await server.context.database.query(`SELECT post($1, 'withdrawRequest', 'wallet', 'held', 300, 'request', NULL)`, [client.userId]);
    expect((await client.get<FundListModels>('/api/fund/list', { type: 'withdrawRequest' })).models.items).toMatchObject([
      { type: 'withdrawRequest', title: '提现申请', amountFen: -300, balanceFen: 999_700 },
    ]);
    expect(await client.get('/api/fund/list', { type: 'nonsense' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });

  it('pages of orders and of the ledger hold each row once', async () => {
    const client = await server.client().register();
    await onSale('jsks');
    for (let i = 0; i < 7; i += 1) expect((await client.bet(simple(game(server, 'jsks'), i))).status).toBe(STATUS.ok);
    for (const [path, total] of [
      ['/api/order/list', 7],
      ['/api/fund/list', 8],
    ] as const) {
      const ids: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { models } = (await client.get<{ items: { id?: string; orderId?: string }[]; next: string | null }>(path, {
          size: '3',
          cursor,
        })) as never as {
          models: { items: { id?: string; orderId?: string }[]; next: string | null };
        };
        ids.push(...models.items.map((item) => item.id ?? item.orderId ?? ''));
        cursor = models.next;
      }
      expect(ids).toHaveLength(total);
      expect(new Set(ids).size).toBe(total);
    }
    expect((await client.get<FundListModels>('/api/fund/list', { type: 'stake' })).models.items).toHaveLength(7);
    expect(await client.get('/api/order/list', { status: 'nonsense' })).toMatchObject({ http: 400, status: STATUS.invalid });
  });
});

describe('idempotency keys', () => {
  it('the same key gives the same answer, later too, and another body is refused', async () => {
    const client = await server.client().register();
    await onSale('jsks');
    const key = randomUUID();
    const bet = simple(game(server, 'jsks'));
    const first = await client.bet({ ...bet, key });
    expect(first.status).toBe(STATUS.ok);
    expect(await client.bet({ ...bet, key })).toEqual(first);
    expect(await client.bet({ ...bet, key, amountFen: bet.amountFen + 1 })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect(await client.bet({ ...simple(game(server, 'jlffc')), key })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect((await client.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(1);
    const outcome = (await client.get<OutcomeModels>('/api/order/outcome', { key })).models;
    expect(outcome).toMatchObject({ state: 'done', httpStatus: 200, answer: { status: 0, models: first.models } });
  });

  it('a refusal is remembered under its key, and a request that could not be read is not', async () => {
    const client = await server.client().register();
    await onSale('jlffc');
    const version = game(server, 'jlffc');
    const key = randomUUID();
    const dear = priced(version, simple(version).ticket.lines, { multiplier: 9999 });
    expect((await client.bet({ ...dear, key })).status).toBe(STATUS.insufficientFunds);
    await server.grant(client.userId, 10_000_000);
    expect((await client.bet({ ...dear, key })).status).toBe(STATUS.insufficientFunds);
    expect((await client.get<OutcomeModels>('/api/order/outcome', { key })).models).toMatchObject({ state: 'done', httpStatus: 409 });
    const other = randomUUID();
    const wrong = { ...dear, key: other, amountFen: 1 };
    expect([(await client.bet(wrong)).status, (await client.bet(wrong)).status]).toEqual([STATUS.invalid, STATUS.invalid]);
    expect((await client.bet({ ...dear, key: other })).status).toBe(STATUS.keyConflict);
    const unread = randomUUID();
    expect((await client.bet({ ...dear, key: unread, amountFen: Number.NaN })).status).toBe(STATUS.invalid);
    expect((await client.bet({ ...dear, key: unread })).status).toBe(STATUS.ok);
  });

  it('asking about an unknown key burns it: the request that comes late is refused', async () => {
    const client = await server.client().register();
    await onSale('jsks');
    const key = randomUUID();
    // Only a signed question can burn a key.
    expect((await client.get('/api/order/outcome', { key }, { signed: false })).status).toBe(STATUS.badSignature);
    expect((await client.get<OutcomeModels>('/api/order/outcome', { key })).models).toEqual({ state: 'unknown' });
    expect(await client.bet({ ...simple(game(server, 'jsks')), key })).toMatchObject({ http: 409, status: STATUS.keyConflict });
    expect((await client.get<OutcomeModels>('/api/order/outcome', { key })).models).toEqual({ state: 'unknown' });
    expect((await client.get<OrderListModels>('/api/order/list')).models.items).toEqual([]);
  });

  it('a key belongs to its player: another player with the same key bets for himself', async () => {
    const [one, two] = [await server.client().register(), await server.client().register()];
    await onSale('jsks');
    const key = randomUUID();
    const bet = simple(game(server, 'jsks'));
    const [a, b] = [await one.bet({ ...bet, key }), await two.bet({ ...bet, key })];
    expect([a.status, b.status]).toEqual([0, 0]);
    expect(a.models.orderId).not.toBe(b.models.orderId);
  });

  it('a signed bet under another key is a replay', async () => {
    const client = await server.client().register();
    await onSale('jsks');
    const nonce = 'cd'.repeat(16);
    const bet = simple(game(server, 'jsks'));
    const key = randomUUID();
    expect((await client.bet({ ...bet, key }, { nonce })).status).toBe(STATUS.ok);
    expect((await client.bet(bet, { nonce })).status).toBe(STATUS.badSignature);
    // The very same request again is answered as before.
    expect((await client.bet({ ...bet, key }, { nonce })).status).toBe(STATUS.ok);
    expect((await client.get<OrderListModels>('/api/order/list')).models.items).toHaveLength(1);
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

  it('healthz', async () => {
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
