/** One search over games, help, articles, matches and players; by Chinese, pinyin and initials. Games and texts are looked up in memory. */
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { Context } from '../context.ts';
import { peopleOf, userIdOf } from '../people/person.ts';
import SETTINGS from './content.json' with { type: 'json' };
import { allHelp, shownArticles } from './pages.ts';
import { pinyinOf } from './pinyin.ts';

export type Found = { readonly title: string; readonly note: string; readonly to: string; readonly icon: string; readonly tone: string };
export interface Group {
  readonly kind: 'game' | 'help' | 'article' | 'match' | 'user';
  readonly items: readonly Found[];
}

interface Entry extends Found {
  readonly kind: 'game' | 'help' | 'article';
  readonly words: readonly string[];
  readonly full: string;
  readonly initials: string;
}

/** Of the description index that it was made of; articles come and go with the clock, so a list serves for a minute. */
const SERVES_MS = 60_000;
let known: { readonly index: DescriptionIndex; readonly at: number; readonly entries: readonly Entry[] } | undefined;

const entry = (kind: Entry['kind'], found: Found, words: readonly string[]): Entry => ({
  kind,
  ...found,
  words: words.map((word) => word.toLowerCase()),
  ...pinyinOf(found.title),
});

function entriesOf(context: Context): readonly Entry[] {
  const index = context.publication.index();
  const now = performance.now();
  if (known !== undefined && known.index === index && now - known.at < SERVES_MS) return known.entries;
  const games = index.games.flatMap(({ code, name, menu, disabled }) =>
    disabled === undefined
      ? [
          entry(
            'game',
            { title: name, note: menu.tagline ?? '', to: `game:${code}`, icon: menu.icon ?? 'balls', tone: menu.tone ?? 'red' },
            [code],
          ),
        ]
      : [],
  );
  const help = allHelp(context).map(({ type, name, title, note, words }) =>
    entry('help', { title, note, to: `/helpDetail/${type}/${name}`, icon: 'help', tone: 'blue' }, words),
  );
  const articles = shownArticles(context).map(({ article: { code, title, summary, icon, words = [] } }) =>
    entry('article', { title, note: summary, to: `/articleDetail?id=${code}`, icon: icon.name, tone: icon.tone ?? 'ink' }, words),
  );
  known = { index, at: now, entries: [...games, ...help, ...articles] };
  return known.entries;
}

/** The smaller, the nearer; undefined: it does not have this word. */
function rankOf({ title, words, full, initials, note }: Entry, term: string): number | undefined {
  const name = title.toLowerCase();
  if (name === term || words.includes(term)) return 0;
  if (name.startsWith(term)) return 1;
  if (/^[a-z0-9]+$/.test(term)) {
    if (initials.startsWith(term) || full.startsWith(term)) return 2;
    if (term.length > 1 && (initials.includes(term) || full.includes(term))) return 5;
  }
  if (name.includes(term)) return 3;
  if (words.some((word) => word.includes(term))) return 4;
  return note.toLowerCase().includes(term) ? 6 : undefined;
}

const termsOf = (q: string): string[] =>
  q
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');

function texts(context: Context, q: string): Group[] {
  const terms = termsOf(q);
  const ranked = entriesOf(context).flatMap((each, order) => {
    const ranks = terms.map((term) => rankOf(each, term));
    return ranks.includes(undefined) ? [] : [{ each, order, rank: Math.max(...(ranks as number[])) }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order);
  return (['game', 'help', 'article'] as const).map((kind) => ({
    kind,
    items: ranked
      .filter(({ each }) => each.kind === kind)
      .slice(0, SETTINGS.searchEach)
      .map(({ each }) => shown(each)),
  }));
}

const shown = ({ title, note, to, icon, tone }: Found): Found => ({ title, note, to, icon, tone });

/** Players by the beginning of their nickname, or by their public number. Login names are nobody's business. */
async function users(context: Context, q: string): Promise<Found[]> {
  const wanted = q.trim();
  if ([...wanted].length < 2) return [];
  const { rows } = await context.database.query<{ user_id: number }>(
    `SELECT user_id FROM profiles WHERE lower(nickname) LIKE $1 ORDER BY lower(nickname), user_id LIMIT $2`,
    [`${wanted.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`, SETTINGS.searchEach],
    'search-users',
  );
  const number = userIdOf(wanted);
  const people = await peopleOf(context.database, [...(number === undefined ? [] : [number]), ...rows.map(({ user_id }) => user_id)]);
  return [...people.values()].map(({ mid, name, level }) => ({
    title: name,
    note: `V${level}`,
    to: `/homePage?mid=${mid}`,
    icon: 'user',
    tone: 'blue',
  }));
}

/** Matches to come of teams whose name has it. */
async function matches(context: Context, q: string): Promise<Found[]> {
  const [term] = termsOf(q);
  if (term === undefined || term.length < 2) return [];
  const leagues = context.sports.leagues();
  const teams = [...leagues.values()].flatMap(({ code, teams: all }) =>
    all.flatMap((team) => {
      const has = team.name.toLowerCase().includes(term) || (/^[a-z]+$/.test(term) && pinyinOf(team.name).full.startsWith(term));
      return has ? [{ league: code, team: team.code }] : [];
    }),
  );
  if (teams.length === 0) return [];
  const { rows } = await context.database.query<{ league: string; home: string; away: string; starts_at: number }>(
    `SELECT league, home, away, starts_at FROM matches m
      WHERE starts_at > caipu_now_ms() AND EXISTS (SELECT 1 FROM unnest($1::text[], $2::text[]) t(league, team)
            WHERE t.league = m.league AND t.team IN (m.home, m.away))
      ORDER BY starts_at, id LIMIT $3`,
    [teams.map(({ league }) => league), teams.map(({ team }) => team), SETTINGS.searchEach],
    'search-matches',
  );
  const nameOf = (league: string, code: string): string => leagues.get(league)?.teams.find((team) => team.code === code)?.name ?? code;
  return rows.map(({ league, home, away }) => ({
    title: `${nameOf(league, home)} — ${nameOf(league, away)}`,
    note: leagues.get(league)?.name ?? '',
    to: '/scores?tab=coming',
    icon: 'football',
    tone: 'green',
  }));
}

/** Without a word: what most look for. Nothing found: the same, to go on from. */
export function hotOf(context: Context): Found[] {
  return entriesOf(context)
    .filter(({ kind }) => kind === 'game')
    .slice(0, SETTINGS.searchHot)
    .map(shown);
}

export async function searchAll(context: Context, q: string): Promise<Group[]> {
  if (termsOf(q).length === 0) return [];
  const [found, people] = await Promise.all([matches(context, q), users(context, q)]);
  const [games, help, articles] = texts(context, q) as [Group, Group, Group];
  return [games, { kind: 'match' as const, items: found }, help, articles, { kind: 'user' as const, items: people }].filter(
    ({ items }) => items.length > 0,
  );
}
