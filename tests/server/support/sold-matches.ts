/** Matches put down by hand, where the feed is not what is tested: their offers, what changes of them, and their results. */
import type { Querying } from '../../../server/platform/database/database.ts';

export interface TestMatch {
  readonly id: string;
  readonly game?: string;
  readonly sport?: string;
  readonly league?: string;
  /** Codes of teams of the league. */
  readonly home?: string;
  readonly away?: string;
  readonly code?: string;
  /** Game ms from now. */
  readonly startsIn?: number;
  readonly stopsIn?: number;
  readonly singleStopsIn?: number;
  readonly numbers?: Readonly<Record<string, string>>;
  readonly odds?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly singles?: readonly string[];
  readonly closed?: readonly string[];
  readonly issue?: string;
  readonly position?: number;
}

export const ODDS = {
  BRQSPF: { '3': '1.85', '1': '3.40', '0': '3.60' },
  SPF: { '3': '3.45', '1': '3.50', '0': '1.80' },
  ZJQ: { '0': '9.50', '1': '4.20', '2': '3.30', '3': '3.60', '4': '5.80', '5': '11.00', '6': '20.00', '7': '30.00' },
  BQC: { '33': '2.90', '31': '15.00', '30': '30.00', '13': '4.60', '11': '5.40', '10': '7.50', '03': '26.00', '01': '15.00', '00': '5.60' },
} as const;

/** A match of 竞彩篮球 without its sides. */
export const BASKETBALL = {
  game: 'jclq',
  sport: 'basketball',
  league: 'NBA',
  numbers: { handicap: '-4.5', line: '215.5' },
  odds: {
    SF: { '3': '1.60', '0': '2.05' },
    RFSF: { '3': '1.80', '0': '1.75' },
    DXF: { '3': '1.75', '0': '1.75' },
    SFC: Object.fromEntries(
      ['01', '02', '03', '04', '05', '06', '11', '12', '13', '14', '15', '16'].map((code, at) => [code, `${4 + at}.00`]),
    ),
  },
} as const;

let positions = 0;

/** Puts a match on sale on the sale day that it is by the clock of the database: from noon to noon in Beijing. */
export async function addMatch(database: Querying, match: TestMatch): Promise<void> {
  const { id, game = 'jczq', startsIn = 3_600_000, odds = ODDS, numbers = { handicap: '-1' }, closed = [], singles = [], issue } = match;
  const { sport = 'football', league = 'TST', home = 'aa', away = 'bb' } = match;
  const stopsIn = match.stopsIn ?? startsIn - 60_000;
  positions += 1;
  // Both rows use one instant, so that their times agree.
  await database.query(
    `WITH now AS (SELECT caipu_now_ms() AS n),
     at AS (SELECT n, (to_timestamp(n / 1000.0) AT TIME ZONE 'Asia/Shanghai' - interval '12 hours')::date AS day FROM now),
     made AS (
       INSERT INTO matches (id, sport, league, home, away, starts_at, source, version)
       SELECT $2, $13, $14, $15, $16, n + $12::bigint, 'test', next_match_version() FROM at ON CONFLICT DO NOTHING)
     INSERT INTO offers (game, match_id, code, sale_day, issue, position, numbers, singles, closed, opens_at, single_stops_at, pass_stops_at, odds,
                         odds_version, version)
     SELECT $1, $2, coalesce($3, '周' || substr('一二三四五六日', extract(isodow FROM day)::int, 1) || lpad(($5::int)::text, 3, '0')), day, $4, $5::int,
            $6::jsonb, $7::text[], $8::text[], n, n + $9::bigint, n + $10::bigint, $11::jsonb, next_match_version(), next_match_version() FROM at`,
    [
      game,
      id,
      match.code ?? null,
      issue ?? null,
      match.position ?? positions,
      JSON.stringify(numbers),
      singles,
      closed,
      match.singleStopsIn ?? stopsIn,
      stopsIn,
      JSON.stringify(odds),
      startsIn,
      sport,
      league,
      home,
      away,
    ],
  );
}

/** Changes an offer in the server's own order: its lock alone, then the row. */
export const changeOffer = (database: Querying, game: string, match: string, set: string, values: readonly unknown[] = []) =>
  database.query(
    `WITH held AS MATERIALIZED (SELECT lock_offers(jsonb_build_array(jsonb_build_object('game', $1::text, 'match', $2::text))))
     UPDATE offers SET ${set}, version = next_match_version() FROM held WHERE game = $1 AND match_id = $2`,
    [game, match, ...values],
  );

/** Writes a result into every offer of the match, as the feed does. It was played: it kicked off six hours ago, or before. */
export async function endMatch(
  database: Querying,
  match: string,
  result: { readonly measures: Readonly<Record<string, readonly [number, number]>> } | { readonly void: true },
  finalOdds?: unknown,
): Promise<void> {
  await database.query('UPDATE matches SET starts_at = least(starts_at, caipu_now_ms() - 21600000) WHERE id = $1', [match]);
  const { rows } = await database.query<{ game: string }>('SELECT game FROM offers WHERE match_id = $1 ORDER BY game', [match]);
  for (const { game } of rows)
    await changeOffer(
      database,
      game,
      match,
      `result = $3::jsonb, result_at = caipu_now_ms(), final_odds = coalesce($4::jsonb, final_odds)`,
      [JSON.stringify(result), finalOdds === undefined ? null : JSON.stringify(finalOdds)],
    );
}

export const score = (full: readonly [number, number], half: readonly [number, number] = [0, 0]) => ({ measures: { full, half } });
