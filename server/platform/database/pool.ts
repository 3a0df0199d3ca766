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
  /** The same database for one of the server's loops, which neither waits for what players do nor makes them wait. To be ended by itself. */
  lane(name: Lane): PoolLike;
  /** The same database, which refuses everything that writes. To be ended by itself. */
  reader(): PoolLike;
  counts(): ConnectionCounts;
  end(): Promise<void>;
}

/**
 * Loops with a connection of their own: opening, freezing and drawing issues; settling them; settling bets on matches; the feed of matches.
 */
export type Lane = 'draw' | 'settle' | 'matches' | 'feed';

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
