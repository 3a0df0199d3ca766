/**
 * The files of one process share their modules and what is global. An import that is still under way when a file ends fails with that file's
 * environment, and the next file that wants the module meets the failure and cannot be run: every file waits for what it asked for. A timer
 * that a file left replaced never fires again, and a test of any later file waits for it in vain: a file that leaves one fails itself.
 */
import { afterAll, vi } from 'vitest';

const everything = globalThis as unknown as Record<string, unknown>;
/** What is global before the file is loaded, without what a page makes again whenever it is read. */
const before = new Map(
  Object.getOwnPropertyNames(globalThis)
    .map((name) => [name, everything[name]] as const)
    .filter(([name, value]) => Object.is(everything[name], value)),
);

// Hooks that are set up first end last: after those of the file, which put back what they replaced.
afterAll(async () => {
  await vi.dynamicImportSettled();
  const left = [...before].filter(([name, value]) => !Object.is(everything[name], value));
  for (const [name, value] of left) everything[name] = value;
  if (left.length > 0)
    throw new Error(`This file leaves replaced what is global: ${left.map(([name]) => name).join(', ')}. Put it back in afterEach.`);
});
