/** A play may be `like` another play of its file and say only what differs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { resolveInheritance } from '../../../engine/descriptions/play-inheritance.ts';
import { loadFamily, loadGame } from '../../../engine/descriptions/load.ts';
import { MAX_VALUES } from '../../../engine/descriptions/parse.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import type { Play } from '../../../engine/descriptions/types.ts';
import { baseText } from '../../support/malformed.ts';

type Json = Record<string, unknown>;

const base = JSON.parse(baseText('plays', 'plays')) as Json & { playGroups: { code: string; name: string; plays: Json[] }[] };
const BASE = {
  code: 'A',
  name: '甲',
  hint: '至少选 2 个。',
  example: '例',
  areas: [
    {
      kind: 'options',
      id: 'side',
      label: '和',
      min: 1,
      max: 2,
      options: [
        { value: 'big', label: '大' },
        { value: 'small', label: '小' },
      ],
    },
  ],
  rule: {
    kind: 'options',
    combine: 'each',
    cases: [
      { area: 'side', values: ['big'], when: { op: 'gte', left: SUM(), right: { get: 'number', is: 5 } }, tier: 'big' },
      { area: 'side', values: ['small'], when: { op: 'lt', left: SUM(), right: { get: 'number', is: 5 } }, tier: 'small' },
    ],
  },
  prizes: [
    { kind: 'fixed', tier: 'big', name: '大', fen: 390 },
    { kind: 'fixed', tier: 'small', name: '小', fen: 380 },
  ],
};

function SUM(): Json {
  const [zone] = (base as unknown as { draw: { zones: { id: string }[] } }).draw.zones;
  return { get: 'sum', of: { zone: zone?.id } };
}

/** The file with these plays in a group of their own, one property a line. */
const written = (...plays: Json[]): string => JSON.stringify({ ...base, playGroups: [{ code: 'G', name: '组', plays }] }, null, 2);

function load(...plays: Json[]) {
  const text = written(...plays);
  const loaded = loadGame(text, { file: 'plays.json' });
  /** Code, pointer, and the line of the file as it was written. */
  const found = loaded.ok ? [] : loaded.problems.map(({ code, pointer, line }) => [code, pointer, text.split('\n')[line - 1]?.trim()]);
  return { plays: loaded.ok ? (loaded.document.playGroups?.[0]?.plays as readonly Play[]) : [], found, loaded };
}

/** The second play as it comes out of a patch. */
function made(patch: Json): unknown {
  const { plays, found } = load(BASE, { like: 'A', code: 'B', name: '乙', ...patch });
  expect(found).toEqual([]);
  return plays[1];
}

describe('what a patch says', () => {
  it('everything else is that of the other play, and nothing says any more that it was', () => {
    expect(made({})).toEqual({ ...BASE, code: 'B', name: '乙' });
  });

  it('objects go on inside, items of lists by their names, null leaves a property out', () => {
    expect(
      made({ example: null, areas: { side: { min: 2, options: { big: { label: '大号' } } } }, prizes: { small: { fen: 370 } } }),
    ).toEqual({
      ...BASE,
      code: 'B',
      name: '乙',
      example: undefined,
      areas: [
        {
          ...BASE.areas[0],
          min: 2,
          options: [
            { value: 'big', label: '大号' },
            { value: 'small', label: '小' },
          ],
        },
      ],
      prizes: [BASE.prizes[0], { ...BASE.prizes[1], fen: 370 }],
    });
  });

  it('an item that null takes out is gone; a list takes the place of the list', () => {
    const one = { areas: { side: { max: 1, options: { small: null } } }, rule: { cases: { small: null } }, prizes: { small: null } };
    expect(made(one)).toMatchObject({
      areas: [{ options: [{ value: 'big' }] }],
      rule: { cases: [{ tier: 'big' }] },
      prizes: [{ tier: 'big' }],
    });
    expect(made({ prizes: [...BASE.prizes].reverse() })).toMatchObject({ prizes: [{ tier: 'small' }, { tier: 'big' }] });
  });

  it('items without names go by their position, and an object of another kind stands by itself', () => {
    const two = {
      ...BASE,
      rule: { ...BASE.rule, cases: BASE.rule.cases.map((one) => ({ ...one, tier: 'win' })) },
      prizes: [{ ...BASE.prizes[0], tier: 'win' }],
    };
    const { plays, found } = load(two, { like: 'A', code: 'B', name: '乙', rule: { cases: { 1: { when: { op: 'odd', value: SUM() } } } } });
    expect(found).toEqual([]);
    expect(plays[1]?.rule).toEqual({
      ...two.rule,
      cases: [two.rule.cases[0], { ...two.rule.cases[1], when: { op: 'odd', value: SUM() } }],
    });
  });

  it('a game may add a play that is like another one of its own', () => {
    const { plays } = load(BASE, { like: 'C', code: 'B', name: '乙', prizes: { big: { fen: 100 } } }, { ...BASE, code: 'C' });
    expect(plays.map(({ code, prizes }) => [code, prizes[0] && 'fen' in prizes[0] && prizes[0].fen])).toEqual([
      ['A', 390],
      ['B', 100],
      ['C', 390],
    ]);
  });
});

