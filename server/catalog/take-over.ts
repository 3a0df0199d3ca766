/**
 * Takes over what was published: games, sports and small games of the new index become what this process sells. Publishing needs no database
 * and taking over does, so that it may fail; it is tried again until it worked, since phones have the new versions already.
 */
import type { Alarms } from '../platform/index.ts';

/** Real ms until the next try after the first failure; twice as long after each, up to the longest. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export interface TakeOver {
  /** Another index is in force. */
  changed(): void;
  /** Not everything that is in force has been taken over. */
  pending(): boolean;
  close(): Promise<void>;
}

export interface TakeOverParts {
  /** Each kind by itself: the failure of one must not keep the others back. */
  readonly kinds: readonly (() => Promise<void>)[];
  /** All of them are taken over. */
  readonly taken: () => void;
  readonly alarms: Pick<Alarms, 'report'>;
  readonly log: (line: string) => void;
}

export function createTakeOver({ kinds, taken, alarms, log }: TakeOverParts): TakeOver {
  let under = 0;
  let tries = 0;
  let again: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let closed = false;

  async function look(): Promise<void> {
    let failure: Error | undefined;
    for (const refresh of kinds) {
      try {
        await refresh();
      } catch (error) {
        failure ??= error as Error;
      }
    }
    if (closed) return;
    clearTimeout(again);
    again = undefined;
    if (failure === undefined) {
      tries = 0;
      alarms.report('take-over-failed', 0, '');
      return taken();
    }
    const ms = Math.min(FIRST_MS * 2 ** tries, LONGEST_MS);
    tries += 1;
    alarms.report('take-over-failed', 1, failure.message);
    log(`descriptions: ${failure.message}; the versions before stay, and the new ones are tried again in ${ms / 1000} s`);
    again = setTimeout(begin, ms).unref();
  }

  function begin(): void {
    under += 1;
    looking = looking.then(look).finally(() => {
      under -= 1;
    });
  }

  return {
    changed: begin,
    pending: () => under > 0 || again !== undefined,
    async close() {
      closed = true;
      clearTimeout(again);
      await looking;
    },
  };
}
