/**
 * Takes over what was published: games, sports and small games of the new index become what this process sells. Publishing needs no database
 * and taking over does, so that it may fail; it is tried again until it worked, since phones have the new versions already.
 */
import type { Alarms } from '../platform/index.ts';

/** Real ms until the next try after the first failure; twice as long after each, up to the longest. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export interface PublicationActivator {
  /** Another index is in force. */
  changed(): void;
  /** Not everything that is in force has been taken over. */
  pending(): boolean;
  close(): Promise<void>;
}

export interface ActivatorOptions {
  /** Each kind by itself: the failure of one must not keep the others back. */
  readonly kinds: readonly (() => Promise<void>)[];
  /** All of them are taken over. */
  readonly onActivated: () => void;
  readonly alarms: Pick<Alarms, 'report'>;
  readonly log: (line: string) => void;
}

export function createActivator({ kinds, onActivated, alarms, log }: ActivatorOptions): PublicationActivator {
  let running = 0;
  let tries = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let activating: Promise<void> = Promise.resolve();
  let closed = false;

  async function activate(): Promise<void> {
    let failure: Error | undefined;
    for (const refresh of kinds) {
      try {
        await refresh();
      } catch (error) {
        failure ??= error as Error;
      }
    }
    if (closed) return;
    clearTimeout(retryTimer);
    retryTimer = undefined;
    if (failure === undefined) {
      tries = 0;
      alarms.report('take-over-failed', 0, '');
      return onActivated();
    }
    const ms = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS);
    tries += 1;
    alarms.report('take-over-failed', 1, failure.message);
    log(`descriptions: ${failure.message}; the versions before stay, and the new ones are tried again in ${ms / 1000} s`);
    retryTimer = setTimeout(begin, ms).unref();
  }

  function begin(): void {
    running += 1;
    activating = activating.then(activate).finally(() => {
      running -= 1;
    });
  }

  return {
    changed: begin,
    pending: () => running > 0 || retryTimer !== undefined,
    async close() {
      closed = true;
      clearTimeout(retryTimer);
      await activating;
    },
  };
}
