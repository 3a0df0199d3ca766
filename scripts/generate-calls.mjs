// Turns the table of calls (protocol/calls/) into what the phone must know of each: a few letters by path, instead of schemas.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}protocol/calls/generated`;
const SOURCES = ['protocol', 'protocol/calls', 'schemas'];

/** Letters of a call, as protocol/calls/facts.ts reads them. */
function lettersOf({ signed, idempotent, clientType, timeout, withoutToken, wallet }) {
  return [signed && 's', idempotent && 'k', clientType && 'c', timeout === 'short' && 't', withoutToken && 'w', wallet && 'b']
    .filter(Boolean)
    .join('');
}

export async function generateCalls() {
  const stamp = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const folder of SOURCES)
    for (const name of readdirSync(`${root}${folder}`).sort())
      if (/\.(ts|json)$/.test(name)) stamp.update(`\0${name}\0`).update(readFileSync(`${root}${folder}/${name}`));
  const hash = stamp.digest('hex');
  const stampFile = `${out}/.stamp`;
  if (existsSync(`${out}/facts.ts`) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;

  // The table is TypeScript; an installation without development packages does not use the generated files.
  const tsx = await import('tsx/esm/api').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  });
  if (tsx === undefined) return;
  const { TABLE } = await tsx.tsImport('./protocol/calls/table.ts', `${root}package.json`);

  const entry = (path, value) => `  ${JSON.stringify(path)}: ${JSON.stringify(value)},`;
  const calls = TABLE.map((row) => ({ path: row.path.toLowerCase().replace(/^\/api\//, ''), letters: lettersOf(row), row }));
  const text = [
    '// Generated from protocol/calls/ by scripts/generate-calls.mjs. Do not edit.',
    '/** Letters, and the calls that have them: paths below /api/ in lower case, each between spaces. One text for each packs smallest. */',
    'export const LETTERS: readonly (readonly [letters: string, paths: string])[] = [',
    ...byLetters(calls).map(([letters, paths]) => `  [${JSON.stringify(letters)}, ${JSON.stringify(` ${paths.join(' ')} `)}],`),
    '];',
    '',
    '/** Calls whose latest answer a phone keeps for when there is no network, whole paths in lower case. */',
    'export const KEPT: readonly string[] = [',
    ...TABLE.filter(({ kept }) => kept).map(({ path }) => `  ${JSON.stringify(path.toLowerCase())},`),
    '];',
    '',
    '/** Method of every call. For development: a bundle that does not use it leaves it out. */',
    "export const METHODS: Readonly<Record<string, 'GET' | 'POST'>> = {",
    ...calls.map(({ path, row }) => entry(path, row.method)),
    '};',
    '',
  ].join('\n');
  mkdirSync(out, { recursive: true });
  write('facts.ts', text);
  write('.stamp', hash);
}

/** @returns {[letters: string, paths: string[]][]} of the calls that have letters */
function byLetters(calls) {
  const groups = new Map();
  for (const { path, letters } of calls) if (letters !== '') groups.set(letters, [...(groups.get(letters) ?? []), path]);
  return [...groups];
}

/** Renamed into place, so that a concurrent reader sees the old file or the new one and never half of one. */
function write(name, text) {
  const temporary = `${out}/.${name}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, `${out}/${name}`);
}
