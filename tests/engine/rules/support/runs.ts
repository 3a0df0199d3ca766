/**
 * How much chance a test takes. `npm test` takes a bounded amount, the deep ring (docs/testing.md) the full amount of each test, and
 * `npm run nightly` sets its own, to look for rare faults.
 *   CAIPU_RING     "deep" takes full amounts; vitest.config.ts sets it for files *.deep.test.ts
 *   CAIPU_RUNS     runs of each property, e.g. 100000
 *   CAIPU_TICKETS  random tickets for each game
 *   CAIPU_DRAWS    mapped draws, and CAIPU_TUPLES tuples of prizes and odds
 *   CAIPU_KILLS    server processes killed (R5, R7, R19), and CAIPU_BETS bets at the close of an issue (R11)
 *   CAIPU_WORLDS   simulated worlds (R40), and CAIPU_PLANTED=1 all faults that they must find
 *   CAIPU_PATHS    players' ways through 400 days of 余额宝
 *   CAIPU_SEED     where random numbers begin; 1 unless told
 *   CAIPU_SHARD    "2/8": the second of eight shares of the plays or games, for several processes at once
 */
import fc from 'fast-check';

/** In the deep ring a test runs its full number of random cases. Read at each call, because the files of one process share this module. */
export const inDeepRing = (): boolean => process.env.CAIPU_RING === 'deep';

/** An amount that a variable sets. Otherwise it is the full amount in the deep ring, and the bounded one in `npm test`. */
export function amount(name: string, full: number, bounded: number): number {
  const text = process.env[name];
  if (text === undefined) return inDeepRing() ? full : Math.min(full, bounded);
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} is "${text}"; give a whole number from 1, or leave it unset`);
  return value;
}

/** A tenth, and no fewer than five: fewer runs of a property show little. */
const tenth = (full: number): number => Math.max(5, Math.ceil(full / 10));

/** Runs of a property. A test that cannot hold with a tenth of its runs gives the smallest number that it needs. */
export const runCount = (full: number, bounded = tenth(full)): number => amount('CAIPU_RUNS', full, bounded);
export const ticketCount = (full: number, bounded = tenth(full)): number => amount('CAIPU_TICKETS', full, bounded);
export const drawCount = (full: number, bounded = tenth(full)): number => amount('CAIPU_DRAWS', full, bounded);
export const tupleCount = (full: number, bounded = tenth(full)): number => amount('CAIPU_TUPLES', full, bounded);
export const pathCount = (full: number, bounded = tenth(full)): number => amount('CAIPU_PATHS', full, bounded);
/** Tests with these belong to the deep ring as a whole. */
export const killCount = (full: number, bounded = full): number => amount('CAIPU_KILLS', full, bounded);
export const betCount = (full: number, bounded = full): number => amount('CAIPU_BETS', full, bounded);
export const worldCount = (full: number, bounded = full): number => amount('CAIPU_WORLDS', full, bounded);

export const seed = amount('CAIPU_SEED', 1, 1);
// A night is repeated by its seed; a test run takes new properties each time, and prints the seed of a failure.
if (process.env.CAIPU_SEED !== undefined) fc.configureGlobal({ seed });

/** Whether more than a test run's share of chance was asked for. */
export const isThoroughRun = process.env.CAIPU_TICKETS !== undefined;

const [share, shares] = (process.env.CAIPU_SHARD ?? '1/1').split('/').map(Number) as [number, number];
if (!(Number.isSafeInteger(shares) && share >= 1 && share <= shares))
  throw new Error(`CAIPU_SHARD is "${process.env.CAIPU_SHARD}"; give it as 1/4 … 4/4, or leave it unset`);

/** For a property whose runs are shared among processes: each takes others. Nothing when no seed is set, as in a test run. */
export const shardSeed: { readonly seed?: number } = process.env.CAIPU_SEED === undefined ? {} : { seed: seed * shares + share - 1 };

/** Whether the n-th piece of work (from 0) is this process's. */
export const isInShard = (n: number): boolean => n % shares === share - 1;
