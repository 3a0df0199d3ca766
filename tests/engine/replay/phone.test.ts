/** The phone records; it does not draw charts, replay or explore. What it loads of the replay is little, and stays so. */
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const VALUE_IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import\s+'(\.[^']+)'/gm;

/** Files that a file loads, and those that they load, of the repository's own. */
function reached(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return seen;
  seen.add(file);
  for (const [, named, lazy, bare] of readFileSync(file, 'utf8').matchAll(VALUE_IMPORT))
    reached(resolve(dirname(file), named ?? lazy ?? bare ?? ''), seen);
  return seen;
}

it('of the replay, the phone loads the recorder and what joins recordings, and nothing that only testers need', () => {
  const files = [...reached(resolve(root, 'app/main.tsx'))];
  expect(files.length, 'the whole app was walked').toBeGreaterThan(150);
  const replay = files.filter((file) => file.startsWith(resolve(root, 'engine/replay/')));
  expect(replay.map((file) => basename(file)).sort()).toEqual([
    'addresses.ts',
    'digest.ts',
    'join.ts',
    'record.ts',
    'redaction.ts',
    'rules.ts',
    'secret-names.ts',
    'trace.ts',
  ]);
});
