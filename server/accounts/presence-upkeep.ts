/**
 * What reading counts again each time (turnover, growth, notices, records) is written now and then while the player is here, so that there is
 * little to count. A heartbeat marks the player as present. A background job does the writing, so no request waits for it. Whatever a request needs
 * written, it writes itself.
 */
import { type RunningJob, type Log, errorText, startJob, pollDelay } from '../platform/index.ts';
import type { AccountServices } from './services.ts';

/** Real ms between two writings for a player. */
const EVERY_MS = 600_000;
/** Real ms between two looks for players who are here. */
const LOOK_MS = 2_000;

export interface PresenceQueue {
  /** Notes that a player is here. */
  markPresent(userId: number): void;
  /** The next one to write for; undefined: nobody. */
  next(): number | undefined;
}

export function createPresenceQueue(now: () => number = () => performance.now()): PresenceQueue {
  /** When a player was written for last, the oldest first. */
  const last = new Map<number, number>();
  const waiting = new Set<number>();
  return {
    markPresent(userId) {
      for (const [oldest, at] of last) {
        if (now() - at < EVERY_MS) break;
        last.delete(oldest);
      }
      if (last.has(userId)) return;
      last.set(userId, now());
      waiting.add(userId);
    },
    next() {
      const [first] = waiting;
      if (first !== undefined) waiting.delete(first);
      return first;
    },
  };
}

export function startUpkeep(
  { upkeep, hooks, clock }: Pick<AccountServices, 'upkeep' | 'hooks' | 'clock'>,
  log: Log,
  begin: Promise<void>,
): RunningJob {
  return startJob(
    async (closed) => {
      for (let userId = upkeep.next(); userId !== undefined; userId = upkeep.next())
        for (const write of hooks.upkeep) {
          if (closed()) return 0;
          await write(userId);
        }
      return pollDelay(clock, LOOK_MS);
    },
    (error) => log(`upkeep of players: ${errorText(error)}; what was left is written later`, { level: 'warn' }),
    begin,
  );
}
