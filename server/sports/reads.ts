/**
 * What everybody reads of matches: pages of games, live scores, results, cups. Answers are the same for all and kept for a second; deltas
 * of the event stream come from here too, so that a phone sees the same by either way.
 */
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type {
  LiveMatch,
  MatchLiveModels,
  Offer,
  OptionDataModels,
  OutrightListModels,
  SportIssue,
  SportPageModels,
} from '../../protocol/calls.ts';
import type { Context } from '../context.ts';
import { MATCH, type MatchRow, SIMULATED } from './feed/match-rows.ts';
import type { OddsByPlay } from './feed/odds.ts';
import { leaguesOf, liveOf, type OfferOfMatch, offerOf, type Ranks, teamOf } from './words.ts';
import { createTables } from './tables.ts';

const HOUR = 3_600_000;
/** Live scores reach so far back and ahead. */
const LIVE_MS = 30 * HOUR;
/** Of demonstration leagues, whose matches are many and short. */
const LIVE_QUICK_MS = HOUR / 4;
/** Most matches that one delta lists; a phone that is further behind loads anew. */
const MOST = 1_000;

const OFFER_OF_MATCH =
  "o.game, o.match_id, o.code, to_char(o.sale_day, 'YYYY-MM-DD') AS sale_day, o.issue, o.position, o.numbers, o.singles, o.closed, o.opens_at, o.single_stops_at, o.pass_stops_at, o.suspended, o.state, o.odds, o.moves, o.final_odds, o.result, o.result_at, o.listed, o.version, m.league, m.home, m.away, m.starts_at, m.measures";

export interface OfferChanges {
  readonly version: number;
  readonly matches: readonly Offer[];
  readonly removed: readonly string[];
}

export interface LiveChanges {
  readonly version: number;
  readonly matches: readonly LiveMatch[];
}

export interface Reads {
  version(): Promise<number>;
  page(game: SportGame, hash: string, issue: string | undefined, since: number | undefined): Promise<SportPageModels | undefined>;
  /** Offers of a game that changed after a version. */
  offersSince(game: string, since: number): Promise<OfferChanges>;
  liveSince(since: number | undefined, sport?: string): Promise<LiveChanges>;
  live(since: number | undefined, sport: string | undefined): Promise<MatchLiveModels>;
  options(game: string, ids: readonly string[]): Promise<OptionDataModels>;
  issues(game: string): Promise<SportIssue[]>;
  outrights(code: string): Promise<OutrightListModels | undefined>;
}

/** Row plays of a game: those that the page lists odds of. */
export const rowOf = ({ board, plays }: SportGame): readonly string[] => board?.row ?? plays.slice(0, 1).map(({ code }) => code);

