/** Writes into the report how many assertions each test made: a test of a fact (SPEC.md) that asserts nothing holds nothing (scripts/lib/specs.mjs). */
import { afterEach, expect } from 'vitest';

afterEach(({ task }) => {
  Object.assign(task.meta, { assertions: expect.getState().assertionCalls });
});
