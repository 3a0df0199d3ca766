/**
 * Matches that come from outside alone (`CAIPU_FEED=none`): their writer sets the instant of the next event (`next_at`), and this job
 * puts them on sale, stops the sale, gives offers their results, and voids postponed
 * matches after their limit.
 */
import { randomBytes } from 'node:crypto';
import type { SportServices } from '../services.ts';
import { isDatabaseDown, type RunningJob, startJob, pollDelay } from '../../platform/index.ts';
import { QUICK_PLAN_INTERVAL_MS } from './feed.ts';
import { offerMatches } from './offer-matches.ts';
import { feedSeed, updateDueMatches } from './update-matches.ts';

/** Real ms between two looks. */
const EVERY_MS = 2_000;

export function startDueMatches(context: SportServices, log: (line: string) => void, begin: Promise<void>): RunningJob {
  const { clock, alarms, sports } = context;
  const feedContext = { ...context, database: context.database.forJob('feed') };
  let seed: string | undefined;
  /** When the offers of a game want another look (game ms). */
  const lookAgain = new Map<string, number>();
  return startJob(
    async (closed) => {
      await clock.sync();
      seed ??= await feedSeed(feedContext.database, () => randomBytes(32).toString('hex'));
      const due = async (name: string): Promise<void> => {
        while (!closed() && (await updateDueMatches(feedContext, name)).matches > 0);
      };
      await due(seed);
      for (const sport of sports.all()) {
        const now = clock.now();
        if (closed() || (lookAgain.get(sport.hash) ?? 0) > now) continue;
        await offerMatches(feedContext, seed, sport, now);
        lookAgain.set(sport.hash, now + QUICK_PLAN_INTERVAL_MS);
        await due(seed);
      }
      return pollDelay(clock, EVERY_MS);
    },
    (error) => {
      log(`matches that are due: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) alarms.raise('lane-failed', `matches that are due: ${error.message}`);
    },
    begin,
  );
}