describe('a problem points to the line that the operator wrote', () => {
  const like = (patch: Json) => load(BASE, { like: 'A', code: 'B', name: '乙', ...patch }).found;
  const B = '/playGroups/0/plays/1';

  it('a play that is not there, one that is like another, itself, no name at all', () => {
    expect(like({ like: 'AA' })).toEqual([['LIKE_PLAY', `${B}/like`, '"like": "AA",']]);
    expect(like({ like: 'B' })).toEqual([['LIKE_CHAIN', `${B}/like`, '"like": "B",']]);
    expect(like({ like: 7 })).toEqual([['SHAPE_TYPE', `${B}/like`, '"like": 7,']]);
    const chain = load(BASE, { like: 'A', code: 'B', name: '乙' }, { like: 'B', code: 'C', name: '丙' }).loaded;
    expect(chain.ok ? '' : chain.problems.map((one) => formatProblem(one))).toEqual([
      'plays.json:' + chainLine() + '  /playGroups/0/plays/2/like  LIKE_CHAIN  "B" 自己也是 like 别的玩法写的；改成完整写出的玩法：A',
    ]);
    const circle = load({ like: 'B', code: 'A', name: '甲' }, { like: 'A', code: 'B', name: '乙' }).found;
    expect(circle.map(([code]) => code)).toEqual(['LIKE_CHAIN', 'LIKE_CHAIN']);
  });

  it('code and name are its own', () => {
    expect(load(BASE, { like: 'A' }).found.map(([code, pointer]) => [code, pointer])).toEqual([
      ['SHAPE_MISSING', B],
      ['SHAPE_MISSING', B],
    ]);
  });

  it('what the other play has not', () => {
    expect(like({ prizes: { bgi: { fen: 1 } } })).toEqual([['LIKE_LACKS', `${B}/prizes/bgi`, '"bgi": {']]);
    expect(like({ rule: { choose: null } })).toEqual([['LIKE_LACKS', `${B}/rule/choose`, '"choose": null']]);
    expect(like({ rule: { cases: { 2: {} } } })).toEqual([['LIKE_LACKS', `${B}/rule/cases/2`, '"2": {}']]);
    expect(like({ rule: { combin: 'all' } })).toEqual([['SHAPE_UNKNOWN_PROPERTY', `${B}/rule/combin`, '"combin": "all"']]);
  });

  it('a value of the wrong shape or sense, also behind an item that was taken out', () => {
    expect(like({ prizes: { small: { fen: '370' } } })).toEqual([['SHAPE_TYPE', `${B}/prizes/small/fen`, '"fen": "370"']]);
    expect(like({ areas: { side: { min: 3 } } })).toEqual([['AREA_BOUNDS', `${B}/areas/side/min`, '"min": 3']]);
    expect(like({ prizes: { big: null, small: { fen: 0 } } })).toContainEqual(['PRIZE_ZERO', `${B}/prizes/small/fen`, '"fen": 0']);
  });

  it('a problem that comes from the other play stands at `like`, and not again where the other play has it', () => {
    const wrong = { ...BASE, areas: [{ ...BASE.areas[0], max: 3 }] };
    expect(load(wrong, { like: 'A', code: 'B', name: '乙' }, { like: 'A', code: 'C', name: '丙' }).found).toEqual([
      ['AREA_BOUNDS', '/playGroups/0/plays/0/areas/0/max', '"max": 3,'],
    ]);
    // Good there, and wrong here: one option is left, and two may be picked.
    expect(like({ areas: { side: { options: { small: null } } }, rule: { cases: { small: null } }, prizes: { small: null } })).toEqual([
      ['AREA_BOUNDS', `${B}/areas/side`, '"side": {'],
    ]);
    expect(like({ code: 'A' })).toEqual([['DUPLICATE', `${B}/code`, '"code": "A",']]);
  });

  it('a short file that would come out too long is refused before it is made', () => {
    const options = Array.from({ length: 1_500 }, (_, i) => ({ value: `v${i}`, label: '值' }));
    const large = { ...BASE, areas: [{ ...BASE.areas[0], options }] };
    const likes = Array.from({ length: Math.ceil(MAX_VALUES / 4_500) + 1 }, (_, i) => ({ like: 'A', code: `L${i}`, name: '同' }));
    const { found } = load(large, ...likes);
    expect(found.map(([code]) => code)).toEqual(['FILE_TOO_MANY']);
  });

  it('never throws, whatever stands in the place of plays', () => {
    for (const playGroups of [null, 1, [null], [{ plays: 1 }], [{ plays: [null, 1, [], { like: null }] }], [{ plays: [{ like: {} }] }]])
      expect(() => resolveInheritance({ playGroups })).not.toThrow();
  });
});

