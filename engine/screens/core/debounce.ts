/** Work that waits until a player has stopped tapping. */

export interface Quiet {
  /** Debounce: `work` runs once there was no further call for `ms`; earlier calls are dropped. */
  readonly ask: (work: () => void) => void;
  /** Drops the pending call. */
  readonly giveUp: () => void;
}

/** `ms` long nobody must have asked. A timer looks again if somebody did meanwhile: asking sets and stops none. */
export function whenQuiet(ms: number): Quiet {
  let wanted: (() => void) | undefined;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const left = asked + ms - performance.now();
    // A timer may come a hair early.
    timer = left > 1 ? setTimeout(look, left) : undefined;
    if (timer === undefined) wanted?.();
  };
  return {
    ask: (work) => {
      wanted = work;
      asked = performance.now();
      timer ??= setTimeout(look, ms);
    },
    giveUp: () => {
      wanted = undefined;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
