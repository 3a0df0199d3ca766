/** Matches and offers as the feed reads and writes them. */
import type { LeagueDescription, PlayedMeasure, Measure, Sale } from '../../../engine/descriptions/sports/types.ts';
import type { LiveEvent, LiveMatch } from '../../../protocol/calls.ts';
import type { Querying } from '../../platform/index.ts';
import type { EarlierSportVersion, Sports } from '../versions.ts';
import { type MeasureModel, measureModelOf, type Strengths } from './chances.ts';
import type { CupPart } from './cups.ts';
import { findTeam } from '../../../engine/descriptions/sports/teams.ts';
import type { OddsByPlay } from './odds.ts';

export interface MatchRow {
  readonly id: string;
  readonly sport: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly starts_at: number;
  /** The first kick-off of a postponed match: bets were sold for it. */
  readonly first_starts_at?: number | null;
  readonly state: LiveMatch['state'];
  readonly clock: LiveMatch['clock'] | null;
  readonly measures: Readonly<Record<string, [number, number]>>;
  readonly events: readonly LiveEvent[];
  readonly cards: LiveMatch['cards'] | null;
  readonly source: string;
  readonly cup: CupPart | null;
  readonly next_at: number | null;
  readonly version: number;
}

export interface StoredOffer {
  readonly game: string;
  readonly match_id: string;
  readonly code: string;
  readonly sale_day: string;
  readonly issue: string | null;
  readonly position: number;
  readonly numbers: Readonly<Record<string, string>>;
  readonly singles: readonly string[];
  readonly closed: readonly string[];
  readonly opens_at: number;
  readonly single_stops_at: number;
  readonly pass_stops_at: number;
  readonly suspended: string | null;
  readonly state: string;
  readonly odds: OddsByPlay;
  readonly moves: number;
  readonly final_odds: OddsByPlay | null;
  readonly result: { readonly measures?: Readonly<Record<string, [number, number]>>; readonly void?: boolean } | null;
  readonly result_at: number | null;
  readonly listed: boolean;
  readonly version: number;
}

export const MATCH_COLUMNS =
  'id, sport, league, home, away, starts_at, first_starts_at, state, clock, measures, events, cards, source, cup, next_at, version';
export const OFFER_COLUMNS =
  "game, match_id, code, to_char(sale_day, 'YYYY-MM-DD') AS sale_day, issue, position, numbers, singles, closed, opens_at, single_stops_at, pass_stops_at, suspended, state, odds, moves, final_odds, result, result_at, listed, version";

/** Value of `matches.source` for the simulated feed. */
export const SIMULATED_SOURCE = 'sim';
/** SQL condition: a match that the simulated feed did not add. If an operator takes over a simulated match ('desk'), its cup keeps the edition. */
export const NOT_SIMULATED_SQL = `(source <> '${SIMULATED_SOURCE}' AND (source <> 'desk' OR coalesce((cup->>'edition')::int, 0) = 0))`;
const REAL_MINUTE = 60_000;

export const minuteMsOf = (league: LeagueDescription | undefined): number => league?.quick?.minuteMs ?? REAL_MINUTE;

/** When single bets and passes on a match stop, ms. `startsAt`: its kick-off. */
export function saleStopsOf(
  { stopSeconds, singleStopSeconds = stopSeconds }: Sale,
  league: LeagueDescription | undefined,
  startsAt: number,
) {
  const quick = league?.quick?.stopSeconds;
  return { single: startsAt - (quick ?? singleStopSeconds) * 1000, pass: startsAt - (quick ?? stopSeconds) * 1000 };
}

export function strengthsOf(league: LeagueDescription | undefined, home: string, away: string): Strengths {
  const of = (code: string): number => findTeam(league, code)?.strength ?? 1000;
  return { home: of(home), away: of(away) };
}

/**
 * The models that simulate a match of a sport, one for each measure. If several games have a measure, the first one describes it: published
 * games come before older versions with bets.
 */
export function measureModelsOfSport(
  sports: Sports,
  sport: string,
  earlier: readonly EarlierSportVersion[] = [],
): (strengths: Strengths) => MeasureModel[] {
  const played = new Map<string, PlayedMeasure>();
  const measures = new Map<string, Measure>();
  const games = [...sports.all().map((version) => version.sport), ...earlier];
  for (const game of games.filter((each) => each.sport === sport && each.feed !== undefined)) {
    for (const measure of game.feed?.measures ?? []) if (!played.has(measure.measure)) played.set(measure.measure, measure);
    for (const measure of game.measures) if (!measures.has(measure.code)) measures.set(measure.code, measure);
  }
  return (strengths) => [...played.values()].map((each) => measureModelOf(each, [...measures.values()], strengths));
}

/** Code of the measure that counts the goals of a sport: the first one that its games simulate, else `full`. */
export const mainMeasure = (sports: Sports, sport: string): string =>
  measureModelsOfSport(sports, sport)({ home: 1, away: 1 })[0]?.code ?? 'full';

/** Adds the matches that do not exist yet. Returns the ids of the added ones. */
export async function addMatches(client: Querying, rows: readonly Omit<MatchRow, 'version'>[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: added } = await client.query<{ id: string }>(
    `WITH v AS MATERIALIZED (SELECT next_match_version() AS version)
     INSERT INTO matches (id, sport, league, home, away, starts_at, state, clock, measures, events, cards, source, cup, next_at, version)
     SELECT x.id, x.sport, x.league, x.home, x.away, x.starts_at, x.state, nullif(x.clock, 'null'), x.measures, x.events,
            nullif(x.cards, 'null'), x.source, nullif(x.cup, 'null'), x.next_at, v.version
       FROM v, jsonb_to_recordset($1::jsonb) AS x(id text, sport text, league text, home text, away text, starts_at bigint, state text,
              clock jsonb, measures jsonb, events jsonb, cards jsonb, source text, cup jsonb, next_at bigint)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [JSON.stringify(rows)],
  );
  return added.map(({ id }) => id);
}
