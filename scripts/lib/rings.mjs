// The tests of one ring (docs/testing.md): the unit, property and contract tests (vitest) and the browser journeys (Playwright).
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from '../build.mjs';
import { counted, journeys, reason } from './journeys.mjs';
import { root, run, tool } from './run.mjs';
import { say } from './say.mjs';
import { sources } from '../checks/source.mjs';

/** `title` stands in the log, `env` is given to the runners, and `project` names projects of vitest.config.ts. */
export const RINGS = {
  one: { title: 'ring one', env: { CAIPU_RING: 'one' }, project: '!deep-*' },
  deep: { title: 'the deep ring', env: { CAIPU_RING: 'deep' }, project: 'deep-*' },
};

/** The end of the name of a file of the deep ring. */
export const DEEP_TEST = /\.deep\.test\.tsx?$/;
const DEEP_JOURNEY = /\.deep\.e2e\.ts$/;

/** Sources of the deep ring's unit tests, as {file, text}. */
export const deepTests = () => [...sources(['tests'], DEEP_TEST)];

const NOTHING = { passed: 0, failed: 0, skipped: 0, names: [] };

/** Unit, property and contract tests: all when `files` is empty. Without `built`, a test of the server as it ships bundles it itself. */
export async function unit(ring, report, { env = {}, files = [], built = true } = {}) {
  const { title, env: own, project } = RINGS[ring];
  if (ring === 'deep' && deepTests().length === 0) return NOTHING;
  say(`unit, property and contract tests of ${title}`);
  if (built) await build();
  const server = built ? { CAIPU_TEST_SERVER: join(root, 'dist', 'server', 'main.js') } : {};
  const { code } = await run(
    tool('vitest'),
    ['run', ...files, '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { env: { ...own, ...env, ...server } },
  );
  return counted('vitest', code, report, (json) => {
    const named = (status) =>
      json.testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status === status)
          .map((test) => `${relative(root, file.name)} › ${test.fullName}${reason(test.failureMessages?.[0])}`),
      );
    // A file that could not even be loaded has no failed test of its own, and still is a failure.
    const unloaded = json.testResults
      .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
      .map((file) => `${relative(root, file.name)}: the file could not be run: ${file.message.split('\n')[0] || 'no reason given'}`);
    const failed = [...named('failed'), ...unloaded];
    const skipped = named('skipped').map((name) => `${name} (skipped)`);
    return { passed: json.numPassedTests, failed: failed.length, skipped: json.numPendingTests, names: [...failed, ...skipped] };
  });
}

/** Browser journeys on a fresh build. */
export async function e2e(ring, report, { env = {}, files = [] } = {}) {
  if (ring === 'deep' && [...sources(['tests/e2e'], DEEP_JOURNEY)].length === 0) return NOTHING;
  return journeys(report, { files, project: ring, env: { ...RINGS[ring].env, ...env } });
}

/** A report of vitest or Playwright, and undefined where there is none. */
export const readReport = (report) => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
};
