/** One search over games, help, articles, matches and players; by Chinese, pinyin and initials. Games and texts are looked up in memory. */
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { formatInstant } from '../../engine/descriptions/screens/time.ts';
import { type Findable, find, findable, type SearchEntry, termsOf } from '../../engine/search/find.ts';
import { plainText } from '../../engine/search/plain-text.ts';
import { simplified, spellings } from '../../engine/search/simplified.ts';
import type { ContentServices } from './services.ts';
import { productOffset } from '../catalog/index.ts';
import { readPeople, parseUserId } from '../accounts/index.ts';
import SETTINGS from './content.json' with { type: 'json' };
import { allHelp, shownArticles } from './pages.ts';
import { findTeam } from '../../engine/descriptions/sports/teams.ts';
import { pinyinOf } from './pinyin.ts';

export type SearchHit = {
  readonly title: string;
  readonly note: string;
  readonly to: string;
  readonly icon: string;
  readonly tone: string;
};
export interface SearchGroup {
  readonly kind: 'game' | 'help' | 'article' | 'match' | 'user';
  readonly items: readonly SearchHit[];
}

/** The search list belongs to one description index. Articles appear and end by the clock, so a list is used for at most a minute. */
const CACHE_MS = 60_000;
let cachedIndex: { readonly index: DescriptionIndex; readonly at: number; readonly entries: readonly Findable[] } | undefined;

const entry = (kind: 'game' | 'help' | 'article', hit: SearchHit, words: readonly string[]): Findable =>
  findable({ kind, ...hit, words, pinyin: pinyinOf(hit.title) });

function entriesOf(context: ContentServices): readonly Findable[] {
  const index = context.publication.index();
  const now = performance.now();
  if (cachedIndex !== undefined && cachedIndex.index === index && now - cachedIndex.at < CACHE_MS) return cachedIndex.entries;
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
  cachedIndex = { index, at: now, entries: [...games, ...help, ...articles] };
  return cachedIndex.entries;
}

function texts(context: ContentServices, q: string): SearchGroup[] {
  const all = find(entriesOf(context), q);
  return (['game', 'help', 'article'] as const).map((kind) => ({
    kind,
    items: all
      .filter((each) => each.kind === kind)
      .slice(0, SETTINGS.searchEach)
      .map(shown),
  }));
}

/** What phones keep and search in by themselves: games and help. Articles come and go, and are the server's to find. */
export function searchIndexOf(context: ContentServices): { entries: (SearchEntry & { kind: 'game' | 'help' })[] } {
  const entries = entriesOf(context).flatMap(({ kind, title, note, to, icon, tone, words, pinyin }) =>
    kind === 'game' || kind === 'help' ? [{ kind, title, note, to, icon, tone, words: [...words], pinyin } as const] : [],
  );
  return { entries };
}

const shown = ({ title, note, to, icon, tone }: SearchHit): SearchHit => ({ title, note, to, icon, tone });

/** Players by the beginning of their nickname, or by their public number. Login names are nobody's business. */
async function users(context: ContentServices, q: string): Promise<SearchHit[]> {
  const trimmedQuery = q.trim();
  if ([...trimmedQuery].length < 2) return [];
  const { rows } = await context.database.query<{ user_id: number }>(
    `SELECT user_id FROM profiles WHERE lower(nickname) LIKE ANY($1::text[]) ORDER BY lower(nickname), user_id LIMIT $2`,
    [spellings(trimmedQuery).map((each) => `${each.replace(/[\\%_]/g, '\\$&')}%`), SETTINGS.searchEach],
    'search-users',
  );
  const number = parseUserId(plainText(trimmedQuery));
  const people = await readPeople(context.database, [...(number === undefined ? [] : [number]), ...rows.map(({ user_id }) => user_id)]);
  return [...people.values()].map(({ mid, name, level }) => ({
    title: name,
    note: `V${level}`,
    to: `/homePage?mid=${mid}`,
    icon: 'user',
    tone: 'blue',
  }));
}

/** How long ago (ms) a match that is still played may have begun: what is later put off or never ended is no find. */
const PLAYED_MS = 4 * 3_600_000;

/** Matches of teams whose name has it, to come or as they are played, each with the game that sells it. */
async function matches(context: ContentServices, q: string): Promise<SearchHit[]> {
  const [term] = termsOf(q);
  if (term === undefined || term.length < 2) return [];
  const leagues = context.sports.leagues();
  const teams = [...leagues.values()].flatMap(({ code, teams: all }) =>
    all.flatMap((team) => {
      const has =
        plainText(team.name).includes(term) || (/^[a-z]+$/.test(term) && pinyinOf(team.name).replaceAll(' ', '').startsWith(term));
      return has ? [{ league: code, team: team.code }] : [];
    }),
  );
  if (teams.length === 0) return [];
  // Of two games that sell it the one that stands first in the menu.
  const games = context.sports.all().map(({ sport }) => sport);
  const order = games.toSorted((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0)).map(({ code }) => code);
  const { rows } = await context.database.query<{
    id: string;
    sport: string;
    league: string;
    home: string;
    away: string;
    starts_at: number;
    state: string;
    game: string | null;
  }>(
    `SELECT id, sport, league, home, away, starts_at, state,
            (SELECT o.game FROM offers o WHERE o.match_id = m.id ORDER BY array_position($4::text[], o.game) LIMIT 1) AS game
       FROM matches m
      WHERE starts_at > caipu_now_ms() - $5::bigint AND state IN ('scheduled', 'first', 'half', 'second', 'extra')
        AND EXISTS (SELECT 1 FROM unnest($1::text[], $2::text[]) t(league, team) WHERE t.league = m.league AND t.team IN (m.home, m.away))
      ORDER BY starts_at, id LIMIT $3`,
    [teams.map(({ league }) => league), teams.map(({ team }) => team), SETTINGS.searchEach, order, PLAYED_MS],
    'search-matches',
  );
  const nameOf = (league: string, code: string): string => findTeam(leagues.get(league), code)?.name ?? code;
  const offset = productOffset(context.publication) / 60_000;
  return rows.map(({ id, sport, league, home, away, starts_at, state, game }) => {
    const sides = [nameOf(league, home), nameOf(league, away)];
    if (games.find(({ code }) => code === game)?.board?.awayFirst) sides.reverse();
    return {
      title: sides.join(' — '),
      note: `${leagues.get(league)?.name ?? ''} · ${state === 'scheduled' ? (formatInstant(starts_at, offset, 'minute') ?? '') : '进行中'}`,
      // A match that no game sells is shown all the same: its sport stands in the place of the game.
      to: `/match/${encodeURIComponent(id)}/${game ?? sport}`,
      icon: sport === 'basketball' ? 'basketball' : 'football',
      tone: 'green',
    };
  });
}

/** Without a word: what most look for. Nothing found: the same, to go on from. */
export function popularHits(context: ContentServices): SearchHit[] {
  return entriesOf(context)
    .filter(({ kind }) => kind === 'game')
    .slice(0, SETTINGS.searchHot)
    .map(shown);
}

export async function searchAll(context: ContentServices, q: string): Promise<SearchGroup[]> {
  if (termsOf(q).length === 0) return [];
  // Names and texts of the product are in simplified characters. A nickname may be in either.
  const words = simplified(q);
  const [hits, people] = await Promise.all([matches(context, words), users(context, q)]);
  const [games, help, articles] = texts(context, words) as [SearchGroup, SearchGroup, SearchGroup];
  return [games, { kind: 'match' as const, items: hits }, help, articles, { kind: 'user' as const, items: people }].filter(
    ({ items }) => items.length > 0,
  );
}
