import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAME_CODES } from '../../engine/descriptions/codes.ts';
import { loadFamily, loadGame } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';

const ROOT = join(import.meta.dirname, '../..');
const guide = readFileSync(join(ROOT, 'docs/add-a-game.md'), 'utf8');

describe('docs/add-a-game.md', () => {
  it('has the table of codes as the program has it', () => {
    const cell = (text: string) => text.replaceAll('|', '\\|');
    const rows = Object.entries(GAME_CODES).map(
      ([code, { zh, en }]) => `| \`${code}\` | ${cell(zh.message)}；${cell(zh.remedy)} | ${cell(en.message)}; ${cell(en.remedy)} |`,
    );
    const table = ['| code | 中文 | English |', '|---|---|---|', ...rows].join('\n');
    const written = /<!-- codes: begin[^>]*-->\n([\s\S]*?)\n?<!-- codes: end -->/.exec(guide)?.[1];
    expect(written).toBe(table);
  });

  it('shows a game that passes, and the report of a mistake in it as the program prints it', () => {
    const text = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const family = loadFamily(readFileSync(join(ROOT, 'games/families/11x5.json'), 'utf8'), { file: '11x5.json' });
    const families = new Map([['11x5', family.ok ? family.document : null]]);
    const check = (content: string) => {
      const loaded = loadGame(content, { file: 'games/gd11x5.json', families });
      return loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem));
    };
    expect(check(text)).toEqual([]);
    const shown = /```\n(games\/gd11x5\.json:[^\n]*)\n```/.exec(guide)?.[1];
    expect(check(text.replace('"closeBeforeSeconds": 60', '"closeBeforeSeconds": 1200'))).toEqual([shown]);
  });

  const own =
    [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text).find((text) => text.includes('"code": "wuqiu"')) ?? '';

  it('shows a whole game of an own kind that passes without a family', () => {
    const loaded = loadGame(own, { file: 'wuqiu.json', families: new Map() });
    expect(loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem))).toEqual([]);
  });

  it('names every kind of rule, and so does docs/engine.md with their number', () => {
    const { $defs } = JSON.parse(readFileSync(join(ROOT, 'schemas/family.schema.json'), 'utf8'));
    const kinds: string[] = $defs.rule.properties.kind.enum;
    for (const kind of kinds) expect(guide, kind).toMatch(new RegExp(`^\\| \`${kind}\``, 'm'));
    const engine = readFileSync(join(ROOT, 'docs/engine.md'), 'utf8');
    const said = /There are (\w+) kinds behind one interface: (.*)/.exec(engine);
    for (const kind of kinds) expect(said?.[2]).toContain(`\`${kind}\``);
    expect(said?.[1]).toBe(['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][kinds.length]);
  });

  it('writes every form of a condition, each of which loads in that game', () => {
    const conditions = [...guide.matchAll(/^\| `(\{ "op": .*?\})` \| /gm)].map(([, text = '']) => text);
    const { predicate, value } = JSON.parse(readFileSync(join(ROOT, 'schemas/family.schema.json'), 'utf8')).$defs;
    for (const [name, known] of [
      ['op', predicate.properties.op.enum],
      ['get', value.properties.get.enum],
    ])
      for (const form of known) expect(conditions.join(), `${name} ${form}`).toContain(`"${name}": "${form}"`);

    const [group] = JSON.parse(own).playGroups;
    const refused = conditions.filter((condition) => {
      const play = {
        ...group.plays[0],
        areas: [{ kind: 'numbers', id: 'pick', label: 'x', from: 1, to: 20, min: 1, max: 20 }],
        rule: { kind: 'options', combine: 'each', cases: [{ area: 'pick', tier: 'win', when: JSON.parse(condition) }] },
      };
      const game = { ...JSON.parse(own), playGroups: [{ ...group, plays: [play] }] };
      return !loadGame(JSON.stringify(game), { file: 'wuqiu.json', families: new Map() }).ok;
    });
    expect(refused).toEqual([]);
  });
});

type Schema = Readonly<Record<string, unknown>>;

/** Every property that a schema names, with what is said of it. */
function* propertiesOf(schema: unknown, way: string): Generator<readonly [way: string, description: unknown]> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, part] of Object.entries(schema as Schema)) {
    if (key === 'properties' || key === '$defs')
      for (const [name, inside] of Object.entries(part as Schema)) {
        if (key === 'properties') yield [`${way}/${name}`, (inside as Schema).description];
        yield* propertiesOf(inside, `${way}/${name}`);
      }
    else yield* propertiesOf(part, `${way}.${key}`);
  }
}

