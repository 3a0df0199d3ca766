// `npm test`: the checks, the unit, property and contract tests (vitest) with the facts of each SPEC.md that they hold, and the browser journeys (Playwright) on a fresh build.
// Ends with the names of the failed tests and one line "N passed, N failed". Arguments narrow it: npm test -- check | unit | e2e
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { counted, journeys, reason } from './lib/journeys.mjs';
import { root, run, tool } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { unheldFacts } from './lib/specs.mjs';
import { takeWords } from './lib/words.mjs';

const results = join(root, 'test-results');
const report = (name) => join(results, `${name}.json`);

async function vitest() {
  say('unit, property and contract tests');
  // Some tests run the server as it ships.
  await build();
  const env = { CAIPU_TEST_SERVER: join(root, 'dist', 'server', 'main.js') };
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`];
  const { code } = await run(tool('vitest'), args, { env });
  return counted('vitest', code, report('vitest'), (json) => {
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
    const failed = [...named('failed'), ...unloaded, ...unheldFacts(json)];
    const skipped = named('skipped').map((name) => `${name} (skipped)`);
    return { passed: json.numPassedTests, failed: failed.length, skipped: json.numPendingTests, names: [...failed, ...skipped] };
  });
}

const PARTS = { check, unit: vitest, e2e: () => journeys(report('playwright')) };
const wanted = takeWords(`npm test: runs all tests; npm test -- <part> … runs only these parts: ${Object.keys(PARTS).join(', ')}`, (word) =>
  Object.hasOwn(PARTS, word),
);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  let counts;
  try {
    counts = await part();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    counts = { passed: 0, failed: 1, names: ['it could not be run, for the reason above'] };
  }
  failures.push(...(counts.names ?? []).map((failed) => `failed in ${name}: ${failed}`));
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
}
// The end of a log is read first, and it is all that remains of a long one.
for (const failure of failures) console.log(failure);
// A skipped test proves nothing; none are meant to be skipped.
console.log(`${total.passed} passed, ${total.failed + total.skipped} failed`);
process.exit(total.failed + total.skipped || !total.passed ? 1 : 0);