/** The line of the last `like` of the file with a chain. */
function chainLine(): string {
  const lines = written(BASE, { like: 'A', code: 'B', name: '乙' }, { like: 'B', code: 'C', name: '丙' }).split('\n');
  const at = lines.findIndex((line) => line.includes('"like": "B"'));
  return `${at + 1}:${(lines[at] ?? '').indexOf('"B"') + 1}`;
}

it('files written short pass the schema as editors have it', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const root = join(import.meta.dirname, '../../..');
  for (const name of readdirSync(join(root, 'schemas')))
    ajv.addSchema(JSON.parse(readFileSync(join(root, 'schemas', name), 'utf8')) as object);
  const validate = ajv.getSchema('family.schema.json');
  for (const name of readdirSync(join(root, 'games/families')))
    expect([name, validate?.(JSON.parse(readFileSync(join(root, 'games/families', name), 'utf8')))]).toEqual([name, true]);
});

it('the families of the project say nothing twice that `like` can say', () => {
  const root = join(import.meta.dirname, '../../../games/families');
  for (const name of readdirSync(root)) {
    const text = readFileSync(join(root, name), 'utf8');
    const { playGroups } = JSON.parse(text) as { playGroups: { plays: Json[] }[] };
    const loaded = loadFamily(text, { file: name });
    const whole = loaded.ok ? loaded.document.playGroups.flatMap(({ plays }) => plays) : [];
    const plays = playGroups.flatMap((group) => group.plays);
    // What two whole plays differ in, beside their words: nothing but numbers would be a `like`.
    const shape = (play: unknown) =>
      JSON.stringify(play, (key, value) =>
        ['code', 'name', 'hint', 'example', 'label'].includes(key) || typeof value === 'number' ? 0 : value,
      );
    const seen = new Map<string, unknown>();
    for (const [index, play] of plays.entries()) {
      if ('like' in play || JSON.stringify(play).length < 1_500) continue;
      const same = seen.get(shape(whole[index]));
      expect(same, `${name}: ${String(play.code)} differs from it in numbers alone`).toBeUndefined();
      seen.set(shape(whole[index]), play.code);
    }
  }
});
