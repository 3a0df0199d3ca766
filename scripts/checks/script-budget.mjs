// The script of every screen stays within bench/budgets.json, no chunks import each other in a circle, and the table in bench/README.md has
// the sizes of the build. `npm run bytes` rewrites the table; budgets are edited by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../lib/run.mjs';
import { screenBytes } from '../lib/screen-bytes.mjs';
import { takeWords } from '../lib/words.mjs';

const README = join(root, 'bench/README.md');
const BUDGETS = join(root, 'bench/budgets.json');
const BEGIN = '<!-- bytes: written by npm run bytes -->';
const END = '<!-- end of bytes -->';
/** The table may differ from the build by so many KB, since two versions of a compressor differ by less. */
const NEAR = 1;

const kb = (size) => size.toFixed(1);
const places = (text) => {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from)
    throw new Error(`bench/README.md has lost the lines "${BEGIN}" and "${END}" that the table of bytes stands between`);
  return [from + BEGIN.length, to];
};

function tableOf({ entry, screens }) {
  const home = screens.home.own;
  const rows = Object.entries(screens)
    .filter(([code]) => code !== 'home')
    .sort(([a, { own: one }], [b, { own: other }]) => other.gzip - one.gzip || (a < b ? -1 : 1))
    .map(([code, { own }]) => `| ${code} | ${kb(own.brotli)} | ${kb(own.gzip)} | ${own.files} |`);
  const row = (what, size) => `| ${what} | ${kb(size.brotli)} | ${kb(size.gzip)} | ${size.files} |`;
  const both = { brotli: entry.brotli + home.brotli, gzip: entry.gzip + home.gzip, files: entry.files + home.files };
  return [
    '| screen | brotli | gzip | files |',
    '|---|---|---|---|',
    row('every page', entry),
    row('home, every page included', both),
    ...rows,
  ].join('\n');
}

function overBudget({ entry, screens }, budgets) {
  const over = (what, is, most) =>
    is > most
      ? [`${what}: ${kb(is)} KB, at most ${most} are allowed; see what was added (bench/README.md), or change bench/budgets.json`]
      : [];
  const home = screens.home.own;
  return [
    ...over('all script of the home screen (brotli)', entry.brotli + home.brotli, budgets.first),
    ...Object.entries(screens)
      .filter(([code]) => code !== 'home')
      .flatMap(([code, { own }]) => over(`script of the screen ${code} alone (gzip)`, own.gzip, budgets.own[code] ?? budgets.others)),
    ...Object.keys(budgets.own)
      .filter((code) => !screens[code])
      .map((code) => `bench/budgets.json names ${code}, which is no screen`),
  ];
}

/** True if the table of the README does not fit the build: a screen is missing, or a figure differs by more than NEAR. */
function outdated(written, made) {
  const read = (text) =>
    new Map(
      [...text.matchAll(/^\| ([^|]+?) \| ([\d.]+) \| ([\d.]+) \| (\d+) \|$/gm)].map(([, what, ...figures]) => [what, figures.map(Number)]),
    );
  const [before, after] = [read(written), read(made)];
  if (before.size !== after.size) return true;
  return [...after].some(([what, figures]) =>
    figures.some((figure, at) => !(Math.abs(figure - (before.get(what)?.[at] ?? Number.NaN)) <= NEAR)),
  );
}

export async function check() {
  const bytes = await screenBytes();
  const problems = overBudget(bytes, JSON.parse(readFileSync(BUDGETS, 'utf8')));
  for (const file of bytes.circles)
    problems.push(`${file} is in a circle of chunks that import each other; see the groups in vite.config.ts`);
  const text = readFileSync(README, 'utf8');
  const [from, to] = places(text);
  if (outdated(text.slice(from, to), tableOf(bytes)))
    problems.push('the table of bytes in bench/README.md is out of date; run: npm run bytes');
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  takeWords('npm run bytes: rewrites the table of bytes in bench/README.md. It has no arguments');
  const text = readFileSync(README, 'utf8');
  const [from, to] = places(text);
  writeFileSync(README, `${text.slice(0, from)}\n\n${tableOf(await screenBytes())}\n\n${text.slice(to)}`);
}
