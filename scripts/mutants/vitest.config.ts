/** The tests of one group of sources (groups.json), for Stryker, which runs a copy of the project. */
import { defineConfig } from 'vitest/config';
import GROUPS from './groups.json' with { type: 'json' };

const group = GROUPS[process.env.CAIPU_MUTANTS as keyof typeof GROUPS];
if (group === undefined) throw new Error(`CAIPU_MUTANTS names no group: ${Object.keys(GROUPS).join(', ')}`);

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: [...group.tests],
    exclude: ['**/*.deep.test.ts', '**/node_modules/**'],
    isolate: false,
    globalSetup: ['tests/support/proofs.ts'],
    setupFiles: ['tests/support/know-proofs.ts', 'tests/support/shared-process.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
