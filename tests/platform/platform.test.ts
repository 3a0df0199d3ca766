import { describe, expect, it, vi } from 'vitest';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { SIGNATURE_WINDOW_SECONDS, verify } from '../../protocol/signing.ts';
import { STATUS } from '../../protocol/status.ts';
import { brand, demoUser, index, nodeHmac, type Reply, START, settle, world } from './world.ts';

const BET = '/api/lottery/bet_szc';
const OUTCOME = '/api/order/outcome';
const TIMEOUT_TEXT = '连线超时无回应 请确认您的网络再尝试';
const bet = { method: 'POST', idempotencyKey: 'key-1' } as const;
const order = { orderId: 'o1', balanceFen: 999_800 };

async function player(options: Parameters<typeof world>[0] = {}) {
  const made = world(options);
  await settle();
  await made.platform.login('demo', 'demo1234');
  await settle();
  return made;
}

describe('a call', () => {
  it('carries the common parameters; the payload goes in the query of a GET and in the form of a POST', async () => {
    const { platform, seen, clock } = await player({
      environment: { signals: { search: '', androidBridge: false, iosBridge: false, iosStandalone: true, standalone: false } },
    });
    clock.advance(2_000);
    await settle();
    seen.length = 0;
    await platform.call('/api/order/list', { status: 'won' });
    await platform.call(BET, { ticket: '{"game":"双色"}' }, bet);
    const [get, post] = seen;
    expect(Object.fromEntries(get?.query ?? [])).toEqual({
      c: '1',
      v: '202007000',
      t: String((START + 2_000) / 1000),
      p: 'caipu',
      tk: 'token-1',
      mid: '10001',
      RDUID: expect.stringMatching(/^[0-9a-f]{32}$/),
      ip: '203.0.113.7',
      status: 'won',
    });
    expect(Object.fromEntries(post?.query ?? [])).toMatchObject({
      c: '81',
      tk: 'token-1',
      n: expect.stringMatching(/^[0-9a-f]{32}$/),
      s: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Object.fromEntries(post?.form ?? [])).toEqual({ ticket: '{"game":"双色"}' });
    expect(post?.headers).toMatchObject({ 'Idempotency-Key': 'key-1', 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' });
    expect([get?.method, post?.method, get?.headers['Idempotency-Key']]).toEqual(['GET', 'POST', undefined]);
  });
  it('is signed on the signed paths, so that the server’s check accepts it', async () => {
    const { platform, seen } = await player();
    await platform.call('/api/lottery/bet_szc', { ticket: ' +&=中😀' }, bet);
    for (const { path, method, query, form } of seen.filter((request) => request.query.has('s'))) {
      expect(
        verify(
          nodeHmac,
          { method, path, query, form },
          { keyOf: () => brand.signingKey, nowSeconds: START / 1000, windowSeconds: SIGNATURE_WINDOW_SECONDS },
        ),
        path,
      ).toMatchObject({ ok: true });
    }
    expect(seen.filter(({ query }) => query.has('s')).map(({ path }) => path)).toEqual(['/api/account/weblogin', BET]);
  });
  it('variants: without the token, for casual games, with a query in the path', async () => {
    const { platform, seen } = await player();
    await platform.call('/api/SiteMsg/DialogList', {}, { withoutToken: true });
    await platform.call('/api/SiteMsg/GetGameList2?', {}, { casualGame: true });
    await platform.call('/api/order/detail?orderId=7', { x: '1' });
    const [dialogs, casual, detail] = seen.slice(-3);
    expect([dialogs?.query.has('tk'), dialogs?.query.has('mid')]).toEqual([false, false]);
    expect(casual?.query.get('company')).toBe('casualgame');
    expect([detail?.path, detail?.query.get('orderId'), detail?.query.get('x')]).toEqual(['/api/order/detail', '7', '1']);
  });
  it('a refusal has the server’s status and words, and no toast of its own', async () => {
    const { platform, toasts } = await player({ server: { [BET]: () => ({ status: STATUS.insufficientFunds, msg: '余额不足' }) } });
    expect(await platform.call(BET, {}, bet)).toEqual({ ok: false, status: 5, msg: '余额不足', inDoubt: false });
    expect(toasts).toEqual([]);
  });
  it.each<[string, Reply]>([
    ['a lost connection', 'drop'],
    ['an error page', { raw: '<html>502</html>', http: 502 }],
    ['something that is no envelope', { raw: '[1]', http: 200 }],
  ])('%s is reported with code 1, once for all that fail together', async (_name, reply) => {
    const { platform, toasts, clock } = await player({ server: { '/api/order/list': () => reply } });
    const results = await Promise.all([
      platform.call('/api/order/list'),
      platform.call('/api/order/list'),
      platform.call('/api/order/list', {}, { quiet: true }),
    ]);
    for (const result of results) expect(result).toEqual({ ok: false, status: -1, msg: TIMEOUT_TEXT, inDoubt: false });
    expect(toasts).toEqual([{ text: TIMEOUT_TEXT, ms: 2_000 }]);
    clock.advance(2_000);
    await platform.call('/api/order/list');
    expect(toasts).toHaveLength(2);
  });
  it.each([
    ['/api/order/list', 20_000],
    ['/api/lottery/LaunchUrl', 10_000],
    ['/api/SystemConfig/GetKFUrl', 10_000],
    ['/api/SystemConfig/GetIP', 10_000],
  ])('%s waits %i ms', async (path, ms) => {
    const { platform, clock, toasts } = await player({ server: { [path.toLowerCase()]: () => 'hang' } });
    const result = vi.fn();
    void platform.call(path).then(result);
    await settle();
    clock.advance(ms - 1);
    await settle();
    expect(result).not.toHaveBeenCalled();
    clock.advance(1);
    await settle();
    expect(result).toHaveBeenCalledWith({ ok: false, status: -1, msg: TIMEOUT_TEXT, inDoubt: false });
    expect(toasts).toEqual([{ text: TIMEOUT_TEXT, ms: 2_000 }]);
  });
  it('without a method that exists is said, and not sent', async () => {
    const { platform, seen, toasts } = await player();
    const before = seen.length;
    expect(await platform.call('/x', {}, { method: 'PUT' as never })).toMatchObject({ ok: false, status: -1 });
    expect([seen.length - before, toasts.length]).toEqual([0, 1]);
  });
  it('reads the server’s clock before the first signature, and again after a refused one', async () => {
    const ahead = 3_600_000;
    let refusals = 0;
    const { platform, seen, clock } = world({
      serverNow: () => ({ now: START + ahead + refusals * 7_200_000, speed: 1 }),
      server: {
        '/api/account/weblogin': ({ query }) => {
          if (refusals === 0) {
            refusals += 1;
            return { status: STATUS.badSignature, msg: '时间不对' };
          }
          expect(query.get('t')).toBe(String((START + ahead + 7_200_000) / 1000));
          return { status: 0, models: { token: 't', user: demoUser, balanceFen: 1 } };
        },
      },
    });
    expect(await platform.login('demo', 'demo1234')).toEqual({ ok: true, msg: '' });
    const logins = seen.filter(({ path }) => path === '/api/account/weblogin');
    expect(logins.map(({ query }) => query.get('t'))).toEqual([String((START + ahead) / 1000), String((START + ahead + 7_200_000) / 1000)]);
    expect(new Set(logins.map(({ query }) => query.get('n'))).size).toBe(2);
    expect(platform.now() - clock.now()).toBe(ahead + 7_200_000);
  });
  it('a signature refused twice is a refusal', async () => {
    const { platform, seen } = world({ server: { '/api/account/weblogin': () => ({ status: STATUS.badSignature, msg: '签名不对' }) } });
    expect(await platform.login('a', 'b')).toEqual({ ok: false, status: STATUS.badSignature, msg: '签名不对' });
    expect(seen.filter(({ path }) => path === '/api/account/weblogin')).toHaveLength(2);
  });
});

describe('a bet in doubt', () => {
  const RECORD = 'caipu.submission.10001.slip/ssq';
  const slip = { call: BET, params: { ticket: '{}' } };
  const recordOf = (local: { getItem(key: string): string | null }) => JSON.parse(local.getItem(RECORD) ?? 'null');
  const told = (submitted: Promise<unknown>) => {
    const result = vi.fn();
    void submitted.then(result);
    return result;
  };

  it('its key is in storage before the request leaves, and another one after the answer', async () => {
    const { platform, log, local, seen } = await player({ server: { [BET]: () => ({ status: 0, models: order }) } });
    platform.submissions.of('slip/ssq');
    log.length = 0;
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'accepted', models: order, msg: '' });
    expect(log).toEqual([`set ${RECORD}`, `send ${BET}`, `set ${RECORD}`]);
    const key = seen.at(-1)?.headers['Idempotency-Key'];
    expect(key).toMatch(/^[0-9a-f]{32}-[0-9a-z]+$/);
    expect([recordOf(local).sent, recordOf(local).key === key]).toEqual([undefined, false]);
    expect(platform.session.balanceFen).toBe(999_800);
  });
  it('a refusal in so many words leaves no doubt', async () => {
    const { platform, local, seen } = await player({ server: { [BET]: () => ({ status: STATUS.issueClosed, msg: '已截止' }) } });
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'refused', status: 4, msg: '已截止' });
    expect([seen.some(({ path }) => path === OUTCOME), recordOf(local).sent]).toEqual([false, undefined]);
  });
  it.each<[string, Reply]>([
    ['landed', { status: 0, models: { state: 'done', httpStatus: 200, answer: { status: 0, models: order, msg: '' } } }],
    ['lost', { status: 0, models: { state: 'unknown' } }],
  ])('times out, is asked about until the server answers: %s', async (state, reply) => {
    let answers: Reply = 'drop';
    const { platform, clock, seen, local, toasts } = await player({ server: { [BET]: () => 'hang', [OUTCOME]: () => answers } });
    const result = told(platform.submissions.submit('slip/ssq', slip));
    await settle();
    clock.advance(20_000);
    await settle();
    expect(platform.submissions.of('slip/ssq').getSnapshot().value).toEqual({ doubt: 'waiting' });
    expect(toasts, 'whoever shows the submission says it').toEqual([]);
    const asked = () => seen.filter(({ path }) => path === OUTCOME).length;
    const sentAt = seen.find(({ path }) => path === BET);
    expect([asked(), recordOf(local)]).toEqual([
      1,
      { key: sentAt?.headers['Idempotency-Key'], at: START, sent: { call: BET, method: 'POST', params: { ticket: '{}' } } },
    ]);
    // Nothing else is sent while its outcome is open.
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'busy' });
    clock.advance(1_000);
    await settle();
    expect(asked()).toBe(2);
    answers = reply;
    clock.advance(2_000);
    await settle();
    expect(asked()).toBe(3);
    expect(result).toHaveBeenCalledWith(
      state === 'landed' ? { state: 'accepted', models: order, msg: '' } : { state: 'refused', status: -1, msg: '' },
    );
    expect(seen.filter(({ path }) => path === BET)).toHaveLength(1);
    expect(recordOf(local).sent).toBeUndefined();
    // The wallet is read anew when, and only when, the bet was placed after all.
    expect(seen.filter(({ path }) => path === '/api/UserCenter/QueryProfileList')).toHaveLength(state === 'landed' ? 1 : 0);
    clock.advance(600_000);
    await settle();
    expect(asked()).toBe(3);
  });
  it.each([
    ['an internal error of the server', STATUS.internal],
    ['a key that was used for something else', STATUS.keyConflict],
  ])('%s is a doubt too', async (_name, status) => {
    const { platform, seen } = await player({
      server: { [BET]: () => ({ status, msg: '内部错误' }), [OUTCOME]: () => ({ status: 0, models: { state: 'unknown' } }) },
    });
    expect(await platform.submissions.submit('slip/ssq', slip)).toEqual({ state: 'refused', status: -1, msg: '' });
    const sent = seen.find(({ path }) => path === BET);
    expect(seen.at(-1)?.query.get('key')).toBe(sent?.headers['Idempotency-Key']);
  });
  it.each<[string, Reply]>([
    ['no state', { status: 0, models: {} }],
    ['done without an answer', { status: 0, models: { state: 'done' } }],
    ['nothing', { status: 0, models: null }],
  ])('an outcome that says %s is asked for again', async (_name, reply) => {
    const { platform } = await player({ server: { [BET]: () => 'drop', [OUTCOME]: () => reply } });
    void platform.submissions.submit('slip/ssq', slip);
    await settle();
    expect(platform.submissions.of('slip/ssq').getSnapshot().value).toEqual({ doubt: 'waiting' });
  });
  it('a page loaded anew asks about the keys of its account, and of no other', async () => {
    const record = (key: string) => JSON.stringify({ key, at: START, sent: { call: BET, method: 'POST', params: {} } });
    const { platform, seen, local } = await player({
      local: { [RECORD]: record('mine'), 'caipu.submission.10002.slip/ssq': record('other') },
      server: { [OUTCOME]: () => ({ status: 0, models: { state: 'unknown' } }) },
    });
    platform.submissions.of('slip/ssq');
    await settle();
    expect(seen.filter(({ path }) => path === OUTCOME).map(({ query }) => query.get('key'))).toEqual(['mine']);
    expect(local.getItem('caipu.submission.10002.slip/ssq')).toBe(record('other'));
  });
  it('only the account that sent it asks: another one would be told that nothing is known', async () => {
    let mid = '10001';
    const { platform, seen, clock, local } = await player({
      server: {
        [BET]: () => 'drop',
        [OUTCOME]: () => (mid === '10001' ? 'drop' : { status: 0, models: { state: 'unknown' } }),
        '/api/account/weblogin': () => ({ status: 0, models: { token: `token-${mid}`, user: { ...demoUser, Mid: mid }, balanceFen: 1 } }),
        '/api/usercenter/queryprofilelist': () => ({ status: 0, models: { user: { ...demoUser, Mid: mid }, balanceFen: 1 } }),
      },
    });
    void platform.submissions.submit('slip/ssq', slip);
    await settle();
    const { key } = recordOf(local);
    const asked = () => seen.filter(({ path }) => path === OUTCOME).length;
    const before = asked();
    platform.logout();
    mid = '10002';
    await platform.login('other', 'x');
    // In steps shorter than any time-out, so that what is sent in one is answered in the next.
    for (let step = 0; step < 10; step++) {
      clock.advance(3_000);
      await settle();
    }
    expect([asked() - before, recordOf(local).key, recordOf(local).sent.call]).toEqual([0, key, BET]);
    expect(platform.submissions.of('slip/ssq').getSnapshot().value).toBe('idle');
    mid = '10001';
    platform.logout();
    await platform.login('demo', 'demo1234');
    await settle();
    expect([asked() - before, seen.findLast(({ path }) => path === OUTCOME)?.query.get('key')]).toEqual([1, key]);
  });
  it('asks at once when the network is back', async () => {
    let down = true;
    const { platform, seen, wake } = await player({
      server: { [BET]: () => 'drop', [OUTCOME]: () => (down ? 'drop' : { status: 0, models: { state: 'unknown' } }) },
    });
    const result = told(platform.submissions.submit('slip/ssq', slip));
    await settle();
    down = false;
    wake();
    await settle();
    expect(seen.filter(({ path }) => path === OUTCOME)).toHaveLength(2);
    expect(result).toHaveBeenCalledWith({ state: 'refused', status: -1, msg: '' });
  });
  it('what another tab finds out is asked for at once', async () => {
    let down = true;
    const { platform, seen, elsewhere } = await player({
      server: { [BET]: () => 'drop', [OUTCOME]: () => (down ? 'drop' : { status: 0, models: { state: 'unknown' } }) },
    });
    void platform.submissions.submit('slip/ssq', slip);
    await settle();
    down = false;
    elsewhere(RECORD, '{}');
    await settle();
    expect(seen.filter(({ path }) => path === OUTCOME)).toHaveLength(2);
  });
  it('only a request that changes something is in doubt after no answer', async () => {
    const { platform } = await player({ server: { '/api/order/list': () => 'drop', [BET]: () => 'drop' } });
    expect(await platform.call('/api/order/list')).toMatchObject({ ok: false, status: -1, inDoubt: false });
    expect(await platform.call(BET, {}, { method: 'POST' })).toMatchObject({ ok: false, status: -1, inDoubt: true });
    expect(await platform.call(BET, {}, bet)).toMatchObject({ ok: false, status: -1, inDoubt: true });
  });
});

