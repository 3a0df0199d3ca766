/** The Host that blocks reach: the platform, the navigator and the shell's own state put together. */
import { subscribe } from 'valtio/vanilla';
import { subscribeKey } from 'valtio/utils';
import { navigate as changeAddress } from 'wouter/use-browser-location';
import { MAX_CHASE_TICKET_TEXT, MAX_TICKET_TEXT } from '../../protocol/limits.ts';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import { onIdleAfterLoad } from '../../engine/screens/core/idle-callback.ts';
import { whenSlicesDrawn } from '../../engine/screens/core/use-slices.ts';
import type { Host } from '../../engine/screens/core/contract.ts';
import { unknownCallMessage } from '../../protocol/calls/unknown.ts';
import { STATUS } from '../../protocol/status.ts';
import { ERROR_CATALOGUE } from '../platform/errors.ts';
import { APP_VERSION, createPlatform, installWay, type Platform, type PlatformOptions } from '../platform/index.ts';
import { createNavigator, type Navigator, readFrame, readReturnTab, writeReturnTab } from '../navigation/index.ts';
import type { Boot } from './boot.ts';
import { offsetMinutes } from './brand.ts';
import { type AppFunction, appFunctions } from './functions.ts';
import { applyLook } from './look.ts';
import { replaceQuery } from './quiet-address.ts';
import { pagesOfApp, withoutPageMotion } from '../shell/pages.ts';
import { renameCurrentPage } from '../shell/use-scroll.ts';
import { createTracer, type Tracer } from './tracer.ts';
import type { SettledOrder } from './result-watcher.ts';
import type { PlayerNews, RechargeEvent } from './player-news.ts';
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
/** When the page was loaded again since a part of it could not be, unix ms; and how long it is not done again. */
const RELOADED = 'reloaded';
const RELOAD_EVERY_MS = 60_000;
const currentAddress = (): string => location.pathname + location.search;

/** Long after the first screen stands (ms). */
const NEWS_AFTER_MS = 5_000;

/** Paths of the calls that every lottery game makes. */
const GAME_CALLS: Host['gameCalls'] = {
  page: '/api/SiteMsg/AppLotteryPageInfo',
  bet: '/api/lottery/bet_szc',
  chase: '/api/lottery/ChaseIssues',
  groupBuy: '/api/lottery/bet_together',
  coupons: '/api/UserCenter/BetCoupons',
  limits: '/api/lottery/Limits',
  draws: '/api/lotteryresult/list',
  orderLines: '/api/order/detail',
  ticketText: { single: MAX_TICKET_TEXT, chase: MAX_CHASE_TICKET_TEXT },
};
/** Paths of the calls that every game on matches makes. */
const SPORT_CALLS: Host['sportCalls'] = {
  page: '/api/SiteMsg/AppSPLotteryPageInfo',
  options: '/matchdata/Match/OptionData',
  bet: '/api/lottery/bet_jc',
  optimised: '/api/lottery/bet_youhua_create',
  groupBuy: '/api/lottery/bet_together',
};

export function createApp(boot: Boot): App {
  const { brand, routes } = boot;
  const setTab = (index: number): void => {
    if (!Number.isInteger(index) || index < 0 || index >= brand.tabs.length) return;
    ui.tab = index;
    platform.tabStorage.set(CURRENT_TAB, String(index));
  };
  const tracer = createTracer(brand.code, String(brand.version ?? APP_VERSION));
  const platform = createPlatform({
    ...PLATFORM_NEWS,
    brand,
    boot,
    navigate: (to, options) => navigator.navigate(to, options),
    setTab,
    attach: tracer.attach,
    onMaintenance: (message) => {
      ui.maintenance = message;
      navigator.navigate('/maintaining', { replace: true });
    },
    onUnloadable: () => reloadRarely(platform.tabStorage),
  });
  subscribe(platform.reach, () => void Object.assign(ui, platform.reach));
  record(tracer, platform);
  const navigator = createNavigator({
    routes,
    platform,
    toast,
    confirm,
    go: changeAddress,
    goBack: () => history.back(),
    current: currentAddress,
    setTab,
    reload: () => location.reload(),
  });
  setTab(Number(platform.tabStorage.get(CURRENT_TAB) ?? 0));

  const home = brand.tabs[0]?.screen;
  const openTab = (index: number): void => {
    setTab(index);
    if (matchRoute(routes, location.pathname)?.route.screen !== home) navigator.navigate('/');
  };
  const functions = appFunctions({
    platform,
    navigator,
    openTab,
    poster: (text) => import('./poster.ts').then((part) => part.sharePoster(brand, text)),
    look: (look) => applyLook(look, brand),
    release: (code, terms) => import('../../engine/screens/sports/release.ts').then((part) => part.releaseSlip(host, code, terms)),
    startGroupBuy: (code, terms) => import('./group-buy.ts').then((part) => part.startGroupBuy(host, code, terms)),
    saveTrace: () => tracer.save(platform.index.current, offsetMinutes(brand.utcOffset)),
  });
  const host: Host = {
    missing: STATUS.notFound,
    invalid: STATUS.invalid,
    brand,
    device: deviceOf(platform),
    session: platform.session,
    index: platform.index,
    storage: platform.storage,
    offsetMinutes: offsetMinutes(brand.utcOffset),
    terms: boot.terms,
    setQuery: (changes) => {
      const address = replaceQuery(changes);
      navigator.renamed(address);
      renameCurrentPage(address);
    },
    loadGame: platform.loadGame,
    loadDocument: platform.loadDocument,
    loadSport: platform.loadSport,
    call: platform.call,
    submissions: platform.submissions,
    navigate: navigator.navigate,
    back: navigator.back,
    openGame: gameOpener(navigator, () => app),
    playAgain: (key, order) =>
      platform.index.current.games.find(({ code }) => code === key)?.kind === 'sport'
        ? import('../../engine/screens/sports/rebet.ts').then((part) => part.rebetMatches(host, key, order))
        : import('../../engine/screens/lottery/rebet.ts').then((part) => part.rebetOrder(host, key, order)),
    gameCalls: GAME_CALLS,
    sportCalls: SPORT_CALLS,
    openMenu: navigator.openMenu,
    openMenus: navigator.openMenus,
    perform: performer(functions),
    attach: tracer.attach,
    toast,
    holdVerdicts: platform.verdicts.hold,
    tellOutcome: (...outcome) => ownNews((own) => own.tell(...outcome)),
    frame: {
      request: () => readFrame(platform.tabStorage),
      marker: () => readReturnTab(platform.tabStorage),
      setMarker: (marker) => writeReturnTab(platform.tabStorage, marker),
      tab: setTab,
      clearLoginAfter: () => platform.loginWanted(undefined),
    },
    origin: platform.origin,
    now: platform.now,
    on: platform.on,
    follow: platform.follow,
    onRecovered: platform.onRecovered,
    reopen,
  };
  const ownNews = watchOwnNews(platform, host);
  const app: App = { boot, host, platform, navigator, openTab };
  return app;
}

