import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDocument, loadFamily } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../../engine/descriptions/types.ts';
import { readDescription } from '../../../server/catalog/files.ts';
import { screenFindings } from '../../../engine/descriptions/screens/check.ts';
import { SCREEN_CODES } from '../../../engine/descriptions/screens/codes.ts';
import type { Vocabulary } from '../../../engine/descriptions/screens/vocabulary.ts';
import { baseText, type MalformedCase, malformedCases } from '../../support/malformed.ts';
import { productVocabulary } from '../../support/vocabulary.ts';

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

/** A sentence without its list of known names where the list is cut short. So a new block, function or name changes no sentence. */
const withoutList = (line: string): string => line.replace(/(可用：|use one of |known here: ).* … \(\d+\)/, '$1…');

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
        const lines = (lang: 'zh' | 'en') => loaded.problems.map((problem) => withoutList(formatProblem(problem, lang)));
        const want = (lang: 'zh' | 'en') =>
          expected.map((one) => withoutList(`${file}:${one.at}  ${one.pointer || '/'}  ${one.code}  ${one[lang]}`));
        expect(lines('zh')).toEqual(want('zh'));
        expect(lines('en')).toEqual(want('en'));
      });
    }
  }
});

/** Calls, terms and functions of the product as fixtures name them: a few, as they were written down, so that a new field changes no sentence. */
const WRITTEN = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/malformed/vocabulary.json'), 'utf8'),
) as Required<Vocabulary>;
const product = productVocabulary();
const vocabulary: Vocabulary = { ...WRITTEN, routes: product.routes };

/** Shape, and then what the screen says of the product. */
async function problemsOf({ file, bytes }: Pick<MalformedCase, 'file' | 'bytes'>) {
  writeFileSync(join(folder, file), bytes);
  const read = await readDescription(join(folder, file), file);
  if (!read.ok) return [read.problem];
  const loaded = loadDocument(read.text, { file, kind: 'screen' });
  return loaded.ok ? loaded.report(screenFindings(loaded.document, vocabulary)) : loaded.problems;
}

describe('malformed screens', () => {
  const cases = malformedCases('screens');
  const BASES = ['screen-list', 'screen-detail', 'screen-form'];

  it('[S84] there are at least 80 of them, every code of screens among them', () => {
    expect(cases.length).toBeGreaterThanOrEqual(80);
    const codes = new Set(cases.flatMap(({ expected }) => expected.map(({ code }) => code)));
    expect(Object.keys(SCREEN_CODES).filter((code) => code.startsWith('SCREEN_') && !codes.has(code))).toEqual([]);
    expect(cases.filter(({ expected }) => expected[0]?.code.startsWith('SHAPE_')).length).toBeGreaterThanOrEqual(15);
  });

  it('[S84] the calls that they name are calls of the product, and so are menus, functions and themes', () => {
    for (const [path, { answer: _, fields, ...call }] of Object.entries(WRITTEN.calls)) {
      expect(product.calls?.[path]).toMatchObject(call);
      expect(Object.keys(product.calls?.[path]?.fields ?? {})).toEqual(expect.arrayContaining(Object.keys(fields)));
    }
    expect(product.menus).toEqual(expect.arrayContaining([...WRITTEN.menus]));
    expect(product.menuCodes).toEqual(expect.arrayContaining([...WRITTEN.menuCodes]));
    expect(product.functions).toMatchObject(WRITTEN.functions);
    expect(product.themes).toEqual(expect.arrayContaining([...WRITTEN.themes]));
    expect(product.screens).toEqual(expect.arrayContaining([...WRITTEN.screens]));
  });

  it.each(BASES)('[S84] %s, which they are made from, is good', async (base) => {
    const file = `${base}.json`;
    expect((await problemsOf({ file, bytes: Buffer.from(baseText(base, base)) })).map((problem) => formatProblem(problem, 'en'))).toEqual(
      [],
    );
  });

  /** The fact of engine/screens/SPEC.md that a case is about, by the code that comes first. */
  const FACTS: readonly [fact: number, codes: RegExp][] = [
    [75, /^SHAPE_/],
    [76, /^SCREEN_(SYNTAX|FUNCTION|ARGUMENTS)$/],
    [77, /^SCREEN_(NAME|FIELD|STATE|SOURCE|SOURCE_CYCLE|NOT_A_LIST)$|^DUPLICATE$/],
    [78, /^SCREEN_(CALL|METHOD|SOURCE_CALL|KEYED|NOT_KEYED|PARAMETER|PARAMETER_MISSING)$/],
    [79, /^SCREEN_(ROUTE|MENU|MENU_CODE|HOST_FUNCTION|ARGUMENT|ARGUMENT_MISSING|ICON|THEME|LIST|TERM|SHEET|SCREEN)$/],
    [80, /^SCREEN_(UNREACHABLE|NEVER_EQUAL)$/],
    [81, /^SCREEN_GROUP$/],
  ];
  const factOf = ({ expected }: MalformedCase): number | undefined =>
    FACTS.find(([, codes]) => expected.some(({ code }) => codes.test(code)))?.[0];

  it.each(cases.map((each) => [factOf(each), each.name, each] as const))('[S%i] %s', async (fact, _, each) => {
    const { file, expected } = each;
    expect(fact).toBeDefined();
    const problems = await problemsOf(each);
    const lines = (lang: 'zh' | 'en') => problems.map((problem) => withoutList(formatProblem(problem, lang)));
    const want = (lang: 'zh' | 'en') =>
      expected.map((one) => withoutList(`${file}:${one.at}  ${one.pointer || '/'}  ${one.code}  ${one[lang]}`));
    expect(expected.length).toBeGreaterThan(0);
    expect(lines('zh')).toEqual(want('zh'));
    expect(lines('en')).toEqual(want('en'));
  });
});

it('[S84] what a screen names is not judged where the product does not say what there is', () => {
  const loaded = loadDocument(baseText('screen-list', 'x').replace('/api/order/list', '/api/no/such').replace('"mine"', '"none"'), {
    file: 'x.json',
    kind: 'screen',
  });
  expect(loaded.ok && screenFindings(loaded.document, {})).toEqual([]);
});
