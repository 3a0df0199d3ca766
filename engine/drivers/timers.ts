/** Time for drivers: the real one, and a virtual one that tests step by hand. */

export interface Clock {
  /** Unix milliseconds of this device. */
  now(): number;
  /** Runs `run` once after `ms`; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export interface VirtualClock extends Clock {
  /** Moves time forward, running each timer at its own due time, so that what a timer starts is due relative to that time. */
  advance(ms: number): void;
  /** Number of timers waiting. */
  readonly pending: number;
}

export function virtualClock(start = 0): VirtualClock {
  let now = start;
  let serial = 0;
  const timers = new Map<number, { due: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const id = serial++;
      timers.set(id, { due: now + Math.max(0, ms), run });
      return () => void timers.delete(id);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        let next: [number, { due: number; run: () => void }] | undefined;
        for (const entry of timers) if (entry[1].due <= end && (!next || entry[1].due < next[1].due)) next = entry;
        if (!next) break;
        timers.delete(next[0]);
        now = Math.max(now, next[1].due);
        next[1].run();
      }
      now = end;
    },
    get pending() {
      return timers.size;
    },
  };
}
