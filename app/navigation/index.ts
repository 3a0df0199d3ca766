/**
 * Where a tap leads: paths, game keys, menu codes and targets, with the login-only guard in one place.
 * The rules are data (the routes description and the menu catalogue); this performs them.
 */
import { familyOf, resolveGameRoute } from '../../engine/descriptions/game-route.ts';
import { findMenuEntry, isOpenEntry, type MenuDescription, resolveMenuEntry } from '../../engine/descriptions/menu.ts';
import { matchRoute, type RouteMatch, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Platform } from '../platform/index.ts';
import { TOAST_MS } from '../platform/index.ts';
import { MENU_ACTIONS, type ActionContext, type FramePayload, launchGame, openFrame } from './actions.ts';
import { createDirectionTracker, type Direction } from './direction.ts';
import { safePath } from './safe-path.ts';

export { FRAME_KEY, type FramePayload, readFrame, readReturnTab, writeReturnTab } from './actions.ts';
export type { Direction } from './direction.ts';
export { safePath } from './safe-path.ts';

export const LOGIN_PATH = '/login';
const HOME_PATH = '/';

export interface NavigatorOptions extends Omit<ActionContext, 'navigate' | 'platform'> {
  readonly routes: RoutesDescription;
  readonly platform: Pick<
    Platform,
    'session' | 'index' | 'has' | 'config' | 'loginWanted' | 'loadDocument' | 'call' | 'device' | 'now' | 'version' | 'tabStorage'
  >;
  /** Changes the address (the router). */
  readonly go: (to: string, options: { readonly replace: boolean }) => void;
  /** The browser's back. */
  readonly goBack: () => void;
  /** Path with query that is shown now. */
  readonly current: () => string;
  readonly setTab: (tabIndex: number) => void;
}

/** Where a path leads in the present session. `unknown`: no such route. */
export type Admission = { readonly show: RouteMatch } | { readonly login: string } | { readonly unknown: string };

export interface Navigator {
  /** Opens a path of the app; a visitor who may not goes to the login page first. Anything else is refused with a message. */
  navigate(to: string, options?: { readonly replace?: boolean }): void;
  /** One page back; home when there is none. */
  back(): void;
  /** Opens a game by its key (specification section 2); false when the key is not handled. */
  openGame(key: string): boolean;
  /** Performs a menu code. */
  openMenu(code: string): Promise<void>;
  /** Which of these menu codes lead somewhere by now. */
  openMenus(codes: readonly string[]): Promise<ReadonlySet<string>>;
  /** A banner's or an article's target: "/route", "game:key" or "menu:code". */
  openTarget(target: string): void;
  /** Opens a third-party game of a company in the frame page; needs login. */
  launch(gamecode: string, company: string, page?: string): Promise<void>;
  /** Shows an outside page; false when the address is none. */
  openFrame(payload: FramePayload): boolean;
  /** For the shell, at every change of address: what to show, or where to send the visitor. Does not navigate. */
  admit(path: string): Admission;
  /** The shell shows a visitor the login page instead of `path`: remembers it and replaces the address. */
  toLogin(path: string): void;
  /** For the shell, at every change of address: which way the page moves. */
  arrive(path: string): Direction;
  /** The page that is shown keeps a part of its state in its address, which is `path` now. */
  renamed(path: string): void;
}

