/** Converts the matches of an openfootball file into rows of the database: teams become codes of the league's description, kick-offs become Unix ms. */
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import type { MatchRow } from '../../server/sports/feed/match-rows.ts';
import { type Candidate, type NameTable, type TeamNames, teamNames } from './names.ts';
import type { WrittenMatch } from './written.ts';
import { readKickoff } from './zones.ts';

/** Value of the column `matches.source` of imported matches. */
export const IMPORT_SOURCE = 'openfootball';

/** `written`: the match as read from the file; the check of results reads it. */
export type ImportedMatch = Omit<MatchRow, 'version'> & { readonly written: WrittenMatch };

/** A name that no team of the league has. */
export interface UnknownTeam {
  readonly name: string;
  /** Where it stands first. */
  readonly at: string;
  /** The number of matches with it. */
  readonly matches: number;
  readonly candidates: readonly Candidate[];
}

export interface CheckedMatches {
  /** Matches without a mistake. */
  readonly matches: readonly ImportedMatch[];
  /** An unknown team is one mistake, however often the file names it: it is corrected in one place. */
  readonly mistakes: readonly string[];
  readonly unknown: readonly UnknownTeam[];
  /** Number of ties whose teams are not known yet ("W76", "Winner Group A"). They are left out, since a later file names the teams. */
  readonly open: number;
}

export function convertMatches(league: LeagueDescription, written: readonly WrittenMatch[], table: NameTable = {}): CheckedMatches {
  const names = teamNames(league, table);
  const isOpen = ({ home, away, full }: WrittenMatch): boolean =>
    full === undefined && [home, away].some((name) => names.codeOf(name) === undefined && isPlace(name));
  const known = written.filter((match) => !isOpen(match));
  const seen = new Map<string, string>();
  const mistakes: string[] = [];
  const matches = known.flatMap((match) => {
    const [home, away] = [names.codeOf(match.home), names.codeOf(match.away)];
    if (home === undefined || away === undefined) return [];
    const id = `${league.code}-of-${match.date.replaceAll('-', '')}-${home}-${away}`.toLowerCase();
    const before = seen.get(id);
    seen.set(id, match.at);
    if (home === away) mistakes.push(`${match.at}: 主客是同一支球队 "${match.home}" / both sides are the same team`);
    else if (before !== undefined) mistakes.push(`${match.at}: 与 ${before} 是同一场 / the same match stands at ${before}`);
    else return [rowOf(league, match, id, home, away)];
    return [];
  });
  const unknown = unknownTeams(names, known);
  return {
    matches,
    mistakes: [...mistakes, ...unknown.map((team) => unknownText(league, team))],
    unknown,
    open: written.length - known.length,
  };
}

function unknownTeams(names: TeamNames, written: readonly WrittenMatch[]): readonly UnknownTeam[] {
  const unknown = new Map<string, { at: string; matches: number; met: Set<string | undefined> }>();
  for (const { home, away, at } of written)
    for (const [name, other] of [
      [home, away],
      [away, home],
    ] as const) {
      if (names.codeOf(name) !== undefined) continue;
      const entry = unknown.get(name) ?? { at, matches: 0, met: new Set() };
      entry.matches += 1;
      entry.met.add(names.codeOf(other));
      unknown.set(name, entry);
    }
  // A team does not play against itself, so a candidate that it met is another one.
  return [...unknown].map(([name, { at, matches, met }]) => {
    const candidates = names.candidates(name).filter(({ code }) => !met.has(code));
    return { name, at, matches, candidates };
  });
}

function unknownText({ code }: LeagueDescription, { name, at, matches, candidates }: UnknownTeam): string {
  const list = candidates.map((each) => `${each.code} ${each.name} ${each.confidence}%`);
  const [zh, en] = list.length === 0 ? ['', ''] : [`（是不是 ${list.join('、')}）`, ` (perhaps ${list.join(', ')})`];
  return `${at}: 不认识球队 "${name}"${zh}，${matches} 场；是已有的球队就写进 games/leagues/${code}.json 的 keys，是新球队就加 --accept-new / the team "${name}" is not known${en}, matches: ${matches}; add it to the keys of games/leagues/${code}.json, or accept a new team with --accept-new`;
}

const isPlace = (name: string): boolean => PLACE.test(name);
/** A place in the draw of a cup instead of a team: A1, 2B, 3A/B/C, W76, L101, Winner Group A, Runner-up Match 5, Path C winner, TBD. */
const PLACE =
  /^([A-L][1-4]|[1-4](st|nd|rd)?[A-L](\/[A-L])*|[WLR]\d{1,3}|TB[DC]|[A-Z]{3}(\/[A-Z]{3})+)$|\b(winner|runner-up|loser|1st|2nd|3rd|path)\b/i;

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

/** The kick-off in Unix ms. The file's time is local time of `zone`, unless it names a zone. The readers refuse a time that nobody understands. */
export function kickoffOf({ date, time }: Pick<WrittenMatch, 'date' | 'time'>, zone: string): number {
  const kickoff = readKickoff(date, time, zone);
  if (!kickoff.ok) throw new Error(kickoff.mistake);
  return kickoff.at;
}
