/**
 * Matches that come from outside alone (`CAIPU_FEED=none`): whoever writes them sets when something happens next (`next_at`), and this lane
 * does what the simulated feed does beside its own: sale stops, results of offers, and what was put off and is void.
 */
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isUnavailable } from '../../db/postgres.ts';
import { type Lane, startLane, untilNextLook } from '../../draws/lane.ts';
import { secretSeed, stepDue } from './step.ts';

/** Real ms between two looks. */
const EVERY_MS = 2_000;

export function startDueMatches(context: Context, log: (line: string) => void, begin: Promise<void>): Lane {
  const { clock, alarms } = context;
  const own = { ...context, database: context.database.lane('feed') };
  let seed: string | undefined;
  return startLane(
    async (closed) => {
      seed ??= await secretSeed(own.database, () => randomBytes(32).toString('hex'));
      while (!closed() && (await stepDue(own, seed)).matches > 0);
      return untilNextLook(clock, EVERY_MS);
    },
    (error) => {
      log(`matches that are due: ${error.message}; trying again`);
      if (!isUnavailable(error)) alarms.raise('lane-failed', `matches that are due: ${error.message}`);
    },
    begin,
  );
}
