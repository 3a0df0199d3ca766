// Builds the app with its service worker, the back office, the replay workbench and the server into dist/, unless they were built from the same sources.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './lib/alone.mjs';
import { root, run, tool } from './lib/run.mjs';
import { say, step } from './lib/say.mjs';
import { takeWords } from './lib/words.mjs';

const SOURCES = [
  'app',
  'engine',
  'protocol',
  'server',
  'schemas',
  'index.html',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.office.config.ts',
  'vite.workbench.config.ts',
  'vite.worker.config.ts',
  'package-lock.json',
];
const stampFile = join(root, 'dist', '.built-from');
/** What computes the odds of the product's games: some ten seconds for all of them, and most changes leave it alone. */
const ODDS_PROGRAM = ['engine/rules', 'engine/descriptions', 'server/lottery/draws', 'package-lock.json'];
const oddsStampFile = join(root, 'dist', '.odds-from');

function* files(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(path, entry.name);
    if (entry.name === 'generated') continue;
    if (entry.isDirectory()) yield* files(file);
    else yield file;
  }
}

function stampOf(sources) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    for (const file of source.includes('.') ? [path] : files(path)) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const PAGES = [
  ['building the app', 'vite.config.ts'],
  ['building the service worker', 'vite.worker.config.ts'],
  ['building the back office', 'vite.office.config.ts'],
  ['building the workbench', 'vite.workbench.config.ts'],
];

/** Brings dist/ up to date: the pages beside the server and what it prepares. Throws with the build's own output when a build fails. */
export async function build() {
  // Two at once would take each other's files away.
  await alone(join(root, 'dist', '.building'), buildAlone, () => say('another process builds here; waiting for it'));
}

async function buildAlone() {
  await run(process.execPath, ['scripts/generate.mjs']);
  const stamp = stampOf(SOURCES);
  const upToDate = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (upToDate) say('dist/ is up to date');
  await Promise.all([upToDate || buildPages(), upToDate ? prepareOdds() : buildServer()]);
  writeFileSync(stampFile, stamp);
}

async function buildPages() {
  for (const [title, config] of PAGES) await bundle(title, config);
}

async function buildServer() {
  await bundle('building the server', 'vite.server.config.ts');
  await prepare('preparing the database of first starts', 'prepare');
  await prepareOdds();
}

async function bundle(title, config) {
  const args = ['build', '--logLevel', 'warn', '--config', config];
  const { code, output } = await step(title, () => run(tool('vite'), args, { quiet: true }));
  if (code !== 0) throw new Error(`${title} failed:\n${output}`);
}

/** Of games alone that changed the new tables are computed; by another program all of them. */
async function prepareOdds() {
  const program = stampOf(ODDS_PROGRAM);
  const stamp = `${program} ${stampOf(['games'])}`;
  const before = existsSync(oddsStampFile) ? readFileSync(oddsStampFile, 'utf8') : '';
  if (before === stamp) return;
  if (!before.startsWith(program)) rmSync(join(root, 'dist', 'odds'), { recursive: true, force: true });
  await prepare("working out the odds of the product's games", 'odds');
  writeFileSync(oddsStampFile, stamp);
}

/** The built server does it, and ends. */
async function prepare(title, what) {
  const { code, output } = await step(title, () => run(process.execPath, ['dist/server/main.js', what], { quiet: true }));
  if (code !== 0) throw new Error(`${title} failed:\n${output}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  takeWords('npm run build: updates dist/, as npm start does. It has no arguments');
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
