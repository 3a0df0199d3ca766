/**
 * How much chance a test takes. A test run is short and always the same; `npm run nightly` sets these to look for what is rare.
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

function whole(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} is "${text}"; give a whole number from 1, or leave it unset`);
  return value;
}

/** Runs of a property: as many as the test asks for, or as the nightly run sets. */
export const runCount = (otherwise: number): number => whole('CAIPU_RUNS', otherwise);
export const ticketCount = (otherwise: number): number => whole('CAIPU_TICKETS', otherwise);
export const drawCount = (otherwise: number): number => whole('CAIPU_DRAWS', otherwise);
export const tupleCount = (otherwise: number): number => whole('CAIPU_TUPLES', otherwise);
export const killCount = (otherwise: number): number => whole('CAIPU_KILLS', otherwise);
export const betCount = (otherwise: number): number => whole('CAIPU_BETS', otherwise);
export const worldCount = (otherwise: number): number => whole('CAIPU_WORLDS', otherwise);
export const pathCount = (otherwise: number): number => whole('CAIPU_PATHS', otherwise);
export const seed = whole('CAIPU_SEED', 1);
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