export function createReads(context: Pick<Context, 'database' | 'clock' | 'sports'>): Reads {
  const { database, clock, sports } = context;
  const tables = createTables(context);

  /** Offers and the version up to which they are all that there are: read in one statement. */
  async function read(game: string, where: string, values: readonly unknown[]): Promise<{ version: number; rows: OfferOfMatch[] }> {
    const { rows } = await database.query<{ version: number; offers: OfferOfMatch[] | null }>(
      `SELECT v.version, (SELECT json_agg(x ORDER BY x.sale_day, x.position, x.match_id) FROM (
         SELECT ${OFFER_OF_MATCH} FROM offers o JOIN matches m ON m.id = o.match_id WHERE o.game = $1 AND ${where} LIMIT ${MOST}) x) AS offers
         FROM match_versions v`,
      [game, ...values],
    );
    return { version: rows[0]?.version ?? 0, rows: rows[0]?.offers ?? [] };
  }

  async function ranksOf(rows: readonly { readonly league: string }[]): Promise<ReadonlyMap<string, Ranks>> {
    const codes = [...new Set(rows.map(({ league }) => league))];
    return new Map(await Promise.all(codes.map(async (code) => [code, await tables.ranks(code)] as const)));
  }

  async function offersOf(game: SportGame, rows: readonly OfferOfMatch[]): Promise<Offer[]> {
    const plays = rowOf(game);
    const ranks = await ranksOf(rows);
    return rows.map((row) => offerOf(row, sports.league(row.league), plays, ranks.get(row.league)));
  }

  async function offersSince(game: string, since: number): Promise<OfferChanges> {
    const version = sports.published(game);
    const { version: now, rows } = await read(game, 'o.version > $2', [since]);
    if (version === undefined) return { version: now, matches: [], removed: [] };
    return {
      version: now,
      matches: await offersOf(
        version.sport,
        rows.filter(({ listed }) => listed),
      ),
      removed: rows.filter(({ listed }) => !listed).map(({ match_id }) => match_id),
    };
  }

  async function issuesOf(game: string): Promise<(SportIssue & { pool_fen: number; carried_fen: number })[]> {
    const now = clock.now();
    const { rows } = await database.query<{
      issue: string;
      opens_at: number;
      closes_at: number;
      state: string;
      pool_fen: number;
      carried_fen: number;
    }>(
      `SELECT issue, opens_at, closes_at, state, pool_fen, carried_fen FROM sport_issues WHERE game = $1 ORDER BY closes_at DESC LIMIT 20`,
      [game],
    );
    return rows.map(({ issue, opens_at, closes_at, state, ...pool }) => ({
      ...pool,
      issue,
      opensAt: opens_at,
      closesAt: closes_at,
      state: state === 'settled' || state === 'cancelled' ? state : now < opens_at ? 'coming' : now < closes_at ? 'selling' : 'closed',
    }));
  }

  async function liveRows(since: number | undefined, sport: string | undefined): Promise<{ version: number; rows: MatchRow[] }> {
    const now = clock.now();
    const quick = [...sports.leagues().values()].filter((league) => league.quick !== undefined).map(({ code }) => code);
    const { rows } = await database.query<{ version: number; matches: MatchRow[] | null }>(
      `SELECT v.version, (SELECT json_agg(x ORDER BY x.starts_at, x.id) FROM (
         SELECT ${MATCH} FROM matches
          WHERE starts_at BETWEEN $1 AND $2 AND version > $3 AND ($4::text IS NULL OR sport = $4)
            AND (league <> ALL($5::text[]) OR starts_at BETWEEN $6 AND $7)
          ORDER BY starts_at DESC LIMIT ${MOST}) x) AS matches FROM match_versions v`,
      [now - LIVE_MS, now + LIVE_MS, since ?? 0, sport ?? null, quick, now - LIVE_QUICK_MS, now + LIVE_QUICK_MS],
    );
    return { version: rows[0]?.version ?? 0, rows: rows[0]?.matches ?? [] };
  }

  return {
    async version() {
      return (await database.query<{ version: number }>('SELECT version FROM match_versions')).rows[0]?.version ?? 0;
    },
    offersSince,
    async page(game, hash, asked, since) {
      const byIssue = game.sale?.issues !== undefined;
      const all = byIssue ? await issuesOf(game.code) : [];
      // The issue that closes next is the one on sale.
      const ahead = (['selling', 'coming'] as const).flatMap((wanted) => all.filter(({ state }) => state === wanted).reverse());
      const [selling] = [...ahead, ...all];
      const issue = byIssue ? all.find((each) => each.issue === (asked ?? selling?.issue)) : undefined;
      if (asked !== undefined && issue === undefined) return undefined;
      const now = await this.version();
      const full = since === undefined || since > now || byIssue;
      const listed = byIssue ? 'o.issue = $2' : 'o.listed AND $2::text IS NULL';
      const found = full ? await read(game.code, listed, [issue?.issue ?? null]) : await read(game.code, 'o.version > $2', [since]);
      const shown = found.rows.filter((row) => row.listed || byIssue);
      const changed = full ? undefined : found;
      return {
        game: game.code,
        hash,
        version: found.version,
        full,
        demo: true,
        ...(issue === undefined ? {} : { issue: issue.issue }),
        ...(byIssue
          ? {
              issues: [...ahead, ...all.filter((each) => !ahead.includes(each))].map(({ issue: name, opensAt, closesAt, state }) => ({
                issue: name,
                opensAt,
                closesAt,
                state,
              })),
            }
          : {}),
        ...(game.payout.kind === 'pool' && issue !== undefined ? { pool: { poolFen: issue.pool_fen, carriedFen: issue.carried_fen } } : {}),
        leagues: leaguesOf(
          sports.leagues(),
          shown.map(({ league }) => league),
        ),
        matches: await offersOf(game, shown),
        removed: changed === undefined ? [] : changed.rows.filter(({ listed: is }) => !is).map(({ match_id }) => match_id),
        notices: ['赛事、赔率和赛果均为演示数据'],
      };
    },
    async liveSince(since, sport) {
      const { version, rows } = await liveRows(since, sport);
      return { version, matches: rows.map((row) => liveOf(row, sports.league(row.league))) };
    },
    async live(since, sport) {
      const { version, rows } = await liveRows(since, sport);
      const full = since === undefined || since > version;
      const all = full && since !== undefined ? await liveRows(undefined, sport) : { version, rows };
      return {
        version: all.version,
        full,
        demo: all.rows.length === 0 || all.rows.some(({ source }) => source === SIMULATED),
        leagues: leaguesOf(
          sports.leagues(),
          all.rows.map(({ league }) => league),
        ),
        matches: all.rows.map((row) => liveOf(row, sports.league(row.league))),
      };
    },
    async options(game, ids) {
      const { version, rows } = await read(game, 'o.match_id = ANY($2::text[])', [ids]);
      return {
        game,
        version,
        matches: rows.map(({ match_id, version: own, odds }) => ({ id: match_id, version: own, odds: odds as OddsByPlay })),
      };
    },
    async issues(game) {
      return (await issuesOf(game)).map(({ issue, opensAt, closesAt, state }) => ({ issue, opensAt, closesAt, state }));
    },
    async outrights(code) {
      const version = sports.outright(code);
      if (version === undefined) return undefined;
      const league = sports.league(version.outright.cup);
      const { rows } = await database.query<{
        version: number;
        market: string;
        code: string;
        teams: readonly string[];
        odds: string;
        state: string;
        stops_at: number;
        support: number;
        chance: number;
      }>(
        `SELECT v.version, o.market, o.code, o.teams, o.odds, o.state, o.stops_at, o.support, o.chance
           FROM match_versions v, outrights o
          WHERE o.game = $1 AND o.edition = (SELECT edition FROM outrights WHERE game = $1 ORDER BY edition::int DESC LIMIT 1)
          ORDER BY o.market, o.position`,
        [code],
      );
      const now = clock.now();
      const stopsAt = rows[0]?.stops_at;
      return {
        game: code,
        hash: version.hash,
        unitFen: version.outright.unitFen,
        multiplier: version.outright.caps.multiplier,
        version: rows[0]?.version ?? (await this.version()),
        demo: true,
        ...(stopsAt === undefined || stopsAt === 0 ? {} : { stopsAt }),
        ...(rows.some(({ state }) => state === 'void') ? { off: true } : {}),
        markets: version.outright.markets.map(({ code: market, name, listed }) => ({
          market,
          name,
          items: rows
            .filter((row) => row.market === market)
            .map((row) => ({
              code: row.code,
              teams: row.teams.map((team) => teamOf(league, team)),
              name:
                row.teams.length === 0
                  ? listed === undefined
                    ? ''
                    : '其他'
                  : row.teams.map((team) => teamOf(league, team).name).join(' — '),
              odds: row.odds,
              support: row.support,
              chance: row.chance,
              state: (row.state === 'void' || (row.state === 'selling' && row.stops_at <= now) ? 'stopped' : row.state) as
                | 'selling'
                | 'stopped'
                | 'out'
                | 'won',
            })),
        })),
      };
    },
  };
}
