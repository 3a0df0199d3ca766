/**
 * A game among everything else that there is: its family, its code, the route that the code leads to, its screen and its confirmation.
 * The command line, the workshop and the server ask here, so a file that one of them passes is passed by all of them.
 */
import { type CalendarDescription, type Calendars, gameCalendarFindings } from '../calendars.ts';
import { routeOf } from '../game-route.ts';
import type { Finding } from '../problem.ts';
import { matchRoute, type RoutesDescription } from '../routes.ts';
import type { GameDescription } from '../types.ts';
import { costFindings } from './costs.ts';
import { type Families, gameInFamilyFindings } from './index.ts';
import { gameLinkFindings } from './links.ts';
import { limitFindings } from './limits.ts';
import { type SourceGame, sourceFindings } from './source.ts';

/** Kinds that share one list of codes: what is bought under a code must be one thing. */
export const KINDS_SHARING_CODES: readonly string[] = ['game', 'sport', 'outright', 'small'];

export interface CodedDescription {
  readonly kind: string;
  readonly code: string;
}

/** Documents that a game is checked against. Without screens or routes (a folder of games alone) they are not required. */
export interface GameSet {
  readonly families: Families;
  readonly calendars: Calendars;
  readonly routes: RoutesDescription | undefined;
  readonly screens: ReadonlySet<string>;
  /** Codes that are taken, of all kinds that share the list; the game's own may be among them. */
  readonly codes: readonly CodedDescription[];
  /** Games that another may be derived from; null for one whose file cannot be read. */
  readonly games: ReadonlyMap<string, SourceGame | null>;
}

/** The same as it travels to where drafts are written. */
export interface GameSurroundings {
  /** Texts of the families in force by code; null for one whose file is there and refused. */
  readonly families: Readonly<Record<string, string | null>>;
  /** Calendars in force by code; null as for families. */
  readonly calendars: Readonly<Record<string, CalendarDescription | null>>;
  readonly routes?: RoutesDescription | undefined;
  readonly screens: readonly string[];
  readonly codes: readonly CodedDescription[];
  readonly games: Readonly<Record<string, SourceGame | null>>;
}

export const surroundingsOf = ({ routes, screens, codes, families, calendars, games }: GameSet): GameSurroundings => ({
  routes,
  screens: [...screens],
  codes,
  games: Object.fromEntries(games),
  calendars: Object.fromEntries(calendars),
  families: Object.fromEntries([...families].map(([code, family]) => [code, family && JSON.stringify(family)])),
});

export function gameInSetFindings(game: GameDescription, set: GameSet): Finding[] {
  const findings = [
    ...gameInFamilyFindings(game, set.families),
    ...gameCalendarFindings(game.schedule, set.calendars),
    ...codeFindings(game, set.codes),
    ...routeFindings(game, set),
    ...linkFindings(game, set),
    ...sourceFindings(game, set.games),
  ];
  // Only what makes sense can be compiled. Of a game without a family that is known since it was loaded.
  if (findings.length > 0 || game.family === undefined) return findings;
  const costs = costFindings('game', game, set.families);
  return costs.length > 0 ? costs : limitFindings('game', game, set.families);
}

/** Routes match without regard to case, so codes must differ by more. */
export function codeFindings({ kind, code }: CodedDescription, taken: readonly CodedDescription[]): Finding[] {
  const lower = code.toLowerCase();
  const twice = taken.some((other) => other.code.toLowerCase() === lower && (other.kind !== kind || other.code !== code));
  return twice ? [{ code: 'DUPLICATE', pointer: '/code', details: { name: code, what: '游戏|games' } }] : [];
}

function routeFindings(game: GameDescription, { routes, screens, families }: GameSet): Finding[] {
  if (routes === undefined) return [];
  const to = routeOf(routes.gameKeys, game);
  if (to === undefined) return [{ code: 'GAME_ROUTE', pointer: '/code', details: { code: game.code } }];
  // Rules go by letters within a code: slmffc would open the card gate, and nobody could play it.
  const shows = matchRoute(routes, to)?.route.screen;
  const screen = game.screen ?? (game.family === undefined ? undefined : families.get(game.family)?.screen);
  // A missing screen is reported where it is named.
  if (shows === undefined || screen === undefined || shows === screen || !screens.has(shows) || !screens.has(screen)) return [];
  return [{ code: 'GAME_CODE', pointer: '/code', details: { code: game.code, to, shows } }];
}

function linkFindings(game: GameDescription, { routes, screens, families }: GameSet): Finding[] {
  const family = game.family === undefined ? undefined : families.get(game.family);
  // Without its family nothing is known of where the game is shown, and that the family is missing is found already.
  if (game.family !== undefined && !family) return [];
  const own = { screen: game.screen !== undefined, confirm: game.confirm !== undefined };
  const { code, screen = family?.screen ?? '', confirm = family?.confirm ?? '' } = game;
  return gameLinkFindings({ code, screen, confirm }, own, { routes, screens });
}
