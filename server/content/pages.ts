/** Help pages and articles in force: contents, order and names. */
import { fill, parseWallClock, productOffset } from '../catalog/index.ts';
import { displayState } from './display-state.ts';
import { piecesOf } from '../../engine/descriptions/content/markup.ts';
import type { ArticleDescription, HelpDescription, Piece } from '../../engine/descriptions/content/types.ts';
import type { ContentServices } from './services.ts';
import SETTINGS from './content.json' with { type: 'json' };
import { type GameWithRules, gamesWithRules, rulesPageOf } from './game-rules.ts';
import { RULES_TEXT } from './rules-text.ts';

/** The group of pages that rules of games stand in. */
export const GAME_RULES_GROUP = 'games';

export interface ListItem {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

const lists = new Map<string, readonly ListItem[]>();

/** Items of a list description in force; a version never changes. */
export function listItems({ publication }: Pick<ContentServices, 'publication'>, code: string): readonly ListItem[] {
  const hash = publication.index().documents.list?.[code];
  if (hash === undefined) return [];
  const cachedItems = lists.get(hash);
  if (cachedItems !== undefined) return cachedItems;
  const { items = [] } = JSON.parse(publication.document('list', code, hash) ?? '{}') as { items?: readonly ListItem[] };
  lists.set(hash, items);
  return items;
}

export interface HelpItem {
  readonly type: string;
  readonly name: string;
  readonly title: string;
  readonly note: string;
}

const LAST = 100_001;
const helpRow = ({ group, code, title, note = '' }: HelpDescription): HelpItem => ({ type: group, name: code, title, note });
const rulesRow = ({ code, name }: GameWithRules): HelpItem => ({
  type: GAME_RULES_GROUP,
  name: code.toLowerCase(),
  title: fill(RULES_TEXT.title, { name }),
  note: RULES_TEXT.note,
});

/** Written pages of a group, or of all, in their order. */
function written({ publication }: Pick<ContentServices, 'publication'>, group?: string): HelpDescription[] {
  return [...publication.helps().values()]
    .filter((help) => group === undefined || help.group === group)
    .sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.code < b.code ? -1 : 1));
}

export function helpGroups(context: ContentServices) {
  const games = gamesWithRules(context).length;
  return listItems(context, 'help-groups').map(({ value, label, note = '' }) => ({
    type: value,
    title: label,
    note,
    count: written(context, value).length + (value === GAME_RULES_GROUP ? games : 0),
  }));
}

export const topHelp = (context: ContentServices): HelpItem[] =>
  written(context)
    .filter(({ top }) => top === true)
    .map(helpRow);

/** All pages of the help, those of games too: for the search. */
export const allHelp = (context: ContentServices): (HelpItem & { readonly words: readonly string[] })[] => [
  ...written(context).map((help) => ({ ...helpRow(help), words: help.words ?? [] })),
  ...gamesWithRules(context).map((game) => ({ ...rulesRow(game), words: [game.name] })),
];

export function helpOfType(context: ContentServices, type: string) {
  const group = listItems(context, 'help-groups').find(({ value }) => value === type);
  if (group === undefined) return undefined;
  const articleRows = written(context, type).map(helpRow);
  const { sections } = RULES_TEXT;
  const games = type === GAME_RULES_GROUP ? gamesWithRules(context) : [];
  const bySection = Object.entries(sections).flatMap(([section, title]) => {
    const items = games.filter((game) => game.section === section).map(rulesRow);
    return items.length === 0 ? [] : [{ title, items }];
  });
  const first = articleRows.length === 0 ? [] : [{ title: type === GAME_RULES_GROUP ? sections.general : '', items: articleRows }];
  return { type, title: group.label, note: group.note ?? '', sections: [...first, ...bySection] };
}

export interface HelpPage extends HelpItem {
  readonly group: string;
  readonly body: readonly Piece[];
  readonly related: readonly HelpItem[];
}

/** A page by its group and code; of games also by a game's code, in whatever case. */
export async function helpPage(context: ContentServices, type: string, name: string): Promise<HelpPage | undefined> {
  const group = listItems(context, 'help-groups').find(({ value }) => value === type);
  if (group === undefined) return undefined;
  const pages = written(context, type);
  const page = pages.find(({ code }) => code === name);
  if (page !== undefined) {
    const named = (page.related ?? []).flatMap((code) => context.publication.helps().get(code) ?? []);
    const related = named.length > 0 ? named : pages.filter(({ code }) => code !== name);
    return { ...helpRow(page), group: group.label, body: piecesOf(page.body), related: related.slice(0, SETTINGS.related).map(helpRow) };
  }
  if (type !== GAME_RULES_GROUP) return undefined;
  const games = gamesWithRules(context);
  const game = games.find(({ code }) => code.toLowerCase() === name.toLowerCase());
  if (game === undefined) return undefined;
  // The neighbours in the list, so that a reader that goes from one to the next sees all.
  const others = games.filter(({ section, code }) => section === game.section && code !== game.code);
  const at = games.filter(({ section }) => section === game.section).indexOf(game);
  const around = [...others.slice(at), ...others.slice(0, at)].slice(0, SETTINGS.related);
  return { ...rulesRow(game), group: group.label, body: await rulesPageOf(game), related: around.map(rulesRow) };
}

export interface ShownArticle {
  readonly article: ArticleDescription;
  readonly at: number;
}

/** Articles that are shown now: pinned ones first, then the newest. */
export function shownArticles(context: Pick<ContentServices, 'publication' | 'clock'>, type?: string): ShownArticle[] {
  const offset = productOffset(context.publication);
  const now = context.clock.now();
  return [...context.publication.articles().values()]
    .filter((article) => type === undefined || article.type === type)
    .map((article) => ({ article, at: parseWallClock(article.at, offset) }))
    .filter(({ article }) => displayState(article, now, offset) === 'shown')
    .sort(
      (a, b) =>
        Number(b.article.pinned ?? false) - Number(a.article.pinned ?? false) || b.at - a.at || (a.article.code < b.article.code ? -1 : 1),
    );
}

/** What it says, with a button for each game that it is about. */
export function articleBody(context: ContentServices, { body, games = [] }: ArticleDescription): Piece[] {
  const pieces = piecesOf(body);
  const linked = new Set(pieces.flatMap((piece) => (piece.kind === 'button' ? [piece.target] : [])));
  const buttons = context.publication.index().games.flatMap(({ code, name, disabled }): Piece[] => {
    const target = `game:${code}`;
    if (!games.includes(code) || linked.has(target) || disabled !== undefined) return [];
    return [{ kind: 'button', text: fill(RULES_TEXT.play, { name }), target }];
  });
  return [...pieces, ...buttons];
}
