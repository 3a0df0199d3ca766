/**
 * Checks the names in help pages, articles and banner slides: groups, other pages, and targets of links. A game must be one
 * that is sold here or one that the product ships: the texts are shipped too, and the operator chooses the games on sale. The
 * phone shows a message when a player opens a game that is not sold here.
 */
import type { Finding, ProblemDetails } from '../problem.ts';
import { matchRoute, type RoutesDescription } from '../routes.ts';
import { unknownNameDetails } from '../semantics/report.ts';
import { nearestName } from '../suggest.ts';
import { linksOf } from './markup.ts';
import type { ArticleDescription, BannerDescription, HelpDescription } from './types.ts';

/** Pages whose address names a text, by the paths of their routes. */
export interface TextPages {
  /** Where the rules of a game are: its code follows. */
  readonly rules: string;
  /** A group of help pages, named by {type}. */
  readonly helpGroup: string;
  /** A help page, named by {type} and {name}. */
  readonly help: string;
  /** An article, named by ?id. */
  readonly article: string;
}

/** The names among which a text of the house is judged. Plain data: the server sends them to where drafts are written. */
export interface TextNames {
  /** Routes in force; left out: none are known, and no address is judged. */
  readonly routes?: RoutesDescription;
  readonly pages: TextPages;
  /** Codes of games that have a page: those sold here, and those that the product comes with. */
  readonly played: readonly string[];
  /** Codes of games that have a page of rules, in lower case. */
  readonly ruled: readonly string[];
  /** Those of them that are sold here, in lower case: their page is made of the game. */
  readonly ownRules: readonly string[];
  readonly helps: readonly Pick<HelpDescription, 'code' | 'group'>[];
  /** Also of those whose files cannot be read: what names one of these is not wrong itself. */
  readonly helpCodes: readonly string[];
  readonly articles: readonly string[];
  readonly helpGroups: readonly string[];
  readonly articleTypes: readonly string[];
  /** Functions of the menu; none: they are not judged. */
  readonly menus: readonly string[];
}

export function helpNameFindings({ code, group, related = [], body }: HelpDescription, names: TextNames): Finding[] {
  return [
    ...(names.ownRules.includes(code.toLowerCase())
      ? [{ code: 'DUPLICATE', pointer: '/code', details: { name: code, what: '游戏|games' } } as const]
      : []),
    ...misnamed('帮助分类|group of help pages', '/group', group, names.helpGroups),
    ...related.flatMap((name, at) => misnamed('帮助|help page', `/related/${at}`, name, names.helpCodes)),
    ...bodyFindings(body, names),
  ];
}

export function articleNameFindings({ type, games = [], body }: ArticleDescription, names: TextNames): Finding[] {
  return [
    ...misnamed('资讯分类|type of articles', '/type', type, names.articleTypes),
    ...games.flatMap((name, at) => misnamed('彩种|game', `/games/${at}`, name, names.played)),
    ...bodyFindings(body, names),
  ];
}

export const bannerNameFindings = ({ target }: BannerDescription, names: TextNames): Finding[] => targetFindings('/target', target, names);

const misnamed = (what: string, pointer: string, name: string, known: readonly string[]): Finding[] =>
  known.includes(name) ? [] : [{ code: 'CONTENT_NAME', pointer, details: { what, ...unknownNameDetails(name, known) } }];

const bodyFindings = (body: readonly string[], names: TextNames): Finding[] =>
  linksOf(body).flatMap(({ pointer, target }) => targetFindings(pointer, target, names));

function targetFindings(pointer: string, target: string, names: TextNames): Finding[] {
  const details = faultOf(target, names);
  return details === undefined ? [] : [{ code: 'CONTENT_TARGET', pointer, details }];
}

/** Why a target leads nowhere; undefined: it leads somewhere. */
function faultOf(target: string, names: TextNames): ProblemDetails | undefined {
  const { routes, played, ruled, helps, menus, pages } = names;
  if (target.startsWith('game:')) return among(played, target.slice('game:'.length), 'game:');
  if (target.startsWith('menu:')) return menus.length === 0 ? undefined : among(menus, target.slice('menu:'.length), 'menu:');
  if (target.startsWith(pages.rules)) {
    const written = helps.filter(({ group }) => group === 'games').map(({ code }) => code);
    return among([...written, ...ruled], target.slice(pages.rules.length), pages.rules);
  }
  if (!/^\/(?!\/)/.test(target)) return { name: target };
  if (routes === undefined) return undefined;
  const [path = '', query = ''] = target.split('?', 2);
  const match = matchRoute(routes, path);
  if (match?.route.screen !== undefined) return pageFault(match.route.path, new URLSearchParams(query), match.params, names);
  const paths = routes.routes.map((route) => route.path);
  return { name: target, guess: nearestName(path, paths) ?? '' };
}

/** Of pages whose route matches whatever is written in it. */
function pageFault(
  path: string,
  query: URLSearchParams,
  params: Readonly<Record<string, string>>,
  { pages, helpGroups, articles, helps }: TextNames,
): ProblemDetails | undefined {
  const { type = '', name = '' } = params;
  const upTo = (last: string): string => path.slice(0, path.indexOf(last)).replace('{type}', type);
  if (path === pages.helpGroup) return among(helpGroups, type, upTo('{type}'));
  if (path === pages.article) return among(articles, query.get('id') ?? '', `${path}?id=`);
  if (path !== pages.help) return undefined;
  const inGroup = helps.filter(({ group }) => group === type).map(({ code }) => code);
  return among(inGroup, name, upTo('{name}'));
}

function among(names: readonly string[], name: string, prefix: string): ProblemDetails | undefined {
  if (names.includes(name)) return undefined;
  const guess = nearestName(name, names);
  return { name: `${prefix}${name}`, guess: guess === undefined ? '' : `${prefix}${guess}` };
}
