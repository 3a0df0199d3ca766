/**
 * Recognises the errors of a standby that has not been promoted. It refuses a write with 25006, and any statement about an unlogged table with
 * 0A000. Every server refuses unsupported statements with 0A000 too. So after 0A000 the program asks the server whether it is a standby.
 */
import type { Rows } from './pool.ts';
import { isUnavailable } from './postgres.ts';

const READ_ONLY = '25006';
const UNSUPPORTED = '0A000';

export const isReadOnly = (error: unknown): boolean => (error as { readonly code?: unknown }).code === READ_ONLY;

type Ask = (text: string) => Promise<Rows<unknown>>;

/** State of the server behind one pool. */
export class StandbyDetector {
  readonly #onlyReads: boolean;
  #started = 0;
  #wasStandby = false;
  /** A statement with a number up to this one may have been refused before the server was promoted. */
  #standbyUntil = 0;

  /** `onlyReads`: its connections refuse to write whatever the server is. */
  constructor(onlyReads = false) {
    this.#onlyReads = onlyReads;
  }

  /** The number of a statement or transaction that begins now. */
  begin(): number {
    this.#started += 1;
    return this.#started;
  }

  /** The error of the statement with this `number`; a read-only error when a standby refused it. `ask` is a usable connection. */
  async classify(error: unknown, number: number, ask: Ask): Promise<unknown> {
    const { code, message } = error as { readonly code?: unknown; readonly message?: string };
    if (code === READ_ONLY && this.#onlyReads) return wroteWhileReading(message, error);
    if (code === READ_ONLY) this.#wasStandby = true;
    if (code !== UNSUPPORTED) return error;
    try {
      const { rows } = await ask('SELECT pg_is_in_recovery() AS standby');
      const standby = (rows as readonly { readonly standby: boolean }[])[0]?.standby === true;
      if (!standby && this.#wasStandby) this.#standbyUntil = this.#started;
      this.#wasStandby = standby;
      if (!standby && number > this.#standbyUntil) return error;
      return Object.assign(new Error(`the database is a standby: ${message}`, { cause: error }), { code: READ_ONLY });
    } catch (failure) {
      return isUnavailable(failure) ? failure : error;
    }
  }
}

/** A fault of the program, and no state of the server: it is answered as an error, and trying again does not help. */
const wroteWhileReading = (message: string | undefined, cause: unknown): Error =>
  new Error(
    `a GET changes nothing, and its handler asked the database to write (${message}). See docs/calls.md, "A GET changes nothing".`,
    {
      cause,
    },
  );
