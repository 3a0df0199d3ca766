/** Time, sight and chance that a test moves by hand. */
import { virtualClock } from '../../../../engine/drivers/timers.ts';
import type { PageEnvironment } from '../../../../engine/screens/core/sources.ts';

export interface ManualPace extends PageEnvironment {
  advance(ms: number): void;
  /** The page is hidden, or seen again. */
  look(seen: boolean): void;
  /** What `random` gives from now on. */
  chance: number;
  /** Timers that wait. */
  readonly pending: number;
}

export function manualPace(): ManualPace {
  const clock = virtualClock();
  const watchers = new Set<() => void>();
  let seen = true;
  return {
    chance: 0,
    after: (ms, later) => clock.after(ms, later),
    onSeen(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    seen: () => seen,
    random() {
      return this.chance;
    },
    advance: (ms) => clock.advance(ms),
    look(now) {
      seen = now;
      if (now) for (const watcher of [...watchers]) watcher();
    },
    get pending() {
      return clock.pending;
    },
  };
}
