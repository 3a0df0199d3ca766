/**
 * The built server with its matches put down by hand: on a PostgreSQL that the test writes to, as a feed from outside would. What would
 * take minutes to be played is said in one statement, and the odds and results are those that the test needs.
 */
import { addMatch, changeOffer, endMatch, type TestMatch } from '../../server/support/sold-matches.ts';
import { openPool, queryingOf, startPostgres } from '../../server/support/postgres.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import { type RunningServer, startServer } from './server.ts';

export interface MatchDay {
  readonly server: RunningServer;
  readonly database: Querying;
  /** Puts matches on sale, in this order. */
  sell(...matches: readonly TestMatch[]): Promise<void>;
  /** Changes the odds of a choice; phones hear of it. */
  move(game: string, match: string, play: string, choice: string, odds: string): Promise<void>;
  /** Changes an offer; phones hear of it. */
  change(game: string, match: string, set: string, values?: readonly unknown[]): Promise<void>;
  /** The match has ended so, or is void. */
  end(match: string, result: Readonly<Record<string, readonly [number, number]>> | 'void', finalOdds?: unknown): Promise<void>;
  stop(): Promise<void>;
}

export async function startMatchDay(options: { readonly operatorPassword?: string } = {}): Promise<MatchDay> {
  const postgres = await startPostgres();
  const server = await startServer({
    games: ['ssq'],
    sports: true,
    clock: 1,
    env: { DATABASE_URL: postgres.url, CAIPU_FEED: 'none', CAIPU_DEMO_DRAWS: '0' },
    ...options,
  });
  const pool = openPool(postgres.url);
  const database = queryingOf(pool);
  const tell = (...games: readonly string[]) => database.query('SELECT announce_matches($1::jsonb, true)', [JSON.stringify(games)]);
  const change: MatchDay['change'] = async (game, match, set, values) => {
    await changeOffer(database, game, match, set, values);
    await tell(game);
  };
  return {
    server,
    database,
    change,
    async sell(...matches) {
      for (const match of matches) await addMatch(database, match);
      await tell(...new Set(matches.map(({ game = 'jczq' }) => game)));
    },
    move: (game, match, play, choice, odds) =>
      change(game, match, `odds = jsonb_set(odds, ARRAY[$3, $4], to_jsonb($5::text))`, [play, choice, odds]),
    async end(match, result, finalOdds) {
      const state = result === 'void' ? 'cancelled' : 'finished';
      const measures = JSON.stringify(result === 'void' ? {} : result);
      await database.query('UPDATE matches SET state = $2, measures = $3::jsonb, version = next_match_version() WHERE id = $1', [
        match,
        state,
        measures,
      ]);
      const { rows } = await database.query<{ game: string }>('UPDATE offers SET state = $2 WHERE match_id = $1 RETURNING game', [
        match,
        state,
      ]);
      await endMatch(database, match, result === 'void' ? { void: true } : { measures: result }, finalOdds);
      await tell(...rows.map(({ game }) => game));
    },
    async stop() {
      await pool.end();
      await server.stop();
      await postgres.stop();
    },
  };
}
