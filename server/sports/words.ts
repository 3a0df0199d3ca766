/** Matches and offers in the words of the calls: names of teams and leagues come from their descriptions. */
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import type { League, LiveMatch, Offer, Team } from '../../protocol/calls.ts';
import type { MatchRow, OfferRow } from './feed/match-rows.ts';
import type { OddsByPlay } from './feed/odds.ts';

export type Ranks = ReadonlyMap<string, number>;

/** A team whose league or entry has gone keeps its code as its name. */
export function teamOf(league: LeagueDescription | undefined, code: string, ranks?: Ranks): Team {
  const name = league?.teams.find((team) => team.code === code)?.name ?? code;
  const rank = ranks?.get(code);
  return { id: code, name, ...(rank === undefined ? {} : { rank }) };
}

export function leagueOf({ code, name, short, tone, five, cup }: LeagueDescription): League {
  return { code, name, short, tone, ...(five ? { five } : {}), ...(cup === undefined ? {} : { cup: true as const }) };
}

/** Leagues of these matches, in the order of their codes. */
export function leaguesOf(leagues: ReadonlyMap<string, LeagueDescription>, codes: Iterable<string>): League[] {
  return [...new Set(codes)].sort().flatMap((code) => {
    const league = leagues.get(code);
    return league === undefined ? [{ code, name: code, short: code, tone: 'ink' }] : [leagueOf(league)];
  });
}

/** What an offer brings of its match. */
export type OfferOfMatch = OfferRow & Pick<MatchRow, 'league' | 'home' | 'away' | 'starts_at' | 'measures'>;

const REASONS: Readonly<Record<string, string>> = { stopped: '已截止', live: '比赛已开始', finished: '比赛已结束' };

export function offerOf(row: OfferOfMatch, league: LeagueDescription | undefined, plays: readonly string[], ranks?: Ranks): Offer {
  const reason = row.suspended ?? REASONS[row.state];
  return {
    id: row.match_id,
    code: row.code,
    day: row.sale_day,
    league: row.league,
    home: teamOf(league, row.home, ranks),
    away: teamOf(league, row.away, ranks),
    startsAt: row.starts_at,
    singleStopsAt: row.single_stops_at,
    passStopsAt: row.pass_stops_at,
    state: row.state as Offer['state'],
    ...(reason === undefined ? {} : { reason }),
    numbers: row.numbers,
    singles: row.singles,
    closed: row.closed,
    odds: oddsOf(row.odds, plays),
    ...(Object.keys(row.measures).length === 0 ? {} : { measures: row.measures }),
    version: row.version,
  };
}

export function oddsOf(odds: OddsByPlay, plays: readonly string[]): OddsByPlay {
  return Object.fromEntries(plays.flatMap((play) => (odds[play] === undefined ? [] : [[play, odds[play]]])));
}

export function liveOf(row: MatchRow, league: LeagueDescription | undefined): LiveMatch {
  return {
    id: row.id,
    sport: row.sport,
    league: row.league,
    home: teamOf(league, row.home),
    away: teamOf(league, row.away),
    startsAt: row.starts_at,
    state: row.state,
    ...(row.clock === null || row.clock === undefined ? {} : { clock: row.clock }),
    measures: row.measures,
    ...(row.cards === null || row.cards === undefined ? {} : { cards: row.cards }),
    events: row.events,
    version: row.version,
  };
}

/** What becomes of a match that did not take place, or of plays of which its result says nothing; '' where nothing of it is void. */
export function voidTextOf(whole: boolean, plays: readonly string[], pool: boolean): string {
  if (whole) return pool ? '比赛延期或取消，此场选什么都算对' : '比赛延期或取消，此场赔率按 1.00 计算；整单都无效时退还本金';
  const names = [...new Set(plays)].join('、');
  return names === '' ? '' : `${names}所需的赛果没有记录，${pool ? '选什么都算对' : '赔率按 1.00 计算'}`;
}
