// `npm test`: the checks, the unit, property and contract tests (vitest), and the browser journeys (Playwright) on a fresh build.
// Closes with one line "N passed, N failed". Arguments narrow it: npm test -- check | unit | e2e
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { findChromium } from './lib/chromium.mjs';
import { root, run, tool } from './lib/run.mjs';
import { say } from './lib/say.mjs';

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const report = (name) => join(results, `${name}.json`);

async function vitest() {
  say('unit, property and contract tests');
  const { code } = await run(tool('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`]);
  return counted('vitest', code, (json) => ({
    passed: json.numPassedTests,
    // A file that could not even be loaded has no failed test of its own, and still is a failure.
    failed:
      json.numFailedTests +
      json.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length,
    skipped: json.numPendingTests,
  }));
}

async function journeys() {
  const chromium = await findChromium();
  say(`browser journeys with ${chromium}`);
  await build();
  // A browser on a busy machine may lose a race that no player would: one more try, and what needed it is named below.
  const { code } = await run(tool('playwright'), ['test', '--retries=1'], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright') },
  });
  return counted('playwright', code, (json) => {
    for (const title of flaky(json.suites)) say(`passed only at the second try, look into it: ${title}`);
    return {
      passed: json.stats.expected + json.stats.flaky,
      failed: json.stats.unexpected,
      skipped: json.stats.skipped,
    };
  });
}

/** Titles of the tests that failed once and then passed, from Playwright's nested report. */
function flaky(suites = []) {
  return suites.flatMap((suite) => [
    ...suite.specs.filter((spec) => spec.tests.some((test) => test.status === 'flaky')).map((spec) => `${suite.file} › ${spec.title}`),
    ...flaky(suite.suites),
  ]);
}

/** Reads a runner's JSON report; a runner that ends badly without a failed test counts as one failure. */
function counted(name, code, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report(name), 'utf8')));
    if (code !== 0 && counts.failed === 0) counts.failed = 1;
    return counts;
  } catch {
    say(`${name} left no report (exit code ${code})`);
    return { passed: 0, failed: 1 };
  }
}

const PARTS = { check, unit: vitest, e2e: journeys };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length) {
  console.error(`npm test takes ${Object.keys(PARTS).join(', ')}; not ${unknown.join(', ')}.`);
  process.exit(2);
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  let counts;
  try {
    counts = await part();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    counts = { passed: 0, failed: 1 };
  }
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
}
// A skipped test proves nothing; none are meant to be skipped.
console.log(`${total.passed} passed, ${total.failed + total.skipped} failed`);
process.exit(total.failed + total.skipped || !total.passed ? 1 : 0);
