/** Converts rows of matches and offers to the types of the API. Names of teams and leagues come from the descriptions. */
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import type { League, LiveMatch, Offer, Team } from '../../protocol/calls.ts';
import type { MatchRow, StoredOffer } from './feed/match-rows.ts';
import { findTeam } from '../../engine/descriptions/sports/teams.ts';
import type { OddsByPlay } from './feed/odds.ts';

/** Rank of a team in its league, by code. */
export type TeamRanks = ReadonlyMap<string, number>;

/** A team of the API. If the league or the team is not described any more, its code is its name. */
export function teamModelOf(league: LeagueDescription | undefined, code: string, ranks?: TeamRanks): Team {
  const { name = code, crest } = findTeam(league, code) ?? {};
  const rank = ranks?.get(code);
  return {
    ...{ id: code, name },
    ...(rank === undefined ? {} : { rank }),
    ...(crest === undefined ? {} : { crest: { ...crest, colours: [...crest.colours] } }),
  };
}

export function leagueModelOf({ code, name, short, tone, five, cup }: LeagueDescription): League {
  return { code, name, short, tone, ...(five ? { five } : {}), ...(cup === undefined ? {} : { cup: true as const }) };
}

/** Leagues with these codes, sorted by code. A code without a description is its own name. */
export function leagueModelsOf(leagues: ReadonlyMap<string, LeagueDescription>, codes: Iterable<string>): League[] {
  return [...new Set(codes)].sort().flatMap((code) => {
    const league = leagues.get(code);
    return league === undefined ? [{ code, name: code, short: code, tone: 'ink' }] : [leagueModelOf(league)];
  });
}

/** An offer with the columns of its match that a list shows. */
export type OfferOfMatch = StoredOffer & Pick<MatchRow, 'league' | 'home' | 'away' | 'starts_at' | 'measures'>;

/** Why an offer is not on sale, by its state. */
const REASONS: Readonly<Record<string, string>> = { stopped: '已截止', live: '比赛已开始', finished: '比赛已结束' };

/** An offer of the API, with the odds of `plays` only. */
export function offerModelOf(row: OfferOfMatch, league: LeagueDescription | undefined, plays: readonly string[], ranks?: TeamRanks): Offer {
  const reason = row.suspended ?? REASONS[row.state];
  return {
    id: row.match_id,
    code: row.code,
    day: row.sale_day,
    league: row.league,
    home: teamModelOf(league, row.home, ranks),
    away: teamModelOf(league, row.away, ranks),
    startsAt: row.starts_at,
    singleStopsAt: row.single_stops_at,
    passStopsAt: row.pass_stops_at,
    state: row.state as Offer['state'],
    ...(reason === undefined ? {} : { reason }),
    numbers: row.numbers,
    singles: row.singles,
    closed: row.closed,
    odds: oddsOfPlays(row.odds, plays),
    ...(Object.keys(row.measures).length === 0 ? {} : { measures: row.measures }),
    version: row.version,
  };
}

/** Odds of these plays; plays without odds are left out. */
export function oddsOfPlays(odds: OddsByPlay, plays: readonly string[]): OddsByPlay {
  return Object.fromEntries(plays.flatMap((play) => (odds[play] === undefined ? [] : [[play, odds[play]]])));
}

export function liveMatchModelOf(row: MatchRow, league: LeagueDescription | undefined): LiveMatch {
  return {
    id: row.id,
    sport: row.sport,
    league: row.league,
    home: teamModelOf(league, row.home),
    away: teamModelOf(league, row.away),
    startsAt: row.starts_at,
    state: row.state,
    ...(row.clock === null || row.clock === undefined ? {} : { clock: row.clock }),
    measures: row.measures,
    ...(row.cards === null || row.cards === undefined ? {} : { cards: row.cards }),
    events: row.events,
    version: row.version,
  };
}

/**
 * Text for the player about a void match (`whole`), or about `plays` that the result cannot decide. '' when nothing is void. `pool`: the game
 * pays from a pool, so there are no odds.
 */
export function voidMatchText(whole: boolean, plays: readonly string[], pool: boolean): string {
  if (whole) return pool ? '比赛延期或取消，该场任何选项均算猜中' : '比赛延期或取消，该场赔率按 1.00 计算；全部场次无效时退还本金';
  const names = [...new Set(plays)].join('、');
  return names === '' ? '' : `${names}缺少所需赛果，${pool ? '任何选项均算猜中' : '赔率按 1.00 计算'}`;
}
