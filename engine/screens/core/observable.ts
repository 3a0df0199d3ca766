/** Shared parts of screens that need no machine: values with listeners, and work that runs while a component needs it. */

/** A value with listeners for its changes. `subscribe` returns the function that removes the listener. */
export interface ObservableValue<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function observableValue<T>(initial: T): ObservableValue<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Work with several holders. The returned function adds a holder, and returns the function that removes it. The first holder calls `start`.
 * The removal of the last one calls the function that `start` returned.
 */
export function referenceCounted(start: () => () => void): () => () => void {
  let holders = 0;
  let stop: () => void;
  return () => {
    holders += 1;
    if (holders === 1) stop = start();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      holders -= 1;
      if (holders === 0) stop();
    };
  };
}
