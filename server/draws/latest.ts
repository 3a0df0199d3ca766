/**
 * The latest result of every game: one statement for all of them, and its answer serves everyone until the next draw.
 *
 * Each process keeps its own. It is right in every one of them without a word between them: an answer is good until the earliest draw
 * that it could not yet know of, and that time is in the issues themselves. A process that streams hears of draws besides.
 */
import type { DrawnResult } from '../../protocol/calls.ts';
import type { Database } from '../db/database.ts';
import { type DrawnRow, drawnResult, type ResultParts } from './result-item.ts';

/** Real ms that an answer serves at most: past draws are made and imported beside the clock. */
const MOST_MS = 10_000;

interface Kept {
  readonly items: Promise<readonly DrawnResult[]>;
  /** The published games that it was made for. */
  readonly games: string;
  /** Game ms of the next draw, known once the answer is there: before that everyone waits for the same statement. */
  until: number;
  readonly madeAt: number;
}

const kept = new WeakMap<Database, Kept>();
const listening = new WeakSet<Database>();

/** To be called by whoever adds draws of the past in this process. */
export const forgetLatest = (database: Database): void => void kept.delete(database);

export function latestResults(parts: ResultParts): Promise<readonly DrawnResult[]> {
  const { database, clock, events } = parts;
  if (!listening.has(database)) {
    listening.add(database);
    events.onBroadcast((event) => {
      if (event.type === 'draw') kept.delete(database);
    });
  }
  const versions = parts.games.all();
  const games = versions.map(({ hash }) => hash).join();
  const known = kept.get(database);
  if (known !== undefined && known.games === games && clock.now() < known.until && performance.now() - known.madeAt < MOST_MS)
    return known.items;

  const fetched = fetchLatest(
    parts,
    versions.map(({ game }) => game.code),
  );
  const entry: Kept = {
    items: fetched.then(({ items }) => items),
    games,
    until: Number.POSITIVE_INFINITY,
    madeAt: performance.now(),
  };
  kept.set(database, entry);
  fetched.then(
    ({ until }) => {
      entry.until = until;
    },
    () => {
      // A failure serves those who waited for it and nobody else.
      if (kept.get(database) === entry) kept.delete(database);
    },
  );
  return entry.items;
}

type LatestRow = DrawnRow & { readonly next_draw: number | null };

async function fetchLatest(
  { database, games }: ResultParts,
  codes: readonly string[],
): Promise<{ items: readonly DrawnResult[]; until: number }> {
  const { rows } = await database.query<LatestRow>(
    `SELECT r.*, (SELECT min(draws_at) FROM issues WHERE state IN ('open', 'frozen')) AS next_draw
       FROM unnest($1::text[]) WITH ORDINALITY AS g(code, at) CROSS JOIN LATERAL (
         SELECT game, issue, numbers, draws_at, hash, commitment, seed, backfilled FROM issues
          WHERE game = g.code AND state IN ('drawn', 'settled') ORDER BY draws_at DESC, issue DESC LIMIT 1) r
      ORDER BY g.at`,
    [codes],
    'latest-results',
  );
  const items = await Promise.all(
    rows.map(async (row): Promise<DrawnResult> => {
      const version = await games.byHash(row.hash).catch(() => games.published(row.game));
      return drawnResult(row, version, games);
    }),
  );
  return { items, until: rows[0]?.next_draw ?? 0 };
}
