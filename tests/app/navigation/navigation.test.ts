import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import menuCodes from '../../../app/descriptions/menus/codes.json' with { type: 'json' };
import routesFile from '../../../app/descriptions/routes.json' with { type: 'json' };
import { createDirectionTracker } from '../../../app/navigation/direction.ts';
import { safePath } from '../../../app/navigation/index.ts';
import { familyOf, resolveGameRoute } from '../../../engine/descriptions/game-route.ts';
import { findMenuEntry, type MenuDescription, resolveMenuEntry } from '../../../engine/descriptions/menu.ts';
import { fillRoute, matchRoute, type RoutesDescription } from '../../../engine/descriptions/routes.ts';
import open from '../platform/routes-open.json' with { type: 'json' };

const routes = routesFile as RoutesDescription;
const codes = menuCodes as MenuDescription;
const gameKeys = routes.gameKeys;
const appRoot = new URL('../../../app/descriptions/', import.meta.url);

describe('the route table', () => {
  it('has the 118 routes of specification section 2 and those of our own, each once whatever the case', () => {
    // A sports game and a slot machine that are dropped into the folder have pages of their own; limits, what was spent, the first bet and a single match stand in no list of the specification.
    const own = [
      '/sport/{gameCode}',
      '/number/{gameCode}',
      '/SlotMachine/{gameCode}',
      '/playerProtection',
      '/spending',
      '/firstBet',
      '/ActivityDetail',
      '/msgSettings',
      '/match/{match}/{game}',
    ];
    expect(routes.routes.map(({ path }) => path)).toEqual(expect.arrayContaining(own));
    expect(routes.routes).toHaveLength(118 + own.length);
    expect(new Set(routes.routes.map(({ path }) => path.toLowerCase())).size).toBe(118 + own.length);
  });
  it('each route opens under its own path, in any case, with a trailing slash and with a query', () => {
    for (const route of routes.routes) {
      const path = route.path.replace(/\{(\w+)\}/g, 'Value-$1');
      for (const form of [path, path.toUpperCase(), path.toLowerCase(), `${path}/`, `${path}?a=/x#y`]) {
        expect(matchRoute(routes, form)?.route.path, form).toBe(route.path);
      }
    }
  });
  it('a static segment wins over a parameter', () => {
    expect(matchRoute(routes, '/qwlhc/numconfirmation')?.route.path).toBe('/QWLHC/NumConfirmation');
    expect(matchRoute(routes, '/qwlhc/xamlhc')?.route.path).toBe('/QWLHC/{gameCode}');
  });
  it('gives parameters as written, decoded, and those that the route itself names', () => {
    expect(matchRoute(routes, '/ssc/JLffc')?.params).toEqual({ gameCode: 'JLffc' });
    expect(matchRoute(routes, '/helpDetail/a%2Fb/%E5%B8%AE')?.params).toEqual({ type: 'a/b', name: '帮' });
    expect(matchRoute(routes, '/SSQ')?.params).toEqual({ gameCode: 'ssq' });
    expect(matchRoute(routes, '/ssc/%E0%A4%A')).toBeUndefined();
    expect(fillRoute('/helpDetail/{type}/{name}', { type: 'a/b', name: '帮' })).toBe('/helpDetail/a%2Fb/%E5%B8%AE');
  });
  it('knows nothing else', () => {
    for (const path of ['/nothing', '/ssc', '/ssc/a/b', '/k3', '/login/x', '/constructor', '/__proto__']) {
      expect(matchRoute(routes, path), path).toBeUndefined();
    }
  });
  it.each([
    ['/maillist', '/MsgCenter'],
    ['/rechargeType', '/rechargeType6'],
    ['/withDraw', '/withDraw2'],
    ['/electic', '/electic2'],
    ['/bonus', '/bonus2'],
    ['/MAILLIST', '/MsgCenter'],
  ])('the alias %s opens %s', (alias, path) => {
    const match = matchRoute(routes, alias);
    expect(match?.route.path).toBe(path);
    expect(match?.alias?.to).toBe(path);
  });
  it('the pages of a player are for players only', () => {
    for (const path of [
      '/betRecord',
      '/WalletManagement',
      '/withDraw2',
      '/rechargeType6',
      '/personalInfo',
      '/ScoreReprot',
      '/Scratch',
      '/MsgCenter',
      '/CheckInCalendar',
    ]) {
      expect(matchRoute(routes, path)?.route.loginOnly, path).toBe(true);
    }
    for (const path of ['/', '/ssq', '/result', '/login', '/register', '/inviteFriend', '/setting'])
      expect(matchRoute(routes, path)?.route.loginOnly, path).toBe(false);
  });
  it('the number of routes without a described screen only falls (tests/app/platform/routes-open.json)', () => {
    const described = new Set(
      existsSync(new URL('screens/', appRoot)) ? readdirSync(new URL('screens/', appRoot)).map((name) => name.replace(/\.json$/, '')) : [],
    );
    const without = routes.routes.filter(({ screen }) => screen === undefined || !described.has(screen));
    expect(without.length, 'more routes are without a screen than the committed number').toBeLessThanOrEqual(open.withoutScreen);
  });
});

