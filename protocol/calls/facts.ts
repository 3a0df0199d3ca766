/**
 * Properties of a call that the phone needs before it sends the call. They are generated from the table of calls, so that the schemas of answers
 * stay out of the phone's bundle.
 */
import { LETTERS } from './generated/facts.ts';

export interface CallFacts {
  /** The server refuses the call without a signature. */
  readonly signed: boolean;
  /** The call needs the header Idempotency-Key. */
  readonly idempotent: boolean;
  /** The call sends the true client type; every other call sends 1. */
  readonly clientType: boolean;
  /** The phone waits 10 s for the answer instead of 20 s. */
  readonly short: boolean;
  /** The phone sends no session token, even if it has one. */
  readonly withoutToken: boolean;
  /** The answer has the balance of the main wallet after the call. */
  readonly wallet: boolean;
}

/** The form of a path in the generated lists: lower case, without /api/, query and slash at the end. */
export const shortPath = (path: string): string => (path.split('?', 1)[0] as string).toLowerCase().replace(/^\/api\/|\/+$/g, '');

/** The facts of a path; upper and lower case are the same. For a path outside of the table all of them are false. */
export function factsOf(path: string): CallFacts {
  const short = shortPath(path);
  const letters = LETTERS.find(([, paths]) => paths.includes(` ${short} `))?.[0] ?? '';
  return {
    signed: letters.includes('s'),
    idempotent: letters.includes('k'),
    clientType: letters.includes('c'),
    short: letters.includes('t'),
    withoutToken: letters.includes('w'),
    wallet: letters.includes('b'),
  };
}
