/** `npm run traces`: records the sessions of record.ts and the files beside it again. Not part of the tests: two of them wait for a real time-out. */
import { defineConfig } from '@playwright/test';
import tests from '../../playwright.config.ts';

export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'record{,-sports,-social,-games}.ts',
  outputDir: '../../test-results/traces',
  reporter: 'list',
});
