/** What `npm run check` takes for dead: files, exports and packages that nothing reaches from these entries. */
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    // Pages; vite.config.ts and its siblings name them by their HTML.
    'app/{workbench,workshop,desk}/{main,stage,preview}.tsx',
    'bench/{e1,e2}/{ours,twin}.tsx',
    'bench/e3/{xstate,a2ui}.tsx',
    'server/main.ts',
    'app/worker/main.ts',
    // Served as they are to browsers.
    'server/demo/games/**/*.js',
    // Started as programs: by npm, by another program, or by whoever wants to check a draw without our code.
    'scripts/*.mjs',
    'scripts/checks/{audit,licences,modules,no-*,script-budget,docs}.mjs',
    'scripts/build/{bundle,cluster,pack}.mjs',
    'scripts/mutants/{main.mjs,vitest.config.ts}',
    'scripts/pictures/page.tsx',
    'bench/main.ts',
    'bench/lib/{bet-load,phones,stream-phones,stream-server}.ts',
    'bench/e4/work.ts',
    'tests/independent/*.mjs',
    'tests/server/support/heap.mjs',
    'tests/nightly/*.test.ts',
    'tests/e2e/**/*.e2e.ts',
    'tests/support/profile-runner.ts',
    'tests/e2e/support/profile-reporter.ts',
    'tests/traces/record{,-sports,-social,-games,.config}.ts',
  ],
  project: ['{app,engine,server,protocol,tools,bench,tests,scripts}/**/*.{ts,tsx,mjs,js}'],
  // An export that its own file uses too is alive; types often name what a function there takes or gives.
  ignoreExportsUsedInFile: true,
  // What other clients and blocks of others are written against is whole, whether ours use all of it or not.
  ignoreIssues: {
    'protocol/**': ['types'],
    'engine/screens/core/contract.ts': ['types'],
    // The rules as one module, for whoever computes with them.
    'engine/rules/index.ts': ['exports', 'types'],
  },
  // Run by scripts as node_modules/.bin/<name>.
  ignoreDependencies: ['@biomejs/biome', 'oxlint'],
  // A program of the system.
  ignoreBinaries: ['mkfifo'],
};

export default config;
