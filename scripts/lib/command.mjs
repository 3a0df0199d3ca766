// Commands of operators are TypeScript in tools/. Finding, compiling and reading their sources one by one took most of the time of a short command: each
// is bundled into one file when it is run for the first time or a source of it has changed, and kept below node_modules.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import './pipe.mjs';
import { root } from './run.mjs';

const folder = join(root, 'node_modules', '.cache', 'caipu');

/** Runs `main` of tools/<name>/main.ts with the words after the command, and ends with the number that it returns. */
export async function runCommand(name) {
  const { main } = await load(name);
  process.exitCode = await main(process.argv.slice(2));
}

async function load(name) {
  const source = join(root, 'tools', name, 'main.ts');
  const [file, stamp] = ['mjs', 'json'].map((ending) => join(folder, `${name}.${ending}`));
  try {
    if (!isCurrent(file, stamp)) await bundle(source, file, stamp);
  } catch (error) {
    if (error.syscall === undefined) throw error;
    // Nothing can be written here: the sources themselves, as slow as that is.
    (await import('tsx/esm/api')).register();
    return import(pathToFileURL(source).href);
  }
  return import(pathToFileURL(file).href);
}

/** The stamp names the project too: a copied folder of packages has the build of the other project. */
function isCurrent(file, stamp) {
  try {
    const { of, sources } = JSON.parse(readFileSync(stamp, 'utf8'));
    return of === root && existsSync(file) && sources.every(([path, state]) => stateOf(path) === state);
  } catch {
    return false;
  }
}

function stateOf(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
}

async function bundle(source, file, stamp) {
  const { build } = await import('vite');
  const paths = [];
  const output = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'places',
        // A source that looks for a file beside itself, or starts a thread of its own program, goes on to do so.
        transform(code, id) {
          const path = id.split('?', 1)[0];
          if (!path.startsWith(root) || path.includes('/node_modules/')) return undefined;
          paths.push(relative(root, path));
          return code
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
        },
      },
    ],
    build: {
      ssr: source,
      write: false,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { format: 'es', codeSplitting: false } },
    },
  });
  const [{ code }] = output.output;
  const states = paths.map((path) => [path, stateOf(path)]);
  mkdirSync(folder, { recursive: true });
  write(file, code);
  // Last: a stamp that exists has its build beside it.
  write(stamp, JSON.stringify({ of: root, sources: states }));
}

/** Whole or not at all: others may read it, or make it too. */
function write(file, text) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
}