describe('session', () => {
  it('login: token in local storage, user info in session storage, under the brand’s name; then to where the player was going', async () => {
    const { platform, local, tab, moves, streams } = world();
    await settle();
    platform.loginWanted('/betRecord');
    expect(await platform.login('demo', 'demo1234')).toEqual({ ok: true, msg: '' });
    await settle();
    expect({ ...platform.session }).toEqual({ loggedIn: true, userName: 'demo', mid: '10001', balanceFen: 1_000_000 });
    expect([local.getItem('caipu.token'), local.getItem('caipu.autoLogin'), tab.getItem('caipu.userInfo')]).toEqual([
      'token-1',
      '1',
      JSON.stringify(demoUser),
    ]);
    expect(local.getItem('caipu.userInfo')).toBeNull();
    expect(moves).toEqual([{ to: '/betRecord', replace: true }]);
    expect(streams.map(({ url }) => url)).toEqual(['/events', '/events?tk=token-1']);
    expect(JSON.stringify(platform.session)).not.toContain('token');
  });
  it('a refused login says why', async () => {
    const { platform, moves } = world({ server: { '/api/account/weblogin': () => ({ status: STATUS.invalid, msg: '用户名或密码不对' }) } });
    expect(await platform.login('demo', 'x')).toEqual({ ok: false, status: STATUS.invalid, msg: '用户名或密码不对' });
    expect([platform.session.loggedIn, moves]).toEqual([false, []]);
  });
  it('a token that the server refuses is a forced logout', async () => {
    const { platform, local, tab, moves, tabs, toasts } = await player({
      server: { '/api/fund/list': () => ({ status: STATUS.notLoggedIn, msg: '登录已失效' }) },
      brand: { ...brand, mobileRoot: '/index' },
    });
    moves.length = 0;
    await platform.call('/api/fund/list');
    await settle();
    expect({ ...platform.session }).toEqual({ loggedIn: false, userName: '', mid: '', balanceFen: null });
    for (const key of ['token', 'autoLogin']) expect(local.getItem(`caipu.${key}`), key).toBeNull();
    expect([tab.getItem('caipu.userInfo'), local.getItem('caipu.banned'), platform.banned]).toEqual([null, '1', true]);
    expect([tabs, moves, toasts]).toEqual([[0], [{ to: '/index', replace: true }], [{ text: '登录已失效', ms: 2_000 }]]);
    await platform.login('demo', 'demo1234');
    await settle();
    expect(platform.banned).toBe(false);
  });
  it('a late refusal of an earlier session’s token changes nothing', async () => {
    const { platform, server } = await player();
    platform.logout();
    await settle();
    server['/api/account/weblogin'] = () => ({ status: 0, models: { token: 'token-2', user: demoUser, balanceFen: 5 } });
    server['/api/fund/list'] = ({ query }) => (query.get('tk') === 'token-1' ? { status: STATUS.notLoggedIn } : { status: 0, models: {} });
    await platform.login('demo', 'demo1234');
    await platform.call('/api/fund/list', {}, { token: 'token-1' });
    await settle();
    expect(platform.session.loggedIn).toBe(true);
  });
  it('a balance in an answer to an earlier session’s request is not shown', async () => {
    const { platform } = await player({ server: { [BET]: () => ({ status: 0, models: { balanceFen: 5 } }) } });
    await platform.call(BET, {}, { method: 'POST', token: 'token-0' });
    expect(platform.session.balanceFen).toBe(1_000_000);
    await platform.call(BET, {}, { method: 'POST' });
    expect(platform.session.balanceFen).toBe(5);
  });
  it('logout tells the server with the token that ended, and leaves nothing behind', async () => {
    const { platform, seen, local, streams } = await player();
    platform.logout();
    await settle();
    const said = seen.find(({ path }) => path === '/api/account/logout');
    expect([said?.method, said?.query.get('tk')]).toEqual(['POST', 'token-1']);
    expect([local.getItem('caipu.token'), streams.at(-1)?.url]).toEqual([null, '/events']);
    await platform.call('/api/order/list');
    expect(seen.at(-1)?.query.has('tk')).toBe(false);
  });
  it('a logout in another tab reaches this one at once, and leaves alone what is shared', async () => {
    for (const key of ['caipu.token', null]) {
      const { platform, seen, local, tab, moves, toasts, tabs, streams, elsewhere } = await player();
      elsewhere('caipu.token', 'token-2');
      elsewhere('caipu.slip.ssq', null);
      elsewhere('other.token', null);
      expect(platform.session.loggedIn).toBe(true);
      local.setItem('caipu.token', 'of-the-next-player');
      elsewhere(key, null);
      await settle();
      expect(platform.session).toMatchObject({ loggedIn: false, userName: '', balanceFen: null });
      expect([moves.at(-1), tabs.at(-1), toasts.at(-1)?.text]).toEqual([{ to: '/', replace: true }, 0, '已在其他页面退出登录']);
      expect([tab.getItem('caipu.userInfo'), local.getItem('caipu.token')]).toEqual([null, 'of-the-next-player']);
      expect(streams.at(-1)?.url).toBe('/events');
      expect(seen.some(({ path }) => path === '/api/account/logout')).toBe(false);
    }
  });
  it('the same tab knows its player at once; a new tab asks the server who the token is', async () => {
    const stored = { 'caipu.token': 'token-1', 'caipu.autoLogin': '1' };
    const same = world({ local: stored, tab: { 'caipu.userInfo': JSON.stringify(demoUser) } });
    expect(same.platform.session.loggedIn).toBe(true);
    const fresh = world({ local: stored });
    expect(fresh.platform.session.loggedIn).toBe(false);
    await settle();
    expect(fresh.platform.session).toMatchObject({ loggedIn: true, userName: 'demo', balanceFen: 1_000_000 });
    expect(fresh.moves).toEqual([]);
  });
  it('a phone that stays logged in shows its player at once when the app opens anew, however slow the server is', async () => {
    const { platform: first, local, server } = await player();
    expect(local.dump()).toHaveProperty(['caipu.keptUser']);
    const opened = world({ local: local.dump(), server: { '/api/usercenter/queryprofilelist': () => 'hang' } });
    expect(opened.platform.session).toMatchObject({ loggedIn: true, userName: 'demo', mid: '10001', balanceFen: null });
    // Of another token nobody is known: the server is asked.
    const other = world({ local: { ...local.dump(), 'caipu.token': 'token-2' }, server });
    expect(other.platform.session.loggedIn).toBe(false);
    first.logout();
    await settle();
    expect(Object.keys(local.dump()).filter((key) => /user|token/i.test(key))).toEqual([]);
  });
  it('who does not stay logged in leaves no user info on the phone', async () => {
    const { platform, local } = world();
    await settle();
    await platform.login('demo', 'demo1234', { autoLogin: false });
    await settle();
    expect(Object.keys(local.dump()).filter((key) => /user/i.test(key))).toEqual([]);
  });
  it('a server that was down at start is asked again when the network is back', async () => {
    let down = true;
    const { platform, wake, local } = world({
      local: { 'caipu.token': 'token-1', 'caipu.autoLogin': '1' },
      server: { '/api/usercenter/queryprofilelist': () => (down ? 'drop' : { status: 0, models: { user: demoUser, balanceFen: 1 } }) },
    });
    await settle();
    expect([platform.session.loggedIn, local.getItem('caipu.token')]).toEqual([false, 'token-1']);
    down = false;
    wake();
    await settle();
    expect(platform.session.loggedIn).toBe(true);
  });
  it('beats every minute with its count', async () => {
    const { clock, seen } = await player();
    for (let minute = 0; minute < 3; minute++) {
      clock.advance(60_000);
      await settle();
    }
    expect(seen.filter(({ path }) => path === '/api/account/heartbeat').map(({ form }) => Object.fromEntries(form))).toEqual(
      [1, 2, 3].map((count) => ({ count: String(count), offlineMinutes: '0' })),
    );
  });
  it('permissions and configured addresses', async () => {
    const { platform } = await player({
      server: {
        '/api/account/weblogin': () => ({
          status: 0,
          models: { token: 't', user: { ...demoUser, GameTransferPermission: true }, balanceFen: 1 },
        }),
      },
      brand: { ...brand, config: { Menu_BF_Live: 'https://live.example', empty: '' } },
    });
    await settle();
    expect([platform.config('Menu_BF_Live'), platform.config('empty'), platform.config('toString')]).toEqual([
      'https://live.example',
      undefined,
      undefined,
    ]);
    expect([platform.has('UserName'), platform.has('constructor')]).toEqual([false, false]);
  });
  it('works without any storage', async () => {
    const denied = () => {
      throw new Error('denied');
    };
    const { platform } = await player({ environment: { localStorage: denied, sessionStorage: denied } });
    expect(platform.session.loggedIn).toBe(true);
    expect((await platform.call('/api/UserCenter/QueryProfileList')).ok).toBe(true);
  });
});

