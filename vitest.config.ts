import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    // They want programs that not every machine has, or minutes; npm run nightly asks for them.
    exclude: ['**/node_modules/**', ...(process.env.CAIPU_NIGHTLY === '1' ? [] : ['tests/nightly/**'])],
    // The app is for phones; a test of a wide page says so itself.
    environmentOptions: { happyDOM: { width: 390, height: 844 } },
    // Two cores: more workers only make databases and property tests wait for each other.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
