// Playwright on a fresh build with the Chromium that is found (or installed), and what its report says.
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { build } from '../build.mjs';
import { findChromium } from './chromium.mjs';
import { run, tool } from './run.mjs';
import { say } from './say.mjs';

/**
 * Runs browser tests: `files` are all when empty, `project` is a ring of playwright.config.ts, and `report` is where the JSON goes.
 * Returns { passed, failed, skipped, names, flaky }.
 */
export async function journeys(report, { files = [], project, env = {} } = {}) {
  const chromium = await findChromium();
  say(`browser journeys with ${chromium}`);
  await build();
  // A browser on a busy machine may lose a race that no player would: one more try, and what needed it is named below.
  const { code } = await run(
    tool('playwright'),
    ['test', ...files, ...(project === undefined ? [] : [`--project=${project}`]), '--retries=1'],
    {
      env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  return counted('playwright', code, report, (json) => {
    return {
      passed: json.stats.expected + json.stats.flaky,
      failed: json.stats.unexpected,
      skipped: json.stats.skipped,
      names: ended(json.suites, 'unexpected'),
      flaky: ended(json.suites, 'flaky'),
    };
  });
}

/** Reads a runner's JSON report into counts and the names of failed tests; a runner that ends badly without a failed test counts as one failure. */
export function counted(name, code, report, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report, 'utf8')));
    if (code !== 0 && counts.failed === 0) {
      counts.failed = 1;
      counts.names = [`${name} ended with exit code ${code}, though no test failed: an error outside of tests, printed above`];
    }
    return counts;
  } catch {
    return { passed: 0, failed: 1, names: [`${name} left no report (exit code ${code})`] };
  }
}

/** Names of the tests that ended with `status` and why, from Playwright's nested report. */
function ended(suites = [], status) {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) => `${suite.file} › ${spec.title}${reason(test.results.find(({ error }) => error)?.error.message)}`),
    ),
    ...ended(suite.suites, status),
  ]);
}

/** What vitest calls a test that took too long, in the stack that it reports instead of a sentence. */
const TOO_LONG = 'Error: STACK_TRACE_ERROR';

/** The first lines of a test's error, printed below its name: the whole error is far above in a long log. */
export function reason(message = '') {
  const lines = stripVTControlCharacters(message).replace(TOO_LONG, 'it had not ended within its time limit').split('\n');
  return lines
    .filter((line) => line.trim())
    .slice(0, 4)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join('');
}
