/**
 * What the descriptions of one set must say of each other. Shape and sense of a file by itself are checked when it is loaded; a
 * checker here looks at a loaded document among the others.
 *
 * To have another kind checked, add a checker to its entry of KINDS. What a document with findings means for what is in force is decided in
 * one place for all kinds (set-validator.ts).
 */
import { routeOf } from '../../engine/descriptions/game-route.ts';
import type { Description } from '../../engine/descriptions/load.ts';
import type { Finding } from '../../engine/descriptions/problem.ts';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import { unknownNameDetails } from '../../engine/descriptions/semantics/report.ts';
import { resolveSport } from '../../engine/descriptions/sports/resolve.ts';
import { sportInSetFindings } from '../../engine/descriptions/sports/semantics.ts';
import type { LeagueDescription, OutrightDescription, SportDescription, SportFile } from '../../engine/descriptions/sports/types.ts';
import {
  KINDS_SHARING_CODES,
  codeFindings,
  type CodedDescription,
  type GameSet,
  gameInSetFindings,
} from '../../engine/descriptions/semantics/game-in-set.ts';
import type { Calendars } from '../../engine/descriptions/calendars.ts';
import type { Families } from '../../engine/descriptions/semantics/index.ts';
import { type SourceGame, sourceGameOf } from '../../engine/descriptions/semantics/source.ts';
import {
  type BrandLinkTargets,
  gameLinkFindings,
  type LinkTargets,
  type MenuLinks,
  menuLinkFindings,
  routesLinkFindings,
} from '../../engine/descriptions/semantics/links.ts';
import { screenFindings } from '../../engine/descriptions/screens/check.ts';
import type { FamilyDescription, GameDescription } from '../../engine/descriptions/types.ts';
import { type QuizSourceGame, quizInSetFindings } from '../../engine/quiz/semantics.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';
import { checkArticleNames, checkBannerTarget, checkHelpNames } from './text-checkers.ts';
import { checkActivityNames, checkProductNames } from './store-checkers.ts';
import { isPrevalidated, derivedGameDigest } from './prevalidated.ts';
import { BUILT_IN_SCREENS } from './opened-screens.ts';
import { CODES_MENU, publishedRoutes, screenVocabulary } from './vocabulary.ts';

/** The other documents of the set. */
export interface DocumentSet {
  /** Documents that would be in force. */
  inForce(kind: string): readonly Description[];
  /** Codes of those that were in force before and still are there. */
  accepted(kind: string): readonly string[];
  /** The set has documents of this kind, or had them. A folder of games alone has no routes, and then routes are not required. */
  expected(kind: string): boolean;
  /** Codes of all that would be in force, also where a stored version runs whose text is not known. */
  codes(kind: string): readonly string[];
  /** By code; null for a family whose file is there and refused. */
  families(): Families;
  calendars(): Calendars;
}

export type Checker = (document: Description) => readonly Finding[];
/** Made again for each set, so that a checker may store facts of it. It checks documents in any order, and not always all. */
export type MakeChecker = (neighbours: DocumentSet) => Checker;

export interface KindCheckers {
  readonly kind: string;
  /** All kinds that its checkers look at; every kind when left out. */
  readonly reads?: readonly string[];
  readonly checks: readonly MakeChecker[];
  /** Kinds that a published version has within itself: when one of those changes away from under it, the version stays as it is. */
  readonly within?: readonly string[];
  /** Where nothing was in force before, such a document comes into force with its links that lead nowhere: without it there is no app. */
  readonly firstAnyway?: boolean;
  /** Whether the app itself opens the document of this code; `others`: codes of the kind that are there besides it. */
  readonly needed?: (code: string, others: readonly string[]) => boolean;
}

const knownTo = (neighbours: DocumentSet): LinkTargets => ({
  screens: new Set(neighbours.inForce('screen').map(({ code }) => code)),
  routes: publishedRoutes(neighbours),
});

function knownOfBrands(neighbours: DocumentSet): BrandLinkTargets {
  const brands = neighbours.inForce('brand') as unknown as readonly { readonly tabs: readonly unknown[]; readonly themes?: object }[];
  if (brands.length === 0) return {};
  return { themes: brands.flatMap(({ themes }) => Object.keys(themes ?? {})), tabs: Math.min(...brands.map(({ tabs }) => tabs.length)) };
}

/** A tab of a screen that there is no file of would be an empty page. */
const brandTabs: MakeChecker = (neighbours) => {
  const screens = neighbours.codes('screen');
  return (document) => {
    const { tabs } = document as unknown as { readonly tabs: readonly { readonly screen: string }[] };
    if (screens.length === 0) return [];
    return tabs.flatMap(({ screen }, at): Finding[] =>
      screens.includes(screen)
        ? []
        : [{ code: 'SCREEN_UNKNOWN', pointer: `/tabs/${at}/screen`, details: unknownNameDetails(screen, screens) }],
    );
  };
};

