/** The Host that blocks reach: the platform, the navigator and the shell's own state put together. */
import { subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/utils';
import { navigate as changeAddress } from 'wouter/use-browser-location';
import { MAX_CHASE_TICKET_TEXT, MAX_TICKET_TEXT } from '../../protocol/limits.ts';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import { whenAtRest } from '../../engine/screens/core/at-rest.ts';
import { slicesDrawn } from '../../engine/screens/core/use-slices.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { faultOfCall } from '../../protocol/calls/unknown.ts';
import { STATUS } from '../../protocol/status.ts';
import { ERROR_CATALOGUE } from '../platform/errors.ts';
import { APP_VERSION, createPlatform, installWay, type Platform } from '../platform/index.ts';
import { createNavigator, type Navigator, readFrame, readMarker, writeMarker } from '../navigation/index.ts';
import type { Boot } from './boot.ts';
import { offsetMinutes } from './brand.ts';
import { type AppFunction, appFunctions } from './functions.ts';
import { applyLook } from './look.ts';
import { changeQuery } from './quiet-address.ts';
import { pagesOf, whileStill } from '../shell/pages.ts';
import { renamed } from '../shell/use-scroll.ts';
import { createTracer } from './tracer.ts';
import type { Results, SettledOrder } from './results.ts';
import { confirm, toast, ui } from './ui.ts';

export interface App {
  readonly boot: Boot;
  readonly host: Host;
  readonly platform: Platform;
  readonly navigator: Navigator;
  /** Shows a tab: of the tab shell when it is open, else by going there. */
  openTab(index: number): void;
}

const CURRENT_TAB = 'currentTab';
/** When the page was loaded anew since a part of it could not be, unix ms; and how long it is not done again. */
const RELOADED = 'reloaded';
const RELOAD_EVERY_MS = 60_000;
const currentAddress = (): string => location.pathname + location.search;

/** Long after the first screen stands (ms). */
const RESULTS_AFTER_MS = 5_000;
/** A network that does not bring the part brings no result either; the records have it. */
const noResults = (): void => {};

export function createApp(boot: Boot): App {
  const { brand, routes } = boot;
  const setTab = (index: number): void => {
    if (!Number.isInteger(index) || index < 0 || index >= brand.tabs.length) return;
    ui.tab = index;
    platform.tabStorage.set(CURRENT_TAB, String(index));
  };
  const go = (to: string, options: { readonly replace: boolean }): void => changeAddress(to, options);
  const tracer = createTracer(brand.code, String(brand.version ?? APP_VERSION));
  const platform = createPlatform({
    brand,
    boot: { index: boot.index, documents: boot.documents },
    toast,
    navigate: (to, { replace }) => navigator.navigate(to, { replace }),
    setTab: (index) => setTab(index),
    ...(import.meta.env.DEV ? { faultOfCall } : {}),
    attach: tracer.attach,
    onResult: (result) => {
      const maintenance = !result.ok && result.status === STATUS.maintenance ? result.msg : '';
      if (ui.maintenance !== maintenance && (result.ok || maintenance)) ui.maintenance = maintenance;
    },
    onMaintenance: (message) => {
      ui.maintenance = message;
      navigator.navigate('/maintaining', { replace: true });
    },
    onOutdated: () => toast('当前版本过旧，请刷新页面更新'),
    // A reload loses nothing: what was typed and what was sent are kept. Where it does not help, not again and again.
    onUnloadable: () => {
      const { tabStorage } = platform;
      if (Date.now() - Number(tabStorage.get(RELOADED)) < RELOAD_EVERY_MS) return;
      tabStorage.set(RELOADED, String(Date.now()));
      location.reload();
    },
    // Not needed to draw the first page.
    onNews: (what) =>
      void import('./news.ts').then(
        ({ showNews }) => showNews(what),
        () => undefined,
      ),
  });
  subscribe(platform.reach, () => void Object.assign(ui, platform.reach));
  tracer.keepIn(platform.tabStorage);
  tracer.playedBy(platform.session.mid);
  subscribeKey(platform.session, 'mid', tracer.playedBy);
  const navigator = createNavigator({
    routes,
    platform,
    toast,
    confirm,
    go,
    goBack: () => history.back(),
    current: currentAddress,
    setTab,
    reload: () => location.reload(),
  });
  setTab(Number(platform.tabStorage.get(CURRENT_TAB) ?? 0));
  tracer.answer(() => platform.index.current);

  const home = brand.tabs[0]?.screen;
  const openTab = (index: number): void => {
    setTab(index);
    if (matchRoute(routes, location.pathname)?.route.screen !== home) navigator.navigate('/');
  };

  const functions = appFunctions({
    platform,
    navigator,
    openTab,
    poster: async (text) => (await import('./poster.ts')).invite(brand, text),
    look: (look) => applyLook(look, brand),
    release: async (code, terms) => (await import('../../engine/screens/sports/release.ts')).releaseSlip(host, code, terms),
    offer: async (code, terms) => (await import('./offer.ts')).offer(host, code, terms),
    saveTrace: () => tracer.save(platform.index.current, offsetMinutes(brand.utcOffset)),
  });

  let shared: typeof import('../shell/shared-element.ts') | undefined;

  const install = installWay(platform.clientType, { userAgent: window.navigator.userAgent, touchPoints: window.navigator.maxTouchPoints });
  const host: Host = {
    missing: STATUS.notFound,
    invalid: STATUS.invalid,
    brand,
    device: {
      install,
      get push() {
        // iOS can once the app is on the home screen.
        return 'PushManager' in window ? Notification.permission : install === 'ios' ? 'home' : 'none';
      },
    },
    session: platform.session,
    index: platform.index,
    storage: platform.storage,
    offsetMinutes: offsetMinutes(brand.utcOffset),
    terms: boot.terms,
    setQuery: (changes) => {
      const address = changeQuery(changes);
      navigator.renamed(address);
      renamed(address);
    },
    loadGame: (code, hash) => platform.loadGame(code, hash),
    loadDocument: (kind, code, hash) => platform.loadDocument(kind, code, hash),
    loadSport: (code, hash) => platform.loadSport(code, hash),
    call: (path, params, options) => platform.call(path, params, options),
    submissions: platform.submissions,
    navigate: (to, options) => navigator.navigate(to, options),
    back: () => navigator.back(),
    openGame: (key, from) => {
      let opened = true;
      const open = (): void => {
        opened = navigator.openGame(key);
        if (!opened) toast('该彩种暂未开放');
      };
      if (shared) shared.openShared(from, open, { whileStill, drawn: () => pagesOf(app).drawn().then(slicesDrawn) });
      else open();
      return opened;
    },
    playAgain: async (key, order) =>
      platform.index.current.games.find(({ code }) => code === key)?.kind === 'sport'
        ? (await import('../../engine/screens/sports/again.ts')).playMatchesAgain(host, key, order)
        : (await import('../../engine/screens/lottery/again.ts')).playAgain(host, key, order),
    gameCalls: {
      page: '/api/SiteMsg/AppLotteryPageInfo',
      bet: '/api/lottery/bet_szc',
      chase: '/api/lottery/ChaseIssues',
      together: '/api/lottery/bet_together',
      coupons: '/api/UserCenter/BetCoupons',
      limits: '/api/lottery/Limits',
      draws: '/api/lotteryresult/list',
      orderLines: '/api/order/detail',
      ticketText: { single: MAX_TICKET_TEXT, chase: MAX_CHASE_TICKET_TEXT },
    },
    sportCalls: {
      page: '/api/SiteMsg/AppSPLotteryPageInfo',
      options: '/matchdata/Match/OptionData',
      bet: '/api/lottery/bet_jc',
      optimised: '/api/lottery/bet_youhua_create',
      together: '/api/lottery/bet_together',
    },
    openMenu: (code) => void navigator.openMenu(code),
    openMenus: (codes) => navigator.openMenus(codes),
    async perform(name, args) {
      if (Object.hasOwn(functions, name))
        try {
          return await (functions[name] as AppFunction)(args);
        } catch (error) {
          // Its part of the app did not come.
          console.error(error);
          toast(ERROR_CATALOGUE.description.text);
          return false;
        }
      toast(`功能「${name}」不存在`);
      return false;
    },
    attach: tracer.attach,
    toast,
    holdVerdicts: () => platform.verdicts.hold(),
    frame: {
      request: () => readFrame(platform.tabStorage),
      marker: () => readMarker(platform.tabStorage),
      setMarker: (marker) => writeMarker(platform.tabStorage, marker),
      tab: setTab,
      clearLoginAfter: () => platform.loginWanted(undefined),
    },
    origin: platform.origin,
    now: () => platform.now(),
    on: (type, listener) => platform.on(type, listener),
    follow: (topic) => platform.follow?.(topic) ?? (() => {}),
    onRecovered: (listener) => platform.onRecovered(listener),
    reopen: async () => {
      const answered = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
      if (answered) location.reload();
      else toast('连接不上服务器，请检查网络后重试');
    },
  };
  // Nothing is won in the first seconds: what shows results comes when there is one, or when an earlier page may have left some.
  let results: Promise<Results> | undefined;
  const showResults = (): Promise<Results> => (results ??= import('./watch-results.ts').then((loaded) => loaded.watchResults(platform)));
  platform.on(
    'recharge',
    ({ amountFen, bonusFen, quiet }: { readonly amountFen: number; readonly bonusFen: number; readonly quiet?: boolean }) =>
      quiet || toast(`充值到账 ${formatMoney(amountFen)}${bonusFen > 0 ? `，另赠 ${formatMoney(bonusFen)}` : ''}`, { icon: 'success' }),
  );
  platform.on('order', (event: SettledOrder) => void showResults().then((shown) => shown.take(event), noResults));
  setTimeout(() => void showResults().catch(noResults), RESULTS_AFTER_MS);

  // Pages that open before it is there move as all others do.
  whenAtRest(
    () =>
      void import('../shell/shared-element.ts').then(
        (loaded) => (shared = loaded),
        () => undefined,
      ),
  );

  const app: App = { boot, host, platform, navigator, openTab };
  return app;
}
