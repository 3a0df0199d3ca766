import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts';
import { SHORT_LIVED } from './tests/support/short-lived.ts';

/**
 * Measure a process or replace what it has once, as its clock, a module or a block of the product; or ask what is there before anything is
 * loaded. Each of these files has a process of its own.
 */
const ALONE = [
  ...['memory', 'fuzz', 'boot', 'stop-limit'].map((name) => `tests/server/${name}.test.ts`),
  'tests/simulation/**/*.test.ts',
  'tests/operators/second-step.test.ts',
  'tests/screens/groups.test.tsx',
  'tests/screens/skeleton.test.tsx',
  'tests/game-ui/head-panel.test.tsx',
  'tests/game-ui/tap-tasks.test.tsx',
];
/** Start servers. What draws into a page (.test.tsx) is among the others. */
const SERVER = ['tests/server/**/*.test.ts', 'tests/operators/**/*.test.ts', 'tests/frame/server.test.ts'];
/** Work on values alone, and leave nothing behind in the modules that they share. */
const PURE = ['rules', 'descriptions', 'replay', 'quiz', 'small'].map((folder) => `tests/${folder}/**/*.test.ts`);

keepTemporaryFilesInMemory();
/** Projects transform what they share once: kept for this run alone, so that nothing in it can be out of date. */
const folder = process.env.CAIPU_TEST_FOLDER;
/** Three megabytes of plain JavaScript, which each project and process would transform and read as a module of its own. */
const GENERATED = /\/engine\/descriptions\/generated\/.*\.js$/;
/** Tests of the server know what its build would: the product's own descriptions are not checked anew at each start. */
const proofs = { globalSetup: ['tests/support/proofs.ts'], setupFiles: ['tests/support/know-proofs.ts'] };
/** For files that share a process: none takes its unfinished imports down with it, or leaves a timer replaced. */
const SHARED_PROCESS = 'tests/support/shared-process.ts';
const shared = { isolate: false, setupFiles: [SHARED_PROCESS] };
const sharedWithProofs = { ...proofs, isolate: false, setupFiles: [...proofs.setupFiles, SHARED_PROCESS] };

export default defineConfig({
  test: {
    // The app is for phones; a test of a wide page says so itself.
    environmentOptions: { happyDOM: { width: 390, height: 844 } },
    // Two cores: more workers only make databases and property tests wait for each other.
    maxWorkers: 2,
    server: { deps: { external: [GENERATED] } },
    experimental: folder === undefined ? {} : { fsModuleCache: true, fsModuleCachePath: join(folder, 'modules') },
    setupFiles: ['tests/support/count-assertions.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Loading the screens and their libraries anew for each file took nearly a third of the processor of these tests.
          ...shared,
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            ...ALONE,
            ...SERVER,
            ...PURE,
            // They want programs that not every machine has, or minutes; npm run nightly asks for them.
            ...(process.env.CAIPU_NIGHTLY === '1' ? [] : ['tests/nightly/**']),
          ],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, ...proofs } },
      {
        extends: true,
        test: {
          name: 'server',
          include: SERVER,
          exclude: ALONE,
          // The server's modules keep nothing between two servers: loading them anew for each file took a third of the time of these tests.
          ...sharedWithProofs,
          // Databases of a test live for seconds as well.
          execArgv: [...SHORT_LIVED],
        },
      },
      { extends: true, test: { name: 'pure', include: PURE, ...sharedWithProofs } },
    ],
  },
});
