// Which files import a file, straight or through others. Read from the text of the sources in a second: a relative path or a path from the
// root that a source names in a text, and that exists, is an import, whether it stands in an import, in new URL or in a mock.
// Types alone are no import: a change of a type cannot change what a test does, and the compiler looks at it.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sources, withoutComments } from '../checks/source.mjs';
import { root } from './run.mjs';

const FOLDERS = ['app', 'bench', 'engine', 'protocol', 'scripts', 'server', 'tests', 'tools'];
const CODE = /\.(tsx?|mjs|css)$/;
const TYPES = /^\s*(?:import|export) type [^;]*?from '[^']*';/gm;
const PATH = /['"`](\.{0,2}\/?[\w.-]+(?:\/[\w.-]+)*\/?)['"`]/g;
/** The start of a path that ends in a variable or in a pattern: everything below that folder may be meant. */
const OPEN_PATH = /['"`](\.{1,2}\/(?:[\w.-]+\/)*)(?:[\w.-]*\$\{|[\w.-]*[*{])/g;
/** Files that a program finds by walking through a folder, and the program. */
const WALKED = [[/^server\/.*\.sql$/, 'server/schema.ts']];

/**
 * How many imports lie between each source and the nearest of the changed files, as a map. A changed file has 0.
 * @param {string[]} changed from the root of the project
 */
export function distances(changed) {
  importers ??= readImporters();
  const found = new Map(changed.map((file) => [file, 0]));
  let reached = [...changed];
  for (let distance = 1; reached.length > 0; distance += 1) {
    const next = reached.flatMap((file) => importersOf(file)).filter((file) => !found.has(file));
    for (const file of next) found.set(file, distance);
    reached = [...new Set(next)];
  }
  return found;
}

function importersOf(file) {
  const direct = importers.get(file) ?? [];
  const walked = WALKED.filter(([pattern]) => pattern.test(file)).map(([, program]) => program);
  // A source that names a folder reads the data below it. Code there is imported by its own name.
  const folders = [...parents(file)].flatMap((folder) => [
    ...(CODE.test(file) ? [] : (importers.get(folder) ?? [])),
    ...(importers.get(`${folder}/*`) ?? []),
  ]);
  return [...direct, ...walked, ...folders];
}

function* parents(file) {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) yield folder;
}

let importers;
/** By file or folder: the sources that name it. */
function readImporters() {
  const found = new Map();
  const paths = pathsOfProject();
  const add = (place, file) => {
    if (place !== file) found.set(place, [...(found.get(place) ?? []), file]);
  };
  for (const { file, text } of [...sources(FOLDERS, CODE), ...sources(configurations(), CODE)]) {
    const code = withoutComments(text).replace(TYPES, '');
    const placeOf = (path) => (path.startsWith('.') ? normalize(join(dirname(file), path)) : path).replace(/\/$/, '');
    for (const [, path] of code.matchAll(PATH)) if (paths.has(placeOf(path))) add(placeOf(path), file);
    for (const [, path] of code.matchAll(OPEN_PATH)) if (paths.has(placeOf(path))) add(`${placeOf(path)}/*`, file);
  }
  return found;
}

const configurations = () => readdirSync(root).filter((name) => name.endsWith('.config.ts'));

/** Every path of the project that a source may name. */
function pathsOfProject() {
  const found = new Set();
  for (const folder of [...FOLDERS, 'games', 'schemas', 'docs', 'deploy', 'public']) {
    found.add(folder);
    for (const entry of readdirSync(join(root, folder), { recursive: true })) found.add(`${folder}/${entry}`);
  }
  for (const name of readdirSync(root)) if (statSync(join(root, name)).isFile()) found.add(name);
  return found;
}
