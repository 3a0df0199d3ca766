/** The background job that settles bets on matches, and keeps the sums of pools that phones are shown. */
import type { SportServices } from '../services.ts';
import { isDatabaseDown, type RunningJob, errorText, startJob, pollDelay } from '../../platform/index.ts';
import type { SportSettlementStep } from './order-ends.ts';
import { refreshShownPools } from './pools.ts';
import { retryQuarantinedSportOrder, takeSportSettlementStep } from './settle.ts';

/** Real ms between two looks for something to settle. */
const SETTLE_EVERY = 1_000;
/** Real ms that a match is left alone when others held what its settlement needs. */
const BUSY_MS = 1_000;
/** Real ms between two sums of the public figures of a pool. */
const POOLS_EVERY = 10_000;

export interface MatchSettlementOptions {
  /** The first look waits for it. */
  readonly begin?: Promise<void> | undefined;
  /** Called with each step of settlement; the next one waits until it resolves. For tests. */
  readonly onSettled?: ((step: SportSettlementStep) => Promise<void> | void) | undefined;
}

export function startMatchSettlement(
  context: SportServices,
  log: (line: string) => void,
  { begin, onSettled = () => {} }: MatchSettlementOptions = {},
): RunningJob {
  const { clock, alarms } = context;
  const parts = { ...context, database: context.database.forJob('matches') };
  /** Matches whose locks others hold, and until when (performance.now) they are left alone. */
  const busy = new Map<string, number>();
  let poolsAt = Number.NEGATIVE_INFINITY;
  return startJob(
    async (ended) => {
      if (performance.now() - poolsAt > POOLS_EVERY) {
        poolsAt = performance.now();
        await refreshShownPools(parts);
      }
      for (;;) {
        if (ended()) return 0;
        for (const [match, until] of busy) if (until <= performance.now()) busy.delete(match);
        const step = await takeSportSettlementStep(parts, [...busy.keys()]);
        if (step === undefined) break;
        if (step.is === 'busy') busy.set(`${step.game}/${step.match}`, performance.now() + BUSY_MS);
        await onSettled(step);
      }
      while (!ended() && (await retryQuarantinedSportOrder(parts)));
      return pollDelay(clock, SETTLE_EVERY);
    },
    (error) => {
      log(`settlement of matches: ${error.message}; trying again`);
      // An outage of the database has its own alerts. Any other error is a fault that an operator must look at.
      if (!isDatabaseDown(error)) alarms.raise('lane-failed', `settlement of matches: ${errorText(error)}`);
    },
    begin,
  );
}
