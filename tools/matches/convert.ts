/** Converts the matches of an openfootball file into rows of the database: teams become codes of the league's description, kick-offs become Unix ms. */
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { nearestName } from '../../engine/descriptions/suggest.ts';
import { zonedTime } from '../../server/sports/feed/calendar.ts';
import type { MatchRow } from '../../server/sports/feed/match-rows.ts';
import type { WrittenMatch } from './read.ts';

/** Value of the column `matches.source` of imported matches. */
export const IMPORT_SOURCE = 'openfootball';
/** Kick-off of a match without a time in its file, as local time of the league. */
const NO_TIME = '15:00';

/** `written`: the match as read from the file; the check of results reads it. */
export type ImportedMatch = Omit<MatchRow, 'version'> & { readonly written: WrittenMatch };

export interface CheckedMatches {
  readonly matches: readonly ImportedMatch[];
  /** An unknown team is one mistake, however often the file names it: it is corrected in one place. */
  readonly mistakes: readonly string[];
  /** Number of ties whose teams are not known yet ("W76", "Winner Group A"). They are left out, since a later file names the teams. */
  readonly open: number;
}

export function convertMatches(league: LeagueDescription, written: readonly WrittenMatch[]): CheckedMatches {
  const teamOf = teamsOf(league);
  const unknown = new Map<string, string>();
  const codeOf = (name: string, at: string): string => {
    const code = teamOf(name);
    if (code === undefined && !unknown.has(name)) unknown.set(name, at);
    return code ?? '';
  };
  const isOpen = ({ home, away, full }: WrittenMatch): boolean =>
    full === undefined && [home, away].some((name) => teamOf(name) === undefined && PLACE.test(name));
  const seen = new Map<string, string>();
  const mistakes: string[] = [];
  const known = written.filter((match) => !isOpen(match));
  const matches = known.map((match) => {
    const [home, away] = [codeOf(match.home, match.at), codeOf(match.away, match.at)];
    const id = `${league.code}-of-${match.date.replaceAll('-', '')}-${home}-${away}`.toLowerCase();
    if (home !== '' && home === away) mistakes.push(`${match.at}: 主客是同一支球队 "${match.home}" / both sides are the same team`);
    else if (home !== '' && away !== '' && seen.has(id))
      mistakes.push(`${match.at}: 与 ${seen.get(id)} 是同一场 / the same match stands at ${seen.get(id)}`);
    seen.set(id, match.at);
    return rowOf(league, match, id, home, away);
  });
  const names = new Map(league.teams.flatMap(({ code, name, keys = [] }) => [code, name, ...keys].map((key) => [key.toLowerCase(), code])));
  for (const [name, at] of unknown) {
    const guess = nearestName(name.toLowerCase(), [...names.keys()]);
    const hint = guess === undefined ? '' : `（是不是 ${names.get(guess)} / perhaps ${names.get(guess)}）`;
    mistakes.push(
      `${at}: 不认识球队 "${name}"${hint}；写进 games/leagues/${league.code}.json 的 keys / the team "${name}" is not known; add it to the keys of games/leagues/${league.code}.json`,
    );
  }
  return { matches, mistakes, open: written.length - known.length };
}

/** A place in the draw of a cup instead of a team: A1, 2B, 3A/B/C, W76, L101, Winner Group A, Runner-up Match 5, Path C winner, TBD. */
const PLACE =
  /^([A-L][1-4]|[1-4](st|nd|rd)?[A-L](\/[A-L])*|[WLR]\d{1,3}|TB[DC]|[A-Z]{3}(\/[A-Z]{3})+)$|\b(winner|runner-up|loser|1st|2nd|3rd|path)\b/i;

/**
 * The code of a team by its name. Files write one club in several ways: with its country ("Inter (ITA)"), with or without FC, with or
 * without accents. An exact code, name or key of the league comes first; a loose form that two teams share finds neither.
 */
function teamsOf({ teams }: LeagueDescription): (name: string) => string | undefined {
  const exact = new Map<string, string>();
  const loose = new Map<string, string | undefined>();
  for (const { code, name, keys = [] } of teams)
    for (const key of [code, name, ...keys]) {
      exact.set(key.toLowerCase(), code);
      const form = looseForm(key);
      loose.set(form, loose.has(form) && loose.get(form) !== code ? undefined : code);
    }
  return (written) => {
    const name = written.replace(/\s*\([A-Z]{3}\)$/, '');
    return exact.get(name.toLowerCase()) ?? loose.get(looseForm(name));
  };
}

/** Words for the kind of a club. The loose form of a name leaves them out. */
const KINDS = new Set(['fc', 'afc', 'cf', 'sc', 'ac', 'as', 'ssc', 'us', 'fk', 'sk', 'kv']);
/** Letters that Unicode does not decompose into a letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', '&': ' and ' };

function looseForm(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđıßæœ&]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const rest = words.filter((word) => !KINDS.has(word));
  return (rest.length > 0 ? rest : words).join(' ');
}

function rowOf(league: LeagueDescription, match: WrittenMatch, id: string, home: string, away: string): ImportedMatch {
  const { status, full, half, extra, penalties, round, group, ground, goals } = match;
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
    starts_at: kickoffOf(match, league.zone),
    state: stateOf(status, isScored(match)),
    clock: null,
    // A score that was not played decides no bet.
    measures: status !== undefined ? {} : pairs({ full, half, extra, penalties }),
    events: goals.map(({ minute, kind, side, player }) => ({ minute, kind, side, ...(player === '' ? {} : { player }) })),
    cards: null,
    source: IMPORT_SOURCE,
    cup,
    next_at: null,
    written: match,
  };
}

/** Whether a file has any score of a match. */
const isScored = ({ full, half, extra, penalties }: WrittenMatch): boolean =>
  [full, half, extra, penalties].some((pair) => pair !== undefined);

/** A match whose score a committee awarded counts as cancelled, so its bets are void. */
function stateOf(status: WrittenMatch['status'], scored: boolean): ImportedMatch['state'] {
  if (status !== undefined) return status === 'awarded' ? 'cancelled' : status;
  return scored ? 'finished' : 'scheduled';
}

function pairs(measures: Readonly<Record<string, readonly [number, number] | undefined>>): Record<string, [number, number]> {
  return Object.fromEntries(Object.entries(measures).flatMap(([code, pair]) => (pair === undefined ? [] : [[code, [pair[0], pair[1]]]])));
}

/** The kick-off in Unix ms. The file's time is local time of `zone`, unless it names an offset, such as "13:00 UTC-6". */
export function kickoffOf({ date, time = NO_TIME }: Pick<WrittenMatch, 'date' | 'time'>, zone: string): number {
  const [clock = NO_TIME, utc] = time.split(' UTC');
  const padded = clock.padStart(5, '0');
  if (utc === undefined) return zonedTime(date, padded, zone);
  const [hours = '0', minutes = '0'] = (utc || '0').split(':');
  const offset = Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes);
  return Date.parse(`${date}T${padded}:00Z`) - offset * 60_000;
}
