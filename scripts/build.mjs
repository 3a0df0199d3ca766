// Builds the app with its service worker, the back office, the replay workbench and the server into dist/, unless they were built from the same sources.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endChildren, runNode } from './build/child.mjs';
import { dist, makeParts, missing, removeDrafts, stampsNow } from './build/parts.mjs';
import { countSteps } from './build/steps.mjs';
import { alone } from './lib/alone.mjs';
import { say } from './lib/say.mjs';
import { takeWords } from './lib/words.mjs';

/** Parts made at the same time after those that the first page needs. */
const PARALLEL = 2;

/** Runs the work while no other process builds in this folder, because two builds would remove each other's files. */
export async function whileBuilding(work) {
  await alone(join(dist, '.building'), work, () => say('another process builds here; waiting for it'));
}

/** The parts that must be built. Call it within whileBuilding. */
export async function planBuild() {
  removeDrafts();
  await runNode('npm run generate', ['scripts/generate.mjs']);
  const stamps = stampsNow();
  return { stamps, parts: missing(stamps) };
}

/** Brings all parts of dist/ up to date. Throws an error with the output of a build that fails. */
export async function build() {
  await whileBuilding(async () => {
    const { stamps, parts } = await planBuild();
    if (parts.length === 0) return say('dist/ is up to date');
    const step = countSteps(parts.length);
    // The programs of the first parts make the others.
    const first = parts.filter((part) => part.first);
    await makeParts(first, { stamps, step });
    await makeParts(
      parts.filter((part) => !first.includes(part)),
      { stamps, step, parallel: PARALLEL },
    );
  });
}

/** On a signal, ends the child processes of the build and this process. */
export function endOnSignals(say) {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => {
      endChildren();
      say();
      process.exit(code);
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  takeWords('npm run build: updates dist/, as npm start does. It has no arguments');
  endOnSignals(() => say('stopped; the next build goes on from here'));
  await build().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
