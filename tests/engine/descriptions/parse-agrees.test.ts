/**
 * A good file is read the short way; the fault of any other is said by the long one. The two must agree on every text: what the short
 * way accepts the long one accepts, with the same value, and what it does not accept gets all that the long one says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFamily } from '../../../engine/descriptions/load.ts';
import { MAX_DEPTH, MAX_ITEMS, MAX_VALUES, parseExactly, parseJson } from '../../../engine/descriptions/parse.ts';
import { runCount } from '../rules/support/runs.ts';

const folder = new URL('../../../games/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
const files = ['ssq.json', 'jlffc.json', 'jsks.json', 'families/fc3dpl3.json', 'families/k3.json'].map(read);

/** What is written between two characters of a good file. */
const WRITTEN = [
  ...['{', '}', '[', ']', ':', ',', '"', '\\', '\\u003a', '\n', '//', '，', '：', '\uFEFF', '0', '.5', '-0', 'null', 'true'],
  ...[
    '"a": 1, ',
    '"a": 1, "a": 2, ',
    '"a:b": 1, ',
    '"a\\u003ab": 1, "a": 1, "a": 1, ',
    '{"a": 1, "a": 2}',
    '"__proto__": 1, ',
    '"\\u005f_proto__": 1, ',
    '"constructor": {}, ',
    '"fen": 1.00, ',
    '"x": "fen\\": 1.00", ',
  ],
  ...['1e999', '9007199254740993', '": "', '"\\":"', `${'['.repeat(MAX_DEPTH)}`, `"d": ${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}, `],
];

/** What is written within a name or a text, and leaves the file good. */
const SAID = ['a:b', '\\u003a', '\\"', ': ', '号', '\\\\'];

const agree = (text: string): void => {
  const { source: _, ...short } = parseJson(text);
  const { source: __, ...long } = parseExactly(text.startsWith('\uFEFF') ? text.slice(1) : text);
  expect(short).toEqual(long);
};

/** A file with something cut out, written between or said again, a few times. */
const changed = fc
  .tuple(
    fc.constantFrom(...files),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('cut', 'write', 'twice', 'say', 'say'), fc.constantFrom(...WRITTEN), fc.nat(6)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([file, edits]) =>
    edits.reduce((text, [place, how, written, length]) => {
      // Most of a file is white space; what is written between two values is what says something.
      const at = Math.max(0, text.indexOf('"', place % text.length));
      if (how === 'cut') return text.slice(0, at) + text.slice(at + length);
      if (how === 'write') return text.slice(0, at) + written + text.slice(at);
      if (how === 'say') return text.slice(0, at + 1) + SAID[length % SAID.length] + text.slice(at + 1);
      const [from, to] = [text.lastIndexOf('\n', at), text.indexOf('\n', at)];
      return from < 0 || to < 0 ? text : text.slice(0, to) + text.slice(from, to) + text.slice(to);
    }, file),
  );

describe('the short way to read a file and the long one', () => {
  it('agree on the files of the product and on files that somebody changed', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) agree(read(file));
    let good = 0;
    let refused = 0;
    fc.assert(
      fc.property(changed, (text) => {
        agree(text);
        if (parseJson(text).ok) good += 1;
        else refused += 1;
      }),
      { numRuns: runCount(400) },
    );
    expect(good).toBeGreaterThan(runCount(400) / 40);
    expect(refused).toBeGreaterThan(runCount(400) / 40);
  });

  it('agree on any JSON, with properties doubled, colons in texts, and names that are forbidden', () => {
    const name = fc.constantFrom('a', 'b', 'a:b', ':', 'a\\b', '', '__proto__', 'constructor', '名');
    const colon = fc.constantFrom(':', ': ', ' :', '\n:', '\t: ');
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('1', '-0', '1e400', '9007199254740992', 'null', '""', '":"', '"\\u003a"', '"a\\"b:c"', '" : "'),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
        fc
          .array(fc.tuple(name, colon, tie('value')), { maxLength: 4 })
          .map((all) => `{${all.map(([key, written, each]) => JSON.stringify(key) + written + each).join()}}`),
      ),
    }));
    fc.assert(fc.property(value, agree), { numRuns: runCount(1000) });
  });

  it('agree at the bounds', () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const list = (items: number): string => `[${Array.from({ length: items }, () => 0).join()}]`;
    const many = (values: number): string => `{"a":[${Array.from({ length: Math.ceil(values / 1000) }, () => list(999)).join()}]}`;
    for (const text of [
      ...[nested(MAX_DEPTH - 1), nested(MAX_DEPTH), `{"a":1,"a":${nested(MAX_DEPTH)}}`, `{"a":${nested(MAX_DEPTH)},"a":1}`],
      ...[`{"a":${list(MAX_ITEMS)}}`, `{"a":${list(MAX_ITEMS + 1)}}`, many(MAX_VALUES - 2000), many(MAX_VALUES + 1000)],
      ...['', ' ', 'null', '[]', '1', '{}', '\uFEFF{}', '\uFEFF\uFEFF{}', '{"a":1}x'],
    ])
      agree(text);
    expect([nested(MAX_DEPTH - 1), nested(MAX_DEPTH)].map((text) => parseJson(text).ok)).toEqual([true, false]);
  });
});

describe('names of sets that are not there', () => {
  const text = read('families/lhc-credit.json');
  const sets: string[][] = [];
  const look = (value: unknown, path: string[]): void => {
    if (path.at(-1) === 'set' && typeof value === 'string') sets.push(path);
    else if (path.at(-2) === 'sets' && path.length > 3 && typeof value === 'string') sets.push(path);
    else if (typeof value === 'object' && value !== null) for (const [key, each] of Object.entries(value)) look(each, [...path, key]);
  };
  look(JSON.parse(text), []);

  it('are a problem wherever one stands', () => {
    expect(sets.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.constantFrom(...sets), (path) => {
        const document = JSON.parse(text);
        const holder = path.slice(0, -1).reduce((value, key) => value[key], document);
        holder[path.at(-1) as string] = 'nowhere';
        const loaded = loadFamily(JSON.stringify(document), { file: 'lhc-credit.json' });
        const found = loaded.ok ? [] : loaded.problems.filter(({ code }) => code === 'SET_UNKNOWN').map(({ pointer }) => pointer);
        expect(found).toContain(`/${path.join('/')}`);
      }),
      { numRuns: runCount(30) },
    );
  });
});
