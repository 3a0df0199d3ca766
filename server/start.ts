/** Values that the phases of a server's start share. */
import type { Latch, Log } from './platform/index.ts';
import type { ServerOptions } from './server-options.ts';

export interface StartContext {
  readonly options: ServerOptions;
  readonly role: 'all' | 'web' | 'draw';
  readonly log: Log;
  readonly closing: CloseSteps;
}

/** Closes the parts that were opened so far, in reverse order, so that no part is closed while another still uses it. */
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
 * Adds the closing of a job that waits for `begun`. A job can end only after it has begun, so `begun` opens first: otherwise a start that
 * failed, such as on a port in use, would never close.
 */
export function closeWhenBegun(closing: CloseSteps, begun: Latch, job: { close(): Promise<unknown> }): void {
  closing.add(() => {
    begun.open();
    return job.close();
  });
}