describe('from a game key to its route (specification section 2)', () => {
  const go = (key: string, context = {}) => resolveGameRoute(gameKeys, key, context);
  it.each([
    ['1: in the ssc list', 'jlffc', '/ssc/jlffc'],
    ['1: in the ssc list', 'cqssc', '/ssc/cqssc'],
    ['1: contains 11x5', 'gd11x5', '/ssc/gd11x5'],
    ['1 before 2: contains 11x5 and k3', 'k311x5', '/ssc/k311x5'],
    ['2: contains k3', 'jsk3', '/k3/jsk3'],
    ['3: contains xyft', 'xyft', '/xyft/xyft'],
    ['3: bjpk10', 'bjpk10', '/xyft/bjpk10'],
    ['3: jspk10', 'jspk10', '/xyft/jspk10'],
    ['3: hspk10', 'hspk10', '/xyft/hspk10'],
    ['3: jxpk10', 'jxpk10', '/xyft/jxpk10'],
    ['4: contains qwlhc', 'amqwlhc', '/qwlhc/amqwlhc'],
    ['4: contains xamlhc', 'xamlhc', '/qwlhc/xamlhc'],
    ['lower-cased first', 'BJPK10', '/xyft/bjpk10'],
  ])('rule %s: %s → %s', (_rule, key, to) => expect(go(key)).toEqual({ to }));
  it('a family that no rule names has its games at a default address, and nothing else has', () => {
    expect(go('anything', { family: 'of-tomorrow' })).toEqual({ to: '/number/anything' });
    expect(go('kl8', { family: 'kl8' })).toEqual({ to: '/number/kl8' });
    expect([go('anything'), go('cup', { family: 'outright' })]).toEqual([false, false]);
    expect(go('QQFFC3', { family: 'ssc' }), 'a code is a code, whatever its letters').toEqual({ to: '/ssc/qqffc3' });
  });
  it('rule 2 leaves keys with lyb to rule 5', () => {
    expect(go('lybk3', { loggedIn: true })).toEqual({ to: '/LYB/LYBK3' });
  });
  it('rules 5 and 6: upper case, and login for a visitor', () => {
    expect(go('lyb', { loggedIn: true })).toEqual({ to: '/LYB/LYB' });
    expect(go('lyb', { loggedIn: false })).toEqual({ login: '/LYB/LYB' });
    expect(go('slm', { loggedIn: true })).toEqual({ to: '/shootingDragonDoor/SLM' });
    expect(go('slm2', { loggedIn: false })).toEqual({ login: '/shootingDragonDoor/SLM2' });
    expect(go('ssq', { loggedIn: false })).toEqual({ to: '/ssq' });
  });
  it.each(
    Object.entries({
      jczq: '/jczq',
      jclq: '/jclq',
      bjdc: '/bjdc',
      ctzq: '/ctzq',
      ssq: '/ssq',
      dlt: '/dlt',
      fc3d: '/fc3dpl3/fc3d',
      pl3: '/fc3dpl3/pl3',
      qlc: '/qlc',
      qxc: '/qxc',
      xqxc: '/xqxc',
      pl5: '/pl5',
      qwzq: '/qwzq',
      // Named without rules of its own: the same matches, see docs/sports/list.md.
      tcQWZQ: '/qwzq',
      lhc: '/lhc',
      ozb: '/EuropeCup',
      sjb: '/sjb',
      scratchlobby: '/scratchLobby',
      europeCupEventPage: '/EuropeCupEventPage',
      ogbeventpage: '/OgbEventPage',
    }),
  )('rule 7, the table: %s → %s', (key, to) => expect(go(key)).toEqual({ to }));
  it('rule 8, ours: a listed game that nothing else places has its page, an outright has none', () => {
    expect(go('corners', familyOf({ kind: 'sport' }))).toEqual({ to: '/sport/corners' });
    expect(go('jczq', familyOf({ kind: 'sport' }))).toEqual({ to: '/jczq' });
    expect(go('corners', familyOf({ kind: 'outright' }))).toBe(false);
    expect(go('corners', familyOf({}))).toEqual({ to: '/number/corners' });
    expect(matchRoute(routes, '/sport/corners')).toMatchObject({ params: { gameCode: 'corners' }, route: { screen: 'matches' } });
  });
  it('rule 7: an unknown key is not handled', () => {
    for (const key of ['nothing', '', 'constructor', '__proto__', 'toString', '../x', 'a b', 'ssq/x']) expect(go(key), key).toBe(false);
  });
  it('does nothing when the game is switched off', () => {
    expect(go('ssq', { disabled: '维护中' })).toEqual({ blocked: '维护中' });
    expect(go('ssq', { disabled: '' })).toEqual({ to: '/ssq' });
  });
  it('a family gives a route to a new key, and never moves a key that the rules place', () => {
    expect(go('newgame')).toBe(false);
    expect(go('newgame', { family: 'ssc' })).toEqual({ to: '/ssc/newgame' });
    expect(go('newgame', { family: '11x5' })).toEqual({ to: '/ssc/newgame' });
    expect(go('jsks', { family: 'k3' })).toEqual({ to: '/k3/jsks' });
    expect(go('newgame', { family: 'unknown' })).toEqual({ to: '/number/newgame' });
    expect(go('ssq', { family: 'k3' })).toEqual({ to: '/ssq' });
  });
  it('every route that a key can lead to is in the route table', () => {
    for (const rule of gameKeys.rules) expect(matchRoute(routes, rule.to.replace(/\{key\}|\{KEY\}/g, 'x')), rule.to).toBeDefined();
    for (const to of Object.values(gameKeys.table)) expect(matchRoute(routes, to), to).toBeDefined();
  });
  it('any text gives a route of the table, or false', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9]{0,4}(k3|lyb|slm|pk10|11x5|qwlhc)[a-z0-9]{0,4}$/)), (key) => {
        const route = go(key);
        if (route !== false && 'to' in route) expect(matchRoute(routes, route.to)).toBeDefined();
      }),
    );
  });
});

