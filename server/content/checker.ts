/**
 * What help pages and articles name must be there: groups, other pages, and wherever a link leads. A game must be one that is sold here or one
 * that the product comes with: the texts come with it too, and which of its games are sold is the operator's. The phone says to who opens
 * one that is not sold here that it is not.
 */
import { linksOf } from '../../engine/descriptions/content/markup.ts';
import type { ArticleDescription, BannerDescription, HelpDescription } from '../../engine/descriptions/content/types.ts';
import type { Finding, ProblemDetails } from '../../engine/descriptions/problem.ts';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import { unknownName } from '../../engine/descriptions/sense/report.ts';
import { nearest } from '../../engine/descriptions/suggest.ts';
import type { MakeChecker, Neighbours } from '../descriptions/checkers.ts';
import { CATALOGUE } from '../descriptions/vocabulary.ts';
import { PRODUCT_GAMES } from './generated/product-games.ts';

/** Kinds of games that have a page of rules, the first three with a route of their own. */
const PLAYED = ['game', 'sport', 'outright'] as const;
const RULED = [...PLAYED, 'scratch', 'small'] as const;

const valuesOf = (neighbours: Neighbours, code: string): string[] => {
  const found = neighbours.asWritten('list').find((list) => list.code === code) as { items?: readonly { value: string }[] } | undefined;
  return (found?.items ?? []).map(({ value }) => value);
};

const misnamed = (what: string, pointer: string, name: string, known: readonly string[]): Finding[] =>
  known.includes(name) ? [] : [{ code: 'CONTENT_NAME', pointer, details: { what, ...unknownName(name, known) } }];

/** Games of these kinds: those that are sold here, and those that the product comes with. */
const gamesOf = (neighbours: Neighbours, kinds: readonly (typeof RULED)[number][]): readonly string[] => [
  ...new Set(kinds.flatMap((kind) => [...neighbours.codes(kind), ...PRODUCT_GAMES[kind]])),
];

/** Where the rules of a game are: its code follows. */
const RULES_OF = '/helpDetail/games/';

/** Gives for a target why it leads nowhere; undefined: it leads somewhere. */
function targetsOf(neighbours: Neighbours): (target: string) => ProblemDetails | undefined {
  const routes = neighbours.inForce('routes')[0] as unknown as RoutesDescription | undefined;
  const played = gamesOf(neighbours, PLAYED);
  const ruled = gamesOf(neighbours, RULED).map((code) => code.toLowerCase());
  const helps = neighbours.asWritten('help') as unknown as readonly HelpDescription[];
  const articles = neighbours.codes('article');
  const groups = valuesOf(neighbours, 'help-groups');
  const catalogue = neighbours.asWritten('menu').find(({ code }) => code === CATALOGUE) as
    | { readonly entries?: readonly { readonly code: string }[] }
    | undefined;
  const menus = (catalogue?.entries ?? []).map(({ code }) => code);

  const among = (names: readonly string[], name: string, prefix: string): ProblemDetails | undefined =>
    names.includes(name) ? undefined : { name: `${prefix}${name}`, guess: guessOf(prefix, name, names) };
  /** Pages whose route matches whatever is written in it. */
  const pageFault = (path: string, query: URLSearchParams, params: Readonly<Record<string, string>>): ProblemDetails | undefined => {
    if (path === '/helpType/{type}') return among(groups, params.type ?? '', '/helpType/');
    if (path === '/articleDetail') return among(articles, query.get('id') ?? '', '/articleDetail?id=');
    if (path !== '/helpDetail/{type}/{name}') return undefined;
    const { type = '', name = '' } = params;
    const inGroup = helps.filter(({ group }) => group === type).map(({ code }) => code);
    return among(inGroup, name, `/helpDetail/${type}/`);
  };
  return (target) => {
    if (target.startsWith('game:')) return among(played, target.slice('game:'.length), 'game:');
    if (target.startsWith('menu:')) return menus.length === 0 ? undefined : among(menus, target.slice('menu:'.length), 'menu:');
    if (target.startsWith(RULES_OF)) {
      const pages = helps.filter(({ group }) => group === 'games').map(({ code }) => code);
      return among([...pages, ...ruled], target.slice(RULES_OF.length), RULES_OF);
    }
    if (!/^\/(?!\/)/.test(target)) return { name: target };
    if (routes === undefined) return undefined;
    const [path = '', query = ''] = target.split('?', 2);
    const match = matchRoute(routes, path);
    if (match?.route.screen !== undefined) return pageFault(match.route.path, new URLSearchParams(query), match.params);
    const paths = routes.routes.map((route) => route.path);
    return { name: target, guess: nearest(path, paths) ?? '' };
  };
}

function guessOf(prefix: string, name: string, names: readonly string[]): string {
  const guess = nearest(name, names);
  return guess === undefined ? '' : `${prefix}${guess}`;
}

const bodyFindings = (body: readonly string[], fault: ReturnType<typeof targetsOf>): Finding[] =>
  linksOf(body).flatMap(({ pointer, target }): Finding[] => {
    const details = fault(target);
    return details === undefined ? [] : [{ code: 'CONTENT_TARGET', pointer, details }];
  });

export const helpNames: MakeChecker = (neighbours) => {
  const fault = targetsOf(neighbours);
  const groups = valuesOf(neighbours, 'help-groups');
  const codes = neighbours.codes('help');
  const ownRules = new Set(RULED.flatMap((kind) => neighbours.codes(kind)).map((code) => code.toLowerCase()));
  return (document) => {
    const { code, group, related = [], body } = document as unknown as HelpDescription;
    return [
      ...(ownRules.has(code.toLowerCase())
        ? [{ code: 'DUPLICATE', pointer: '/code', details: { name: code, what: '游戏|games' } } as const]
        : []),
      ...misnamed('帮助分类|group of help pages', '/group', group, groups),
      ...related.flatMap((name, at) => misnamed('帮助|help page', `/related/${at}`, name, codes)),
      ...bodyFindings(body, fault),
    ];
  };
};

export const articleNames: MakeChecker = (neighbours) => {
  const fault = targetsOf(neighbours);
  const types = valuesOf(neighbours, 'article-types');
  const played = gamesOf(neighbours, PLAYED);
  return (document) => {
    const { type, games = [], body } = document as unknown as ArticleDescription;
    return [
      ...misnamed('资讯分类|type of articles', '/type', type, types),
      ...games.flatMap((name, at) => misnamed('彩种|game', `/games/${at}`, name, played)),
      ...bodyFindings(body, fault),
    ];
  };
};

export const bannerTarget: MakeChecker = (neighbours) => {
  const fault = targetsOf(neighbours);
  return (document) => {
    const details = fault((document as unknown as BannerDescription).target);
    return details === undefined ? [] : [{ code: 'CONTENT_TARGET', pointer: '/target', details }];
  };
};
