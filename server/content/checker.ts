/**
 * What help pages and articles name must be there: groups, other pages, and wherever a link leads. Games are another matter: the texts come
 * with the product, and which games are sold is the operator's. A name that is like that of a game is told as a slip of the pen; any other
 * is taken for a game that is not sold here, and the phone says so to who opens it.
 */
import { linksOf } from '../../engine/descriptions/content/markup.ts';
import type { ArticleDescription, HelpDescription } from '../../engine/descriptions/content/types.ts';
import type { Finding, ProblemDetails } from '../../engine/descriptions/problem.ts';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import { unknownName } from '../../engine/descriptions/sense/report.ts';
import { nearest } from '../../engine/descriptions/suggest.ts';
import type { MakeChecker, Neighbours } from '../descriptions/checkers.ts';
import { CATALOGUE } from '../descriptions/vocabulary.ts';

/** Kinds of games that have a page of rules, the first three with a route of their own. */
const PLAYED = ['game', 'sport', 'outright'] as const;
const RULED = [...PLAYED, 'scratch', 'small'] as const;

const valuesOf = (neighbours: Neighbours, code: string): string[] => {
  const found = neighbours.asWritten('list').find((list) => list.code === code) as { items?: readonly { value: string }[] } | undefined;
  return (found?.items ?? []).map(({ value }) => value);
};

const misnamed = (what: string, pointer: string, name: string, known: readonly string[]): Finding[] =>
  known.includes(name) ? [] : [{ code: 'CONTENT_NAME', pointer, details: { what, ...unknownName(name, known) } }];

interface Targets {
  /** Why it leads nowhere; undefined: it leads somewhere. */
  readonly fault: (target: string) => ProblemDetails | undefined;
  /** The same of an address that is a game's. */
  readonly gameFault: (target: string) => ProblemDetails | undefined;
}

/** Where the rules of a game are: its code follows. */
const RULES_OF = '/helpDetail/games/';
const isGames = (target: string): boolean => target.startsWith('game:') || target.startsWith(RULES_OF);

function targetsOf(neighbours: Neighbours): Targets {
  const routes = neighbours.inForce('routes')[0] as unknown as RoutesDescription | undefined;
  const played = PLAYED.flatMap((kind) => neighbours.codes(kind));
  const ruled = RULED.flatMap((kind) => neighbours.codes(kind)).map((code) => code.toLowerCase());
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
  return {
    gameFault: (target) => {
      if (!isGames(target)) return undefined;
      if (target.startsWith('game:')) return among(played, target.slice(5), 'game:');
      const pages = helps.filter(({ group }) => group === 'games').map(({ code }) => code);
      return among([...pages, ...ruled], target.slice(RULES_OF.length), RULES_OF);
    },
    fault: (target) => {
      if (isGames(target)) return undefined;
      if (target.startsWith('menu:')) return menus.length === 0 ? undefined : among(menus, target.slice(5), 'menu:');
      if (!/^\/(?!\/)/.test(target)) return { name: target };
      if (routes === undefined) return undefined;
      const [path = '', query = ''] = target.split('?', 2);
      const match = matchRoute(routes, path);
      if (match?.route.screen === undefined)
        return {
          name: target,
          guess:
            nearest(
              path,
              routes.routes.map((route) => route.path),
            ) ?? '',
        };
      return pageFault(match.route.path, new URLSearchParams(query), match.params);
    },
  };
}

function guessOf(prefix: string, name: string, names: readonly string[]): string {
  const guess = nearest(name, names);
  return guess === undefined ? '' : `${prefix}${guess}`;
}

const bodyFindings = (body: readonly string[], fault: Targets['fault']): Finding[] =>
  linksOf(body).flatMap(({ pointer, target }): Finding[] => {
    const details = fault(target);
    return details === undefined ? [] : [{ code: 'CONTENT_TARGET', pointer, details }];
  });

export const helpNames: MakeChecker = (neighbours) => {
  const targets = targetsOf(neighbours);
  const groups = valuesOf(neighbours, 'help-groups');
  const codes = neighbours.codes('help');
  const games = new Set(RULED.flatMap((kind) => neighbours.codes(kind)).map((code) => code.toLowerCase()));
  return (document) => {
    const { code, group, related = [], body } = document as unknown as HelpDescription;
    return [
      ...(games.has(code.toLowerCase())
        ? [{ code: 'DUPLICATE', pointer: '/code', details: { name: code, what: '游戏|games' } } as const]
        : []),
      ...misnamed('帮助分类|group of help pages', '/group', group, groups),
      ...related.flatMap((name, at) => misnamed('帮助|help page', `/related/${at}`, name, codes)),
      ...bodyFindings(body, targets.fault),
    ];
  };
};

export const articleNames: MakeChecker = (neighbours) => {
  const targets = targetsOf(neighbours);
  const types = valuesOf(neighbours, 'article-types');
  return (document) => {
    const { type, body } = document as unknown as ArticleDescription;
    return [...misnamed('资讯分类|type of articles', '/type', type, types), ...bodyFindings(body, targets.fault)];
  };
};

/** Games that a help page or an article names and that are called otherwise. */
export const contentGames: MakeChecker = (neighbours) => {
  const targets = targetsOf(neighbours);
  const games = PLAYED.flatMap((kind) => neighbours.codes(kind));
  return (document) => {
    const { games: named = [], body } = document as unknown as Partial<ArticleDescription> & Pick<ArticleDescription, 'body'>;
    const findings = [
      ...named.flatMap((name, at) => misnamed('彩种|game', `/games/${at}`, name, games)),
      ...bodyFindings(body, targets.gameFault),
    ];
    return findings.filter(({ details }) => details?.guess);
  };
};
