/** What /metrics and /readyz say about the data, read in one statement and cached for a moment, so that frequent requests cost no more. */
import type { GameClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Alarms } from './alarms.ts';

/** The published games, with the reason why one is not sold. */
export interface PublishedGames {
  all(): readonly { readonly game: { readonly code: string; readonly disabled?: string } }[];
}

export interface StateSources {
  readonly database: Database;
  readonly games: PublishedGames;
  readonly clock: GameClock;
  readonly alarms: Alarms;
}

export interface DataState {
  /** Unix ms of the game clock. */
  readonly now: number;
  /** State → issues in it; settled and withdrawn ones are over and not counted. */
  readonly issues: Readonly<Record<string, number>>;
  readonly gamesWithoutIssue: number;
  /** Ms that the oldest drawn issue waits to be settled; 0 for none. */
  readonly settlementLagMs: number;
  /** Ms that the oldest result of a match waits for the bets that hang on it to be settled; 0 for none. */
  readonly matchLagMs: number;
  /** Ms that the oldest issue that is due waits to be drawn; 0 for none. */
  readonly drawLagMs: number;
  /** Ms that the oldest change of a match that is due waits to be written; 0 for none. */
  readonly feedLagMs: number;
  /** Matches that are offered and not over. */
  readonly matchesOnSale: number;
  /** What waits in quarantine. */
  readonly held: { readonly ticket: number; readonly issue: number };
  /** Standbys that follow in step; undefined where none is asked for or this role may not see it. */
  readonly standbys: number | undefined;
  readonly lastDraws: readonly { readonly game: string; readonly at: number }[];
}

const KEEP_MS = 2_000;
/** Monitoring gets an answer while the database gives none. */
const PATIENCE_MS = 2_000;
/** Issues that stand still longer than this, in real ms, are an alarm: settling the largest issue takes seconds. */
const LATE_MS = 60_000;

/** Resolves the current state; undefined when the database does not answer in time. */
export function stateReader({ database, games, clock, alarms }: StateSources) {
  let at = Number.NEGATIVE_INFINITY;
  let reading: Promise<DataState | undefined> | undefined;

  async function read(): Promise<DataState> {
    const played = games.all().filter(({ game }) => game.disabled === undefined);
    const { rows } = await database.query<{
      now: number;
      issues: Record<string, number> | null;
      without: number;
      drawn: number | null;
      due: number | null;
      match_due: number | null;
      draws: { game: string; at: number }[] | null;
      feed_due: number | null;
      on_sale: number;
      tickets_held: number;
      issues_held: number;
      standbys: number | null;
    }>(
      `SELECT t.now,
              (SELECT jsonb_object_agg(state, n) FROM (
                 SELECT state, count(*) AS n FROM issues WHERE state NOT IN ('settled', 'withdrawn') GROUP BY state) s) AS issues,
              (SELECT count(*) FROM unnest($1::text[]) AS g WHERE NOT EXISTS (
                 SELECT 1 FROM issues i WHERE i.game = g AND i.draws_at >= t.now AND i.closes_at > t.now AND i.state = 'open')) AS without,
              (SELECT min(draws_at) FROM issues WHERE state = 'drawn' AND held_until IS NULL) AS drawn,
              (SELECT min(draws_at) FROM issues WHERE state IN ('open', 'frozen') AND draws_at <= t.now AND cancelled IS NULL AND held_until IS NULL) AS due,
              (SELECT min(due_at) FROM sport_settlements WHERE done_at IS NULL AND due_at <= t.now AND held_until IS NULL) AS match_due,
              (SELECT jsonb_agg(jsonb_build_object('game', g, 'at', l.draws_at)) FROM unnest($1::text[]) AS g, LATERAL (
                 SELECT draws_at FROM issues i WHERE i.game = g AND i.draws_at <= t.now AND i.state IN ('drawn', 'settled')
                  ORDER BY draws_at DESC LIMIT 1) l) AS draws,
              (SELECT min(next_at) FROM matches WHERE next_at <= t.now) AS feed_due,
              (SELECT count(DISTINCT match_id) FROM offers WHERE listed) AS on_sale,
              (SELECT count(*) FROM quarantine WHERE ended_at IS NULL AND ticket IS NOT NULL) AS tickets_held,
              (SELECT count(*) FROM quarantine WHERE ended_at IS NULL AND ticket IS NULL) AS issues_held,
              -- Who is not of pg_monitor sees standbys without their state.
              CASE WHEN current_setting('synchronous_standby_names') <> '' AND pg_has_role('pg_monitor', 'member')
                   THEN (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) END AS standbys
         FROM (SELECT caipu_now_ms() AS now) t`,
      [played.map(({ game }) => game.code)],
      'watch-state',
    );
    const [row] = rows;
    if (row === undefined) throw new Error('no state');
    const state: DataState = {
      now: row.now,
      issues: { open: 0, frozen: 0, drawn: 0, ...row.issues },
      gamesWithoutIssue: row.without,
      settlementLagMs: Math.max(0, row.now - (row.drawn ?? row.now)),
      matchLagMs: Math.max(0, row.now - (row.match_due ?? row.now)),
      drawLagMs: Math.max(0, row.now - (row.due ?? row.now)),
      feedLagMs: Math.max(0, row.now - (row.feed_due ?? row.now)),
      matchesOnSale: row.on_sale,
      lastDraws: row.draws ?? [],
      held: { ticket: row.tickets_held, issue: row.issues_held },
      standbys: row.standbys ?? undefined,
    };
    alarms.report('standby-missing', state.standbys === 0 ? 1 : 0, '');
    const late = Math.max(state.settlementLagMs, state.drawLagMs, state.matchLagMs) > LATE_MS * clock.speed;
    alarms.report(
      'settlement-late',
      late ? Math.max(1, (state.issues.drawn as number) + (state.issues.frozen as number)) : 0,
      `Drawn and not settled for ${Math.round(state.settlementLagMs / 1000)} s, due and not drawn for ${Math.round(state.drawLagMs / 1000)} s, a result of a match not settled for ${Math.round(state.matchLagMs / 1000)} s.`,
    );
    const feedLate = state.feedLagMs > LATE_MS * clock.speed;
    alarms.report('feed-late', feedLate ? 1 : 0, `The oldest change waits for ${Math.round(state.feedLagMs / 1000)} s.`);
    return state;
  }

  return (): Promise<DataState | undefined> => {
    if (reading === undefined || performance.now() - at > KEEP_MS) {
      at = performance.now();
      reading = withTimeout(read(), PATIENCE_MS);
    }
    return reading;
  };
}

/** Real ms between two looks of a process that draws: what is late is an alarm whether or not anybody asks. */
const WATCH_EVERY_MS = 60_000;

/** Reads the state once in a while, only `when` that holds; returns the function that ends it. */
export function pollState(state: () => Promise<unknown>, when: () => boolean = () => true): () => void {
  const timer = setInterval(() => void (when() && state()), WATCH_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What `work` gives, undefined when it fails or takes longer. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
    timer.unref();
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