/** What is written by hand beside the games, and the recordings that are read by hand. */
const BESIDE = [
  'sport',
  'league',
  'outright',
  'passes',
  'scratch',
  'small',
  'quiz',
  'product',
  'activity',
  'article',
  'help',
  'menu',
  'routes',
  'screen',
  'brand',
  'list',
  'terms',
  'functions',
  'trace',
];

/** Chinese, and below it English. */
const BOTH = /^.*\p{Script=Han}.*\n.*[A-Za-z]{2}/u;

/** Every text that explains a part of a schema: to editors, and to readers of the schema. */
function* saidIn(schema: unknown, way: string, by = ['description', '$comment']): Generator<readonly [way: string, text: string]> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, part] of Object.entries(schema as Schema))
    if (by.includes(key) && typeof part === 'string') yield [way, part];
    else yield* saidIn(part, `${way}/${key}`, by);
}

describe('the schemas of what operators write', () => {
  it('say of every property what it is, in Chinese first and then in English: what an editor shows where the pointer rests', () => {
    const silent = ['game', 'family', ...BESIDE].flatMap((name) =>
      [...propertiesOf(JSON.parse(readFileSync(join(ROOT, `schemas/${name}.schema.json`), 'utf8')), name)]
        // A condition of the schema itself shows nothing.
        .filter(([way]) => !/\.if\//.test(way))
        .filter(([, description]) => typeof description !== 'string' || !BOTH.test(description))
        .map(([way]) => way),
    );
    expect(silent).toEqual([]);
  });

  it('say of every file, and of every part of it, in both languages what it is: where the pointer rests on the file as a whole, too', () => {
    const files = readdirSync(join(ROOT, 'schemas'));
    expect(files.length).toBeGreaterThan(20);
    const unsaid = files.flatMap((file) => {
      const schema = JSON.parse(readFileSync(join(ROOT, 'schemas', file), 'utf8')) as Schema;
      return [['', schema.description ?? ''] as const, ...saidIn(schema, '', ['description'])]
        .filter(([, text]) => !BOTH.test(String(text)))
        .map(([way]) => `${file}${way}`);
    });
    expect(unsaid).toEqual([]);
  });

  it('say whatever they say of screens and blocks in both languages, the same thing in the same words', () => {
    const said = [...saidIn(JSON.parse(readFileSync(join(ROOT, 'schemas/screen.schema.json'), 'utf8')), 'screen')];
    expect(said.length).toBeGreaterThan(400);
    expect(said.filter(([, text]) => !BOTH.test(text))).toEqual([]);
    const first = new Map<string, string>();
    const unlike = said.flatMap(([way, text]) => {
      const [zh = '', en = ''] = text.split('\n');
      const known = first.get(en) ?? zh;
      first.set(en, known);
      return known === zh ? [] : [`${way}: ${zh} | ${known}`];
    });
    expect(unlike).toEqual([]);
  });

  it('let what a property says stand: editors show the words of what it refers to instead, where there are any', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(ROOT, `schemas/${name}.schema.json`), 'utf8')) as { $defs: Record<string, Schema> };
    const parts: Readonly<Record<string, ReturnType<typeof read>>> = Object.fromEntries(
      ['game', 'family', ...BESIDE].map((name) => [name, read(name)]),
    );
    const hidden = Object.entries(parts).flatMap(([own, schema]) =>
      [...JSON.stringify(schema).matchAll(/"\$ref":"(?:(\w+)\.schema\.json)?#\/\$defs\/(\w+)",(?:"\w+":"[^"]*",)*"description"/g)]
        .map(([, file = own, name = '']) => [file, name] as const)
        .filter(([file, name]) => parts[file]?.$defs?.[name]?.description !== undefined),
    );
    expect(hidden).toEqual([]);
  });

  it('are found from the games of the project by the $schema that these name', () => {
    for (const file of ['games/kl8.json', 'games/families/kl8.json']) {
      const { $schema } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { readonly $schema: string };
      expect(existsSync(join(ROOT, file, '..', $schema)), file).toBe(true);
    }
  });
});
