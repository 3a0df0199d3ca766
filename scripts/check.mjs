// `npm run check`: types, layers and lint, no product in the engine, no float in money, what the documents name, formatting, nothing dead, and every description's own check.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run, tool } from './lib/run.mjs';
import { say } from './lib/say.mjs';
import { takeWords } from './lib/words.mjs';

const command = (name, args) => async () => {
  const { code, output } = await run(name, args, { quiet: true });
  return code === 0 ? [] : [output.trim()];
};
const module = (file) => async () => (await import(file)).check();
const games = command(process.execPath, ['scripts/games.mjs', 'check', '--lang', 'en']);
const screens = command(process.execPath, ['scripts/screens.mjs', 'check', '--lang', 'en']);

const CHECKS = [
  ['types (tsc)', command(tool('tsc'), ['-p', '.'])],
  ['layers and lint (oxlint)', command(tool('oxlint'), ['--deny-warnings'])],
  ['modules of the server (server/modules.json)', module('./checks/modules.mjs')],
  ['no product in the engine', module('./checks/no-product-in-engine.mjs')],
  ['no float in money paths', module('./checks/no-float-in-money.mjs')],
  ['one formula of a price', module('./checks/one-price.mjs')],
  ['a number for the program in the database', module('./checks/program-number.mjs')],
  ['script of each screen', module('./checks/script-budget.mjs')],
  ['what the documents name is there', module('./checks/docs.mjs')],
  ['plain English', module('./checks/plain-words.mjs')],
  ['formatting (biome)', command(tool('biome'), ['format', '.'])],
  ['no dead files, exports or packages (knip)', command(tool('knip'), ['--no-progress', '--treat-config-hints-as-errors'])],
  ['licences of all packages', module('./checks/licences.mjs')],
  ['known weaknesses of what is shipped (npm audit)', module('./checks/audit.mjs')],
  ['every game file is in order', games],
  ['every screen, menu and route is in order', screens],
];

/** The compiler goes on from its last run, which takes a tenth of a whole one. */
const BUILD_INFO = 'node_modules/.cache/caipu/types.tsbuildinfo';
const LINTED = /\.(tsx?|mjs)$/;
const FORMATTED = /\.(tsx?|mjs|json|css)$/;

/** Checks that take seconds, by the files that they judge: [title, pattern, work of those files]. */
const FAST = [
  ['types (tsc)', /\.tsx?$/, () => command(tool('tsc'), ['-p', '.', '--incremental', '--tsBuildInfoFile', BUILD_INFO])()],
  ['layers and lint (oxlint)', LINTED, (files) => command(tool('oxlint'), ['--deny-warnings', ...files])()],
  ['formatting (biome)', FORMATTED, (files) => command(tool('biome'), ['format', '--no-errors-on-unmatched', ...files])()],
  ['modules of the server (server/modules.json)', /^server\//, module('./checks/modules.mjs')],
  ['no product in the engine', /^engine\//, module('./checks/no-product-in-engine.mjs')],
  ['no float in money paths', /\.tsx?$/, module('./checks/no-float-in-money.mjs')],
  ['a number for the program in the database', /\.sql$/, module('./checks/program-number.mjs')],
  ['what the documents name is there', /./, module('./checks/docs.mjs')],
  ['plain English', /\.(tsx?|mjs|css|sql|md)$/, module('./checks/plain-words.mjs')],
  ['every game file is in order', /^games\//, games],
  ['every screen, menu and route is in order', /^app\/.*descriptions\//, screens],
];

/** Runs every check; returns { passed, failed, names } with the names of the failed checks. */
export async function check() {
  await run(process.execPath, [`${root}scripts/generate.mjs`]);
  return checkAll(CHECKS);
}

/** Runs the fast checks that judge some of these files. A file that was removed is judged by the checks of the whole alone. */
export async function checkChanged(files) {
  await run(process.execPath, [`${root}scripts/generate.mjs`]);
  const wanted = FAST.filter(([, pattern]) => files.some((file) => pattern.test(file)));
  return checkAll(
    wanted.map(([title, pattern, work]) => [
      title,
      () => {
        const left = files.filter((file) => pattern.test(file) && existsSync(join(root, file)));
        return left.length > 0 || work.length === 0 ? work(left) : [];
      },
    ]),
  );
}

async function checkAll(checks) {
  const names = [];
  const left = checks.values();
  // Most of them are a program on one core: two at a time.
  const some = async () => {
    for (const [title, work] of left) {
      const problems = await work();
      say(`${problems.length ? '✗' : '✓'} ${title}`);
      for (const problem of problems) console.log(problem.replace(/^/gm, '    '));
      if (problems.length) names.push(title);
    }
  };
  await Promise.all([some(), some()]);
  return { passed: checks.length - names.length, failed: names.length, names };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  takeWords(`npm run check: runs these checks. It has no arguments: ${CHECKS.map(([title]) => title).join('; ')}`);
  const { passed, failed } = await check();
  console.log(`check: ${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
