/** Puts matches on sale: for each game its offers by sale day or by issue, each with a code that stays. */
import { DAY_MS, isoDateOf, dayNumberOf } from '../../platform/index.ts';
import { DAY_STARTS } from '../../../engine/descriptions/sports/conditions.ts';
import type { LeagueDescription, Sale } from '../../../engine/descriptions/sports/types.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SportServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { resultFaultsOf, firstLegOf, type MatchToCheck, measuresOfSport } from '../result-checks.ts';
import type { SportVersion } from '../versions.ts';
import { mondayOf, saleDayBegins, saleDayOf, weekdayName, weekdayOf, weekOf } from './calendar.ts';
import { firstOfEachPair, pairNameOf, quickMatchNumber } from './fixtures.ts';
import { MATCH_COLUMNS, type MatchRow, saleStopsOf, strengthsOf } from './match-rows.ts';
import { type OddsByPlay, priceOffer } from './odds.ts';
import { finalOddsOf, boardRowOdds, offerStateOf, winningChoicesOf } from './update-matches.ts';

export const DAYS_AHEAD = 2;
/** Places of the day from here on are those of demonstration leagues with a kick-off every few seconds. */
const QUICK_PLACES = 10_000;
/** Offers of one transaction. */
const AT_ONCE = 10;

interface New {
  readonly match: MatchRow;
  readonly day: number;
  readonly issue: string | null;
  readonly stopsAt: number;
  readonly singleStopsAt: number;
  readonly opensAt: number;
  readonly quick: LeagueDescription | undefined;
}

/** Where the sale days of a game end that are on sale at an instant. */
export function saleEndAt(sale: Sale, now: number): number {
  const { dayStarts = DAY_STARTS, daysAhead = DAYS_AHEAD, issues } = sale;
  if (issues?.kind === 'matches') return now + ((issues.aheadDays ?? 4) + 1) * DAY_MS;
  return saleDayBegins(saleDayOf(now, dayStarts) + daysAhead + 1, dayStarts);
}

/**
 * Offers of matches that have none, up to where the sale of the game ends; `past`: of matches that kicked off since then too, as they were
 * sold. Returns how many were added.
 */
export async function offerMatches(
  context: Pick<SportServices, 'database' | 'sports'>,
  seed: string,
  version: SportVersion,
  now: number,
  past = now,
): Promise<number> {
  const { database, sports } = context;
  const { code: game, feed, sale } = version.sport;
  if (feed === undefined || sale === undefined) return 0;
  const { rows: there } = await database.query<MatchRow & Pick<MatchToCheck, 'first_leg'>>(
    `SELECT ${MATCH_COLUMNS}, ${firstLegOf('m')} FROM matches m
      WHERE league = ANY($1::text[]) AND starts_at > $2 AND starts_at <= $3 AND state NOT IN ('postponed', 'abandoned', 'cancelled')
        AND NOT EXISTS (SELECT 1 FROM offers o WHERE o.game = $4 AND o.match_id = m.id)
      ORDER BY starts_at, id`,
    [feed.leagues, past, saleEndAt(sale, now), game],
    'feed-unsold',
  );
  // A match that is over is sold as one with its result, which must be one.
  const sportMeasures = measuresOfSport(sports, version.sport.sport, []);
  const rows = there.filter(
    (match) => match.state !== 'finished' || resultFaultsOf(sports, match, { known: sportMeasures, at: now }).length === 0,
  );
  const planned = plannedOf(sports.leagues(), sale, await withoutPairsOnSale(context, version, rows), now, past < now);
  const chosen = sale.issues?.kind === 'matches' ? await ofIssues(database, version, planned, now) : planned;
  let added = 0;
  for (let at = 0; at < chosen.length; ) {
    // An issue with a fixed number of matches is stored whole or not at all.
    const size = sale.issues?.kind === 'matches' ? (sale.issues.matches ?? 1) : AT_ONCE;
    const some = chosen.slice(at, at + size);
    at += size;
    const prices = new Map<string, ReturnType<typeof priceOffer>>();
    for (const { match } of some) {
      prices.set(match.id, priceOffer(seed, version, match.id, strengthsOf(sports.league(match.league), match.home, match.away)));
      // A day of offers is a second of reckoning: bets are served in between.
      await breathe();
    }
    added += await database.transaction((client) => addOffers(client, version, some, prices, now));
  }
  return added;
}

/**
 * A pair that is on sale is offered again only when its earlier match is over: a list never shows two matches of the same clubs. An issue
 * with a fixed number of matches is chosen whole.
 */
