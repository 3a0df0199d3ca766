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
import { HOUR_MS } from '../platform/index.ts';
import type { SportServices } from './services.ts';
import { MATCH_COLUMNS, type MatchRow, SIMULATED_SOURCE } from './feed/match-rows.ts';
import type { OddsByPlay } from './feed/odds.ts';
import { leagueModelsOf, liveMatchModelOf, type OfferOfMatch, offerModelOf, type TeamRanks } from './api-models.ts';
import { readOutrights, currentMatchVersion } from './outright-reads.ts';
import { createStandingsTables, type StandingsTables } from './standings-tables.ts';

/** Live scores reach so far back and ahead. */
const LIVE_MS = 30 * HOUR_MS;
/** Most matches that one delta lists; a phone that is further behind loads again. */
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

export interface SportReads {
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
export const rowPlaysOf = ({ board, plays }: SportGame): readonly string[] => board?.row ?? plays.slice(0, 1).map(({ code }) => code);

type Parts = Pick<SportServices, 'database' | 'clock' | 'sports'>;

/** An issue with what of its pool is not in the list of issues. */
type IssueRow = SportIssue & { readonly pool_fen: number; readonly carried_fen: number };

export function createSportReads(context: Parts): SportReads {
  return new MatchReads(context);
}

const issueOf = ({ issue, opensAt, closesAt, state }: SportIssue): SportIssue => ({ issue, opensAt, closesAt, state });

class MatchReads implements SportReads {
  readonly #parts: Parts;
  readonly #tables: StandingsTables;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tables = createStandingsTables(parts);
  }

