/** Tables of leagues and cups, form and results of the past, from the matches in the database. */
import { DAY_MS } from '../platform/index.ts';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import type { CupMatchesModels, CupTableModels, PastMatch, Standing } from '../../protocol/calls.ts';
import type { SportServices } from './services.ts';
import { type CupRow, cupEditionAt, standingsOf, type StandingRow, tieTimes, tieWinnerOf } from './feed/cups.ts';
import { mondayOf, saleDayBegins, saleDayOf, weekOf } from './feed/calendar.ts';
import { NOT_SIMULATED_SQL, mainMeasure, type MatchRow, MATCH_COLUMNS, SIMULATED_SOURCE } from './feed/match-rows.ts';
import { type TeamRanks, teamModelOf } from './api-models.ts';

/** Real ms that a table serves. */
const TABLE_SERVES_MS = 30_000;
const MIDNIGHT = '00:00';
/** The table of a league counts the matches of this time (ms). */
const SEASON_MS = 60 * 86_400_000;

export interface StandingsTables {
  ranks(league: string): Promise<TeamRanks>;
  table(league: string): Promise<Standing[]>;
  past(team: { readonly league: string; readonly code: string }, before: number, against?: string): Promise<PastMatch[]>;
  /** Matches of a cup or league; `week`: of one week alone, counted from this one. */
  cupMatches(cup: LeagueDescription, week?: number): Promise<CupMatchesModels>;
  cupTable(cup: LeagueDescription): Promise<CupTableModels>;
}

type Parts = Pick<SportServices, 'database' | 'clock' | 'sports'>;

/** A match with the source that it comes from. */
type SourcedRow = CupRow & { readonly source: string };

/** The teams of a league, and those of its other teams that played: an imported season may have a club that was promoted since. */
function teamsInTable({ teams, others = [] }: LeagueDescription, rows: readonly Pick<MatchRow, 'home' | 'away'>[]): readonly string[] {
  const played = new Set(rows.flatMap(({ home, away }) => [home, away]));
  return [...teams, ...others.filter(({ code }) => played.has(code))].map(({ code }) => code);
}

export function createStandingsTables(parts: Parts): StandingsTables {
  return new MatchTables(parts);
}

class MatchTables implements StandingsTables {
  readonly #parts: Parts;
  /** League → its standings, and when they were read (performance.now). */
  readonly #kept = new Map<string, { readonly at: number; readonly rows: Promise<StandingRow[]> }>();

  constructor({ database, clock, sports }: Parts) {
    this.#parts = { database, clock, sports };
  }