async function withoutPairsOnSale(
  { database, sports }: Pick<SportServices, 'database' | 'sports'>,
  { sport }: SportVersion,
  matches: readonly MatchRow[],
): Promise<readonly MatchRow[]> {
  if (matches.length === 0 || sport.sale?.issues?.kind === 'matches') return matches;
  const { rows } = await database.query<Pick<MatchRow, 'league' | 'home' | 'away'>>(
    'SELECT m.league, m.home, m.away FROM offers o JOIN matches m ON m.id = o.match_id WHERE o.game = $1 AND o.listed',
    [sport.code],
    'feed-pairs',
  );
  const pairOf = ({ league, home, away }: Pick<MatchRow, 'league' | 'home' | 'away'>): string =>
    pairNameOf(sports.league(league), home, away);
  const over = matches.filter(({ state }) => state === 'finished');
  const ahead = firstOfEachPair(
    matches.filter(({ state }) => state !== 'finished'),
    rows.map(pairOf),
    pairOf,
  );
  return [...over, ...ahead];
}

/** Sale day, issue and times of each match. */
function plannedOf(
  leagues: ReadonlyMap<string, LeagueDescription>,
  sale: Sale,
  matches: readonly MatchRow[],
  now: number,
  past: boolean,
): New[] {
  const { dayStarts = DAY_STARTS, daysAhead = DAYS_AHEAD, issues } = sale;
  return matches.flatMap((match) => {
    const league = leagues.get(match.league);
    const quick = league?.quick;
    const { single: singleStopsAt, pass: stopsAt } = saleStopsOf(sale, league, match.starts_at);
    if (!past && stopsAt <= now) return [];
    if (quick !== undefined && (issues !== undefined || match.starts_at - quick.sellSeconds * 1000 > now)) return [];
    const day = saleDayOf(match.starts_at, dayStarts);
    const opensAt = quick === undefined ? saleDayBegins(day - daysAhead, dayStarts) : match.starts_at - quick.sellSeconds * 1000;
    return [
      { match, day, issue: issues?.kind === 'week' ? weekIssue(day) : null, stopsAt, singleStopsAt, opensAt, quick: quick && league },
    ];
  });
}

/** Week issues are called by year, month and week of the month of their Monday: 261104. */
function weekIssue(day: number): string {
  const monday = isoDateOf(mondayOf(weekOf(day)));
  const week = Math.floor((Number(monday.slice(8)) - 1) / 7) + 1;
  return `${monday.slice(2, 4)}${monday.slice(5, 7)}${String(week).padStart(2, '0')}`;
}

/** The matches of each issue that can be opened: a fixed number of one sale day, the first leagues of the feed first. */
async function ofIssues(client: Querying, { sport }: SportVersion, planned: readonly New[], now: number): Promise<New[]> {
  const { feed, sale } = sport;
  const issues = sale?.issues;
  if (feed === undefined || issues === undefined) return [];
  const { matches: matchCount = 1, days = [], aheadDays = 4 } = issues;
  const rank = (league: string): number => feed.leagues.indexOf(league);
  const byDay = new Map<number, New[]>();
  for (const each of planned) byDay.set(each.day, [...(byDay.get(each.day) ?? []), each]);
  const { rows } = await client.query<{ issue: string }>('SELECT issue FROM sport_issues WHERE game = $1', [sport.code]);
  const issueNames = new Set(rows.map(({ issue }) => issue));
  return [...byDay].flatMap(([day, all]) => {
    const issue = dayIssue(day, days);
    if (!days.includes(weekdayOf(day)) || issueNames.has(issue) || all.length < matchCount) return [];
    const chosen = [...all]
      .sort((a, b) => rank(a.match.league) - rank(b.match.league) || a.match.starts_at - b.match.starts_at)
      .slice(0, matchCount)
      .sort((a, b) => a.match.starts_at - b.match.starts_at || (a.match.id < b.match.id ? -1 : 1));
    // All of them stop before the first one begins.
    const stopsAt = Math.min(...chosen.map((each) => each.stopsAt));
    const opensAt = Math.min(...chosen.map(({ match }) => match.starts_at)) - aheadDays * DAY_MS;
    if (stopsAt <= now || opensAt > now) return [];
    return chosen.map((each) => ({ ...each, issue, stopsAt, singleStopsAt: stopsAt, opensAt }));
  });
}

/** Issues of a year by number: 26130. */
function dayIssue(day: number, days: readonly number[]): string {
  const year = isoDateOf(day).slice(0, 4);
  let count = 0;
  for (let each = dayNumberOf(`${year}-01-01`); each <= day; each++) if (days.includes(weekdayOf(each))) count += 1;
  return `${year.slice(2)}${String(count).padStart(3, '0')}`;
}

