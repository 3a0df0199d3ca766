import { defineConfig } from 'vitest/config';

/**
 * Tests that keep nothing behind: no environment variable, no timer, nothing listening. The files of one process share the modules that
 * they load, which saves a third of a second of processor for each. What starts servers and databases has a process for each file.
 */
const SHARED = ['platform', 'screens', 'game-ui', 'sports-ui', 'look', 'frame'].map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

/** They want programs that not every machine has, or minutes; npm run nightly asks for them. */
const EXCLUDED = ['**/node_modules/**', ...(process.env.CAIPU_NIGHTLY === '1' ? [] : ['tests/nightly/**'])];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['tests/**/*.test.{ts,tsx}'], exclude: [...SHARED, ...EXCLUDED] } },
    ],
    // The app is for phones; a test of a wide page says so itself.
    environmentOptions: { happyDOM: { width: 390, height: 844 } },
    // Two cores: more workers only make databases and property tests wait for each other.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
