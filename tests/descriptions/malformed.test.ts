import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDocument, loadFamily } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { readDescription } from '../../server/descriptions/files.ts';

/**
 * Each file in tests/fixtures/malformed is wrong in the way that its name says. expected.json says what is reported:
 * the places were found without the loader, the sentences were read by a person.
 */
const ROOT = join(import.meta.dirname, '../fixtures/malformed');
interface Expected {
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly code: string;
  readonly zh: string;
  readonly en: string;
}
const expected = JSON.parse(readFileSync(join(ROOT, 'expected.json'), 'utf8')) as Record<string, Expected[]>;

const mini = loadFamily(readFileSync(join(ROOT, 'with/mini.json'), 'utf8'), { file: 'mini.json' });
if (!mini.ok) throw new Error(mini.problems.map((problem) => formatProblem(problem, 'en')).join('\n'));
const families = new Map<string, FamilyDescription | null>([
  ['mini', mini.document],
  ['broken', null],
]);

describe('malformed descriptions are refused with the place, the code and the sentence', () => {
  it('expects something of every file, and of at least 80', () => {
    const files = ['games', 'families'].flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`));
    expect(Object.keys(expected).sort()).toEqual(files.sort());
    expect(files.length).toBeGreaterThanOrEqual(80);
  });

  for (const [file, wanted] of Object.entries(expected)) {
    it(file, async () => {
      const name = file.split('/')[1] as string;
      const kind = file.startsWith('games/') ? 'game' : 'family';
      const read = await readDescription(join(ROOT, file), name);
      const loaded = read.ok ? loadDocument(read.text, { file: name, kind, families }) : { ok: false as const, problems: [read.problem] };
      expect(loaded.ok).toBe(false);
      if (loaded.ok) return;
      const lines = (lang: 'zh' | 'en') => loaded.problems.map((problem) => formatProblem(problem, lang));
      const want = (lang: 'zh' | 'en') =>
        wanted.map((one) => `${name}:${one.line}:${one.column}  ${one.pointer || '/'}  ${one.code}  ${one[lang]}`);
      expect(lines('zh')).toEqual(want('zh'));
      expect(lines('en')).toEqual(want('en'));
    });
  }
});