  version(): Promise<number> {
    return currentMatchVersion(this.#parts.database);
  }

  async page(
    game: SportGame,
    hash: string,
    requestedIssue: string | undefined,
    since: number | undefined,
  ): Promise<SportPageModels | undefined> {
    const byIssue = game.sale?.issues !== undefined;
    const all = byIssue ? await this.#issuesOf(game.code) : [];
    // The issue that closes next is the one on sale.
    const ahead = (['selling', 'coming'] as const).flatMap((issueState) => all.filter(({ state }) => state === issueState).reverse());
    const [selling] = [...ahead, ...all];
    const issue = byIssue ? all.find((each) => each.issue === (requestedIssue ?? selling?.issue)) : undefined;
    if (requestedIssue !== undefined && issue === undefined) return undefined;
    const now = await this.version();
    const changes = since === undefined || since > now || byIssue ? undefined : since;
    const listed = byIssue ? 'o.issue = $2' : 'o.listed AND $2::text IS NULL';
    const current =
      changes === undefined
        ? await this.#read(game.code, listed, [issue?.issue ?? null])
        : await this.#read(game.code, 'o.version > $2', [changes]);
    const shown = current.rows.filter((row) => row.listed || byIssue);
    return {
      game: game.code,
      hash,
      version: current.version,
      full: changes === undefined,
      demo: true,
      ...(issue === undefined ? {} : { issue: issue.issue }),
      ...(byIssue ? { issues: [...ahead, ...all.filter((each) => !ahead.includes(each))].map(issueOf) } : {}),
      ...(game.payout.kind === 'pool' && issue !== undefined ? { pool: { poolFen: issue.pool_fen, carriedFen: issue.carried_fen } } : {}),
      leagues: this.#leaguesOf(shown),
      matches: await this.#offersOf(game, shown),
      removed: changes === undefined ? [] : unlisted(current.rows),
      notices: ['赛事、赔率和赛果均为演示数据'],
    };
  }

  async offersSince(game: string, since: number): Promise<OfferChanges> {
    const published = this.#parts.sports.published(game);
    const { version, rows } = await this.#read(game, 'o.version > $2', [since]);
    if (published === undefined) return { version, matches: [], removed: [] };
    const listed = rows.filter((row) => row.listed);
    return { version, matches: await this.#offersOf(published.sport, listed), removed: unlisted(rows) };
  }

  async liveSince(since: number | undefined, sport?: string): Promise<LiveChanges> {
    const { version, rows } = await this.#liveRows(since, sport);
    return { version, matches: this.#liveOf(rows) };
  }

  async live(since: number | undefined, sport: string | undefined): Promise<MatchLiveModels> {
    const { version, rows } = await this.#liveRows(since, sport);
    const full = since === undefined || since > version;
    const all = full && since !== undefined ? await this.#liveRows(undefined, sport) : { version, rows };
    return {
      version: all.version,
      full,
      demo: all.rows.length === 0 || all.rows.some(({ source }) => source === SIMULATED_SOURCE),
      leagues: this.#leaguesOf(all.rows),
      matches: this.#liveOf(all.rows),
    };
  }

  async options(game: string, ids: readonly string[]): Promise<OptionDataModels> {
    const { version, rows } = await this.#read(game, 'o.match_id = ANY($2::text[])', [ids]);
    return {
      game,
      version,
      matches: rows.map(({ match_id, version: rowVersion, odds }) => ({ id: match_id, version: rowVersion, odds: odds as OddsByPlay })),
    };
  }

  async issues(game: string): Promise<SportIssue[]> {
    return (await this.#issuesOf(game)).map(issueOf);
  }

  outrights(code: string): Promise<OutrightListModels | undefined> {
    return readOutrights(this.#parts, code);
  }

  /** Offers and the version up to which they are all that there are: read in one statement. */
  async #read(game: string, where: string, values: readonly unknown[]): Promise<{ version: number; rows: OfferOfMatch[] }> {
    const { rows } = await this.#parts.database.query<{ version: number; offers: OfferOfMatch[] | null }>(
      `SELECT v.version, (SELECT json_agg(x ORDER BY x.sale_day, x.position, x.match_id) FROM (
         SELECT ${OFFER_OF_MATCH} FROM offers o JOIN matches m ON m.id = o.match_id WHERE o.game = $1 AND ${where} LIMIT ${MOST}) x) AS offers
         FROM match_versions v`,
      [game, ...values],
    );
    return { version: rows[0]?.version ?? 0, rows: rows[0]?.offers ?? [] };
  }

  async #issuesOf(game: string): Promise<IssueRow[]> {
    const { database, clock } = this.#parts;
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

  async #liveRows(since: number | undefined, sport: string | undefined): Promise<{ version: number; rows: MatchRow[] }> {
    const { database, clock, sports } = this.#parts;
    const now = clock.now();
    const quick = [...sports.leagues().values()].filter((league) => league.quick !== undefined);
    // Those of demonstration leagues as long as they are sold: they are many.
    const quickMs = Math.max(0, ...quick.map((league) => league.quick?.sellSeconds ?? 0)) * 1000;
    const { rows } = await database.query<{ version: number; matches: MatchRow[] | null }>(
      `SELECT v.version, (SELECT json_agg(x ORDER BY x.starts_at, x.id) FROM (
         SELECT ${MATCH_COLUMNS} FROM matches
          WHERE starts_at BETWEEN $1 AND $2 AND version > $3 AND ($4::text IS NULL OR sport = $4)
            AND (league <> ALL($5::text[]) OR starts_at BETWEEN $6 AND $7)
          ORDER BY starts_at DESC LIMIT ${MOST}) x) AS matches FROM match_versions v`,
      [now - LIVE_MS, now + LIVE_MS, since ?? 0, sport ?? null, quick.map(({ code }) => code), now - quickMs, now + quickMs],
    );
    return { version: rows[0]?.version ?? 0, rows: rows[0]?.matches ?? [] };
  }

  async #offersOf(game: SportGame, rows: readonly OfferOfMatch[]): Promise<Offer[]> {
    const plays = rowPlaysOf(game);
    const ranks = await this.#ranksOf(rows);
    return rows.map((row) => offerModelOf(row, this.#parts.sports.league(row.league), plays, ranks.get(row.league)));
  }

  async #ranksOf(rows: readonly { readonly league: string }[]): Promise<ReadonlyMap<string, TeamRanks>> {
    const codes = [...new Set(rows.map(({ league }) => league))];
    return new Map(await Promise.all(codes.map(async (code) => [code, await this.#tables.ranks(code)] as const)));
  }

  #liveOf(rows: readonly MatchRow[]): LiveMatch[] {
    return rows.map((row) => liveMatchModelOf(row, this.#parts.sports.league(row.league)));
  }

  #leaguesOf(rows: readonly { readonly league: string }[]) {
    return leagueModelsOf(
      this.#parts.sports.leagues(),
      rows.map(({ league }) => league),
    );
  }
}

/** Matches that are not offered any more. */
const unlisted = (rows: readonly OfferOfMatch[]): string[] => rows.filter(({ listed }) => !listed).map(({ match_id }) => match_id);
