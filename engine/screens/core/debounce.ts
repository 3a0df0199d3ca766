/** Work that waits until a player has stopped tapping. */

export interface Debouncer {
  /** Debounce: `work` runs once there was no further call for `ms`; earlier calls are dropped. */
  readonly ask: (work: () => void) => void;
  /** Drops the pending call. */
  readonly giveUp: () => void;
}

/** `ms` long nobody must have asked. A timer looks again if somebody did meanwhile: asking sets and stops none. */
export function createDebouncer(ms: number): Debouncer {
  let pendingWork: (() => void) | undefined;
  let lastCallAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runIfDue = (): void => {
    const left = lastCallAt + ms - performance.now();
    // A timer may come a hair early.
    timer = left > 1 ? setTimeout(runIfDue, left) : undefined;
    if (timer === undefined) pendingWork?.();
  };
  return {
    ask: (work) => {
      pendingWork = work;
      lastCallAt = performance.now();
      timer ??= setTimeout(runIfDue, ms);
    },
    giveUp: () => {
      pendingWork = undefined;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
