/** Runs the benchmarks that are asked for (all, when none is), prints what they measured and, with --write, keeps it. */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { readBaselines, writeBaselines } from './lib/baselines.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { figureTable } from './lib/table.ts';

/** In the order of running: what needs a quiet machine least comes last. Those that take minutes for one figure stand in LONG as well. */
const benches: Readonly<Record<string, () => Promise<{ readonly default: Bench }>>> = {
  e1: () => import('./e1/bench.ts'),
  e2: () => import('./e2/bench.ts'),
  e3: () => import('./e3/bench.ts'),
  e4: () => import('./e4/bench.ts'),
  pricing: () => import('./pricing.ts'),
  e5: () => import('./e5.ts'),
  e6: () => import('./e6.ts'),
  e7: () => import('./e7.ts'),
  e8: () => import('./e8.ts'),
  e9: () => import('./e9.ts'),
  e10: () => import('./e10.ts'),
  e11: () => import('./e11.ts'),
  e12: () => import('./e12.ts'),
  e13: () => import('./e13.ts'),
  e14: () => import('./e14.ts'),
  e15: () => import('./e15.ts'),
  e16: () => import('./e16.ts'),
  e17: () => import('./e17.ts'),
  e18: () => import('./e18.ts'),
  s1: () => import('./s1.ts'),
  s3: () => import('./s3.ts'),
  s4: () => import('./s4.ts'),
  s5: () => import('./s5.ts'),
  s7: () => import('./s7.ts'),
  s8: () => import('./s8.ts'),
  s9: () => import('./s9.ts'),
  s10: () => import('./s10.ts'),
  s11: () => import('./s11.ts'),
  s12: () => import('./s12.ts'),
  s13: () => import('./s13.ts'),
  s14: () => import('./s14.ts'),
  r7: () => import('./r7.ts'),
  r41: () => import('./r41.ts'),
  search: () => import('./search.ts'),
  names: () => import('./names.ts'),
  wal: () => import('./wal.ts'),
  idle: () => import('./idle.ts'),
  drops: () => import('./drops.ts'),
  start: () => import('./start.ts'),
};

/** Not in the table of a run without names: `--full` runs them too, and their names do. */
const LONG: ReadonlySet<string> = new Set([
  'e12',
  'e13',
  'e14',
  'e15',
  'e18',
  's7',
  's8',
  's9',
  's10',
  's11',
  's13',
  's14',
  'r41',
  'wal',
  'idle',
  'drops',
  'start',
]);
/** After so long (ms) a run without names begins no further one; what it did not come to is named at the end. */
const TABLE_MS = 15 * 60_000;

const { values: flags, positionals } = parseArgs({ strict: false, allowPositionals: true });
const requestedIds = positionals.map((word) => word.toLowerCase());
const FLAGS = ['write', 'quick', 'full', 'help'];
const unknown = [...requestedIds.filter((id) => !benches[id]), ...Object.keys(flags).filter((flag) => !FLAGS.includes(flag))];
if (flags.help) {
  console.log(
    `npm run bench -- [${Object.keys(benches).join('] [')}] [--write] [--quick] [--full]; what each measures is in bench/README.md`,
  );
  process.exit(0);
}
if (unknown.length > 0) {
  console.error(`no benchmark or option ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')} and --write, --quick, --full`);
  process.exit(2);
}

const started = performance.now();
const endings: (() => void | Promise<void>)[] = [];
let ending: Promise<void> | undefined;
const end = () =>
  (ending ??= (async () => {
    for (const work of endings.reverse()) {
      try {
        await work();
      } catch (error) {
        console.error(`while cleaning up: ${(error as Error).message}`);
      }
    }
  })());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end().then(() => process.exit(130)));

const full = flags.full === true;
/** The table of the figures that the project promises, in a quarter of an hour: fewer rounds. */
const asTable = requestedIds.length === 0 && !full;
const quick = flags.quick === true || asTable;

const context: Context = {
  quick,
  full,
  rounds: quick ? 3 : 9,
  say: (text) => console.log(`[${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s] ${text}`),
  onEnd: (work) => void endings.push(work),
};

// A ratio of two sides measured in turn bears a busy machine; a time does not.
const load = loadavg()[0] as number;
if (load > cpus().length / 2)
  context.say(`this machine is busy (load ${load.toFixed(1)} on ${cpus().length} cores): times will be too long`);

const figures: Figure[] = [];
const failed: string[] = [];
const { figures: known } = readBaselines();
const left: string[] = [];
for (const [id, load] of Object.entries(benches)) {
  if (requestedIds.length > 0 ? !requestedIds.includes(id) : asTable && LONG.has(id)) continue;
  if (asTable && performance.now() - started > TABLE_MS) {
    left.push(id);
    continue;
  }
  try {
    const { default: bench } = await load();
    context.say(`${bench.id}: ${bench.title}`);
    const from = performance.now();
    const found = await bench.run(context);
    context.say(`${bench.id} took ${Math.round((performance.now() - from) / 1000)} s`);
    figures.push(...found);
    console.log(`\n${figureTable(found, (figure) => known[figure]?.value)}\n`);
  } catch (error) {
    failed.push(id);
    console.error(`${id} could not be measured: ${(error as Error).stack ?? error}`);
  }
}
await end();

if (Object.keys(benches).length > 1 && figures.length > 0 && requestedIds.length !== 1) {
  console.log(`All together\n\n${figureTable(figures, (figure) => known[figure]?.value)}\n`);
}
if (flags.write === true && figures.length > 0) {
  writeBaselines(figures, load);
  console.log('written to bench/baselines.json; review the change before you keep it');
}
if (left.length > 0)
  console.error(`not measured, since ${TABLE_MS / 60_000} minutes had passed: ${left.join(', ')}; npm run bench -- ${left.join(' ')}`);
if (failed.length > 0) console.error(`not measured: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