const routesLinks: MakeChecker = (neighbours) => {
  const known = { ...knownTo(neighbours), ...knownOfBrands(neighbours) };
  return (document) => routesLinkFindings(document as unknown as RoutesDescription, known);
};

const menuLinks: MakeChecker = (neighbours) => {
  const known = { ...knownTo(neighbours), ...knownOfBrands(neighbours) };
  const menus = neighbours.inForce('menu') as readonly (Description & MenuLinks)[];
  const catalogue = menus.find(({ code }) => code === CODES_MENU)?.entries.map(({ code }) => code);
  return (document) =>
    menuLinkFindings(document as Description & MenuLinks, { ...known, catalogue: document.code === CODES_MENU ? undefined : catalogue });
};

/** A screen that names what there is not, or reads what an answer does not have: players never see it. */
const screenSense: MakeChecker = (neighbours) => {
  const vocabulary = screenVocabulary(neighbours);
  return (document) => screenFindings(document, vocabulary);
};

/** Where a family's games are shown is checked at the family, where it can be mended, and not at each of its games. */
const familyLinks: MakeChecker = (neighbours) => {
  const known = knownTo(neighbours);
  return (document) => {
    const { code, screen, confirm } = document as FamilyDescription;
    return gameLinkFindings({ code, screen, confirm }, { screen: true, confirm: true }, known);
  };
};

/** A game among the others, by the judge that the workshop and the command line ask too. */
const gameInSet: MakeChecker = (neighbours) => {
  const set = {
    ...knownTo(neighbours),
    families: neighbours.families(),
    calendars: neighbours.calendars(),
    games: sourceGames(neighbours),
  };
  const takenCodes = codesTaken(neighbours);
  return (document) => gameInSetFindings(document as unknown as GameDescription, { ...set, codes: takenCodes(document) });
};

/** What a new file of a game would be judged among. */
export const newGameSet = (neighbours: DocumentSet): GameSet => ({
  ...knownTo(neighbours),
  families: neighbours.families(),
  calendars: neighbours.calendars(),
  codes: codesTaken(neighbours)({ kind: 'game', code: '' }),
  games: sourceGames(neighbours),
});

function sourceGames(neighbours: DocumentSet): ReadonlyMap<string, SourceGame | null> {
  const families = neighbours.families();
  const games = new Map<string, SourceGame | null>(neighbours.codes('game').map((code) => [code, null]));
  for (const document of neighbours.inForce('game')) {
    const game = document as unknown as GameDescription;
    games.set(game.code, sourceGameOf(game, game.family === undefined ? undefined : families.get(game.family)) ?? null);
  }
  return games;
}

/**
 * Taken codes of number games, games on matches, outrights and small games together. A document in force keeps its code.
 * If two new files claim the same code, both are refused, because their order is not stable across restarts.
 */
function codesTaken(neighbours: DocumentSet): (document: CodedDescription) => readonly CodedDescription[] {
  const of = (codes: (kind: string) => readonly string[]): readonly CodedDescription[] =>
    KINDS_SHARING_CODES.flatMap((kind) => codes(kind).map((code) => ({ kind, code })));
  const accepted = of((kind) => neighbours.accepted(kind));
  const all = of((kind) => neighbours.codes(kind));
  return ({ kind, code }) => (accepted.some((one) => one.kind === kind && one.code === code) ? accepted : all);
}

/** A sports game among the others: what it is like, its table of passes, its leagues. */
const sportInSet: MakeChecker = (neighbours) => {
  const sports = new Map<string, SportFile | null>(neighbours.codes('sport').map((code) => [code, null]));
  for (const file of neighbours.inForce('sport') as unknown as readonly SportFile[]) sports.set(file.code, file);
  const tables = new Set(neighbours.codes('passes'));
  const leagues = neighbours.codes('league');
  return (document) => {
    const file = document as unknown as SportFile;
    const base = file.like === undefined ? undefined : sports.get(file.like);
    const findings = base && isPrevalidated(derivedGameDigest(file, base, tables)) ? [] : sportInSetFindings(file, tables, sports);
    const unknown = (file.feed?.leagues ?? []).flatMap((name, i): Finding[] =>
      leagues.includes(name) ? [] : [{ code: 'SPORT_LEAGUE', pointer: `/feed/leagues/${i}`, details: unknownNameDetails(name, leagues) }],
    );
    return [...findings, ...unknown];
  };
};

