/** A loop of the server: it does its work, sleeps until it is woken or something is due, and tries again after a failure. */

import type { GameClock } from '../clock.ts';

/** Real ms after a failure (a database that restarts, say) until the next try. */
const AFTER_FAILURE = 1_000;

/** Real ms between two looks on a simulated clock: at most, and at least however fast it runs. */
const MOST_SIMULATED = 1_000;
const LEAST_SIMULATED = 250;

/**
 * Real ms until the next run of a job without due work: `ms` on the real clock, and less on a simulated one, the faster it runs. There
 * a jump of the clock wakes all jobs as well, and a call that changed something all but draws, settlement and matches (server/background.ts).
 */
export function pollDelay({ simulated, speed }: Pick<GameClock, 'simulated' | 'speed'>, ms: number): number {
  return simulated ? Math.max(LEAST_SIMULATED, Math.min(ms, MOST_SIMULATED) / speed) : ms;
}

export interface RunningJob {
  /** Look now. */
  wake(): void;
  /** Ends after the step under way. */
  close(): Promise<void>;
}

/**
 * `work` returns the real ms until the next run; it must end when `closed` returns true. `failed` gets its errors. The first run
 * waits for `begin`, which must resolve before the job is closed.
 */
export function startJob(
  work: (closed: () => boolean) => Promise<number>,
  failed: (error: Error) => void,
  begin?: Promise<void>,
): RunningJob {
  let closed = false;
  let woken = false;
  let interrupt: (() => void) | undefined;

  async function sleep(ms: number): Promise<void> {
    if (woken || closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    interrupt = undefined;
  }

  const running = (async () => {
    await begin;
    while (!closed) {
      woken = false;
      try {
        await sleep(await work(() => closed));
      } catch (error) {
        if (closed) return;
        failed(error as Error);
        await sleep(AFTER_FAILURE);
      }
    }
  })();

  return {
    wake() {
      woken = true;
      interrupt?.();
    },
    async close() {
      closed = true;
      interrupt?.();
      await running;
    },
  };
}
