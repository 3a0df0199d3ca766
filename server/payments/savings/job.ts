/**
 * The nightly work of 余额宝: publishes the rate of the day, confirms what begins to earn, posts yesterday's income, and moves in what players
 * asked to have moved. Any process may do it, several at once: each player is done under his lock, and what is posted says up to which day.
 */
import type { PaymentServices } from '../services.ts';
import { type Database, dayNumberAt, isDatabaseDown, type RunningJob, startJob, pollDelay } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { CUTOFF_MS, INCOME_AT_MS, MIN_DEPOSIT_FEN, PAST_DAYS, RATES } from './terms.ts';

/** Players of one transaction: a few ms each, for which no bet of theirs waits long. */
const AT_ONCE = 20;
/** Real ms between two looks; a movement of a player settles his own days by itself. */
const EVERY_MS = 30_000;

/** Publishes what is missing of the rates up to the day of an instant. */
export const publishRates = (client: Pick<Database, 'query'>, at: number, offsetMs: number) =>
  client.query('SELECT savings_publish($1, $2, $3, $4)', [dayNumberAt(at, offsetMs), RATES, PAST_DAYS, at], 'yeb-publish');

/** Some players' night, if it is due. Returns how many; 0 when nobody is left or the others are busy. */
export function postSavingsIncome(database: Database, offsetMs: number): Promise<number> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now', [], 'now');
    const at = rows[0]?.now ?? 0;
    await publishRates(client, at, offsetMs);
    const done = await client.query<{ done: number }>(
      'SELECT savings_settle_some($1, $2, $3, $4, $5, $6) AS done',
      [dayNumberAt(at - INCOME_AT_MS, offsetMs), AT_ONCE, MIN_DEPOSIT_FEN, at, offsetMs, CUTOFF_MS],
      'yeb-settle-some',
    );
    return done.rows[0]?.done ?? 0;
  });
}

export function startSavings(context: PaymentServices, log: (line: string) => void, begin?: Promise<void>): RunningJob {
  const { clock, alarms } = context;
  // It shares its connection with the feed of matches: both can wait for what players do.
  const database = context.database.forJob('feed');
  return startJob(
    async (closed) => {
      while (!closed() && (await postSavingsIncome(database, productOffset(context.publication))) > 0);
      return pollDelay(clock, EVERY_MS);
    },
    (error) => {
      log(`余额宝: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) alarms.raise('lane-failed', `余额宝: ${error.message}`);
    },
    begin,
  );
}
