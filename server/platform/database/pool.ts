/** The shape that both databases take, and the one way in which an int8 becomes a number. */

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

/** The part of pg.Pool that kysely and this file use; PGlite is given the same shape. */
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

/** PostgreSQL's type number of int8. */
export const INT8 = 20;

/**
 * Amounts in fen and instants in ms are int8 in the database and numbers here: 2^53-1 fen is 90 trillion yuan.
 * Beyond that a silent rounding would be worse than a refusal.
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a safe integer`);
  return value;
}
