import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDocument, loadFamily } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { readDescription } from '../../server/descriptions/files.ts';
import { baseText, malformedCases } from '../support/malformed.ts';

const mini = loadFamily(baseText('family', 'mini'), { file: 'mini.json' });
if (!mini.ok) throw new Error(mini.problems.map((problem) => formatProblem(problem, 'en')).join('\n'));
const families = new Map<string, FamilyDescription | null>([
  ['mini', mini.document],
  ['broken', null],
]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-malformed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LISTS = { games: 'game', families: 'family' } as const;

describe('malformed descriptions are refused with the place, the code and the sentence', () => {
  it('there are at least 80 of them, and the bases that they are made from are good', () => {
    expect(malformedCases('games').length + malformedCases('families').length).toBeGreaterThanOrEqual(80);
    expect(loadDocument(baseText('plays', 'plays'), { file: 'plays.json', kind: 'game' }).ok).toBe(true);
    expect(loadDocument(baseText('of-family', 'of-family'), { file: 'of-family.json', kind: 'game', families }).ok).toBe(true);
  });

  for (const [list, kind] of Object.entries(LISTS)) {
    for (const { file, bytes, expected } of malformedCases(list)) {
      it(`${list}/${file}`, async () => {
        writeFileSync(join(folder, file), bytes);
        const read = await readDescription(join(folder, file), file);
        const loaded = read.ok ? loadDocument(read.text, { file, kind, families }) : { ok: false as const, problems: [read.problem] };
        expect(loaded.ok).toBe(false);
        if (loaded.ok) return;
        const lines = (lang: 'zh' | 'en') => loaded.problems.map((problem) => formatProblem(problem, lang));
        const want = (lang: 'zh' | 'en') => expected.map((one) => `${file}:${one.at}  ${one.pointer || '/'}  ${one.code}  ${one[lang]}`);
        expect(lines('zh')).toEqual(want('zh'));
        expect(lines('en')).toEqual(want('en'));
      });
    }
  }
});
