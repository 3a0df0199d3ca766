/** From matches as openfootball writes them to ours: teams by the league’s description, kick-offs as instants. */
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { nearest } from '../../engine/descriptions/suggest.ts';
import { zonedTime } from '../../server/sports/feed/calendar.ts';
import type { MatchRow } from '../../server/sports/feed/match-rows.ts';
import type { WrittenMatch } from './read.ts';

/** What `matches.source` says of them. */
export const SOURCE = 'openfootball';
/** A file may leave the time out. */
const NO_TIME = '15:00';

export type ImportedMatch = Omit<MatchRow, 'version'>;

/** Mistakes name each unknown team once: it is mended in one place. */
export function judgeMatches(
  league: LeagueDescription,
  written: readonly WrittenMatch[],
): { readonly matches: readonly ImportedMatch[]; readonly mistakes: readonly string[] } {
  const codes = new Map<string, string>();
  for (const { code, name, keys = [] } of league.teams) for (const key of [code, name, ...keys]) codes.set(key.toLowerCase(), code);
  const unknown = new Map<string, string>();
  const codeOf = (name: string, at: string): string => {
    const code = codes.get(name.toLowerCase());
    if (code === undefined && !unknown.has(name)) unknown.set(name, at);
    return code ?? '';
  };
  const seen = new Map<string, string>();
  const mistakes: string[] = [];
  const matches = written.map((match) => {
    const [home, away] = [codeOf(match.home, match.at), codeOf(match.away, match.at)];
    const id = `${league.code}-of-${match.date.replaceAll('-', '')}-${home}-${away}`.toLowerCase();
    if (home !== '' && home === away) mistakes.push(`${match.at}: 主客是同一支球队 "${match.home}" / both sides are the same team`);
    else if (home !== '' && away !== '' && seen.has(id))
      mistakes.push(`${match.at}: 与 ${seen.get(id)} 是同一场 / the same match stands at ${seen.get(id)}`);
    seen.set(id, match.at);
    return rowOf(league, match, id, home, away);
  });
  const keys = [...codes.keys()];
  for (const [name, at] of unknown) {
    const guess = nearest(name.toLowerCase(), keys);
    const hint = guess === undefined ? '' : `（是不是 ${codes.get(guess)} / perhaps ${codes.get(guess)}）`;
    mistakes.push(
      `${at}: 不认识球队 "${name}"${hint}；写进 games/leagues/${league.code}.json 的 keys / the team "${name}" is not known; add it to the keys of games/leagues/${league.code}.json`,
    );
  }
  return { matches, mistakes };
}

function rowOf(league: LeagueDescription, match: WrittenMatch, id: string, home: string, away: string): ImportedMatch {
  const { full, half, penalties, round, group, ground, goals } = match;
  const cup =
    group !== undefined || ground !== undefined || league.cup !== undefined
      ? { edition: 0, round, ...(group ? { group } : {}), ...(ground ? { ground } : {}) }
      : null;
  return {
    id,
    sport: league.sport,
    league: league.code,
    home,
    away,
    starts_at: instantOf(match, league.zone),
    state: full === undefined ? 'scheduled' : 'finished',
    clock: null,
    measures: full === undefined ? {} : pairs({ full, half, penalties }),
    events: goals.map(({ minute, kind, side, player }) => ({ minute, kind, side, ...(player === '' ? {} : { player }) })),
    cards: null,
    source: SOURCE,
    cup,
    next_at: null,
  };
}

function pairs(measures: Readonly<Record<string, readonly [number, number] | undefined>>): Record<string, [number, number]> {
  return Object.fromEntries(Object.entries(measures).flatMap(([code, pair]) => (pair === undefined ? [] : [[code, [pair[0], pair[1]]]])));
}

/** The wall clock of the ground, or of the zone that the file names. */
export function instantOf({ date, time = NO_TIME }: Pick<WrittenMatch, 'date' | 'time'>, zone: string): number {
  const [clock = NO_TIME, utc] = time.split(' UTC');
  const padded = clock.padStart(5, '0');
  if (utc === undefined) return zonedTime(date, padded, zone);
  return Date.parse(`${date}T${padded}:00Z`) - Number(utc === '' ? 0 : utc) * 3_600_000;
}
