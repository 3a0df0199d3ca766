/** The interface that the pools of both databases have, and the conversion of int8 to a number. */

export interface Rows<R> {
  readonly rows: R[];
  readonly rowCount: number;
}

/** Connections of this process to the database, and requests that wait for one. */
export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The part of pg.Pool that kysely and the database drivers of this folder use. PGlite gets the same interface. */
export interface PoolLike {
  query(text: string, values?: readonly unknown[], name?: string): Promise<Rows<unknown>>;
  connect(): Promise<PoolClientLike>;
  /** The same database for a background job. The job and the requests of players do not wait for each other. The caller must end it. */
  forJob(name: BackgroundJob): PoolLike;
  /** The same database, which refuses every write. The caller must end it. */
  reader(): PoolLike;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

/**
 * Background jobs with a separate connection. draw: opens, freezes and draws issues. settle: settles issues. matches: settles bets on matches.
 * feed: the feed of matches, and all jobs that can wait.
 */
export type BackgroundJob = 'draw' | 'settle' | 'matches' | 'feed';

export interface PoolClientLike {
  query(text: string, values?: readonly unknown[], name?: string): Promise<Rows<unknown>>;
  release(error?: Error): void;
}

/** The object id of the type int8 in PostgreSQL. */
export const INT8 = 20;

/**
 * Converts an int8 of the database (fen or ms) to a number. Throws above 2^53-1, which is 90 trillion yuan in fen, because a number would be
 * rounded there.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a safe integer`);
  return value;
}
