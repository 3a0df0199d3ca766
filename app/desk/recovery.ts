/** From the moment when the server does not answer the desk looks for it, and tells its pages when it does again. */
const EVERY_MS = 3_000;

export interface Recovery {
  /** The server did not answer. */
  lost(): void;
  /** Calls back when it answers again; returns the unsubscribe function. */
  on(listener: () => void): () => void;
}

/** `reach` says whether the server can do what it is asked for. */
export function createRecovery(reach: () => Promise<boolean>): Recovery {
  const listeners = new Set<() => void>();
  let looking = false;
  const look = async (): Promise<void> => {
    if (!(await reach())) return wait();
    looking = false;
    for (const listener of [...listeners]) listener();
  };
  const wait = (): void => void setTimeout(() => void look(), EVERY_MS);
  return {
    lost() {
      if (looking) return;
      looking = true;
      wait();
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The server answers, and its database does. */
export const isReady = (): Promise<boolean> =>
  fetch('/readyz').then(
    ({ ok }) => ok,
    () => false,
  );