  async ranks(code: string): Promise<TeamRanks> {
    return new Map((await this.#standings(code)).flatMap(({ team, played }, i) => (played === 0 ? [] : [[team, i + 1] as const])));
  }

  async table(code: string): Promise<Standing[]> {
    const league = this.#parts.sports.league(code);
    return league === undefined ? [] : (await this.#standings(code)).map(placed(league));
  }

  async past(
    { league: code, code: team }: { readonly league: string; readonly code: string },
    before: number,
    against?: string,
  ): Promise<PastMatch[]> {
    const { rows } = await this.#parts.database.query<MatchRow>(
      `SELECT ${MATCH_COLUMNS} FROM matches
        WHERE league = $1 AND state = 'finished' AND starts_at < $2 AND (home = $3 OR away = $3) AND ($4::text IS NULL OR home = $4 OR away = $4)
        ORDER BY starts_at DESC LIMIT 6`,
      [code, before, team, against ?? null],
    );
    const league = this.#parts.sports.league(code);
    return rows.map(({ id, home, away, starts_at, measures }) => ({
      ...{ id, league: league?.short ?? code, startsAt: starts_at, measures },
      home: teamModelOf(league, home),
      away: teamModelOf(league, away),
    }));
  }

  async cupMatches(league: LeagueDescription, week?: number): Promise<CupMatchesModels> {
    const rows = await this.#cupRows(league, week);
    const measure = this.#measureOf(league.sport);
    return {
      ...headOf(league, rows),
      matches: rows.map((row) => ({
        id: row.id,
        round: row.cup.round,
        ...(row.cup.group === undefined ? {} : { group: row.cup.group }),
        ...(groundOf(row) === undefined ? {} : { ground: groundOf(row) as string }),
        home: teamModelOf(league, row.home),
        away: teamModelOf(league, row.away),
        startsAt: row.startsAt,
        state: row.state as CupMatchesModels['matches'][number]['state'],
        measures: row.measures as Record<string, [number, number]>,
        ...(row.cup.stage === undefined ? {} : sideOfWinner(row, measure)),
      })),
    };
  }

  async cupTable(league: LeagueDescription): Promise<CupTableModels> {
    if (league.cup === undefined) {
      const teams = (await this.#standings(league.code)).map(placed(league));
      return { ...headOf(league, [{ source: SIMULATED_SOURCE }]), groups: teams.length === 0 ? [] : [{ name: '', teams }], rounds: [] };
    }
    const rows = await this.#cupRows(league);
    const measure = this.#measureOf(league.sport);
    const edition = cupEditionAt(league.cup, this.#parts.clock.now());
    const rounds = league.cup.rounds.map((round, stage) => ({
      name: round.name,
      ties: tieTimes(league, edition, stage).map((startsAt, tie) => {
        const row = rows.find(({ cup }) => cup.stage === stage && cup.tie === tie);
        return row === undefined ? { startsAt } : tieOf(league, row, measure);
      }),
    }));
    return { ...headOf(league, rows), groups: groupsOf(league, rows, measure), rounds };
  }

  #measureOf(sport: string): string {
    return mainMeasure(this.#parts.sports, sport);
  }

  #standings(code: string): Promise<StandingRow[]> {
    const cached = this.#kept.get(code);
    if (cached !== undefined && performance.now() - cached.at < TABLE_SERVES_MS) return cached.rows;
    const rows = this.#readStandings(code);
    this.#kept.set(code, { at: performance.now(), rows });
    rows.catch(() => this.#kept.delete(code));
    return rows;
  }

  async #readStandings(code: string): Promise<StandingRow[]> {
    const { database, clock, sports } = this.#parts;
    const league = sports.league(code);
    if (league === undefined || league.cup !== undefined || league.quick?.everySeconds !== undefined) return [];
    const { rows } = await database.query<MatchRow>(
      `SELECT ${MATCH_COLUMNS} FROM matches WHERE league = $1 AND state = 'finished' AND starts_at > $2`,
      [code, clock.now() - SEASON_MS],
    );
    return standingsOf(
      teamsInTable(league, rows),
      rows.map(cupRowOf),
      this.#measureOf(league.sport),
      league.sport === 'basketball' ? 'wins' : 'points',
    );
  }

  /** The matches for the tables: of a cup its edition, or an imported edition that is played now; of a league those around now, or of one week. */
  async #cupRows(league: LeagueDescription, week?: number): Promise<SourcedRow[]> {
    const { database, clock } = this.#parts;
    const now = clock.now();
    const begins = saleDayBegins(mondayOf(weekOf(saleDayOf(now, MIDNIGHT)) + (week ?? 0)), MIDNIGHT);
    const [from, to] =
      week !== undefined ? [begins, begins + 7 * DAY_MS] : league.cup === undefined ? [now - SEASON_MS, now + SEASON_MS] : [0, now * 2];
    const edition = league.cup === undefined ? null : cupEditionAt(league.cup, now);
    const { rows } = await database.query<MatchRow & { elsewhere: boolean }>(
      `SELECT ${MATCH_COLUMNS}, ${NOT_SIMULATED_SQL} AS elsewhere FROM matches
        WHERE league = $1 AND starts_at >= $3 AND starts_at < $4 AND ($2::int IS NULL OR (cup->>'edition')::int = $2 OR ${NOT_SIMULATED_SQL})
        ORDER BY starts_at DESC, id LIMIT 500`,
      [league.code, edition, from, to],
    );
    const [simulated, others] = [rows.filter(({ elsewhere }) => !elsewhere), rows.filter(({ elsewhere }) => elsewhere)];
    const isNow = ({ starts_at }: MatchRow): boolean => league.cup !== undefined && cupEditionAt(league.cup, starts_at) === edition;
    const shown = edition === null ? rows : simulated.length === 0 || others.some(isNow) ? others : simulated;
    return shown.reverse().map((row) => ({ ...cupRowOf(row), source: row.source }));
  }
}

/** A row of standings with its place. */
const placed =
  (league: LeagueDescription) =>
  ({ team, ...figures }: StandingRow, i: number): Standing => ({ position: i + 1, team: teamModelOf(league, team), ...figures });

/** The tables of a cup's groups, by their names. */
function groupsOf(league: LeagueDescription, rows: readonly CupRow[], measure: string) {
  const names = [...new Set(rows.flatMap(({ cup }) => cup.group ?? []))].sort();
  return names.map((name) => {
    const groupRows = rows.filter(({ cup }) => cup.group === name);
    const teams = [...new Set(groupRows.flatMap(({ home, away }) => [home, away]))];
    return { name, teams: standingsOf(teams, groupRows, measure).map(placed(league)) };
  });
}

/** A match of the knock-out. */
function tieOf(league: LeagueDescription, row: CupRow, measure: string) {
  return {
    ...{ id: row.id, startsAt: row.startsAt, state: row.state, measures: row.measures as Record<string, [number, number]> },
    home: teamModelOf(league, row.home),
    away: teamModelOf(league, row.away),
    ...sideOfWinner(row, measure),
  };
}

function sideOfWinner(row: CupRow, measure: string): { readonly winner?: 'home' | 'away' } {
  const winner = tieWinnerOf(row, measure);
  return winner === undefined ? {} : { winner: winner === row.home ? 'home' : 'away' };
}

const groundOf = ({ cup }: CupRow): string | undefined => (cup as { ground?: string }).ground;

function headOf(league: LeagueDescription, rows: readonly { readonly source: string }[]) {
  const demo = rows.length === 0 || rows.some(({ source }) => source === SIMULATED_SOURCE);
  return { cup: league.code, name: demo ? `${league.name}（演示）` : league.name, demo };
}

function cupRowOf({ id, home, away, starts_at, state, measures, cup }: MatchRow): CupRow {
  return { id, home, away, startsAt: starts_at, state, measures, cup: (cup ?? { edition: 0, round: '' }) as CupRow['cup'] };
}