describe('menu codes', () => {
  const visitor = { loggedIn: false, has: () => false, config: () => undefined };
  const group1 = {
    Bulletin: 'maillist',
    Mail: 'maillist',
    FillMoney: 'rechargeType',
    WithdrawToFillMoney: 'WithdrawToFillMoney',
    Withdraw: 'withDraw',
    YuEBao: 'yuEBao',
    TransferCenter: 'electic',
    FundDetails: 'transactionRecord',
    BettingRecord: 'betRecord',
    PersonalRecord: 'homePage',
    Followers: 'customMade',
    Fans: 'myAttention',
    MemberCenter: 'memberCenter',
    DiscountCenter: 'bonus',
    HelpCenter: 'helpCenter',
    Setting: 'setting',
    MyInfoEdit: 'personalInfo',
    TogetherLobby: 'buyTogether',
    FollowLobby: 'followOrder1',
    Draw: 'result',
  };
  const step = (code: string, asker = {}) => {
    const entry = findMenuEntry(codes, code);
    return entry && resolveMenuEntry(entry, { ...visitor, ...asker });
  };
  it.each(Object.entries(group1))('group 1: %s → %s', (code, url) => {
    expect(findMenuEntry(codes, code)).toMatchObject({ type: 1, url });
    expect(step(code, { loggedIn: true, has: () => true })).toEqual({ step: 'route', path: `/${url}` });
  });
  it('group 2: activity, news and the lobby tab', () => {
    expect(step('Activity')).toEqual({ step: 'route', path: '/ActivityList1' });
    expect(step('News')).toEqual({ step: 'route', path: '/Article1' });
    expect(step('CasualGame')).toEqual({ step: 'tab', tabIndex: 1 });
  });
  it('group 3: customer service and live scores; without an address 敬请期待', () => {
    expect(step('Kefu')).toEqual({ step: 'special', action: 'Kefu' });
    expect(step('Bifen')).toEqual({ step: 'message', text: '敬请期待' });
    expect(step('Bifen', { config: (name: string) => (name === 'Menu_BF_Live' ? 'https://live.example' : undefined) })).toEqual({
      step: 'special',
      action: 'Bifen',
      url: 'https://live.example',
    });
  });
  it('group 4: named actions', () => {
    expect(step('CheckUpdate')).toEqual({ step: 'named', action: 'CheckUpdate' });
    expect(step('FixEnternet')).toEqual({ step: 'named', action: 'FixEnternet' });
  });
  it('the transfer centre needs login, then the permission', () => {
    expect(step('TransferCenter')).toEqual({ step: 'login', path: '/electic' });
    expect(step('TransferCenter', { loggedIn: true })).toEqual({ step: 'message', text: '需首充激活账号 开启转账中心' });
    expect(step('TransferCenter', { loggedIn: true, has: (name: string) => name === 'GameTransferPermission' })).toEqual({
      step: 'route',
      path: '/electic',
    });
  });
  it('a disabled reason is shown instead of anything else', () => {
    for (const entry of codes.entries)
      expect(resolveMenuEntry({ ...entry, disabledReason: '暂停' }, visitor)).toEqual({ step: 'message', text: '暂停' });
  });
  it('every entry of every menu is in the catalogue, does something, and leads to a route that exists', () => {
    for (const name of readdirSync(new URL('menus/', appRoot))) {
      const menu = JSON.parse(readFileSync(new URL(`menus/${name}`, appRoot), 'utf8')) as MenuDescription;
      expect(`${menu.code}.json`).toBe(name);
      for (const { code } of menu.entries) {
        const done = step(code, { loggedIn: true, has: () => true, config: () => 'https://x.example' });
        expect(done, `${name} ${code}`).toBeDefined();
        if (done?.step === 'route') expect(matchRoute(routes, done.path), `${name} ${code}`).toBeDefined();
      }
    }
    expect(new Set(codes.entries.map(({ code }) => code.toLowerCase())).size).toBe(codes.entries.length);
  });
});

