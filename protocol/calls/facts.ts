/**
 * What the phone must know of a call before it sends it. Generated from the table, so that the schemas of answers stay out of the
 * phone's bundle.
 */
import { LETTERS } from './generated/facts.ts';

export interface CallFacts {
  /** Refused without a signature. */
  readonly signed: boolean;
  /** Goes with an Idempotency-Key. */
  readonly keyed: boolean;
  /** Carries the true client type; every other call says 1. */
  readonly clientType: boolean;
  /** Waits 10 s instead of 20. */
  readonly short: boolean;
  /** Goes without the token even when there is one. */
  readonly withoutToken: boolean;
  /** Its answer says what the main wallet holds now. */
  readonly wallet: boolean;
}

/** A path below /api/ as the generated lists have it: lower case, without query and without a slash at the end. */
export const shortPath = (path: string): string => (path.split('?', 1)[0] as string).toLowerCase().replace(/^\/api\/|\/+$/g, '');

/** The facts of a path, whatever its case. A path that is not in the table is unsigned, unkeyed and waits 20 s. */
export function factsOf(path: string): CallFacts {
  const short = shortPath(path);
  const letters = Object.hasOwn(LETTERS, short) ? (LETTERS[short] as string) : '';
  return {
    signed: letters.includes('s'),
    keyed: letters.includes('k'),
    clientType: letters.includes('c'),
    short: letters.includes('t'),
    withoutToken: letters.includes('w'),
    wallet: letters.includes('b'),
  };
}
