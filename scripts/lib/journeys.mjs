// Playwright on a fresh build with the Chromium that is found (or installed), and what its report says.
import { readFileSync } from 'node:fs';
import { build } from '../build.mjs';
import { findChromium } from './chromium.mjs';
import { run, tool } from './run.mjs';
import { say } from './say.mjs';

/** Runs browser tests: `files` are all when empty, `report` is where the JSON goes. Returns { passed, failed, skipped }. */
export async function journeys(report, { files = [], env = {} } = {}) {
  const chromium = await findChromium();
  say(`browser journeys with ${chromium}`);
  await build();
  // A browser on a busy machine may lose a race that no player would: one more try, and what needed it is named below.
  const { code } = await run(tool('playwright'), ['test', ...files, '--retries=1'], {
    env: { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return counted('playwright', code, report, (json) => {
    for (const title of flaky(json.suites)) say(`passed only at the second try, look into it: ${title}`);
    return {
      passed: json.stats.expected + json.stats.flaky,
      failed: json.stats.unexpected,
      skipped: json.stats.skipped,
    };
  });
}

/** Reads a runner's JSON report; a runner that ends badly without a failed test counts as one failure. */
export function counted(name, code, report, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report, 'utf8')));
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch {
    say(`${name} left no report (exit code ${code})`);
    return { passed: 0, failed: 1 };
  }
}

/** Titles of the tests that failed once and then passed, from Playwright's nested report. */
function flaky(suites = []) {
  return suites.flatMap((suite) => [
    ...suite.specs.filter((spec) => spec.tests.some((test) => test.status === 'flaky')).map((spec) => `${suite.file} › ${spec.title}`),
    ...flaky(suite.suites),
  ]);
}