/** A code that a rule for number games takes would lead to a page that knows nothing of matches. */
const sportRoute: MakeChecker = (neighbours) => {
  const { routes } = knownTo(neighbours);
  const ofMatches = new Set(neighbours.inForce('screen').flatMap((screen) => ('sport' in screen ? [screen.code] : [])));
  return ({ kind, code }) => {
    if (routes === undefined || ofMatches.size === 0) return [];
    const path = routeOf(routes.gameKeys, { code, family: kind });
    const screen = path === undefined ? undefined : matchRoute(routes, path)?.route.screen;
    return screen !== undefined && ofMatches.has(screen)
      ? []
      : [{ code: 'SPORT_ROUTE', pointer: '/code', details: { code, path: path ?? '' } }];
  };
};

const codeOfItsOwn: MakeChecker = (neighbours) => {
  const takenCodes = codesTaken(neighbours);
  return (document) => codeFindings(document, takenCodes(document));
};

/** What a quiz asks about: games in force, or as they are written. */
const quizInSet: MakeChecker = (neighbours) => {
  const families = neighbours.families();
  const draws = new Map<string, QuizSourceGame | null>(neighbours.codes('game').map((code) => [code, null]));
  for (const document of neighbours.inForce('game')) {
    const game = document as unknown as GameDescription;
    const family = game.family === undefined ? undefined : families.get(game.family);
    const zones = (game.draw ?? family?.draw)?.zones;
    draws.set(game.code, zones === undefined ? null : { zones, sets: game.sets ?? family?.sets ?? [] });
  }
  const files = new Map((neighbours.inForce('sport') as unknown as readonly SportFile[]).map((file) => [file.code, file]));
  const sports = new Map<string, SportDescription | null>(neighbours.codes('sport').map((code) => [code, null]));
  for (const file of files.values()) {
    const base = file.like === undefined ? undefined : files.get(file.like);
    sports.set(file.code, file.like !== undefined && base === undefined ? null : resolveSport(file, base));
  }
  return (document) => quizInSetFindings(document as unknown as QuizDescription, { draws, sports });
};

const outrightCup: MakeChecker = (neighbours) => {
  const cups = (neighbours.inForce('league') as unknown as readonly LeagueDescription[]).flatMap(({ code, cup }) => (cup ? [code] : []));
  return (document) => {
    const { cup } = document as unknown as OutrightDescription;
    return cups.includes(cup) ? [] : [{ code: 'OUTRIGHT_CUP', pointer: '/cup', details: unknownNameDetails(cup, cups) }];
  };
};

/** The descriptions of the app itself. They do not depend on the list of games: a new game causes no check of screens. */
const APP = ['terms', 'functions', 'list', 'brand', 'screen', 'routes', 'menu'];

/** A document that the app cannot do without while it is the only one of its kind. */
const last = (_code: string, others: readonly string[]): boolean => others.length === 0;

/** In the order of the report. */
export const KIND_CHECKERS: readonly KindCheckers[] = [
  { kind: 'terms', checks: [], needed: last },
  { kind: 'functions', checks: [], needed: last },
  { kind: 'list', checks: [] },
  { kind: 'brand', reads: APP, checks: [brandTabs], needed: last },
  { kind: 'screen', reads: APP, checks: [screenSense], needed: (code) => BUILT_IN_SCREENS.includes(code) },
  { kind: 'routes', reads: APP, checks: [routesLinks], firstAnyway: true, needed: last },
  { kind: 'menu', reads: APP, checks: [menuLinks], firstAnyway: true, needed: (code) => code === CODES_MENU },
  { kind: 'family', checks: [familyLinks] },
  { kind: 'calendar', checks: [] },
  { kind: 'game', within: ['family', 'calendar'], checks: [gameInSet] },
  { kind: 'passes', checks: [] },
  { kind: 'league', checks: [] },
  { kind: 'sport', within: ['sport', 'passes'], checks: [sportInSet, codeOfItsOwn, sportRoute] },
  { kind: 'outright', checks: [outrightCup, codeOfItsOwn] },
  { kind: 'scratch', checks: [] },
  { kind: 'small', checks: [codeOfItsOwn] },
  { kind: 'quiz', checks: [quizInSet] },
  { kind: 'product', checks: [checkProductNames] },
  { kind: 'activity', checks: [checkActivityNames] },
  { kind: 'help', checks: [checkHelpNames] },
  { kind: 'article', checks: [checkArticleNames] },
  { kind: 'bulletin', checks: [] },
  { kind: 'banner', checks: [checkBannerTarget] },
];

/** The same for a server that shows one brand: that one is needed. */
export const kindCheckersFor = (brand: string | undefined, kinds: readonly KindCheckers[] = KIND_CHECKERS): readonly KindCheckers[] =>
  brand === undefined
    ? kinds
    : kinds.map((one) => (one.kind === 'brand' ? { ...one, needed: (code, others) => code === brand || last(code, others) } : one));