export function createNavigator(options: NavigatorOptions): Navigator {
  const { routes, platform, toast } = options;
  const tracker = createDirectionTracker(platform.tabStorage);

  const go = (to: string, replace: boolean) => {
    // The second of two quick taps: the page of the first is on its way, and one way back leads out of it.
    if (!replace && to === options.current()) return;
    // The page that takes this one's place is the one that it was opened from, with whatever its address says: after a login by hand.
    if (replace && (tracker.below === to || tracker.below?.startsWith(`${to}?`))) {
      options.goBack();
      return;
    }
    tracker.expect(replace ? 'none' : 'forward');
    options.go(to, { replace });
  };
  const isEntry = (path: string) => matchRoute(routes, path)?.route.section === 'accountEntry';
  const sendToLogin = (wanted: string | undefined, replace: boolean) => {
    platform.loginWanted(wanted);
    go(LOGIN_PATH, replace);
  };
  const admit = (path: string): Admission => {
    const match = matchRoute(routes, path);
    if (!match) return { unknown: path };
    return match.route.loginOnly && !platform.session.loggedIn ? { login: path } : { show: match };
  };
  const navigate: Navigator['navigate'] = (to, { replace = false } = {}) => {
    const path = safePath(to);
    if (path === undefined) {
      toast('无法打开该地址', { ms: TOAST_MS });
      return;
    }
    if ('login' in admit(path)) {
      sendToLogin(path, replace);
      return;
    }
    // After a login that was opened by hand the player returns to the former page; a change between login and registration keeps it.
    if (matchRoute(routes, path)?.route.path === LOGIN_PATH && !isEntry(options.current()))
      platform.loginWanted(safePath(options.current()));
    go(path, replace);
  };
  const context: ActionContext = { ...options, navigate: (to) => navigate(to) };

  const openGame: Navigator['openGame'] = (key) => {
    const lower = key.toLowerCase();
    const game = platform.index.current.games.find((candidate) => candidate.code.toLowerCase() === lower);
    const { loggedIn } = platform.session;
    const route = resolveGameRoute(routes.gameKeys, key, {
      loggedIn,
      ...familyOf(game),
      ...(game?.disabled === undefined ? {} : { disabled: game.disabled }),
    });
    if (route === false) return false;
    if ('blocked' in route) toast(route.blocked, { ms: TOAST_MS });
    else if ('login' in route) sendToLogin(route.login, false);
    else navigate(route.to);
    return true;
  };

  const { openMenu, openMenus } = createMenus(options, context, sendToLogin, go);

  return {
    navigate,
    openMenus,
    back() {
      if (tracker.below !== undefined) options.goBack();
      else go(HOME_PATH, true);
    },
    openGame,
    openMenu,
    openTarget(target) {
      if (target.startsWith('game:')) {
        if (!openGame(target.slice(5))) toast('该彩种暂未开放', { ms: TOAST_MS });
      } else if (target.startsWith('menu:')) void openMenu(target.slice(5));
      else navigate(target);
    },
    async launch(gamecode, company, page) {
      if (platform.session.loggedIn) await launchGame(context, gamecode, company, page);
      else sendToLogin(safePath(options.current()), false);
    },
    openFrame: (payload) => openFrame(context, payload),
    admit,
    toLogin: (path) => sendToLogin(safePath(path), true),
    arrive: tracker.arrive,
    renamed: tracker.renamed,
  };
}

/** What menu codes do. `sendToLogin` and `go` are the navigator's. */
function createMenus(
  options: NavigatorOptions,
  context: ActionContext,
  sendToLogin: (wanted: string | undefined, replace: boolean) => void,
  go: (to: string, replace: boolean) => void,
): Pick<Navigator, 'openMenu' | 'openMenus'> {
  const { routes, platform, toast } = options;
  const loadCatalogue = () => platform.loadDocument<MenuDescription>('menu', 'codes');

  const openMenu: Navigator['openMenu'] = async (code) => {
    let catalogue: MenuDescription;
    try {
      catalogue = await loadCatalogue();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { ms: TOAST_MS });
      return;
    }
    const entry = findMenuEntry(catalogue, code);
    const step = entry && resolveMenuEntry(entry, { loggedIn: platform.session.loggedIn, has: platform.has, config: platform.config });
    if (!step) {
      toast(`功能“${code}”不存在`, { ms: TOAST_MS });
      return;
    }
    switch (step.step) {
      case 'message':
        toast(step.text, { ms: TOAST_MS });
        return;
      case 'login':
        sendToLogin(step.path ?? safePath(options.current()), false);
        return;
      case 'route':
        context.navigate(step.path);
        return;
      case 'tab':
        options.setTab(step.tabIndex);
        if (matchRoute(routes, options.current())?.route.path !== HOME_PATH) go(HOME_PATH, false);
        return;
      default: {
        const action = Object.hasOwn(MENU_ACTIONS, step.action) ? MENU_ACTIONS[step.action] : undefined;
        if (action) await action(context, step.step === 'special' ? step.url : undefined);
        else toast(`功能“${code}”暂未开放`, { ms: TOAST_MS });
      }
    }
  };

  const openMenus: Navigator['openMenus'] = async (codes) => {
    const catalogue = await loadCatalogue();
    const world = {
      hasScreen: (path: string) => matchRoute(routes, path)?.route.screen !== undefined,
      config: platform.config,
      hasAction: (name: string) => Object.hasOwn(MENU_ACTIONS, name),
    };
    return new Set(
      codes.filter((code) => {
        const entry = findMenuEntry(catalogue, code);
        return entry !== undefined && isOpenEntry(entry, world);
      }),
    );
  };

  return { openMenu, openMenus };
}
