import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * `expect(found).toEqual(wanted)` for properties, which ask it hundreds of thousands of times: making an expectation costs ten times what
 * most of them look at, so one is made only where the two differ, and says how.
 */
export function expectSame(found: unknown, wanted: unknown): void {
  // It is an assertion all the same (count-assertions.ts).
  expect.getState().assertionCalls += 1;
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}
