/** What descriptions say of each other: the screens that routes and games show, and the routes that menus and games lead to. */
import type { Finding } from '../problem.ts';
import { matchRoute, type RoutesDescription } from '../routes.ts';
import type { Game } from '../types.ts';
import { gather, unknownName } from './report.ts';

/** What there is to refer to. Without screens or routes (a folder of games alone) nothing is asked of them. */
export interface Known {
  readonly screens: ReadonlySet<string>;
  readonly routes: RoutesDescription | undefined;
}

export function gameLinkFindings(
  game: Pick<Game, 'code' | 'screen' | 'confirm'>,
  own: { screen: boolean; confirm: boolean },
  known: Known,
): Finding[] {
  return gather((add) => {
    if (known.screens.size > 0 && !known.screens.has(game.screen)) {
      add('SCREEN_UNKNOWN', own.screen ? '/screen' : '/family', unknownName(game.screen, known.screens));
    }
    const path = game.confirm.replace('{gameCode}', game.code).replace('{playCode}', 'play');
    if (known.routes !== undefined && matchRoute(known.routes, path) === undefined) {
      add('ROUTE_UNKNOWN', own.confirm ? '/confirm' : '/family', { path: game.confirm });
    }
  });
}

export function routesLinkFindings(routes: RoutesDescription, known: Known): Finding[] {
  if (known.screens.size === 0) return [];
  return gather((add) => {
    for (const [index, { screen }] of routes.routes.entries()) {
      if (screen !== undefined && !known.screens.has(screen))
        add('SCREEN_UNKNOWN', `/routes/${index}/screen`, unknownName(screen, known.screens));
    }
    for (const [index, { to }] of routes.aliases.entries()) {
      if (matchRoute(routes, to) === undefined) add('ROUTE_UNKNOWN', `/aliases/${index}/to`, { path: to });
    }
  });
}

export interface MenuLinks {
  /** A type 1 entry leads to the route `url`, which may leave its first slash out. */
  readonly entries: readonly { readonly type?: number; readonly url?: string }[];
}

export function menuLinkFindings(menu: MenuLinks, known: Known): Finding[] {
  const { routes } = known;
  if (routes === undefined) return [];
  return gather((add) => {
    for (const [index, { type, url }] of menu.entries.entries()) {
      if (type !== 1 || url === undefined) continue;
      if (matchRoute(routes, url.startsWith('/') ? url : `/${url}`) === undefined)
        add('ROUTE_UNKNOWN', `/entries/${index}/url`, { path: url });
    }
  });
}