async function addOffers(
  client: Querying,
  version: SportVersion,
  some: readonly New[],
  prices: ReadonlyMap<string, ReturnType<typeof priceOffer>>,
  now: number,
): Promise<number> {
  const { code: game, sale } = version.sport;
  // Places are given out by one process at a time.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('offers/' || $1, 0))`, [game]);
  const [{ rows: there }, { rows: places }] = [
    await client.query<{ match_id: string }>('SELECT match_id FROM offers WHERE game = $1 AND match_id = ANY($2::text[])', [
      game,
      some.map(({ match }) => match.id),
    ]),
    await client.query<{ key: string; last: number }>(
      `SELECT coalesce(issue, to_char(sale_day, 'YYYY-MM-DD')) AS key, max(position) AS last FROM offers
        WHERE game = $1 AND position < $2 AND (sale_day = ANY($3::date[]) OR issue = ANY($4::text[])) GROUP BY 1`,
      [game, QUICK_PLACES, some.map(({ day }) => isoDateOf(day)), some.map(({ issue }) => issue)],
    ),
  ];
  const sold = new Set(there.map(({ match_id }) => match_id));
  const last = new Map(places.map(({ key, last: position }) => [key, position]));
  const rows = some.flatMap((each) => {
    const { match, day, issue, stopsAt, singleStopsAt, opensAt, quick } = each;
    const priced = prices.get(match.id);
    if (sold.has(match.id) || priced === undefined) return [];
    const key = issue ?? isoDateOf(day);
    const ownNumber = quick?.quick && quickMatchNumber(quick.quick, match.id);
    const place = ownNumber ?? (last.get(key) ?? 0) + 1;
    if (ownNumber === undefined) last.set(key, place);
    const code =
      ownNumber !== undefined
        ? `${quick?.short}${String(place).padStart(4, '0')}`
        : issue === null
          ? `${weekdayName(day)}${String(place).padStart(3, '0')}`
          : String(place);
    const odds: OddsByPlay = priced.oddsAfter(0);
    const over = match.state === 'finished';
    const winners = over ? winningChoicesOf(version, priced, match.measures) : {};
    const measureCodes = new Set(version.sport.measures.map(({ code }) => code));
    return [
      {
        game,
        match: match.id,
        code,
        sale_day: isoDateOf(day),
        issue,
        position: ownNumber === undefined ? place : QUICK_PLACES + place,
        numbers: priced.numbers,
        singles: priced.singles,
        closed: priced.closed,
        opens_at: Math.min(opensAt, stopsAt),
        single_stops_at: singleStopsAt,
        pass_stops_at: stopsAt,
        state: offerStateOf(match.state, null, { pass_stops_at: stopsAt }, now),
        suspended: null,
        odds,
        row_odds: boardRowOdds(version, odds),
        listed: !over,
        final_odds: over ? finalOddsOf(version, priced, winners, odds) : null,
        result: over ? { measures: Object.fromEntries(Object.entries(match.measures).filter(([code]) => measureCodes.has(code))) } : null,
        result_at: over ? now : null,
      },
    ];
  });
  if (rows.length === 0) return 0;
  // Matches, then the version, then issues: as everywhere.
  const ids = rows.map(({ match }) => match);
  await client.query('SELECT 1 FROM matches WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE', [ids]);
  const { rows: answer } = await client.query<{ added: number }>('SELECT add_offers($1::jsonb) AS added', [JSON.stringify(rows)]);
  if (sale?.issues !== undefined) await openSportIssues(client, version, some);
  // The feed looks at these matches when their odds move and their sale stops.
  await client.query(`UPDATE matches SET next_at = least(next_at, $2) WHERE id = ANY($1::text[]) AND state <> 'finished'`, [ids, now]);
  return answer[0]?.added ?? 0;
}

/** Issues of these offers. A week's begins on its Monday; its end is that of its last match, and grows with what is added. */
async function openSportIssues(client: Querying, { sport }: SportVersion, some: readonly New[]): Promise<void> {
  const issues = new Map<string, { opens: number; closes: number }>();
  for (const { issue, opensAt, stopsAt } of some) {
    if (issue === null) continue;
    const before = issues.get(issue) ?? { opens: opensAt, closes: stopsAt };
    issues.set(issue, { opens: Math.min(before.opens, opensAt), closes: Math.max(before.closes, stopsAt) });
  }
  await client.query(
    `INSERT INTO sport_issues (game, issue, opens_at, closes_at, carried_fen)
     SELECT $1, x.issue, x.opens, x.closes, CASE WHEN EXISTS (SELECT 1 FROM sport_issues WHERE game = $1) THEN 0 ELSE $3::bigint END
       FROM jsonb_to_recordset($2::jsonb) AS x(issue text, opens bigint, closes bigint)
     ON CONFLICT (game, issue) DO UPDATE SET opens_at = least(sport_issues.opens_at, excluded.opens_at),
                                             closes_at = greatest(sport_issues.closes_at, excluded.closes_at)`,
    [sport.code, JSON.stringify([...issues].map(([issue, times]) => ({ issue, ...times }))), sport.sale?.issues?.firstCarriedFen ?? 0],
  );
}
