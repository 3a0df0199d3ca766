/** Matches and offers as the feed reads and writes them. */
import type { LeagueDescription, PlayedMeasure, Measure, Sale } from '../../../engine/descriptions/sports/types.ts';
import type { LiveEvent, LiveMatch } from '../../../protocol/calls.ts';
import type { Querying } from '../../db/database.ts';
import type { EarlierSport, Sports } from '../versions.ts';
import { type MeasureModel, modelOf, type Strengths } from './chances.ts';
import type { CupPart } from './cups.ts';
import type { OddsByPlay } from './odds.ts';

export interface MatchRow {
  readonly id: string;
  readonly sport: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly starts_at: number;
  /** For which bets were taken, of a match that was put off since. */
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

export interface OfferRow {
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

export const MATCH =
  'id, sport, league, home, away, starts_at, first_starts_at, state, clock, measures, events, cards, source, cup, next_at, version';
export const OFFER =
  "game, match_id, code, to_char(sale_day, 'YYYY-MM-DD') AS sale_day, issue, position, numbers, singles, closed, opens_at, single_stops_at, pass_stops_at, suspended, state, odds, moves, final_odds, result, result_at, listed, version";

/** The simulated feed's name in `matches.source`. */
export const SIMULATED = 'sim';
/** A match that is not of the simulated feed. What an operator has taken over of it keeps the edition of its cup; imported ones have 0. */
export const ELSEWHERE = `(source <> '${SIMULATED}' AND (source <> 'desk' OR coalesce((cup->>'edition')::int, 0) = 0))`;
const REAL_MINUTE = 60_000;

export const minuteMsOf = (league: LeagueDescription | undefined): number => league?.quick?.minuteMs ?? REAL_MINUTE;

/** When the sale of a match ends that begins at an instant. */
export function stopsOf({ stopSeconds, singleStopSeconds = stopSeconds }: Sale, league: LeagueDescription | undefined, startsAt: number) {
  const quick = league?.quick?.stopSeconds;
  return { single: startsAt - (quick ?? singleStopSeconds) * 1000, pass: startsAt - (quick ?? stopSeconds) * 1000 };
}

export function strengthsOf(league: LeagueDescription | undefined, home: string, away: string): Strengths {
  const of = (code: string): number => league?.teams.find((team) => team.code === code)?.strength ?? 1000;
  return { home: of(home), away: of(away) };
}

/**
 * How a match of a sport is played: what any of the published games measures, and then what games measured of which there are bets, each
 * measure as the first of them says.
 */
export function playedBy(sports: Sports, sport: string, earlier: readonly EarlierSport[] = []): (strengths: Strengths) => MeasureModel[] {
  const played = new Map<string, PlayedMeasure>();
  const measures = new Map<string, Measure>();
  const games = [...sports.all().map((version) => version.sport), ...earlier];
  for (const game of games.filter((each) => each.sport === sport && each.feed !== undefined)) {
    for (const measure of game.feed?.measures ?? []) if (!played.has(measure.measure)) played.set(measure.measure, measure);
    for (const measure of game.measures) if (!measures.has(measure.code)) measures.set(measure.code, measure);
  }
  return (strengths) => [...played.values()].map((each) => modelOf(each, [...measures.values()], strengths));
}

/** What counts as goals of a sport: the first measure that its games play. */
export const mainMeasure = (sports: Sports, sport: string): string => playedBy(sports, sport)({ home: 1, away: 1 })[0]?.code ?? 'full';

/** Adds matches that are not there yet; returns the ids of those that were added. */
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
