/**
 * The background job that counts income and outgo of the house: hour by hour, each once, and a day once more when it is over
 * (sql/house-report.sql). One process at a time does a step, and any of them goes on with the next.
 */
import type { AdminServices } from '../services.ts';
import { isDatabaseDown, type RunningJob, errorText, startJob, pollDelay } from '../../platform/index.ts';
import { productOffset } from '../../catalog/index.ts';

/** Real ms between two looks. */
const LOOK_EVERY = 60_000;
/** Real ms that a movement takes at most from its instant to its commit. After its end a day is compared with its movements again. */
const GRACE_MS = 300_000;

export type HouseParts = Pick<AdminServices, 'database' | 'publication' | 'clock'>;

/** Counts until nothing is left to do now; returns the steps. `graceMs`: see GRACE_MS. */
export async function countHouse(
  { database, publication, clock }: HouseParts,
  ended: () => boolean = () => false,
  graceMs = GRACE_MS,
): Promise<number> {
  // Movements never change, so nothing but this tells the index of the blocks that were filled; a PostgreSQL server does it by itself as well.
  if (database.kind === 'pglite') await database.query(`SELECT brin_summarize_new_values('movements_by_time')`);
  const params = [productOffset(publication), graceMs * clock.speed];
  let steps = 0;
  while (!ended()) {
    const { rows } = await database.query<{ counted: boolean }>(
      'SELECT count_house($1::bigint, $2::bigint) AS counted',
      params,
      'count-house',
    );
    if (rows[0]?.counted !== true) break;
    steps += 1;
  }
  return steps;
}

export function startHouse(context: AdminServices, log: (line: string) => void, begin: Promise<void>): RunningJob {
  const { publication, clock, alarms } = context;
  const parts = { database: context.database.forJob('feed'), publication, clock };
  return startJob(
    async (ended) => {
      await countHouse(parts, ended);
      return pollDelay(clock, LOOK_EVERY);
    },
    (error) => {
      log(`house: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) alarms.raise('lane-failed', `house: ${errorText(error)}`);
    },
    begin,
  );
}
