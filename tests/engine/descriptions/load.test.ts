import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../../engine/descriptions/codes.ts';
import { loadDocument, loadFamily, loadGame } from '../../../engine/descriptions/load.ts';
import { MAX_ITEMS, MAX_TEXT, MAX_VALUES } from '../../../engine/descriptions/parse.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { nearestName } from '../../../engine/descriptions/suggest.ts';
import type { FamilyDescription } from '../../../engine/descriptions/types.ts';

const ROOT = join(import.meta.dirname, '../../..');
const gameFiles = readdirSync(join(ROOT, 'games')).filter((name) => name.endsWith('.json'));
const familyFiles = readdirSync(join(ROOT, 'games/families'));
const families = new Map<string, FamilyDescription>();
for (const name of familyFiles) {
  const loaded = loadFamily(readFileSync(join(ROOT, 'games/families', name), 'utf8'), { file: name });
  if (loaded.ok) families.set(loaded.document.code, loaded.document);
}
const ssq = readFileSync(join(ROOT, 'games/ssq.json'), 'utf8');
const codesOf = (text: string, file = 'ssq.json') => {
  const loaded = loadDocument(text, { file, families });
  return loaded.ok ? [] : loaded.problems.map((problem) => problem.code);
};

describe('the descriptions of the project', () => {
  it('every family and every game passes', () => {
    expect([...families.keys()].sort()).toEqual(familyFiles.map((name) => name.replace('.json', '')).sort());
    for (const name of gameFiles) {
      const loaded = loadGame(readFileSync(join(ROOT, 'games', name), 'utf8'), { file: name, families });
      expect(loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem))).toEqual([]);
    }
  });

  it('are frozen all the way down', () => {
    const loaded = loadGame(ssq, { file: 'ssq.json', families });
    expect(loaded.ok && Object.isFrozen(loaded.document.playGroups?.[0]?.plays[0]?.areas[0])).toBe(true);
  });
});

/** Braces that mean themselves: the fields of issue numbers and routes. */
const LITERAL = ['yyyy', 'yy', 'MM', 'dd', 'gameCode', 'playCode'];

