/** What descriptions say of each other: the screens that routes and games show, and the routes that menus and games lead to. */
import type { Finding, ProblemDetails } from '../problem.ts';
import { abbreviatedList } from '../suggest.ts';
import { matchRoute, type RoutesDescription } from '../routes.ts';
import type { Game } from '../types.ts';
import { type ReportFinding, addDuplicates, collectFindings, unknownNameDetails } from './report.ts';

/** Targets of references. Without screens or routes (a folder of games alone) they are not required. */
export interface LinkTargets {
  readonly screens: ReadonlySet<string>;
  readonly routes: RoutesDescription | undefined;
}

/** Parts of a brand that menus and routes refer to; parts that are left out are not checked. */
export interface BrandLinkTargets {
  /** Names of the themes of all brands. */
  readonly themes?: readonly string[];
  /** Tabs of the brand that has the fewest. */
  readonly tabs?: number;
}

export function gameLinkFindings(
  game: Pick<Game, 'code' | 'screen' | 'confirm'>,
  own: { screen: boolean; confirm: boolean },
  known: LinkTargets,
): Finding[] {
  return collectFindings((add) => {
    if (known.screens.size > 0 && !known.screens.has(game.screen)) {
      add('SCREEN_UNKNOWN', own.screen ? '/screen' : '/family', unknownNameDetails(game.screen, known.screens));
    }
    const path = game.confirm.replace('{gameCode}', game.code).replace('{playCode}', 'play');
    if (known.routes === undefined) return;
    const route = matchRoute(known.routes, path)?.route;
    const pointer = own.confirm ? '/confirm' : '/family';
    if (route === undefined) add('ROUTE_UNKNOWN', pointer, unknownPath(game.confirm, confirmations(known.routes)));
    else if (route.section !== 'confirmation')
      add('ROUTE_CONFIRM', pointer, { path: game.confirm, known: abbreviatedList(confirmations(known.routes)) });
  });
}

/** The details of a path that no route has; `known` are those that may stand there. */
export function unknownPath(path: string, known: readonly string[]): ProblemDetails {
  const { guess = '', known: listed = '' } = unknownNameDetails(path.startsWith('/') ? path : `/${path}`, known);
  return { path, guess, known: listed };
}

export const pathsOf = ({ routes }: RoutesDescription): string[] => routes.map(({ path }) => path);

/**
 * Confirmations as a game names them: whatever a route calls its parameters, the first is filled with the game and the second with the play.
 * One without a parameter serves the games that its screen knows.
 */
const confirmations = ({ routes }: RoutesDescription): string[] =>
  routes
    .filter(({ section, path }) => section === 'confirmation' && path.includes('{'))
    .map(({ path }) => path.replace(/\{\w+\}/, '{gameCode}').replace(/\{(?!gameCode\})\w+\}/, '{playCode}'));

export function routesLinkFindings(routes: RoutesDescription, known: LinkTargets & BrandLinkTargets): Finding[] {
  return collectFindings((add) => {
    pathsTwice(routes, add);
    for (const [index, { confirm }] of routes.gameKeys.rules.entries())
      if (confirm !== undefined && matchRoute(routes, confirm) === undefined)
        add('ROUTE_UNKNOWN', `/gameKeys/rules/${index}/confirm`, unknownPath(confirm, confirmations(routes)));
    for (const [index, { screen, theme }] of routes.routes.entries()) {
      if (known.screens.size > 0 && screen !== undefined && !known.screens.has(screen))
        add('SCREEN_UNKNOWN', `/routes/${index}/screen`, unknownNameDetails(screen, known.screens));
      if (known.themes !== undefined && theme !== undefined && !known.themes.includes(theme))
        add('SCREEN_THEME', `/routes/${index}/theme`, unknownNameDetails(theme, known.themes));
    }
    for (const [index, { to }] of routes.aliases.entries()) {
      if (matchRoute(routes, to) === undefined) add('ROUTE_UNKNOWN', `/aliases/${index}/to`, unknownPath(to, pathsOf(routes)));
    }
  });
}

/** Paths match without regard to case and to the names of their parameters, and an alias is looked for before a route. */
function pathsTwice(routes: RoutesDescription, add: ReportFinding): void {
  const paths = [
    ...routes.routes.map(({ path }, at) => ({ path, pointer: `/routes/${at}/path` })),
    ...routes.aliases.map(({ path }, at) => ({ path, pointer: `/aliases/${at}/path` })),
  ];
  addDuplicates(
    add,
    paths,
    ({ path }) => path.toLowerCase().replace(/\{\w+\}/g, '{}'),
    (at) => paths[at]?.pointer ?? '',
    '路径|paths',
  );
}

export interface MenuLinks {
  /** A type 1 entry leads to the route `url`, which may leave its first slash out; type 2 to a tab. */
  readonly entries: readonly { readonly code: string; readonly type?: number; readonly url?: string; readonly tabIndex?: number }[];
}

/** Codes of the menu that says what each code does; undefined for that menu itself, and where there is none. */
export interface MenuLinkTargets extends LinkTargets, BrandLinkTargets {
  readonly catalogue: readonly string[] | undefined;
}

export function menuLinkFindings(menu: MenuLinks, { routes, tabs, catalogue }: MenuLinkTargets): Finding[] {
  const codes = catalogue && new Set(catalogue.map((code) => code.toLowerCase()));
  return collectFindings((add) => {
    addDuplicates(
      add,
      menu.entries,
      ({ code }) => code.toLowerCase(),
      (at) => `/entries/${at}/code`,
      '菜单|entries of the menu',
    );
    for (const [index, { code, type, url, tabIndex }] of menu.entries.entries()) {
      const place = `/entries/${index}`;
      if (type === undefined && codes && !codes.has(code.toLowerCase()))
        add('SCREEN_MENU_CODE', `${place}/code`, unknownNameDetails(code, catalogue));
      // An entry that nothing else says anything about does nothing when it is pressed.
      if (type === undefined && !codes) add('SHAPE_MISSING', place, { property: 'type' });
      if (type === 2 && tabIndex !== undefined && tabs !== undefined && tabIndex >= tabs)
        add('MENU_TAB', `${place}/tabIndex`, { index: tabIndex, count: tabs });
      if (type !== 1 || url === undefined || routes === undefined) continue;
      if (matchRoute(routes, url.startsWith('/') ? url : `/${url}`) === undefined)
        add('ROUTE_UNKNOWN', `${place}/url`, unknownPath(url, pathsOf(routes)));
    }
  });
}
