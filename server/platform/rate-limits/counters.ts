/**
 * Requests counted in memory, in chunks that are leased from the database: an ordinary request costs no statement, and the processes of one
 * database share what a window holds. Of each window a process may give away a quarter without asking; the other three quarters are taken
 * from the database a quarter at a time. So one process keeps the limit exactly, and each further one may exceed it by a quarter.
 */
import type { Rate } from '../../../protocol/calls/limits.ts';
import type { Database } from '../database/database.ts';

/** Most stored keys. Beyond it the least used are removed, so a flood of new keys does not reset the counter of a heavy user. */
const MOST_KEYS = 100_000;

interface Counter {
  /** Requests that may still be made without asking the database. */
  left: number;
  used: number;
  /** Real ms; from then on the counter starts again. */
  ends: number;
  /** The database has nothing left in this window. */
  empty: boolean;
  /** The running query for more requests. */
  asking: Promise<void> | undefined;
}

export interface Counters {
  /** Counts one request: the ms to wait until the next window, 0 when there is room. A promise when the database has to be asked. */
  take(key: string, rate: Rate): number | Promise<number>;
  /** Counts one request if there is room for it without asking the database; false: nothing is counted. */
  takeAtHand(key: string, rate: Rate): boolean;
  /** The ms to wait if a request of this key were made now, as far as this process knows; nothing is counted. */
  full(key: string): number;
}

export function createCounters(database: Pick<Database, 'query'>, now: () => number = Date.now): Counters {
  const counters = new Map<string, Counter>();

  function counterOf(key: string, rate: Rate): Counter {
    const known = counters.get(key);
    if (known !== undefined && now() < known.ends) return known;
    if (known === undefined && counters.size >= MOST_KEYS) makeRoom(counters, now());
    const time = now();
    const counter: Counter = {
      left: Math.ceil(rate.most / 4),
      used: 0,
      ends: time - (time % rate.windowMs) + rate.windowMs,
      empty: false,
      asking: undefined,
    };
    counters.set(key, counter);
    return counter;
  }

  async function ask(key: string, { most, windowMs }: Rate, counter: Counter): Promise<void> {
    const chunk = Math.ceil(most / 4);
    const { rows } = await database.query<{ granted: number; ends_in: number }>(
      'SELECT granted, ends_in FROM take_requests($1, $2, $3, $4)',
      [key, windowMs, most - chunk, chunk],
      'take-requests',
    );
    const { granted = 0, ends_in: endsIn = windowMs } = rows[0] ?? {};
    counter.left += granted;
    counter.empty = granted === 0;
    // The window is the database's: the clock of this machine may be off.
    counter.ends = now() + endsIn;
  }

  async function afterAsking(key: string, rate: Rate, counter: Counter): Promise<number> {
    counter.asking ??= ask(key, rate, counter).finally(() => {
      counter.asking = undefined;
    });
    await counter.asking;
    return take(key, rate);
  }

  function takeFrom(counter: Counter): boolean {
    if (counter.left <= 0) return false;
    counter.left -= 1;
    counter.used += 1;
    return true;
  }

  function take(key: string, rate: Rate): number | Promise<number> {
    const counter = counterOf(key, rate);
    if (takeFrom(counter)) return 0;
    return counter.empty ? Math.max(1, counter.ends - now()) : afterAsking(key, rate, counter);
  }

  return {
    take,
    takeAtHand: (key, rate) => takeFrom(counterOf(key, rate)),
    full(key) {
      const counter = counters.get(key);
      return counter?.empty && counter.left === 0 ? Math.max(0, counter.ends - now()) : 0;
    },
  };
}

/** Forgets counters whose window is over, and if that is not enough, the half that was used least. */
function makeRoom(counters: Map<string, Counter>, time: number): void {
  for (const [key, { ends }] of counters) if (ends <= time) counters.delete(key);
  if (counters.size < MOST_KEYS) return;
  const byUse = [...counters].sort(([, a], [, b]) => a.used - b.used);
  for (const [key] of byUse.slice(0, MOST_KEYS / 2)) counters.delete(key);
}
