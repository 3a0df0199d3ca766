import { describe, expect, it } from 'vitest';
import menuCodes from '../../../app/descriptions/menus/codes.json' with { type: 'json' };
import routesFile from '../../../app/descriptions/routes.json' with { type: 'json' };
import { createNavigator, FRAME_KEY, type NavigatorOptions } from '../../../app/navigation/index.ts';
import type { MenuDescription } from '../../../engine/descriptions/menu.ts';
import type { RoutesDescription } from '../../../engine/descriptions/routes.ts';
import type { IndexedGame } from '../../../engine/descriptions/types.ts';
import { settle } from '../platform/world.ts';

const routes = routesFile as RoutesDescription;
const codes = menuCodes as MenuDescription;

describe('the navigator', () => {
  const game = (code: string, more: Partial<IndexedGame> = {}): IndexedGame => ({
    code,
    name: code,
    hash: 'h',
    route: '/',
    menu: { section: 'quick', order: 1 },
    schedule: { kind: 'weekly', utcOffset: '+08:00', days: [1], at: '21:00', closeBeforeSeconds: 60, issue: '{yyyy}{seq:3}' },
    oneDayPriceNum: 1,
    maxQishu: 1,
    maxBeishu: 1,
    ...more,
  });
  function make(start = '/', more: Partial<NavigatorOptions> = {}, store = new Map<string, string>()) {
    const state = {
      at: start,
      went: [] as { to: string; replace: boolean }[],
      toasts: [] as string[],
      wanted: [] as (string | undefined)[],
      tabs: [] as number[],
      backs: 0,
      reloads: 0,
    };
    const session = { loggedIn: false, userName: '', mid: '', balanceFen: null as number | null };
    const calls: string[] = [];
    const answers: Record<string, unknown> = {};
    const platform = {
      session,
      index: {
        current: {
          format: 1 as const,
          version: 'v',
          games: [game('newssc', { family: 'ssc' }), game('dlt', { disabled: '维护中' })],
          documents: {},
        },
      },
      has: () => false,
      config: () => undefined,
      loginWanted: (to: string | undefined) => void state.wanted.push(to),
      loadDocument: async () => codes as never,
      call: async (path: string) => {
        calls.push(path);
        return (answers[path] ?? { ok: false, status: -1, msg: '', inDoubt: false }) as never;
      },
      device: {},
      now: () => 0,
      version: 202007000,
      tabStorage: {
        get: (key: string) => store.get(key) ?? null,
        set: (key: string, value: string) => void store.set(key, value),
        remove: (key: string) => void store.delete(key),
      },
    };
    const navigator = createNavigator({
      routes,
      platform,
      go: (to, { replace }) => {
        state.at = to;
        state.went.push({ to, replace });
        navigator.arrive(to);
      },
      goBack: () => {
        state.backs += 1;
      },
      current: () => state.at,
      setTab: (index) => void state.tabs.push(index),
      toast: (text) => void state.toasts.push(text),
      confirm: async () => true,
      reload: () => {
        state.reloads += 1;
      },
      ...more,
    });
    navigator.arrive(start);
    return { navigator, state, session, store, calls, answers };
  }
  it('sends a visitor to the login page and remembers where to', () => {
    const { navigator, state } = make();
    navigator.navigate('/betRecord?status=won');
    expect(state.went).toEqual([{ to: '/login', replace: false }]);
    expect(state.wanted).toEqual(['/betRecord?status=won']);
  });
  it('lets a player through, and aliases are guarded as what they stand for', () => {
    const { navigator, state, session } = make();
    expect(navigator.admit('/maillist')).toEqual({ login: '/maillist' });
    session.loggedIn = true;
    navigator.navigate('/betRecord');
    expect(state.went).toEqual([{ to: '/betRecord', replace: false }]);
    expect(navigator.admit('/maillist')).toMatchObject({ show: { route: { path: '/MsgCenter' } } });
    expect(navigator.admit('/nowhere')).toEqual({ unknown: '/nowhere' });
  });
  it('the login page opened by hand leads back to where it was opened; registration keeps that', () => {
    const { navigator, state } = make('/ssq');
    navigator.navigate('/login');
    navigator.navigate('/register');
    navigator.navigate('/login');
    expect(state.wanted).toEqual(['/ssq']);
  });
  it('after a login by hand the page is the one that the login was opened from, and not a second one over it', () => {
    const { navigator, state } = make('/');
    navigator.navigate('/ssq');
    navigator.navigate('/login');
    navigator.navigate('/ssq', { replace: true });
    expect([state.went.map(({ to }) => to), state.backs]).toEqual([['/ssq', '/login'], 1]);
    expect(navigator.arrive('/ssq')).toBe('backward');
    navigator.back();
    expect(state.backs).toBe(2);
  });
  it('a frame that leads to the page that it was opened from goes back to it, whatever its address asks for', () => {
    const { navigator, state, session } = make('/ssq');
    session.loggedIn = true;
    navigator.navigate('/rechargeType6?amount=200');
    navigator.navigate('/iframePage');
    navigator.navigate('/rechargeType6', { replace: true });
    expect([state.went.map(({ to }) => to), state.backs]).toEqual([['/rechargeType6?amount=200', '/iframePage'], 1]);
    expect(navigator.arrive('/rechargeType6?amount=200')).toBe('backward');
    navigator.navigate('/rechargeConfigure', { replace: true });
    expect(state.went.at(-1), 'a page that only begins alike').toEqual({ to: '/rechargeConfigure', replace: true });
  });
  it('after a reload the way back leads to the page below', () => {
    const { navigator, state, store } = make('/');
    navigator.navigate('/ssq');
    expect(store.get('pages')).toBe('/\n/ssq');
    const again = make('/ssq', {}, store);
    again.navigator.back();
    expect([again.state.backs, again.state.went]).toEqual([1, []]);
    expect(state.backs).toBe(0);
  });
  it('a visitor who taps what needs a login comes to it afterwards', async () => {
    const { navigator, state } = make('/ssq');
    await navigator.openMenu('TransferCenter');
    expect([state.at, state.wanted]).toEqual(['/login', ['/electic']]);
  });
  it('the second of two quick taps on an entry opens no second page, and one way back leads out', () => {
    const { navigator, state } = make('/ssq');
    navigator.navigate('/helpCenter');
    navigator.navigate('/helpCenter');
    expect(state.went).toEqual([{ to: '/helpCenter', replace: false }]);
    state.at = '/ssq';
    expect(navigator.arrive('/ssq')).toBe('backward');
    navigator.navigate('/helpCenter');
    expect(state.went).toHaveLength(2);
  });
  it('games: by family, switched off, unknown, and login first for lyb', () => {
    const { navigator, state, session } = make();
    expect(navigator.openGame('NewSSC')).toBe(true);
    expect(state.went.at(-1)).toEqual({ to: '/ssc/newssc', replace: false });
    expect(navigator.openGame('dlt')).toBe(true);
    expect(state.toasts).toEqual(['维护中']);
    expect(navigator.openGame('nothing')).toBe(false);
    expect(state.went).toHaveLength(1);
    navigator.openGame('lyb');
    expect([state.went.at(-1)?.to, state.wanted.at(-1)]).toEqual(['/login', '/LYB/LYB']);
    session.loggedIn = true;
    navigator.openGame('lyb');
    expect(state.went.at(-1)?.to).toBe('/LYB/LYB');
  });
  it('menus: route, tab, and an action by name', async () => {
    const { navigator, state, answers } = make('/ssq');
    await navigator.openMenu('HelpCenter');
    expect(state.at).toBe('/helpCenter');
    await navigator.openMenu('CasualGame');
    expect([state.tabs, state.at]).toEqual([[1], '/']);
    await navigator.openMenu('FixEnternet');
    expect(state.at).toBe('/testspeed');
    answers['/api/SystemConfig/CheckSystemStatus'] = { ok: true, models: { maintenance: false, message: '', version: 202007000 } };
    await navigator.openMenu('CheckUpdate');
    expect([state.toasts.at(-1), state.reloads]).toEqual(['已是最新版本', 0]);
    answers['/api/SystemConfig/CheckSystemStatus'] = { ok: true, models: { maintenance: false, message: '', version: 202007001 } };
    await navigator.openMenu('CheckUpdate');
    expect(state.reloads).toBe(1);
    await navigator.openMenu('nothing');
    expect(state.toasts.at(-1)).toBe('功能“nothing”不存在');
  });
  it('customer service: the server’s message, the fallback text, or the frame', async () => {
    const { navigator, state, answers, store } = make('/ssq');
    const path = '/api/SystemConfig/GetKFUrl';
    answers[path] = { ok: false, status: 9, msg: '客服休息中', inDoubt: false };
    await navigator.openMenu('Kefu');
    answers[path] = { ok: false, status: 8, msg: '没有这个接口', inDoubt: false };
    await navigator.openMenu('Kefu');
    answers[path] = { ok: true, models: null };
    await navigator.openMenu('Kefu');
    answers[path] = { ok: true, models: 'javascript:alert(1)' };
    await navigator.openMenu('Kefu');
    expect(state.toasts).toEqual(['客服休息中', ...Array(3).fill('获取客服信息失败，请稍后重试')]);
    expect(state.went).toEqual([]);
    answers[path] = { ok: true, models: 'https://kefu.example/chat' };
    await navigator.openMenu('kefu');
    expect(state.at).toBe('/iframePage');
    expect(JSON.parse(store.get(FRAME_KEY) as string)).toEqual({ title: 'kefu', url: 'https://kefu.example/chat' });
  });
  it('a third-party game needs login, and its refusal is shown', async () => {
    const { navigator, state, session, answers, calls } = make('/gamecenter/cq9');
    await navigator.launch('g1', 'cq9');
    expect([state.at, calls]).toEqual(['/login', []]);
    session.loggedIn = true;
    answers['/api/lottery/LaunchUrl'] = { ok: false, status: 9, msg: '游戏维护', inDoubt: false };
    await navigator.launch('g1', 'cq9');
    expect(state.toasts).toEqual(['游戏维护']);
    answers['/api/lottery/LaunchUrl'] = { ok: true, models: 'https://games.example/g1' };
    await navigator.launch('g1', 'cq9');
    expect(state.at).toBe('/iframePage');
  });
  it('targets of banners', async () => {
    const { navigator, state } = make();
    navigator.openTarget('/result');
    navigator.openTarget('game:ssq');
    navigator.openTarget('game:nothing');
    navigator.openTarget('menu:Setting');
    await settle();
    navigator.openTarget('https://evil.example/');
    expect(state.went.map(({ to }) => to)).toEqual(['/result', '/ssq', '/setting']);
    expect(state.toasts).toEqual(['该彩种暂未开放', '无法打开该地址']);
  });
  it('back goes back, or home when nothing is behind', () => {
    const { navigator, state } = make('/ssq');
    navigator.back();
    expect([state.backs, state.at]).toEqual([0, '/']);
    navigator.navigate('/ssq');
    navigator.back();
    expect(state.backs).toBe(1);
  });
});
