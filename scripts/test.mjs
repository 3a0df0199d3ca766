// `npm test`: ring one of the tests (docs/testing.md): the checks, the unit, property and contract tests (vitest) with the facts of each SPEC.md that they hold, and browser journeys (Playwright) on a fresh build.
// `npm run test:deep` runs the deep ring, `npm test -- all` both, and `npm test -- changed` a selection. Ends with the names of the failed tests and one line "N passed, N failed".
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './check.mjs';
import { changed, rememberTimes } from './lib/changed.mjs';
import { childrenMs } from './lib/processor.mjs';
import { PROFILES, profiled } from './lib/profile.mjs';
import { deepTests, e2e, readReport, RINGS, unit } from './lib/rings.mjs';
import { root } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { ranIn, titledIn, unheldFacts } from './lib/specs.mjs';

const PARTS = ['check', 'unit', 'e2e'];
const USAGE = `npm test: checks, unit tests and the main journeys (ring one). npm run test:deep: the deep ring. Words after --:
  ${PARTS.join(', ')}    one part alone
  all                 both rings, of one part when it is named too
  changed             what a change since the last commit can touch; --since REF compares with another commit, --all takes no limit of time
  --profile           writes processor and wall time of each file and test into ${PROFILES}
  --repeat N          runs it N times`;

const { values, positionals: words } = readWords();
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const flaky = [];

if (words.includes('changed')) {
  for await (const [name, counts] of changed({ since: values.since, whole: values.all === true, report })) count(name, counts);
} else {
  const rings = words.includes('all') ? ['one', 'deep'] : [values.ring ?? 'one'];
  const named = words.filter((word) => PARTS.includes(word));
  const wanted = PARTS.filter((part) => named.length === 0 || named.includes(part));
  const times = Number(values.repeat ?? 1);
  for (let time = 1; time <= times; time += 1)
    for (const ring of rings) await runRing(ring, wanted, times === 1 ? '' : ` (${time} of ${times})`);
  if (wanted.includes('unit')) judgeFacts(rings);
}

// The end of a log is read first, and it is all that remains of a long one.
for (const title of flaky) console.log(`passed only at the second try, look into it: ${title}`);
for (const failure of failures) console.log(failure);
// A skipped test proves nothing; none are meant to be skipped.
console.log(`${total.passed} passed, ${total.failed + total.skipped} failed`);
process.exit(total.failed + total.skipped || !total.passed ? 1 : 0);

async function runRing(ring, wanted, time) {
  const parts = {
    // The checks are the same for every ring.
    ...(ring === 'one' ? { check } : {}),
    unit: (env) => unit(ring, report(`vitest-${ring}`), { env }),
    e2e: (env) => e2e(ring, report(`playwright-${ring}`), { env }),
  };
  const before = { ...total };
  for (const name of wanted.filter((part) => Object.hasOwn(parts, part)))
    await runPart(`${name}${ring === 'one' ? '' : `, ${ring}`}${time}`, () =>
      values.profile && name !== 'check' ? profiled(name, ring, parts[name]) : parts[name]({}),
    );
  say(
    `${RINGS[ring].title}${time}: ${total.passed - before.passed} passed, ${total.failed + total.skipped - before.failed - before.skipped} failed`,
  );
}

/**
 * Whether each fact of a SPEC.md has a test that holds it. Where ring one ran alone, the titles of deep tests count. The deep ring alone
 * cannot be judged, and neither can a run without a report, which is a failure already.
 */
function judgeFacts(rings) {
  if (!rings.includes('one')) return;
  const reports = rings.map((ring) => readReport(report(`vitest-${ring}`)));
  for (const json of reports) rememberTimes(json);
  if (reports[0] === undefined || (rings.includes('deep') && deepTests().length > 0 && reports[1] === undefined)) return;
  const ran = reports.flatMap((json) => (json === undefined ? [] : ranIn(json)));
  const names = unheldFacts(rings.includes('deep') ? ran : [...ran, ...titledIn(deepTests())]);
  count('facts of SPEC.md', { passed: 0, failed: names.length, names });
}

async function runPart(name, part) {
  const from = childrenMs();
  let counts;
  try {
    counts = await part();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    counts = { passed: 0, failed: 1, names: ['it could not be run, for the reason above'] };
  }
  count(name, counts);
  const seconds = Math.round((childrenMs() - from) / 1000);
  say(`${name}: ${counts.passed} passed, ${counts.failed} failed${seconds ? `, ${seconds} s of processor` : ''}`);
}

function count(name, counts) {
  failures.push(...(counts.names ?? []).map((failed) => `failed in ${name}: ${failed}`));
  flaky.push(...(counts.flaky ?? []));
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
}

function report(name) {
  return join(results, `${name}.json`);
}

/** Nothing runs on words that are not understood. */
function readWords() {
  const refuse = (problem) => {
    console.error(`${USAGE}\nnot understood: ${problem}`);
    process.exit(2);
  };
  let read;
  try {
    read = parseArgs({
      args: process.argv.slice(2).filter((word) => word !== '--'),
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ring: { type: 'string' },
        since: { type: 'string' },
        all: { type: 'boolean' },
        profile: { type: 'boolean' },
        repeat: { type: 'string' },
      },
    });
  } catch (error) {
    refuse(error.message);
  }
  const { values: given, positionals } = read;
  if (given.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const isChanged = positionals.includes('changed');
  const unknown = positionals.filter((word) => ![...PARTS, 'all', 'changed'].includes(word));
  if (unknown.length > 0) refuse(unknown.join(' '));
  if (isChanged && (positionals.length > 1 || given.ring || given.profile || given.repeat)) refuse('what stands beside changed');
  if (!isChanged && (given.since !== undefined || given.all)) refuse('--since and --all without changed');
  if (given.ring !== undefined && (!Object.hasOwn(RINGS, given.ring) || positionals.includes('all'))) refuse(`--ring ${given.ring}`);
  if (given.repeat !== undefined && !/^[1-9]\d*$/.test(given.repeat)) refuse(`--repeat ${given.repeat}`);
  return read;
}
