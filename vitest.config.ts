import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tests/support/memory-folder.ts';
import { SHORT_LIVED } from './tests/support/short-lived.ts';

/**
 * Measure a process or replace what it has once, as its clock, a module or a block of the product; or ask what is there before anything is
 * loaded. Each of these files has a process of its own.
 */
const ALONE = [
  'tests/server/catalog/memory.deep.test.ts',
  ...['fuzz', 'boot', 'stop-limit'].map((name) => `tests/server/${name}.test.ts`),
  'tests/simulation/**/*.test.ts',
  'tests/server/admin/second-step.deep.test.ts',
  'tests/engine/screens/groups.test.tsx',
  'tests/engine/screens/skeleton.test.tsx',
  'tests/engine/screens/lottery/head-panel.test.tsx',
  'tests/engine/screens/lottery/tap-tasks.test.tsx',
];
/** Start servers. What draws into a page (.test.tsx) is among the others. */
const SERVER = ['server', 'tools', 'docs', 'app/workshop', 'app/desk'].map((folder) => `tests/${folder}/**/*.test.ts`);
/** Work on values alone, and leave nothing behind in the modules that they share. */
const PURE = ['rules', 'descriptions', 'replay', 'quiz', 'small'].map((folder) => `tests/engine/${folder}/**/*.test.ts`);

/** A ring of tests: the names of its files, and what their processes are given. */
interface Ring {
  readonly prefix: string;
  readonly exclude: readonly string[];
  named(pattern: string): string;
  readonly env?: Readonly<Record<string, string>>;
}
const RINGS: readonly Ring[] = [
  { prefix: '', exclude: ['**/*.deep.test.{ts,tsx}'], named: (pattern) => pattern },
  // Full amounts of chance: tests/engine/rules/support/runs.ts.
  { prefix: 'deep-', exclude: [], named: (pattern) => pattern.replace(/(\.deep)?\.test\./, '.deep.test.'), env: { CAIPU_RING: 'deep' } },
];

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
    // npm test -- --profile measures each file and test.
    ...(process.env.CAIPU_PROFILE === undefined ? {} : { runner: './tests/support/profile-runner.ts' }),
    server: { deps: { external: [GENERATED] } },
    experimental: folder === undefined ? {} : { fsModuleCache: true, fsModuleCachePath: join(folder, 'modules') },
    setupFiles: ['tests/support/count-assertions.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    projects: RINGS.flatMap(projectsOf),
  },
});

/** Which ring a test belongs to is in the name of its file: docs/testing.md. `npx vitest run FILE` runs a file of any ring. */
function projectsOf(ring: Ring) {
  const others = ['**/node_modules/**', ...ring.exclude];
  const of = (patterns: readonly string[]) => patterns.map(ring.named);
  const project = (name: string, test: object) => ({
    extends: true as const,
    test: { name: `${ring.prefix}${name}`, env: ring.env, ...test },
  });
  return [
    project('unit', {
      // Loading the screens and their libraries anew for each file took nearly a third of the processor of these tests.
      ...shared,
      include: of(['tests/**/*.test.{ts,tsx}']),
      exclude: [
        ...others,
        ...of([...ALONE, ...SERVER, ...PURE]),
        // They want programs that not every machine has, or minutes; npm run nightly asks for them.
        ...(process.env.CAIPU_NIGHTLY === '1' ? [] : ['tests/nightly/**']),
      ],
    }),
    project('alone', { include: of(ALONE), exclude: others, ...proofs }),
    project('server', {
      include: of(SERVER),
      exclude: [...others, ...of(ALONE)],
      // The server's modules keep nothing between two servers: loading them anew for each file took a third of the time of these tests.
      ...sharedWithProofs,
      // Databases of a test live for seconds as well.
      execArgv: [...SHORT_LIVED],
    }),
    project('pure', { include: of(PURE), exclude: others, ...sharedWithProofs }),
  ];
}
