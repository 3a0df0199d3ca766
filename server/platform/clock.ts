/**
 * The game clock as this process sees it. The database's clock decides everything that matters: whether a bet is in time, when an issue is
 * drawn. This copy is only for displaying and scheduling. `sync` corrects it, at intervals (server/base-services.ts) and before some jobs.
 */
import type { Database } from './database/database.ts';

/**
 * The game clock in a statement that searches rows. A plain `caipu_now_ms()` is evaluated for each row, and PostgreSQL cannot use an index for
 * the comparison. A query for due matches called it a thousand times when there were a thousand future matches.
 */
export const NOW_ONCE = '(SELECT caipu_now_ms())';

export interface GameClock {
  /** Unix ms of the game clock. */
  now(): number;
  readonly speed: number;
  /** True when CAIPU_CLOCK was given: the clock may be moved by hand. */
  readonly simulated: boolean;
  /** The UTC offset (ms) of the product's dates that the database had when this clock was opened. */
  readonly openedWithOffset: number;
  /** Reads the database's clock again. */
  sync(): Promise<void>;
  /** Moves the clock of every process forward. Throws on a real clock, and a RangeError for going back: closed issues would be sold again. */
  advance(ms: number): Promise<void>;
  /** Calls the listener after a jump or a change of speed: for this process's own at once, for another process's with the next `sync`. */
  onJump(listener: () => void): void;
}

interface ClockRow {
  decided: boolean;
  simulated: boolean;
  speed: number;
  now: number;
  /** `base_game` of the row. A jump and a change of speed change it. */
  base: number;
  /** `utc_offset_ms` of the row. */
  offset: number;
}

/**
 * `speed` undefined: the real clock. The first process that opens a database decides for good whether its clock is the real one or
 * simulated; only the speed of a simulated one may change. Throws when another kind is asked for than the database has.
 */
export async function openClock(database: Database, speed: number | undefined): Promise<GameClock> {
  const real = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  let row = await read();
  if (speed === undefined) {
    if (!row.decided) {
      await database.query('UPDATE clock SET decided = true WHERE id = 1 AND NOT decided');
      // Another process may have decided in between.
      row = await read();
    }
  } else {
    // Set again from what the clock shows now: time never jumps back when only the speed changes.
    await database.query(
      `UPDATE clock SET decided = true, simulated = true, speed = $1, base_game = caipu_now_ms(), base_real = ${real}
        WHERE id = 1 AND (NOT decided OR (simulated AND speed <> $1))`,
      [speed],
    );
    row = await read();
  }
  if (speed === undefined && row.simulated) {
    throw new Error(
      'this data was made under a simulated clock, whose issues may lie in the future. Set CAIPU_CLOCK as before, or start with another CAIPU_DATA or DATABASE_URL.',
    );
  }
  if (speed !== undefined && !row.simulated) {
    throw new Error(
      `this data lives by the real clock, and CAIPU_CLOCK=${speed} would run its sales and draws at ${speed} times their time. Leave CAIPU_CLOCK out, or start with another CAIPU_DATA or DATABASE_URL.`,
    );
  }
  let readAt = performance.now();
  const listeners: (() => void)[] = [];

  async function read(): Promise<ClockRow> {
    const { rows } = await database.query<ClockRow>(
      'SELECT decided, simulated, speed, caipu_now_ms() AS now, base_game AS base, utc_offset_ms AS offset FROM clock WHERE id = 1',
    );
    const found = rows[0];
    if (found === undefined) throw new Error('the clock row is missing: this is not a database of ours');
    return found;
  }

  const clock: GameClock = {
    now: () => Math.floor(row.now + (performance.now() - readAt) * row.speed),
    get speed() {
      return row.speed;
    },
    simulated: row.simulated,
    openedWithOffset: row.offset,
    async sync() {
      const started = performance.now();
      const { base } = row;
      row = await read();
      // The database looked at its clock somewhere between asking and answering.
      readAt = (started + performance.now()) / 2;
      if (row.base !== base) for (const listener of listeners) listener();
    },
    async advance(ms) {
      if (!row.simulated) throw new Error('only a simulated clock can be moved');
      if (!(ms >= 0)) throw new RangeError(`the game clock goes forward alone, and not by ${ms} ms`);
      await database.query('UPDATE clock SET base_game = base_game + $1 WHERE id = 1', [ms]);
      await clock.sync();
    },
    onJump: (listener) => void listeners.push(listener),
  };
  return clock;
}
