// The parts of a build: what each is made from, where it lies and how it is made. A part is whole or not there: it is made beside its place
// and moved there, and its stamp is written last.
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
/** What computes the odds of the product's games: some ten seconds for all of them, and most changes leave it alone. */
const ODDS_PROGRAM = ['engine/rules', 'engine/descriptions', 'server/lottery/draws', 'package-lock.json'];

const SERVER = join('server', 'main.js');
/** V8 compiles the embedded database a second time, better, while it runs: for a program of seconds that is two fifths of its processor time. */
const SHORT_LIVED = ['--liftoff-only', '--max-opt=1'];

/** The bundler works in several threads, and the empty database, which takes as long, in one: it would get the smallest share of two cores. */
const BUNDLE_NICE = 4;

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title what it is, for a line of progress
 * @property {boolean} first whether the first page needs it; the other parts can be made while the app is served
 * @property {string} output where it lies, below the folder of the build
 * @property {string} [of] the part whose folder it lies in or whose program makes it: when that is made anew, so is this
 * @property {(stamps: Stamps) => string} stamp what it is made from
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
    // The very first start copies it and makes the tables itself; with the database below, later ones copy those too.
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
    // Soon: half a minute after its start a server computes by itself what is not there.
    name: 'odds',
    title: "odds of the product's games",
    first: false,
    output: 'odds',
    stamp: ({ oddsProgram, games }) => `${oddsProgram} ${games}`,
    /** Of games alone that changed the new tables are computed; by another program all of them. */
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
    title: 'list of descriptions that were found good',
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

/** The parts that are not there, or were made from something else. */
export function missing(stamps, folder = dist, parts = PARTS) {
  const names = new Set();
  return parts.filter(({ name, output, of, stamp }) => {
    const lacks = names.has(of) || !existsSync(join(folder, output)) || read(stampFile(folder, name)) !== stamp(stamps);
    if (lacks) names.add(name);
    return lacks;
  });
}

/**
 * Makes these parts, `lanes` at the same time. `step` runs the work of each with its title.
 * @param {readonly Part[]} parts
 * @param {{stamps: Stamps, step: (title: string, work: () => Promise<void>) => Promise<void>, lanes?: number, nice?: number, folder?: string}} how
 */
export async function makeParts(parts, { stamps, step, lanes = parts.length, nice = 0, folder = dist }) {
  const queue = [...parts];
  const lane = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      const { title } = part;
      await step(title, () => makePart(part, { folder, nice, stamps }));
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } catch (error) {
    queue.length = 0;
    endChildren();
    throw error;
  }
}

/** Makes a part. Until it is whole nothing says that it is. */
async function makePart(part, work) {
  const { folder, stamps } = work;
  rmSync(stampFile(folder, part.name), { force: true });
  await part.make(work);
  writeStamp(folder, part.name, part.stamp(stamps));
}

/** Takes away what a build that was stopped has left beside the places of its parts. To be called by the only process that builds here. */
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