describe('text', () => {
  it('a byte order mark is tolerated and moves no column', () => {
    expect(codesOf(`\uFEFF${ssq}`)).toEqual([]);
    const loaded = loadDocument('\uFEFF{"kind":', { file: 'x.json' });
    expect(loaded.ok ? undefined : loaded.problems[0]).toMatchObject({ line: 1, column: 9 });
  });

  it('a text without its closing quote is called that, at the line where it begins', () => {
    for (const [written, column] of [
      ['{\n  "name: "x",\n  "a": 1\n}', 3],
      ['{\n  "name": "x,\n  "a": 1\n}', 11],
    ] as const) {
      const loaded = loadDocument(written, { file: 'x.json' });
      expect(loaded.ok ? undefined : loaded.problems[0]).toMatchObject({ line: 2, column, code: 'JSON_STRING' });
      expect(loaded.ok ? '' : loaded.problems[0]?.message).toContain('引号');
    }
  });

  it('places that must differ and have too few numbers for a single bet are refused', () => {
    const pl5 = readFileSync(join(import.meta.dirname, '../../../games/pl5.json'), 'utf8');
    const narrow = (to: number): readonly string[] => {
      const game = JSON.parse(pl5) as { playGroups: { plays: { areas: object[]; rule: object }[] }[] };
      const [play] = game.playGroups[0]?.plays ?? [];
      if (!play) throw new Error('pl5 has no play');
      play.areas = play.areas.map((area, at) => ({ ...area, to: at < 4 ? to : 9, quick: undefined, min: 1, max: 3 }));
      play.rule = { ...play.rule, distinct: true };
      return codesOf(JSON.stringify(game));
    };
    expect(narrow(2)).toContain('DISTINCT_NONE');
    expect(narrow(3)).not.toContain('DISTINCT_NONE');
  });

  it('counts lines by any line break', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const loaded = loadDocument(`{${end}${end}  "name" 1}`, { file: 'x.json' });
      expect(loaded.ok ? undefined : loaded.problems[0]).toMatchObject({ line: 3, column: 10, code: 'JSON_SYNTAX' });
    }
  });

  it('refuses what is too large, too deep or too many before a schema sees it', () => {
    expect(codesOf(' '.repeat(MAX_TEXT + 1))).toEqual(['FILE_TOO_LARGE']);
    expect(codesOf('['.repeat(500_000))).toEqual(['JSON_DEPTH']);
    expect(codesOf(`"\n${'{"a":'.repeat(100_000)}`)).toEqual(['JSON_DEPTH']);
    expect(codesOf(`{"omitPlays":[${'1,'.repeat(MAX_ITEMS)}1]}`)).toEqual(['FILE_TOO_MANY']);
    const list = `[${'1,'.repeat(MAX_ITEMS - 1)}1]`;
    expect(codesOf(`{"a":[${Array.from({ length: MAX_VALUES / MAX_ITEMS }, () => list).join(',')}]}`)).toEqual(['FILE_TOO_MANY']);
  });

  it('never throws and always gives a place, whatever is cut out of a file or put into it', () => {
    const junk = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\\',
      '\n',
      '0',
      '-',
      'null',
      '//',
      '/*',
      '\u0000',
      '\uD800',
      '__proto__',
      '1e999',
      '9'.repeat(20),
    );
    fc.assert(
      fc.property(fc.nat(ssq.length), fc.nat(40), fc.array(junk, { maxLength: 4 }), (at, cut, put) => {
        const text = ssq.slice(0, at) + put.join('') + ssq.slice(at + cut);
        const loaded = loadDocument(text, { file: 'ssq.json', families });
        if (loaded.ok) return;
        const lines = text.split('\n');
        expect(loaded.problems.length).toBeGreaterThan(0);
        for (const problem of loaded.problems) {
          expect(lines[problem.line - 1]?.length ?? -1).toBeGreaterThanOrEqual(problem.column - 1);
          const { message, remedy } = CODES[problem.code].zh;
          const blanks = [...`${message}${remedy}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
          const given = [...Object.keys(problem.details), 'guess', ...LITERAL];
          expect(given).toEqual(expect.arrayContaining(blanks));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('any value in any place of a description is judged without throwing, and a refusal points into it', () => {
    const base = JSON.parse(ssq) as unknown;
    const places: (string | number)[][] = [];
    const walk = (value: unknown, path: (string | number)[]): void => {
      places.push(path);
      if (typeof value === 'object' && value !== null)
        for (const [key, child] of Object.entries(value)) walk(child, [...path, Array.isArray(value) ? Number(key) : key]);
    };
    walk(base, []);
    fc.assert(
      fc.property(fc.constantFrom(...places.filter((path) => path.length > 0)), fc.jsonValue({ maxDepth: 3 }), (path, value) => {
        const copy = structuredClone(base) as Record<string, unknown>;
        const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy) as Record<
          string,
          unknown
        >;
        holder[path[path.length - 1] as string] = value;
        const loaded = loadDocument(JSON.stringify(copy, null, 2), { file: 'ssq.json', families });
        if (!loaded.ok) for (const problem of loaded.problems) expect(problem.line).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the code table', () => {
  it('has both languages, with the same blanks to fill', () => {
    for (const [code, { zh, en }] of Object.entries(CODES)) {
      const blanks = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
      expect([code, blanks(zh.message + zh.remedy)]).toEqual([code, blanks(en.message + en.remedy)]);
    }
  });

  it('prints the place, the pointer, the code, the sentence and the remedy', () => {
    const loaded = loadDocument(ssq.replace('"poolFen"', '"poolFne"'), { file: 'games/ssq.json', families });
    expect(loaded.ok ? '' : formatProblem(loaded.problems[0] as never, 'en').replace(/\(\d+\)/, '(n)')).toBe(
      'games/ssq.json:37:3  /poolFne  SHAPE_UNKNOWN_PROPERTY  unknown property "poolFne", did you mean "poolFen"; correct the spelling or remove it; known here: $schema, format, kind, code, name, family, disabled, groupBuy … (n)',
    );
  });

  it('guesses only what is near', () => {
    expect(nearestName('digti', ['digits', 'set'])).toBe('digits');
    expect(nearestName('banana', ['digits', 'set'])).toBeUndefined();
    expect(nearestName('x'.repeat(1000), ['digits'])).toBeUndefined();
  });
});
