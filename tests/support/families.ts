/** The families of the project as everything but a loader sees them: plays that are like others are whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadFamily } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';

const FOLDER = join(import.meta.dirname, '../../games/families');
const known = new Map<string, FamilyDescription>();

export function familyOf(code: string): FamilyDescription {
  const at = known.get(code);
  if (at !== undefined) return at;
  const loaded = loadFamily(readFileSync(join(FOLDER, `${code}.json`), 'utf8'), { file: `${code}.json` });
  if (!loaded.ok) throw new Error(loaded.problems.map((problem) => formatProblem(problem)).join('\n'));
  known.set(code, loaded.document);
  return loaded.document;
}
