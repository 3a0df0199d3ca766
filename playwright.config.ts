import { defineConfig } from '@playwright/test';
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts';

keepTemporaryFilesInMemory();
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  // npm test -- --profile measures each test.
  reporter: [
    ['list'],
    ['json'],
    ...(process.env.CAIPU_PROFILE === undefined ? [] : [['./tests/e2e/support/profile-reporter.ts'] as [string]]),
  ],
  workers: 2,
  // Three megabytes of them are plain JavaScript already: compiling them took four seconds of processor before the first test.
  build: { external: ['**/descriptions/generated/*.js'] },
  // Which ring a test belongs to is in the name of its file: docs/testing.md.
  projects: [
    { name: 'one', testIgnore: '**/*.deep.e2e.ts' },
    { name: 'deep', testMatch: '**/*.deep.e2e.ts' },
  ],
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    // Pictures are of Chromium with the Noto font that the tests install; another version of either moves a few edges.
    toHaveScreenshot: { pathTemplate: '{testDir}/kit/{arg}{ext}', maxDiffPixelRatio: 0.015, animations: 'disabled', caret: 'hide' },
  },
  forbidOnly: Boolean(process.env.CI),
  use: {
    // What cannot be tapped or filled in is said, and does not end with the whole test's time.
    actionTimeout: 30_000,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A service worker would stand between pages and page.route; the tests of the installed app allow it.
    serviceWorkers: 'block',
    // A trace of every test costs a third of the processor; a test that fails in npm test is tried once more, with a trace.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // No screen, so no GPU: emulating one costs more than drawing without it.
        '--disable-gpu',
        // A page of a test lives for seconds: compiling its scripts a third time, better, took a twentieth of the processor of all journeys.
        '--js-flags=--no-opt',
      ],
    },
  },
});
