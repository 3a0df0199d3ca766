/**
 * One timer for all clocks of a page. A clock says when its text changes next (by the server's clock); the timer sleeps until the first of
 * them, so that a page costs nothing between two minutes, and nothing at all while nobody looks.
 */

export interface TickerClock {
  /** Unix ms of the server's clock at which `due` wants to be called; undefined: not by the time. */
  readonly next: () => number | undefined;
  readonly due: () => void;
}

/** Time as a page has it; by hand in a test. */
export interface TickerTime {
  /** Unix ms of the server's clock, which may run faster than the phone's (a demonstration). */
  now(): number;
  /** Ms of the phone's own clock. */
  here(): number;
  after(ms: number, later: () => void): () => void;
  seen(): boolean;
  onSeen(listener: () => void): () => void;
}

/** A server's clock that runs fast is looked at no more often than this (ms). */
const SHORTEST_MS = 250;
/** The phone's clock drifts and the server's may be set anew: longer than this (ms) is not slept. */
const LONGEST_MS = 60_000;

export interface Ticker {
  /** Adds a clock; the returned function takes it away. */
  add(clock: TickerClock): () => void;
  /** A clock says another time than before. */
  changed(): void;
}

export function createTicker(time: TickerTime): Ticker {
  const clocks = new Set<TickerClock>();
  let cancel: (() => void) | undefined;
  let stopWatching: (() => void) | undefined;
  let last: { readonly now: number; readonly here: number } | undefined;
  /** How fast the server's clock runs beside the phone's. */
  let speed = 1;

  const measure = (now: number): void => {
    const here = time.here();
    // Too little time says nothing of a speed, and a clock that was set says something wrong.
    if (last && here - last.here >= SHORTEST_MS && now > last.now) speed = Math.max(1, (now - last.now) / (here - last.here));
    if (!last || here - last.here >= SHORTEST_MS) last = { now, here };
  };

  const arm = (): void => {
    cancel?.();
    cancel = undefined;
    if (clocks.size === 0 || !time.seen()) return;
    const now = time.now();
    let first = Number.POSITIVE_INFINITY;
    for (const { next } of clocks) first = Math.min(first, next() ?? Number.POSITIVE_INFINITY);
    if (first === Number.POSITIVE_INFINITY) return;
    cancel = time.after(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (first - now) / speed)), tick);
  };

  const tick = (): void => {
    if (!time.seen()) return;
    const now = time.now();
    measure(now);
    for (const clock of [...clocks]) {
      const at = clock.next();
      if (at !== undefined && at <= now) clock.due();
    }
    arm();
  };

  return {
    add(clock) {
      clocks.add(clock);
      stopWatching ??= time.onSeen(tick);
      last ??= { now: time.now(), here: time.here() };
      arm();
      return () => {
        clocks.delete(clock);
        if (clocks.size > 0) return;
        cancel?.();
        stopWatching?.();
        [cancel, stopWatching, last] = [undefined, undefined, undefined];
      };
    },
    changed: arm,
  };
}