describe('events', () => {
  it('reach those who listen, and a balance reaches the session', async () => {
    const { platform, streams } = await player();
    const heard = vi.fn();
    const stop = platform.on('draw', heard as never);
    streams.at(-1)?.open();
    await settle();
    heard.mockClear();
    streams.at(-1)?.say({ type: 'draw', gameCode: 'g', issue: '1' });
    streams.at(-1)?.say({ type: 'balance', balanceFen: 77 });
    streams.at(-1)?.onmessage?.({ data: '{"type":"unknown"}' });
    expect(heard.mock.calls).toEqual([[{ type: 'draw', gameCode: 'g', issue: '1' }]]);
    expect(platform.session.balanceFen).toBe(77);
    stop();
    streams.at(-1)?.say({ type: 'draw', gameCode: 'g', issue: '2' });
    expect(heard).toHaveBeenCalledTimes(1);
  });
  it('after an interruption everything that could have been missed is read again', async () => {
    const { platform, streams, clock, seen } = await player();
    streams.at(-1)?.open();
    await settle();
    const heard: string[] = [];
    for (const type of ['draw', 'order'] as const) platform.on(type, (() => heard.push(type)) as never);
    seen.length = 0;
    streams.at(-1)?.fail();
    clock.advance(500);
    streams.at(-1)?.open();
    await settle();
    expect(heard).toEqual(['draw', 'order']);
    expect(seen.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/descriptions/index.json', '/api/UserCenter/QueryProfileList', '/api/SystemConfig/GetServerTime']),
    );
  });
  it('while the stream is down the index is polled', async () => {
    const { clock, seen, streams } = world({ boot: { index } });
    streams.at(-1)?.fail();
    await settle();
    const before = seen.length;
    clock.advance(30_000);
    await settle();
    expect(seen.slice(before).map(({ path }) => path)).toContain('/descriptions/index.json');
  });
});