/** What the platform tells of without asking for the page. */
const PLATFORM_NEWS = {
  toast,
  ...(import.meta.env.DEV ? { unknownCallMessage } : {}),
  onResult: (result) => {
    const maintenance = !result.ok && result.status === STATUS.maintenance ? result.msg : '';
    if (ui.maintenance !== maintenance && (result.ok || maintenance)) ui.maintenance = maintenance;
  },
  onOutdated: () => toast('当前版本过旧，请刷新页面更新'),
  // Not needed to draw the first page.
  onNews: (what) =>
    void import('./news.ts').then(
      (part) => part.openNewsSheet(what),
      () => undefined,
    ),
} satisfies Partial<PlatformOptions>;

/** Reloads the page. Nothing is lost, because drafts and submissions are stored. When it does not help, it is not repeated at once. */
function reloadRarely(tabStorage: Platform['tabStorage']): void {
  if (Date.now() - Number(tabStorage.get(RELOADED)) < RELOAD_EVERY_MS) return;
  tabStorage.set(RELOADED, String(Date.now()));
  location.reload();
}

function record(tracer: Tracer, { tabStorage, session, index }: Platform): void {
  tracer.keepIn(tabStorage);
  tracer.playedBy(session.mid);
  subscribeKey(session, 'mid', tracer.playedBy);
  tracer.answer(() => index.current);
}

function deviceOf({ clientType }: Platform): Host['device'] {
  const { userAgent, maxTouchPoints } = window.navigator;
  const install = installWay(clientType, { userAgent, touchPoints: maxTouchPoints });
  return {
    install,
    get push() {
      // iOS can once the app is on the home screen.
      return 'PushManager' in window ? Notification.permission : install === 'ios' ? 'home' : 'none';
    },
  };
}

/** Opens games; the title travels to the page that opens once the code for that is there. */
function gameOpener(navigator: Navigator, app: () => App): Host['openGame'] {
  let shared: typeof import('../shell/shared-element.ts') | undefined;
  // Pages that open before it is there move as all others do.
  onIdleAfterLoad(
    () =>
      void import('../shell/shared-element.ts').then(
        (loaded) => (shared = loaded),
        () => undefined,
      ),
  );
  return (key, from) => {
    let opened = true;
    const open = (): void => {
      opened = navigator.openGame(key);
      if (!opened) toast('该彩种暂未开放');
    };
    if (shared)
      shared.openWithSharedTitle(from, open, {
        whileStill: withoutPageMotion,
        drawn: () => pagesOfApp(app()).drawn().then(whenSlicesDrawn),
      });
    else open();
    return opened;
  };
}

function performer(functions: Readonly<Record<string, AppFunction>>): Host['perform'] {
  return async (name, args) => {
    if (Object.hasOwn(functions, name))
      try {
        return await (functions[name] as AppFunction)(args);
      } catch (error) {
        // Its part of the app did not come.
        console.error(error);
        toast(ERROR_CATALOGUE.description.text);
        return false;
      }
    toast(`功能“${name}”不存在`);
    return false;
  };
}

async function reopen(): Promise<void> {
  const answered = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answered) location.reload();
  else toast('无法连接服务器，请检查网络后重试');
}

/** Nothing is won in the first seconds: what shows results comes when there is one, or when an earlier page may have left some. */
function watchOwnNews(platform: Platform, host: Host): (tell?: (own: PlayerNews) => void) => void {
  let news: Promise<PlayerNews> | undefined;
  const ownNews = (tell?: (own: PlayerNews) => void, failed?: () => void): void => {
    news ??= import('./player-news.ts').then((part) => part.watchPlayerNews(platform, host));
    news.then(tell, () => {
      news = undefined;
      failed?.();
    });
  };
  platform.on('recharge', (event: RechargeEvent) => ownNews((own) => own.recharged(event)));
  platform.on('order', (event: SettledOrder) => {
    // At once: the event of the balance is next, and would tell the outcome before the result is shown.
    const release = platform.verdicts.hold();
    ownNews((own) => own.take(event, release), release);
  });
  setTimeout(ownNews, NEWS_AFTER_MS);
  return ownNews;
}
