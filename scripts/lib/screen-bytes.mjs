// What each screen costs to load: the app is built in memory, and the files of every screen are added up as the server would send them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { register } from 'tsx/esm/api';
import { root } from './run.mjs';

// What belongs to a view is said once, for the phone, the server and this table.
register();
const { blocksInView, viewsOf } = await import('../../engine/descriptions/screens/views.ts');

const KB = 1024;
const brotli = (code) => brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / KB;
const gzip = (code) => gzipSync(code, { level: 9 }).length / KB;

/** The chunks of a build of the app, styles and the list for preloading among the files. Nothing is written. */
async function buildInMemory() {
  const { build } = await import('vite');
  let inputs;
  // What a chunk is made of is known only while the bundle is; it is looked at when the bundle is finished.
  const keep = { name: 'keep', enforce: 'post', generateBundle: (_options, bundle) => void (inputs = bundle) };
  // A build makes this process one of production, and the tests that it starts afterwards would be.
  const mode = process.env.NODE_ENV;
  const output = await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
    plugins: [keep],
  });
  if (mode === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
  return { files: output.output, chunks: Object.values(inputs).filter(({ type }) => type === 'chunk') };
}

/** Everything that these files import in turn. */
function closure(files, byFile, seen = new Set()) {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    closure(byFile.get(file)?.imports ?? [], byFile, seen);
  }
  return seen;
}

/** Chunks that import each other in a circle: which of them runs first then depends on who asks. */
function circles(byFile) {
  const found = [];
  for (const file of byFile.keys()) {
    const reached = closure(byFile.get(file).imports, byFile);
    if (reached.has(file)) found.push(file);
  }
  return found;
}

/**
 * {entry, screens, circles}: KB of script of the entry, and of each screen and each view of one, without the entry and home's script (`own`) and with them (`all`),
 * compressed in both ways. Home's own excludes the entry.
 */
export async function screenBytes() {
  const { files, chunks } = await buildInMemory();
  const byFile = new Map(files.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const preload = JSON.parse(String(files.find(({ fileName }) => fileName === 'preload.json').source));
  const entry = closure([chunks.find(({ isEntry }) => isEntry).fileName], byFile);
  const sizes = new Map([...byFile].map(([file, { code }]) => [file, { brotli: brotli(code), gzip: gzip(code) }]));
  const sum = (list) => {
    const total = { brotli: 0, gzip: 0, files: 0 };
    for (const file of list) {
      const size = sizes.get(file);
      if (!size) continue;
      total.brotli += size.brotli;
      total.gzip += size.gzip;
      total.files += 1;
    }
    return total;
  };
  const folder = join(root, 'app/descriptions/screens');
  const wanted = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .flatMap((name) => {
        const screen = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        const { code, game, sport } = screen;
        const shared = [...(game === undefined ? [] : ['@game']), ...(sport === undefined ? [] : ['@sport'])];
        return [...viewsOf(screen)].map(([view, query]) => {
          const names = [...shared, ...blocksInView(screen, query)];
          const files = names.flatMap((block) => preload[block] ?? []).filter((file) => !entry.has(file));
          return [view === '' ? code : `${code}?${view}`, new Set(files)];
        });
      }),
  );
  const home = wanted.get('home');
  const screens = Object.fromEntries(
    [...wanted].map(([code, list]) => [
      code,
      { all: sum(list), own: sum(code === 'home' ? list : [...list].filter((file) => !home.has(file))) },
    ]),
  );
  return { entry: sum(entry), entryFiles: [...entry].filter((file) => byFile.has(file)), screens, circles: circles(byFile) };
}
