/** Texts of the house among the other files: what they name (engine/descriptions/content/names.ts) is looked up in the set. */
import {
  articleNameFindings,
  bannerNameFindings,
  helpNameFindings,
  type TextNames,
  type TextPages,
} from '../../engine/descriptions/content/names.ts';
import type { ArticleDescription, BannerDescription, HelpDescription } from '../../engine/descriptions/content/types.ts';
import type { MakeChecker, DocumentSet } from './checkers.ts';
import { CODES_MENU, publishedRoutes } from './vocabulary.ts';
import { PRODUCT_GAMES } from './generated/product-games.ts';

/** Kinds of games that have a page of rules, the first three with a route of their own. */
const PLAYED = ['game', 'sport', 'outright'] as const;
const RULED = [...PLAYED, 'scratch', 'small'] as const;

const valuesOf = (neighbours: DocumentSet, code: string): string[] => {
  const found = neighbours.inForce('list').find((list) => list.code === code) as { items?: readonly { value: string }[] } | undefined;
  return (found?.items ?? []).map(({ value }) => value);
};

/** Games of these kinds: those that are sold here, and those that the product comes with. */
const gamesOf = (neighbours: DocumentSet, kinds: readonly (typeof RULED)[number][]): readonly string[] => [
  ...new Set(kinds.flatMap((kind) => [...neighbours.codes(kind), ...PRODUCT_GAMES[kind]])),
];

const PAGES: TextPages = {
  rules: '/helpDetail/games/',
  helpGroup: '/helpType/{type}',
  help: '/helpDetail/{type}/{name}',
  article: '/articleDetail',
};

export function knownTextNames(neighbours: DocumentSet): TextNames {
  const routes = publishedRoutes(neighbours);
  const helps = neighbours.inForce('help') as unknown as readonly HelpDescription[];
  const catalogue = neighbours.inForce('menu').find(({ code }) => code === CODES_MENU) as
    | { readonly entries?: readonly { readonly code: string }[] }
    | undefined;
  return {
    ...(routes === undefined ? {} : { routes }),
    pages: PAGES,
    played: gamesOf(neighbours, PLAYED),
    ruled: gamesOf(neighbours, RULED).map((code) => code.toLowerCase()),
    ownRules: RULED.flatMap((kind) => neighbours.codes(kind)).map((code) => code.toLowerCase()),
    helps: helps.map(({ code, group }) => ({ code, group })),
    helpCodes: neighbours.codes('help'),
    articles: neighbours.codes('article'),
    helpGroups: valuesOf(neighbours, 'help-groups'),
    articleTypes: valuesOf(neighbours, 'article-types'),
    menus: (catalogue?.entries ?? []).map(({ code }) => code),
  };
}

/** The names are gathered once for a look at the folders. */
const makeNameChecker =
  <D>(findings: (document: D, names: TextNames) => ReturnType<typeof bannerNameFindings>): MakeChecker =>
  (neighbours) => {
    const names = knownTextNames(neighbours);
    return (document) => findings(document as D, names);
  };

export const checkHelpNames = makeNameChecker<HelpDescription>(helpNameFindings);
export const checkArticleNames = makeNameChecker<ArticleDescription>(articleNameFindings);
export const checkBannerTarget = makeNameChecker<BannerDescription>(bannerNameFindings);
