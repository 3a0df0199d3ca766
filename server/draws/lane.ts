/** A loop of the server: it does its work, sleeps until it is woken or something is due, and tries again after a failure. */

import type { GameClock } from '../clock.ts';

/** Real ms after a failure (a database that restarts, say) until the next try. */
const AFTER_FAILURE = 1_000;

/** Real ms between two looks on a simulated clock: at most, and at least however fast it runs. */
const MOST_SIMULATED = 1_000;
const LEAST_SIMULATED = 250;

/**
 * Real ms until a lane looks again that knows of nothing due: `ms` on the real clock, and less on a simulated one, the faster it runs. There
 * a jump of the clock wakes all lanes as well, and a call that changed something all but draws, settlement and matches (app.ts).
 */
export function untilNextLook({ simulated, speed }: Pick<GameClock, 'simulated' | 'speed'>, ms: number): number {
  return simulated ? Math.max(LEAST_SIMULATED, Math.min(ms, MOST_SIMULATED) / speed) : ms;
}

export interface Lane {
  /** Look now. */
  wake(): void;
  /** Ends after the step under way. */
  close(): Promise<void>;
}

/**
 * `work` returns the real ms until the next look; it is told when to end by `closed`. `failed` hears of what it throws. The first look
 * waits for `begin`, which must resolve before the lane is closed.
 */
export function startLane(work: (closed: () => boolean) => Promise<number>, failed: (error: Error) => void, begin?: Promise<void>): Lane {
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
