// Mutation tests: Stryker changes a source in many small ways and runs the tests that must notice. A change that no test notices is a
// survivor. `npm run nightly -- mutants` takes one file of each group each night and keeps the results of earlier nights.
// groups.json lists the groups: their sources, the tests that must notice, and the score to reach in percent.
// `node scripts/mutants/main.mjs GROUP [FILE …]` runs the named files, or all of a group.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../lib/run.mjs';
import { say } from '../lib/say.mjs';
import GROUPS from './groups.json' with { type: 'json' };

/** Stryker and its packages, apart from those of the project: `npm ci` of the project installs a quarter less without them. */
const PACKAGES = join(root, 'node_modules/.cache/caipu/stryker');
const PARTS = join(PACKAGES, 'node_modules/@stryker-mutator');
/** Results of earlier nights, by group. Stryker runs a mutant again when its source or its tests have changed. */
const KEPT = join(root, 'node_modules/.cache/caipu/mutants');
const KILLED = new Set(['Killed', 'Timeout']);
const ALIVE = new Set(['Survived', 'NoCoverage']);

const USAGE = `node scripts/mutants/main.mjs [GROUP [FILE …]] [--night N]: mutation tests. Groups: ${Object.keys(GROUPS).join(', ')}. --night N takes the Nth file of each group, and begins anew after the last.`;

/** Sources of a group, paths from the root. */
function sourcesOf({ sources }) {
  const found = [];
  const walk = (folder) => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (path.endsWith('.ts') && !path.endsWith('.d.ts')) found.push(relative(root, path));
    }
  };
  for (const folder of sources) walk(join(root, folder));
  return found;
}

/** Runs Stryker on these files. Throws when the tests fail without any mutant. */
async function mutate(name, files) {
  mkdirSync(KEPT, { recursive: true });
  const options = {
    testRunner: 'vitest',
    plugins: [join(PARTS, 'vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
    mutate: files,
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: join(KEPT, `${name}.json`),
    concurrency: 1,
    timeoutMS: 20_000,
    disableTypeChecks: true,
    // Stryker 9.6 reads tsconfig.json by a function that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: ['bench', 'deploy', 'docs', 'findings', 'test-results', '.data', 'tests/e2e'],
    reporters: ['progress-append-only'],
    allowEmpty: true,
    tempDirName: join(tmpdir(), 'caipu-mutants'),
    cleanTempDir: 'always',
  };
  const { Stryker } = await import(join(PARTS, 'core/dist/src/index.js'));
  process.env.CAIPU_MUTANTS = name;
  await new Stryker(options).runMutationTest();
}

/** By file: mutants that a test noticed, and those that none did. Empty before the first night. */
function resultsOf(name) {
  const file = join(KEPT, `${name}.json`);
  if (!existsSync(file)) return new Map();
  const { files } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(files).map(([path, { mutants }]) => [
      path,
      { killed: mutants.filter(({ status }) => KILLED.has(status)).length, alive: mutants.filter(({ status }) => ALIVE.has(status)) },
    ]),
  );
}

const shareOf = ({ killed, alive }) => (killed + alive.length === 0 ? 100 : (100 * killed) / (killed + alive.length));

/**
 * Prints the survivors in these files and the score of all files measured so far. Returns the files that are below the group's score and
 * worse than in an earlier night.
 */
function judge(name, group, files, before) {
  const results = resultsOf(name);
  for (const file of files)
    for (const { location, mutatorName, replacement } of results.get(file)?.alive ?? [])
      say(`  survivor ${file}:${location.start.line}:${location.start.column} ${mutatorName} → ${String(replacement).slice(0, 80)}`);
  const all = sourcesOf(group);
  const measured = all.filter((file) => results.has(file));
  const together = { killed: 0, alive: [] };
  for (const file of measured) {
    together.killed += results.get(file).killed;
    together.alive.push(...results.get(file).alive);
  }
  say(
    `${name}: ${shareOf(together).toFixed(1)} % of ${together.killed + together.alive.length} mutants noticed, in ${measured.length} of ${all.length} files; the goal is ${group.atLeast} %`,
  );
  return files.filter((file) => {
    const [now, earlier] = [results.get(file), before.get(file)];
    return now !== undefined && earlier !== undefined && shareOf(now) < group.atLeast && shareOf(now) < shareOf(earlier);
  });
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { night: { type: 'string' }, help: { type: 'boolean' } } });
const [only, ...named] = positionals;
if (values.help || (only !== undefined && !Object.hasOwn(GROUPS, only)) || (values.night !== undefined && !/^\d+$/.test(values.night))) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
if (!existsSync(PARTS)) {
  mkdirSync(PACKAGES, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, 'scripts/mutants', name), join(PACKAGES, name));
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PACKAGES });
  if (code !== 0) process.exit(1);
}
let failed = 0;
for (const [name, group] of Object.entries(GROUPS)) {
  if (only !== undefined && name !== only) continue;
  const all = sourcesOf(group);
  const files = named.length > 0 ? named : values.night === undefined ? all : [all[Number(values.night) % all.length]];
  say(`${name}: mutants of ${files.length} files`);
  const before = resultsOf(name);
  await mutate(name, files);
  const worse = judge(name, group, files, before);
  for (const file of worse) say(`✗ ${file}: tests notice fewer mutants than before`);
  if (worse.length > 0) failed += 1;
}
console.log(`${(only === undefined ? Object.keys(GROUPS).length : 1) - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
