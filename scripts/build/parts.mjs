// The parts of a build: the sources, the place and the command of each. A bundle is made in a draft folder and then moved to its place. The
// stamp of a part is written last, so a part without its stamp is made again.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/run.mjs';
import { endChildren, runNode } from './child.mjs';
import { stampOf } from './stamp.mjs';

export const dist = join(root, 'dist');

const SOURCES = [
  'app',
  'engine',
  'protocol',
  'public',
  'server',
  'schemas',
  'scripts/build',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.office.config.ts',
  'vite.workbench.config.ts',
  'vite.worker.config.ts',
  'package-lock.json',
];
/** The code that computes the odds of the product's games. All of them take some ten seconds, and most changes do not touch this code. */
const ODDS_PROGRAM = ['engine/rules', 'engine/descriptions', 'server/lottery/draws', 'package-lock.json'];

const SERVER = join('server', 'main.js');
/** V8 compiles the embedded database a second time, with optimisation. In a program of a few seconds that is two fifths of the processor time. */
const SHORT_LIVED = ['--liftoff-only', '--max-opt=1'];

/** The bundler has several threads and the empty database has one. On two cores the database would get too little time and end last. */
const BUNDLE_NICE = 4;

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title its name in the progress output
 * @property {boolean} first whether the first page needs it; the other parts can be made while the app is served
 * @property {string} output its file or folder below the folder of the build
 * @property {string} [of] the part that has its folder or its program: when that part is made again, so is this one
 * @property {(stamps: Stamps) => string} stamp the stamp of its sources
 * @property {(work: Work) => Promise<void>} make
 *
 * @typedef {{sources: string, oddsProgram: string, games: string}} Stamps
 * @typedef {{folder: string, nice: number, stamps: Stamps}} Work
 */

/** @type {readonly Part[]} */
export const PARTS = [
  {
    name: 'server',
    title: 'server',
    first: true,
    output: SERVER,
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => bundle('server', folder, nice || BUNDLE_NICE, ['vite.server.config.ts']),
  },
  {
    // The first start copies this empty database and creates the tables. When the part `database` is built, starts copy that one.
    name: 'cluster',
    title: 'empty database',
    first: true,
    output: '.built',
    stamp: ({ sources }) => sources,
    make: ({ nice }) => runNode('the empty database', [...SHORT_LIVED, 'scripts/build/cluster.mjs'], nice),
  },
  {
    name: 'app',
    title: 'app with its service worker',
    first: true,
    output: 'app',
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => bundle('app', folder, nice || BUNDLE_NICE, ['vite.config.ts', 'vite.worker.config.ts']),
  },
  {
    // This part is soon needed: half a minute after its start a server computes the missing odds itself.
    name: 'odds',
    title: "odds of the product's games",
    first: false,
    output: 'odds',
    stamp: ({ oddsProgram, games }) => `${oddsProgram} ${games}`,
    /** If only games changed, the server computes the new tables. If the program changed, it computes all of them. */
    async make({ folder, nice, stamps: { oddsProgram } }) {
      const program = stampFile(folder, 'odds-program');
      if (read(program) !== oddsProgram) {
        rmSync(join(folder, 'odds'), { recursive: true, force: true });
        writeStamp(folder, 'odds-program', oddsProgram);
      }
      await runNode('the odds', [join(folder, SERVER), 'odds'], nice);
    },
  },
  {
    name: 'database',
    of: 'server',
    title: 'database that first starts are copied from',
    first: false,
    output: join('server', 'prepared'),
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => runNode('the database', [...SHORT_LIVED, join(folder, SERVER), 'prepare'], nice),
  },
  {
    name: 'packed',
    of: 'app',
    title: 'packed files of the app',
    first: false,
    output: 'app',
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => runNode('packing the app', ['scripts/build/pack.mjs', join(folder, 'app')], nice),
  },
  {
    name: 'office',
    title: 'back office and workshop',
    first: false,
    output: 'office',
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => bundle('office', folder, nice, ['vite.office.config.ts']),
  },
  {
    name: 'workbench',
    title: 'workbench',
    first: false,
    output: 'workbench',
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => bundle('workbench', folder, nice, ['vite.workbench.config.ts']),
  },
  {
    name: 'prevalidated',
    of: 'server',
    title: 'list of valid descriptions',
    first: false,
    output: join('server', 'prevalidated.json'),
    stamp: ({ sources }) => sources,
    make: ({ folder, nice }) => runNode('checking the descriptions', [join(folder, SERVER), 'prevalidate'], nice),
  },
];

/** @returns {Stamps} */
export function stampsNow() {
  return { sources: stampOf(SOURCES), oddsProgram: stampOf(ODDS_PROGRAM), games: stampOf(['games']) };
}

/** The parts that are missing or were made from other sources. */
export function missing(stamps, folder = dist, parts = PARTS) {
  const names = new Set();
  return parts.filter(({ name, output, of, stamp }) => {
    const isMissing = names.has(of) || !existsSync(join(folder, output)) || read(stampFile(folder, name)) !== stamp(stamps);
    if (isMissing) names.add(name);
    return isMissing;
  });
}

/**
 * Makes these parts, `parallel` at the same time. `step` runs the work of each with its title.
 * @param {readonly Part[]} parts
 * @param {{stamps: Stamps, step: (title: string, work: () => Promise<void>) => Promise<void>, parallel?: number, nice?: number, folder?: string}} how
 */
export async function makeParts(parts, { stamps, step, parallel = parts.length, nice = 0, folder = dist }) {
  const queue = [...parts];
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const { title } = part;
      await step(title, () => makePart(part, { folder, nice, stamps }));
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, worker));
  } catch (error) {
    queue.length = 0;
    endChildren();
    throw error;
  }
}

/** Makes a part. Its stamp is removed first and written last, so a stopped build leaves no stamp. */
async function makePart(part, work) {
  const { folder, stamps } = work;
  rmSync(stampFile(folder, part.name), { force: true });
  await part.make(work);
  writeStamp(folder, part.name, part.stamp(stamps));
}

/** Removes the draft folders of a stopped build. Only one process may build in the folder at this time. */
export function removeDrafts(folder = dist) {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (/\.(draft|former)$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

async function bundle(name, folder, nice, configs) {
  const draft = join(folder, `${name}.draft`);
  await runNode(`bundling the ${name}`, ['scripts/build/bundle.mjs', draft, ...configs], nice);
  const [place, former] = [join(folder, name), join(folder, `${name}.former`)];
  rmSync(former, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, former);
  renameSync(draft, place);
  rmSync(former, { recursive: true, force: true });
}

const stampFile = (folder, name) => join(folder, '.built', name);

function writeStamp(folder, name, stamp) {
  const file = stampFile(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
