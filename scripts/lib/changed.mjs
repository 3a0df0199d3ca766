// `npm test -- changed`: the fast checks, the unit tests that a change can reach, and the browser journeys that it changed. A change of the core
// reaches hundreds of tests: the nearest run, as many as fit into a minute, and the number of the others is printed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkChanged } from '../check.mjs';
import { distances } from './import-graph.mjs';
import { DEEP_TEST, e2e, readReport, unit } from './rings.mjs';
import { root, run } from './run.mjs';
import { say } from './say.mjs';

const TEST = /^tests\/.*\.test\.tsx?$/;
const JOURNEY = /^tests\/e2e\/.*\.e2e\.ts$/;
/** Tests that want programs of the system, and run at night. */
const NIGHTLY = /^tests\/nightly\//;
/** Milliseconds of tests that two workers do in half a minute. The checks and the start of the workers take the other half. */
const LIMIT_MS = 60_000;
/** A test file whose time nobody has measured. */
const UNKNOWN_MS = 3_000;
const timesFile = join(root, 'node_modules', '.cache', 'caipu', 'test-times.json');

/** Yields [part, counts] for each part that the change has. */
export async function* changed({ since = 'HEAD', whole = false, report }) {
  const files = await changedFiles(since);
  say(`${files.length} files differ from ${since}`);
  if (files.length === 0) return;
  yield ['check', await checkChanged(files)];

  const { chosen, left } = choose(files, whole ? Number.POSITIVE_INFINITY : LIMIT_MS);
  for (const file of chosen) console.log(`  ${file}`);
  if (left.length > 0) say(`${left.length} further test files can reach the change; npm test runs them, and so does --all`);
  if (chosen.length > 0) {
    yield ['unit', await unit('one', report('vitest-one'), { files: chosen, built: false })];
    rememberTimes(readReport(report('vitest-one')));
  }

  const journeys = files.filter((file) => JOURNEY.test(file) && existsSync(join(root, file)));
  const near = journeys.filter((file) => !file.endsWith('.deep.e2e.ts'));
  if (near.length > 0) yield ['e2e', await e2e('one', report('playwright-one'), { files: near })];
  for (const file of files.filter((each) => DEEP_TEST.test(each) || (JOURNEY.test(each) && !near.includes(each))))
    if (existsSync(join(root, file))) say(`${file} belongs to the deep ring, and did not run`);
}

/** Files that differ from a commit, and files that are not in Git yet. */
async function changedFiles(since) {
  const git = async (...args) => {
    const { code, output } = await run('git', ['-c', 'core.quotePath=off', ...args], { quiet: true });
    if (code !== 0) throw new Error(output.trim());
    return output.split('\n').filter(Boolean);
  };
  // A branch that is behind another has not changed what the other has since.
  const [base = since] = await git('merge-base', since, 'HEAD').catch(() => [since]);
  const tracked = await git('diff', '--name-only', '--no-renames', base);
  return [...new Set([...tracked, ...(await git('ls-files', '--others', '--exclude-standard'))])];
}

/** The tests that can reach the change, nearest first and in the time that there is. A test that was changed itself always runs. */
function choose(files, limit) {
  const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
  const words = new Set(files.flatMap(wordsOf));
  /** Tests of the server reach nearly all of it: among those at one distance, the one that is named like the change is the nearest. */
  const rank = ([file, distance]) => distance - 2 * wordsOf(file).filter((word) => words.has(word)).length;
  const found = [...distances(files)]
    .filter(([file]) => TEST.test(file) && !DEEP_TEST.test(file) && !NIGHTLY.test(file) && existsSync(join(root, file)))
    .sort((a, b) => rank(a) - rank(b));
  const chosen = [];
  const left = [];
  let spent = 0;
  for (const [file, distance] of found) {
    const time = times[file] ?? UNKNOWN_MS;
    const fits = spent + time <= limit;
    (distance === 0 || fits ? chosen : left).push(file);
    if (distance === 0 || fits) spent += time;
  }
  return { chosen, left };
}

/** Names of the file and of its folder, without words that are in every path. */
const wordsOf = (file) =>
  file
    .split('/')
    .slice(-2)
    .flatMap((part) => part.split(/[^a-z\d]+/i))
    .filter((word) => word.length > 2 && !COMMON.has(word));
const COMMON = new Set(['test', 'tests', 'tsx', 'mjs', 'json', 'sql', 'server', 'engine', 'app', 'index', 'support']);

/** What each test file took, for the next choice. */
export function rememberTimes(json) {
  if (json === undefined) return;
  const before = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {};
  for (const { name, startTime, endTime } of json.testResults) before[name.slice(root.length)] = Math.round(endTime - startTime);
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(timesFile, JSON.stringify(before));
}