describe('descriptions', () => {
  const listed = (version: string, hash: string): DescriptionIndex => ({
    format: 1,
    version,
    games: [
      {
        code: 'g',
        name: '游戏',
        hash,
        route: '/ssc/g',
        schedule: {
          kind: 'weekly',
          utcOffset: '+08:00',
          days: [1],
          at: '21:00',
          closeBeforeSeconds: 60,
          issue: '{yyyy}{seq:3}',
        },
        menu: { section: 'quick', order: 1 },
        oneDayPriceNum: 1,
        maxQishu: 1,
        maxBeishu: 1,
      },
    ],
    documents: { menu: { home: 'm1' }, screen: { home: 's1' } },
  });
  const raw = (value: unknown): Reply => ({ raw: JSON.stringify(value), http: 200 });
  const gone: Reply = { raw: '{}', http: 404 };
  it('come with the page or are fetched once by hash, frozen', async () => {
    const { platform, seen } = world({
      boot: { index: listed('v1', 'h1'), documents: { menu: { home: { code: 'home' } }, screen: { stray: {} } } },
      server: {
        '/descriptions/game/g.h1.json': () => raw({ code: 'g', caps: { multiplier: 9 } }),
        '/descriptions/screen/home.s1.json': () => raw({ code: 'home' }),
      },
    });
    const [one, two] = await Promise.all([platform.loadGame('g'), platform.loadGame('g')]);
    expect(one).toEqual({ hash: 'h1', game: { code: 'g', caps: { multiplier: 9 } } });
    expect(one.game).toBe(two.game);
    expect(Object.isFrozen(one.game.caps)).toBe(true);
    expect(await platform.loadDocument('menu', 'home')).toEqual({ code: 'home' });
    expect(await platform.loadDocument('screen', 'home')).toEqual({ code: 'home' });
    expect(seen.filter(({ path }) => path.startsWith('/descriptions')).map(({ path }) => path)).toEqual([
      '/descriptions/game/g.h1.json',
      '/descriptions/screen/home.s1.json',
    ]);
  });
  it('a new index is told after it is there; open games stay', async () => {
    const { platform, server, streams } = world({
      boot: { index: listed('v1', 'h1') },
      server: { '/descriptions/game/g.h1.json': () => raw({ code: 'g' }) },
    });
    const { game } = await platform.loadGame('g');
    server['/descriptions/index.json'] = () => raw(listed('v2', 'h2'));
    server['/descriptions/game/g.h2.json'] = () => raw({ code: 'g', name: 'new' });
    const heard: string[] = [];
    platform.on('index', (() => heard.push(platform.index.current.games[0]?.hash ?? '')) as never);
    streams[0]?.say({ type: 'index', version: 'v1' });
    streams[0]?.say({ type: 'index', version: 'v2' });
    await settle();
    expect(heard).toEqual(['h2']);
    expect(await platform.loadGame('g')).toEqual({ hash: 'h2', game: { code: 'g', name: 'new' } });
    expect(game).toEqual({ code: 'g' });
  });
  it('a version that the server no longer has makes the phone read the index again', async () => {
    const { platform } = world({
      boot: { index: listed('v1', 'h1') },
      server: {
        '/descriptions/game/g.h1.json': () => gone,
        '/descriptions/index.json': () => raw(listed('v2', 'h2')),
        '/descriptions/game/g.h2.json': () => raw({ code: 'g' }),
      },
    });
    expect((await platform.loadGame('g')).hash).toBe('h2');
  });
  it('a version asked for by its hash comes, listed or not; the present one where the server has it no more', async () => {
    const { platform } = world({
      boot: { index: listed('v1', 'h2') },
      server: {
        '/descriptions/game/g.h0.json': () => gone,
        '/descriptions/game/g.h1.json': () => raw({ code: 'g', name: 'old' }),
        '/descriptions/game/g.h2.json': () => raw({ code: 'g', name: 'new' }),
      },
    });
    expect(await platform.loadGame('g', 'h1')).toEqual({ hash: 'h1', game: { code: 'g', name: 'old' } });
    expect(await platform.loadGame('g', 'h2')).toEqual({ hash: 'h2', game: { code: 'g', name: 'new' } });
    expect(await platform.loadGame('g', 'h0')).toEqual({ hash: 'h2', game: { code: 'g', name: 'new' } });
    expect((await platform.loadGame('g')).hash).toBe('h2');
  });
  it('what is not listed, or not to be had, is an error with its place; a later try may succeed', async () => {
    const { platform, server } = world({
      boot: { index: listed('v1', 'h1') },
      server: { '/descriptions/index.json': () => raw(listed('v1', 'h1')), '/descriptions/game/g.h1.json': () => 'drop' },
    });
    await expect(platform.loadGame('nothing')).rejects.toMatchObject({ code: 'NOT_LISTED', place: 'game/nothing' });
    await expect(platform.loadDocument('constructor', 'name')).rejects.toMatchObject({ code: 'NOT_LISTED' });
    await expect(platform.loadGame('g')).rejects.toMatchObject({ code: 'NOT_FETCHED', place: 'game/g' });
    server['/descriptions/game/g.h1.json'] = () => gone;
    await expect(platform.loadGame('g')).rejects.toMatchObject({ code: 'NOT_FETCHED' });
    server['/descriptions/game/g.h1.json'] = () => raw({ code: 'g' });
    expect((await platform.loadGame('g')).game).toEqual({ code: 'g' });
  });
  it('a server that cannot be reached leaves the index as it is', async () => {
    const { platform, server, streams } = world({ boot: { index: listed('v1', 'h1') } });
    for (const reply of ['drop', raw({ format: 2 }), { raw: 'x', http: 500 }] as Reply[]) {
      server['/descriptions/index.json'] = () => reply;
      streams[0]?.say({ type: 'index', version: 'v2' });
      await settle();
      expect(platform.index.current.version).toBe('v1');
    }
  });
});
