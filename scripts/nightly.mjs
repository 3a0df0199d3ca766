// `npm run nightly`: the laws of engine/rules/SPEC.md and the second look at settlement, money and draws, with far more chance than a
// test run takes, 2,000 hostile files dropped under load, server processes killed twenty times, and every play of every game filled many
// times in the browser, mutants of one file of each group, and `npm test` without its checks under Node 24. Hours on two cores. `npm run nightly -- laws money` runs some, by the names of JOBS below, `plays`, `mutants` and `node24`;
// `--share 0.01` a hundredth of it all (of the plays in the browser, all), `--jobs 1` one process and not one for each core.
// Closes with one line "N passed, N failed". What it sets for the tests is listed in tests/engine/rules/support/runs.ts.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { journeys } from './lib/journeys.mjs';
import { root, run, tool } from './lib/run.mjs';
import { say } from './lib/say.mjs';

/** Each is split into shares, small enough that progress shows and the cores end together. */
const JOBS = {
  oracle: { file: 'tests/engine/rules/oracle.test.ts', shares: 26, set: { CAIPU_TICKETS: 100_000 } },
  sports: { file: 'tests/engine/rules/sports.test.ts', shares: 1, set: { CAIPU_TICKETS: 10_000 } },
  units: { file: 'tests/engine/rules/sports-units.test.ts', shares: 1, set: { CAIPU_TICKETS: 10_000 } },
  random: { file: 'tests/engine/rules/random-games.test.ts', shares: 1, set: { CAIPU_RUNS: 1_000 } },
  values: { file: 'tests/engine/replay/wrong-values.deep.test.ts', shares: 1, set: { CAIPU_FAULTS: 5_000 } },
  matches: { file: 'tests/server/sports/sport-nodes.deep.test.ts', shares: 1, set: { CAIPU_BETS: 10_000, CAIPU_KILLS: 20 } },
  laws: { file: 'tests/engine/rules/laws.test.ts', shares: 64, set: { CAIPU_RUNS: 100_000 } },
  money: { file: 'tests/engine/rules/money.test.ts', shares: 1, set: { CAIPU_TUPLES: 1_000_000, CAIPU_RUNS: 100_000 } },
  files: { file: 'tests/server/catalog/hostile-files.deep.test.ts', shares: 1, set: { CAIPU_FILES: 2_000 } },
  killed: { file: 'tests/server/killed.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  settlement: { file: 'tests/server/lottery/settlement-killed.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  faults: { file: 'tests/server/faults.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 10 } },
  chases: { file: 'tests/server/lottery/chase-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  limits: { file: 'tests/server/accounts/limits.test.ts', shares: 1, set: { CAIPU_RUNS: 2_000 } },
  member: { file: 'tests/server/loyalty/member.test.ts', shares: 1, set: { CAIPU_RUNS: 300 } },
  checkin: { file: 'tests/server/loyalty/member-checkin.test.ts', shares: 1, set: { CAIPU_RUNS: 300 } },
  exclusion: { file: 'tests/server/loyalty/member-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  recharges: { file: 'tests/server/payments/recharge-killed.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  payouts: { file: 'tests/server/payments/withdrawals-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  withdrawals: { file: 'tests/server/payments/withdrawals.test.ts', shares: 1, set: { CAIPU_RUNS: 500 } },
  turnover: { file: 'tests/server/payments/turnover.test.ts', shares: 1, set: { CAIPU_RUNS: 5_000 } },
  group: { file: 'tests/server/social/group-random.test.ts', shares: 1, set: { CAIPU_RUNS: 100_000 } },
  scratch: { file: 'tests/server/mini-games/scratch-nodes.deep.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1, CAIPU_KILLS: 20 } },
  groups: { file: 'tests/server/social/group-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  follow: { file: 'tests/server/social/follow-random.test.ts', shares: 1, set: { CAIPU_RUNS: 100_000 } },
  follows: { file: 'tests/server/social/follow-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20, CAIPU_BETS: 1_200 } },
  fuzz: { file: 'tests/server/fuzz.deep.test.ts', shares: 1, set: { CAIPU_FUZZ: 200_000 } },
  signed: { file: 'tests/server/signed.test.ts', shares: 1, set: { CAIPU_MUTANTS: 100_000 } },
  nodes: { file: 'tests/server/two-nodes.deep.test.ts', shares: 1, set: { CAIPU_BETS: 10_000 } },
  yuebao: { file: 'tests/server/payments/savings.test.ts', shares: 4, set: { CAIPU_PATHS: 2_500 } },
  simulation: { file: 'tests/simulation/simulation.deep.test.ts', shares: 10, set: { CAIPU_WORLDS: 1_000 } },
  planted: { file: 'tests/simulation/faults.deep.test.ts', shares: 1, set: { CAIPU_PLANTED: 1 } },
  standby: { file: 'tests/nightly/standby.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1, CAIPU_KILLS: 5 } },
  pooling: { file: 'tests/nightly/pooling.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1 } },
  deploy: { file: 'tests/nightly/deploy.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1 } },
  football: { file: 'tests/nightly/football-files.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1 } },
  build: { file: 'tests/nightly/build.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1 } },
  start: { file: 'tests/nightly/start.test.ts', shares: 1, set: { CAIPU_NIGHTLY: 1 } },
  small: { file: 'tests/engine/small/odds.test.ts', shares: 1, set: { CAIPU_DRAWS: 10_000_000 } },
  quizzes: { file: 'tests/server/mini-games/quiz-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  smalls: { file: 'tests/server/mini-games/small-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  coupons: { file: 'tests/server/loyalty/store-nodes.deep.test.ts', shares: 1, set: { CAIPU_KILLS: 20 } },
  draws: { file: 'tests/engine/rules/draws.test.ts', shares: 1, set: { CAIPU_DRAWS: 10_000_000 } },
};

/** What a browser does comes last and by itself: it needs both cores. */
const PLAYS = 'plays';
/** Mutation tests (scripts/mutants/main.mjs). */
const MUTANTS = 'mutants';
/** The tests under the Node that follows the one at hand. Last: it empties the folder of results. */
const NODE_24 = 'node24';
const NAMES = [...Object.keys(JOBS), PLAYS, MUTANTS, NODE_24];

const { values, positionals: words } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: { share: { type: 'string' }, jobs: { type: 'string' } },
});
const share = Number(values.share ?? 1);
const jobs = Number(values.jobs ?? availableParallelism());
const usage = `npm run nightly takes ${NAMES.join(', ')}, --share with a number up to 1, and --jobs with a number of processes.`;
if (values.help || values.h) {
  console.log(usage);
  process.exit(0);
}
const unknown = [
  ...words.filter((word) => !NAMES.includes(word)),
  ...Object.keys(values).filter((name) => !['share', 'jobs'].includes(name)),
];
if (unknown.length > 0 || !(share > 0 && share <= 1) || !(Number.isInteger(jobs) && jobs > 0)) {
  console.error(`${usage}\nnot understood: ${process.argv.slice(2).join(' ')}`);
  process.exit(2);
}

const results = join(root, 'test-results', 'nightly');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await run(process.execPath, [`${root}scripts/generate.mjs`]);

const seed = process.env.CAIPU_SEED ?? String(Math.floor(Date.now() / 86_400_000));
const queue = Object.entries(JOBS)
  .filter(([name]) => words.length === 0 || words.includes(name))
  .flatMap(([name, { file, shares, set }]) =>
    Array.from({ length: shares }, (_, i) => ({
      title: shares > 1 ? `${name} ${i + 1}/${shares}` : name,
      file,
      shard: `${i + 1}/${shares}`,
      set,
    })),
  );
say(
  `${queue.length} pieces of work in ${jobs} processes, ${share === 1 ? 'in full' : `a share of ${share}`}; CAIPU_SEED=${seed} repeats this night`,
);

const running = new Map();
const total = { passed: 0, failed: 0 };
const wanted = queue.length;
let done = 0;

/** One share in a process of its own; what it prints is shown, so that figures are seen as they come. */
function work({ title, file, shard, set }) {
  const report = join(results, `${title.replace(/\W+/g, '-')}.json`);
  const amounts = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(Math.max(1, Math.round(value * share)))]));
  const from = Date.now();
  running.set(title, from);
  return new Promise((resolve) => {
    const child = spawn(
      tool('vitest'),
      ['run', file, '--maxWorkers=1', '--testTimeout=0', '--disableConsoleIntercept', '--reporter=json', `--outputFile.json=${report}`],
      {
        cwd: root,
        env: { ...process.env, CAIPU_RING: 'deep', ...amounts, CAIPU_SEED: seed, CAIPU_SHARD: shard },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let complaints = '';
    child.stdout.on('data', (chunk) => {
      for (const line of String(chunk).split('\n')) if (line.trim() && !line.includes('JSON report written')) say(`  ${line}`);
    });
    child.stderr.on('data', (chunk) => (complaints += chunk));
    child.on('error', (error) => (complaints += error));
    child.on('close', (code) => {
      running.delete(title);
      done += 1;
      let counts = { passed: 0, failed: 1 };
      try {
        const json = JSON.parse(readFileSync(report, 'utf8'));
        counts = { passed: json.numPassedTests, failed: json.numFailedTests + json.numPendingTests };
        // A file that could not be loaded has no failed test of its own, and still is a failure.
        if (code !== 0 && counts.failed === 0) counts.failed = 1;
        for (const { message } of json.testResults) if (message) say(`  ${message}`);
        for (const test of json.testResults.flatMap((one) => one.assertionResults).filter(({ status }) => status === 'failed'))
          say(`  ✗ ${test.fullName}\n${test.failureMessages.join('\n')}`);
      } catch {
        say(`  ${title} left no report (exit code ${code})\n${complaints}`);
      }
      total.passed += counts.passed;
      total.failed += counts.failed;
      say(
        `${counts.failed ? '✗' : '✓'} ${title}: ${counts.passed} passed, ${counts.failed} failed, ${Math.round((Date.now() - from) / 1000)} s (${done} of ${wanted})`,
      );
      resolve();
    });
  });
}

const beat = setInterval(() => {
  const names = [...running].map(([title, from]) => `${title} (${Math.round((Date.now() - from) / 1000)} s)`);
  say(`at work on ${names.join(', ')}`);
}, 60_000);
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next);
  }),
);
clearInterval(beat);
if (words.length === 0 || words.includes(PLAYS)) {
  const counts = await journeys(join(results, `${PLAYS}.json`), {
    files: ['tests/e2e/plays.deep.e2e.ts'],
    env: { CAIPU_ALL_PLAYS: '1', CAIPU_SEED: seed },
  });
  total.passed += counts.passed;
  total.failed += counts.failed + counts.skipped;
}
if (words.length === 0 || words.includes(MUTANTS)) {
  const { code } = await run(process.execPath, ['scripts/mutants/main.mjs', '--night', seed]);
  total[code === 0 ? 'passed' : 'failed'] += 1;
}
if (words.length === 0 || words.includes(NODE_24)) {
  // The package `node` brings the program itself.
  const { output } = await run('npm', ['exec', '--yes', '--package=node@24', '--', 'node', 'scripts/test.mjs', 'all', 'unit', 'e2e'], {
    keep: true,
  });
  const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed(?:, \d+ skipped)?\s*$/.exec(output) ?? [];
  total.passed += Number(passed);
  total.failed += Number(failed);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed || !total.passed ? 1 : 0);
