/** What the phases of a server's start share. */
import type { Latch, Log } from './platform/index.ts';
import type { ServerOptions } from './server-options.ts';

export interface StartContext {
  readonly options: ServerOptions;
  readonly role: 'all' | 'web' | 'draw';
  readonly log: Log;
  readonly closing: CloseSteps;
}

/** What was opened so far. It is closed in reverse order: nothing is closed under what still uses it. */
export class CloseSteps {
  readonly #steps: (() => unknown)[] = [];

  /** `close` runs before the steps that were added earlier, and is awaited. */
  add(close: () => unknown): void {
    this.#steps.push(close);
  }

  async run(): Promise<void> {
    for (const close of this.#steps.splice(0).reverse()) await close();
  }
}

/**
 * Closes a job that waits for `begun`, which opens first: the job ends only once it has begun, also where the start came to nothing, such as
 * on a port that is in use.
 */
export function closeWhenBegun(closing: CloseSteps, begun: Latch, job: { close(): Promise<unknown> }): void {
  closing.add(() => {
    begun.open();
    return job.close();
  });
}
