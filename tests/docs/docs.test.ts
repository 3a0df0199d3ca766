import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CodeEntry, GAME_CODES } from '../../engine/descriptions/codes.ts';
import { loadDocument, loadFamily, loadGame } from '../../engine/descriptions/load.ts';
import { SCREEN_CODES } from '../../engine/descriptions/screens/codes.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { guidesOf, jsonIn, writtenCodes } from '../support/guides.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const guide = read('docs/add-a-game.md');

/** Pages about games, with everything fenced in them: what it is written in, the file that it is a part of, and its text. */
const PAGES = [
  'docs/add-a-game.md',
  ...readdirSync(join(ROOT, 'docs/reference'))
    .filter((name) => /^(game-\w+|rule-kinds|conditions)\.md$/.test(name))
    .map((name) => `docs/reference/${name}`),
];
const EXAMPLES = PAGES.flatMap((page) =>
  [...read(page).matchAll(/^```json *(\w[\w-]*)?\n([\s\S]*?)^```$/gm)].map(([, base, text = '']) => ({ page, base, text })),
);

const families = new Map(
  readdirSync(join(ROOT, 'games/families')).map((file) => {
    const family = loadFamily(read(`games/families/${file}`), { file });
    return [file.replace('.json', ''), family.ok ? family.document : null];
  }),
);

interface Play {
  readonly code: string;
}
type Described = { readonly code: string; readonly kind: string; readonly playGroups: readonly { readonly plays: readonly Play[] }[] };

/** The file that an example is a part of: a game to copy, one that is sold, a family, or the game of the walk. */
function baseOf(code: string): Described {
  const file = ['docs/examples', 'games', 'games/families']
    .map((folder) => `${folder}/${code}.json`)
    .find((path) => existsSync(join(ROOT, path)));
  const walk = EXAMPLES.find(({ base, text }) => base === undefined && text.includes(`"code": "${code}"`));
  return JSON.parse(file === undefined ? (walk?.text ?? `no file of ${code}`) : read(file)) as Described;
}

/** The base with a play more, or with other properties. */
function withExample(base: Described, text: string): Described {
  if (!text.startsWith('{')) return { ...base, ...(JSON.parse(`{${text}}`) as object) };
  const [group, ...groups] = base.playGroups;
  return { ...base, playGroups: [{ ...group, plays: [...(group?.plays ?? []), JSON.parse(text) as Play] }, ...groups] };
}

function problemsOf(game: Described): readonly string[] {
  const loaded = loadDocument(JSON.stringify(game), { file: `${game.code}.json`, kind: game.kind, families });
  return loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem, 'en'));
}

