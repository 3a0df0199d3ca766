import { describe, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { brand, demoUser, player, settle, world } from './world.ts';

const BET = '/api/lottery/bet_szc';

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
  it('a balance that grows waits while the outcome of a draw is held, wherever it comes from; one that shrinks does not', async () => {
    const balances = [1_000_005, 999_000, 1_000_010];
    const { platform } = await player({ server: { [BET]: () => ({ status: 0, models: { balanceFen: balances.shift() } }) } });
    const release = platform.verdicts.hold();
    const ask = () => platform.call(BET);
    await ask();
    expect(platform.session.balanceFen).toBe(1_000_000);
    await ask();
    expect(platform.session.balanceFen).toBe(999_000);
    await ask();
    expect(platform.session.balanceFen).toBe(999_000);
    release();
    expect(platform.session.balanceFen).toBe(1_000_010);
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
    const logoutRequest = seen.find(({ path }) => path === '/api/account/logout');
    expect([logoutRequest?.method, logoutRequest?.query.get('tk')]).toEqual(['POST', 'token-1']);
    expect([local.getItem('caipu.token'), streams.at(-1)?.url]).toEqual([null, '/events']);
    await platform.call('/api/order/list');
    expect(seen.at(-1)?.query.has('tk')).toBe(false);
  });
  it('a logout in another tab reaches this one at once, and leaves alone what is shared', async () => {
    for (const key of ['caipu.token', null]) {
      const { platform, seen, local, tab, moves, toasts, tabs, streams, elsewhere } = await player();
      elsewhere('caipu.token', 'token-1');
      elsewhere('caipu.slip.ssq', null);
      elsewhere('other.token', null);
      expect(platform.session.loggedIn).toBe(true);
      local.setItem('caipu.token', 'of-the-next-player');
      elsewhere(key, null);
      await settle();
      expect(platform.session).toMatchObject({ loggedIn: false, userName: '', balanceFen: null });
      expect([moves.at(-1), tabs.at(-1), toasts.at(-1)?.text]).toEqual([{ to: '/', replace: true }, 0, '您已在其他页面退出登录']);
      expect([tab.getItem('caipu.userInfo'), local.getItem('caipu.token')]).toEqual([null, 'of-the-next-player']);
      expect(streams.at(-1)?.url).toBe('/events');
      expect(seen.some(({ path }) => path === '/api/account/logout')).toBe(false);
    }
  });
  it('the same tab knows its player at once; a new tab asks the server who the token is', async () => {
    const stored = { 'caipu.token': 'token-1', 'caipu.autoLogin': '1' };
    const tab = { 'caipu.userInfo': JSON.stringify(demoUser), 'caipu.userOf': 'token-1' };
    const same = world({ local: stored, tab });
    expect(same.platform.session.loggedIn).toBe(true);
    const fresh = world({ local: stored });
    expect(fresh.platform.session.loggedIn).toBe(false);
    await settle();
    expect(fresh.platform.session).toMatchObject({ loggedIn: true, userName: 'demo', balanceFen: 1_000_000 });
    expect(fresh.moves).toEqual([]);
  });
  it('a phone that stays logged in shows its player at once when the app opens again, however slow the server is', async () => {
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
  describe('two players in two tabs', () => {
    const bob = { ...demoUser, Mid: '10002', UserName: 'bob' };
    const bobs = { '/api/usercenter/queryprofilelist': () => ({ status: 0, models: { user: bob, balanceFen: 7 } }) };
    it('a page that opens again is the token’s player and not who the tab remembers, whether it stays logged in or not', async () => {
      for (const autoLogin of [true, false]) {
        const first = await player();
        const tab = first.tab.dump();
        const { 'caipu.autoLogin': _, ...rest } = first.local.dump();
        const local = { ...rest, 'caipu.token': 'token-2', ...(autoLogin ? { 'caipu.autoLogin': '1' } : {}) };
        const again = world({ local, tab, server: bobs });
        expect(again.platform.session).toMatchObject({ loggedIn: false, mid: '' });
        await settle();
        expect(again.platform.session).toMatchObject({ loggedIn: true, mid: '10002', userName: 'bob' });
        expect([again.local.getItem('caipu.token'), again.tab.getItem('caipu.userOf')]).toEqual(['token-2', 'token-2']);
        // And the tab knows him by itself from now on.
        expect(world({ local: again.local.dump(), tab: again.tab.dump(), server: bobs }).platform.session.mid).toBe('10002');
      }
    });
    it('a login in another tab is followed, by a player from where he is to home, by a visitor where he is', async () => {
      const one = await player({ server: bobs });
      one.local.setItem('caipu.token', 'token-2');
      one.elsewhere('caipu.token', 'token-2');
      expect(one.platform.session).toMatchObject({ loggedIn: false, mid: '' });
      await settle();
      expect(one.platform.session).toMatchObject({ loggedIn: true, mid: '10002', balanceFen: 7 });
      expect([one.moves.at(-1), one.toasts.at(-1)?.text]).toEqual([{ to: '/', replace: true }, '您已在其他页面退出登录']);
      const visitor = world({ server: bobs });
      await settle();
      visitor.local.setItem('caipu.token', 'token-2');
      visitor.elsewhere('caipu.token', 'token-2');
      await settle();
      expect([visitor.platform.session.mid, visitor.moves]).toEqual(['10002', []]);
    });
    it('the end of one’s session leaves the other’s token alone', async () => {
      for (const end of ['logout', 'refused'] as const) {
        const { platform, local } = await player({
          server: { '/api/fund/list': () => ({ status: STATUS.notLoggedIn, msg: '登录已失效' }) },
        });
        // The word of the other tab has not come yet.
        local.setItem('caipu.token', 'token-2');
        if (end === 'logout') platform.logout();
        else await platform.call('/api/fund/list');
        await settle();
        expect(platform.session.loggedIn).toBe(false);
        expect([local.getItem('caipu.token'), local.getItem('caipu.autoLogin')]).toEqual(['token-2', '1']);
      }
    });
  });
  it('a player that does not stay logged in leaves no user info on the phone', async () => {
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
  it('tells that the player was away when the page begins, and how long he has been playing with every heartbeat that says so', async () => {
    let played = false;
    const { clock, news, server } = await player({
      local: { 'caipu.token': 'token-1', 'caipu.autoLogin': '1' },
      server: {
        '/api/usercenter/queryprofilelist': () => ({
          status: 0,
          models: { user: demoUser, balanceFen: 1, away: { minutes: 40, points: 4 } },
        }),
        '/api/account/heartbeat': () => ({ status: 0, models: { now: 0, realityCheck: played } }),
      },
    });
    expect(news).toEqual(['away']);
    server['/api/usercenter/queryprofilelist'] = () => ({ status: 0, models: { user: demoUser, balanceFen: 1, away: null } });
    const beat = async () => {
      clock.advance(60_000);
      await settle();
    };
    await beat();
    expect(news).toEqual(['away']);
    played = true;
    await beat();
    await beat();
    expect(news).toEqual(['away', 'realityCheck', 'realityCheck']);
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