describe('the direction of a page', () => {
  it('forward by a link, backward by going back, none for a replacement', () => {
    const tracker = createDirectionTracker();
    const link = (path: string) => {
      tracker.expect('forward');
      return tracker.arrive(path);
    };
    expect(tracker.arrive('/')).toBe('none');
    expect(link('/ssq')).toBe('forward');
    expect(link('/')).toBe('forward');
    expect(tracker.arrive('/ssq')).toBe('backward');
    expect(tracker.arrive('/')).toBe('backward');
    expect(tracker.arrive('/ssq')).toBe('forward');
    tracker.expect('none');
    expect(tracker.arrive('/login')).toBe('none');
    expect(tracker.below).toBe('/');
    expect(tracker.arrive('/')).toBe('backward');
    expect(tracker.arrive('/')).toBe('none');
    expect(tracker.below).toBeUndefined();
  });
  it('knows after a reload what lies below the page, and nothing when another address was typed', () => {
    const storageItems = new Map<string, string>();
    const storage = {
      get: (key: string) => storageItems.get(key) ?? null,
      set: (key: string, value: string) => void storageItems.set(key, value),
      remove: (key: string) => void storageItems.delete(key),
    };
    const tracker = createDirectionTracker(storage);
    for (const path of ['/', '/ssq', '/confirm?a=1']) {
      tracker.expect('forward');
      tracker.arrive(path);
    }
    tracker.renamed('/confirm?a=2');
    const reloaded = createDirectionTracker(storage);
    expect(reloaded.arrive('/confirm?a=2')).toBe('none');
    expect([reloaded.below, reloaded.arrive('/ssq'), reloaded.arrive('/'), reloaded.below]).toEqual([
      '/ssq',
      'backward',
      'backward',
      undefined,
    ]);
    tracker.arrive('/dlt');
    const typed = createDirectionTracker(storage);
    typed.arrive('/ssq');
    expect(typed.below).toBeUndefined();
  });
});

describe('a path of the app', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    '/.//evil.example',
    '/\t/evil.example',
    '/a/..//evil.example',
    ' /x',
    '/\u0000',
  ])('is not %j', (to) => expect(safePath(to)).toBeUndefined());
  it.each([
    ['/betRecord?status=won#x', '/betRecord?status=won#x'],
    ['/a/../ssq', '/ssq'],
    ['/', '/'],
  ])('is %s', (to, path) => expect(safePath(to)).toBe(path));
  it('never leaves the origin', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', '@', 'a', '?', '#', ' ', '\t', '%2f', 'http:', '//') }),
        (tail) => {
          const path = safePath(`/${tail}`);
          if (path !== undefined) expect(new URL(path, 'https://app.example').origin).toBe('https://app.example');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