describe('the pages about games', () => {
  it.each([
    ['game-errors', GAME_CODES],
    ['screen-errors', SCREEN_CODES],
  ] as const)('%s.md has every code with the sentences of the program, and a place', (page, codes) => {
    const cell = (text: string) => text.replaceAll('|', '\\|');
    const rows = [...read(`docs/reference/${page}.md`).matchAll(/^\| (`[A-Z_]+`) \| ([^|]+) \| (.*) \|$/gm)];
    const codeRows = Object.entries<CodeEntry>(codes).map(([code, { zh, en }]) => [
      `\`${code}\``,
      `${cell(zh.message)}；${cell(zh.remedy)} | ${cell(en.message)}; ${cell(en.remedy)}`,
    ]);
    expect(rows.map(([, code, , sentences]) => [code, sentences])).toEqual(codeRows);
    for (const [, code, place] of rows) expect(place, code).toMatch(/^(the file|the folder|anywhere|`(<play>|\/).*`)$/);
  });

  it('show in Chinese some of the codes as the program has them', () => {
    const [, chinese] = guidesOf('add-a-game.md');
    const { written, wanted } = writtenCodes(chinese?.text ?? '', GAME_CODES);
    expect(written.length).toBeGreaterThan(20);
    expect(written).toEqual(wanted);
  });

  it.each(guidesOf('add-a-game.md'))(
    'show in $page a game that passes, and the report of a mistake as the program prints it',
    (shownOn) => {
      const text = jsonIn(shownOn.text);
      const check = (content: string) => {
        const loaded = loadGame(content, { file: 'games/gd11x5.json', families });
        return loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem));
      };
      expect(check(text)).toEqual([]);
      const shown = /```\n(games\/gd11x5\.json:[^\n]*)\n```/.exec(shownOn.text)?.[1];
      expect(check(text.replace('"closeBeforeSeconds": 60', '"closeBeforeSeconds": 1200'))).toEqual([shown]);
    },
  );

  it('have an example in every section about an idea, and 25 or more in all', () => {
    const ideas = guide.slice(guide.indexOf('## The ideas')).split('\n### ').slice(1);
    expect(ideas.length).toBeGreaterThan(9);
    const without = ideas.filter((idea) => !idea.includes('```json')).map((idea) => idea.split('\n')[0]);
    expect(without).toEqual(['Numbers from another game']);
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(25);
  });

  const parts = EXAMPLES.filter(({ base }) => base !== undefined);
  it.each(parts.map(({ page, base = '', text }, at) => [at + 1, page, base, text] as const))(
    'example %i, in %s: a part of %s that loads there',
    (_, __, base, text) => {
      const whole = baseOf(base);
      expect(problemsOf(whole)).toEqual([]);
      expect(problemsOf(withExample(whole, text))).toEqual([]);
    },
  );

  it('name games to copy that pass without a family, or with their own', () => {
    const files = readdirSync(join(ROOT, 'docs/examples'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(guide).toContain(`(examples/${file})`);
      expect(problemsOf(baseOf(file.replace('.json', '')))).toEqual([]);
    }
  });

  it('name every kind of rule, of zone and of schedule, and so does docs/engine.md the rules with their number', () => {
    const { $defs } = JSON.parse(read('schemas/family.schema.json'));
    const game = JSON.parse(read('schemas/game.schema.json')).$defs;
    const rules: string[] = $defs.rule.properties.kind.enum;
    const schedules = Object.keys(game).flatMap((name) => (name.endsWith('Schedule') ? [game[name].properties.kind.const as string] : []));
    expect(schedules).toHaveLength(3);
    for (const [page, kinds] of [
      ['rule-kinds', rules],
      ['game-draws', $defs.zone.properties.kind.enum as string[]],
      ['game-schedules', schedules],
    ] as const)
      for (const kind of kinds) expect(read(`docs/reference/${page}.md`), kind).toMatch(new RegExp(`^\\| \`${kind}\``, 'm'));
    for (const kind of rules) {
      const plays = EXAMPLES.filter(({ page, text }) => page.endsWith('rule-kinds.md') && text.includes(`"rule": { "kind": "${kind}"`));
      expect(plays, kind).not.toEqual([]);
    }
    const kindSentence = /There are (\w+) kinds behind one interface: (.*)/.exec(read('docs/engine.md'));
    for (const kind of rules) expect(kindSentence?.[2]).toContain(`\`${kind}\``);
    expect(kindSentence?.[1]).toBe(['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][rules.length]);
  });

  it('write every form of a condition, and each loads in a game', () => {
    const conditions = [...read('docs/reference/conditions.md').matchAll(/^\| `(\{ "op": .*?\})` \| /gm)].map(([, text = '']) => text);
    const { predicate, value } = JSON.parse(read('schemas/family.schema.json')).$defs;
    for (const [name, known] of [
      ['op', predicate.properties.op.enum],
      ['get', value.properties.get.enum],
    ])
      for (const form of known) expect(conditions.join(), `${name} ${form}`).toContain(`"${name}": "${form}"`);

    const own = baseOf('wuqiu');
    const [group] = own.playGroups;
    const refused = conditions.filter((condition) => {
      const play = {
        ...group?.plays[0],
        areas: [{ kind: 'numbers', id: 'pick', label: 'x', from: 1, to: 20, min: 1, max: 20 }],
        rule: { kind: 'options', combine: 'each', cases: [{ area: 'pick', tier: 'win', when: JSON.parse(condition) }] },
      };
      return problemsOf({ ...own, playGroups: [{ ...group, plays: [play as unknown as Play] }] }).length > 0;
    });
    expect(refused).toEqual([]);
  });

  it('stay short: the guide at most 15 KB, a page of facts at most 40 KB', () => {
    const size = (page: string) => Buffer.byteLength(read(page));
    expect(size('docs/add-a-game.md')).toBeLessThanOrEqual(15_000);
    expect(size('docs/screens.md')).toBeLessThanOrEqual(12_000);
    const large = readdirSync(join(ROOT, 'docs/reference')).filter((name) => size(`docs/reference/${name}`) > 40_000);
    expect(large).toEqual([]);
  });
});

type Schema = Readonly<Record<string, unknown>>;

/** Every property that a schema names, with its description. */
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
  'calendar',
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

describe('the schemas of files that operators write', () => {
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
    const codeSentences = [...saidIn(JSON.parse(readFileSync(join(ROOT, 'schemas/screen.schema.json'), 'utf8')), 'screen')];
    expect(codeSentences.length).toBeGreaterThan(400);
    expect(codeSentences.filter(([, text]) => !BOTH.test(text))).toEqual([]);
    const first = new Map<string, string>();
    const unlike = codeSentences.flatMap(([way, text]) => {
      const [zh = '', en = ''] = text.split('\n');
      const known = first.get(en) ?? zh;
      first.set(en, known);
      return known === zh ? [] : [`${way}: ${zh} | ${known}`];
    });
    expect(unlike).toEqual([]);
  });

  it('keep a property’s own description: editors replace it with that of the definition it refers to', () => {
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
