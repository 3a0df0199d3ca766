// `npm test -- --profile`: what the files and tests of a run took, as tables. tests/support/profile-runner.ts and
// tests/e2e/support/profile-reporter.ts measure and write lines of JSON, which this file adds up.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ProcessTree } from './processor.mjs';
import { root } from './run.mjs';
import { say } from './say.mjs';

export const PROFILES = 'test-results/profile';
const SHOWN = 40;
const LOOK_EVERY_MS = 250;

/** Runs a part of the tests and writes its profile: <part>-<ring>.md and .json. Returns the counts of the part. */
export async function profiled(part, ring, work) {
  const folder = join(root, PROFILES);
  const lines = join(folder, `${part}-${ring}`);
  mkdirSync(lines, { recursive: true });
  const tree = new ProcessTree();
  const beat = setInterval(() => tree.look(), LOOK_EVERY_MS);
  const from = performance.now();
  try {
    return await work({ CAIPU_PROFILE: lines });
  } finally {
    clearInterval(beat);
    tree.look();
    const profile = summed(readLines(lines), tree.ms(), performance.now() - from);
    writeFileSync(join(folder, `${part}-${ring}.json`), JSON.stringify(profile, null, 1));
    writeFileSync(join(folder, `${part}-${ring}.md`), tables(`Profile: ${part}, ${ring}`, profile));
    console.log(tables(`Profile: ${part}, ${ring}`, profile, SHOWN));
    say(`the whole profile is in ${relative(root, folder)}/${part}-${ring}.md`);
  }
}

export const readLines = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const processor = ({ own, children }) => own + children;
const sum = (all, of) => all.reduce((total, each) => total + of(each), 0);
const mostFirst = (all) => all.sort((a, b) => processor(b) - processor(a));

/** Milliseconds by file and by test, dearest first, and the rest. `whole` is the processor time of all processes of the run. */
export function summed(lines, whole, wall) {
  const tests = lines.filter(({ kind }) => kind === 'test');
  const measured = lines.filter(({ kind }) => kind === 'file');
  const files = measured.length > 0 ? measured : byFile(tests);
  const between = sum(
    lines.filter(({ kind }) => kind === 'between'),
    processor,
  );
  const inFiles = sum(files, processor);
  return { whole, wall, inFiles, between, files: mostFirst(files), tests: mostFirst(tests) };
}

/** Browser tests are measured one by one; the time of their servers and browsers is in the test that started them. */
function byFile(tests) {
  const files = new Map();
  for (const { file, wall, own, children } of tests) {
    const before = files.get(file) ?? { file, wall: 0, own: 0, children: 0 };
    files.set(file, { file, wall: before.wall + wall, own: before.own + own, children: before.children + children });
  }
  return [...files.values()];
}

const seconds = (ms) => (ms / 1000).toFixed(1);
const row = (...cells) => `| ${cells.join(' | ')} |`;

export function tables(title, { whole, wall, inFiles, between, files, tests }, most = Number.POSITIVE_INFINITY) {
  const cells = (each) => [
    seconds(processor(each)),
    seconds(each.children),
    each.loading === undefined ? '' : seconds(each.loading),
    seconds(each.wall),
  ];
  const head = ['processor s', 'child processes', 'loading', 'wall s'];
  return [
    `# ${title}`,
    '',
    `${seconds(whole)} s of processor in ${seconds(wall)} s: ${seconds(inFiles)} s in ${files.length} files, ${seconds(between)} s in workers between`,
    `two files (their start, the page of each file), ${seconds(Math.max(0, whole - inFiles - between))} s outside of workers (build, transforming, runner).`,
    '',
    'Processor time is the time of the worker and of its child processes, to 10 ms. "Child processes" is the share of the second, and',
    '"loading" the share that the imports of a file took. Not counted: a process that has left its parent, and what a process that lives',
    'shorter than a quarter of a second used after its last reading. Tests of one file that run at once are each charged for all of it.',
    '',
    row(...head, 'file'),
    row(...[...head, ''].map(() => '---')),
    ...files.slice(0, most).map((each) => row(...cells(each), each.file)),
    '',
    row(...head, 'test'),
    row(...[...head, ''].map(() => '---')),
    ...tests.slice(0, most).map((each) => row(...cells(each), `${each.file} > ${each.title.replaceAll('|', '\\|').replaceAll('\n', ' ')}`)),
    '',
  ].join('\n');
}
