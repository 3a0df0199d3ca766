/**
 * Displays that reveal the outcome of a draw wait during its animation: a growing balance, a result sheet. An animation takes a hold; when the
 * last hold is released, waiting displays run in order, only the latest of each name.
 */
export interface HeldVerdicts {
  /** Holds until the result is called, which counts once. */
  hold(): () => void;
  /** Runs now, or when nothing is held any more; a later one of the same name takes its place. */
  tell(name: string, run: () => void): void;
  /** What waits under this name is not told. */
  drop(name: string): void;
  /** Number of holds. */
  readonly held: number;
}

export function createHeldVerdicts(): HeldVerdicts {
  let holders = 0;
  const waiting = new Map<string, () => void>();
  return {
    hold() {
      holders += 1;
      let mine = true;
      return () => {
        if (!mine) return;
        mine = false;
        holders -= 1;
        if (holders > 0) return;
        const dueDisplays = [...waiting.values()];
        waiting.clear();
        for (const run of dueDisplays) run();
      };
    },
    tell(name, run) {
      if (holders === 0) run();
      else waiting.set(name, run);
    },
    drop: (name) => void waiting.delete(name),
    get held() {
      return holders;
    },
  };
}
