/** `npm run games -- new`: a game of a family, and one of an own draw. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultRoutes } from '../../engine/descriptions/own-pages.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import { main } from '../../tools/games/main.ts';
import { inDeepRing } from '../engine/rules/support/runs.ts';
import { runCommand } from '../support/command.ts';
import { gamesFolder } from '../support/games-folder.ts';

const root = join(import.meta.dirname, '../..');
const { folder, games, text } = gamesFolder();

const productRoutes = () => JSON.parse(readFileSync(join(root, 'app/descriptions/routes.json'), 'utf8')) as RoutesDescription;

describe('games new', () => {
  it('writes eleven lines that check accepts, for every family, and that are not on sale yet', async () => {
    const all = readdirSync(join(folder, 'families')).map((name) => name.replace('.json', ''));
    // Each takes three seconds: the deep ring makes a game of every family.
    const families = inDeepRing() ? all : all.slice(0, 1);
    for (const family of families) {
      const code = `new-${family}`;
      const made = await games('new', family, code, '--name', `新${family}`.slice(0, 8));
      expect([made.code, made.err]).toEqual([0, '还没有开售：改好开奖时间、奖金和限额，再删去 disabled 那一行\n']);
      expect(made.out).toEqual([join(folder, `${code}.json`)]);
      expect(text(code).trimEnd().split('\n').length).toBe(11);
      expect(JSON.parse(text(code))).toMatchObject({ disabled: '即将开售' });
    }
    expect((await games('check', ...families.map((family) => join(folder, `new-${family}.json`)))).code).toBe(0);
  });

  it('names schemas that an editor finds from the file, or those of the given server', async () => {
    const schemaOf = (code: string) => (JSON.parse(text(code)) as { readonly $schema: string }).$schema;
    await games('new', 'ssc', 'schema1');
    expect(existsSync(join(folder, schemaOf('schema1')))).toBe(true);
    expect((await games('new', 'ssc', 'schema2', '--schemas', 'http://127.0.0.1:8080/schemas/')).code).toBe(0);
    expect(schemaOf('schema2')).toBe('http://127.0.0.1:8080/schemas/game.schema.json');
    expect((await games('check', join(folder, 'schema1.json'), join(folder, 'schema2.json'))).code).toBe(0);
  });

  it('refuses a code that is there, in any case, and leaves that file as it is', async () => {
    const before = text('jlffc');
    for (const code of ['jlffc', 'JLffc']) expect(await games('new', 'ssc', code)).toMatchObject({ code: 1, out: [] });
    expect(text('jlffc')).toBe(before);
    expect((await games('new', 'ssc', 'JLFFC', '--lang', 'en')).err).toContain('is there already');
  });

  it('refuses what is no family, with a guess, and what is no code', async () => {
    expect((await games('new', 'scc', 'abc')).err).toContain('是不是 ssc');
    expect((await games('new', 'ssc', '../abc')).code).toBe(1);
    expect(existsSync(join(folder, '../abc.json'))).toBe(false);
    expect((await games('new', 'ssc')).code).toBe(2);
  });
});

describe('games new --draw', () => {
  const DRAWS = ['digits:0-9:3', 'dice:1-6:3', 'set:1-80:20', 'sequence:1-20:5'];

  it('writes a game of an own draw of each kind, in order, not on sale yet, and with plays of the requested return', async () => {
    const codes = DRAWS.map((draw) => `own-${draw.split(':')[0]}`);
    for (const [nth, draw] of DRAWS.entries())
      expect((await games('new', '--draw', draw, codes[nth] as string, '--name', '自己的', '--returns', '85')).code).toBe(0);
    const checked = await games('check', '--strict', '--band', '80-86', ...codes.map((code) => join(folder, `${code}.json`)));
    expect([checked.code, checked.err]).toEqual([0, '4 个文件，没有问题\n']);
    for (const code of codes) {
      const game = JSON.parse(text(code)) as Game & { readonly $schema: string };
      expect(game).toMatchObject({ code, name: '自己的', disabled: '即将开售' });
      expect(existsSync(join(folder, game.$schema))).toBe(true);
      expect(game.playGroups.flatMap(({ plays }) => plays).length).toBeGreaterThan(1);
      rmSync(join(folder, `${code}.json`));
    }
  });

  it('takes screen and confirmation from the routes, in an empty folder too, and says where they stand when they do not', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'caipu-no-games-'));
    const ask = (code: string, descriptions: string) =>
      runCommand(main, ['new', '--draw', 'digits:0-9:3', code], { CAIPU_GAMES: empty, CAIPU_DESCRIPTIONS: descriptions });
    try {
      expect((await ask('own', join(root, 'app/descriptions'))).code).toBe(0);
      expect(JSON.parse(readFileSync(join(empty, 'own.json'), 'utf8'))).toMatchObject(defaultRoutes(productRoutes()) ?? {});
      const other = join(empty, 'descriptions');
      cpSync(join(root, 'app/descriptions'), other, { recursive: true });
      const routes = readFileSync(join(other, 'routes.json'), 'utf8');
      writeFileSync(join(other, 'routes.json'), routes.replace(/,\s*"confirm": "[^"]*"/, ''));
      const { code, out, err } = await ask('other', other);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain(
        `${join(other, 'routes.json')} 没有说没有家族的彩种在哪里确认；在 gameKeys 里 families 为 ["*"] 的规则写 confirm`,
      );
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it('reports the fault of a draw, and what to write', async () => {
    const outputOf = async (...args: string[]) => {
      const { code, out, err } = await games('new', ...args);
      expect([code, out]).toEqual([2, []]);
      return err;
    };
    expect(await outputOf('--draw', 'balls:1-80:20', 'own')).toContain('写 digits:0-9:3（几位数字）');
    expect(await outputOf('--draw', 'set:80-1:20', 'own')).toContain('小的在前，最大 99');
    expect(await outputOf('--draw', 'set:1-20:20', 'own')).toContain('这里写 2–19 个');
    expect(await outputOf('--draw', 'digits:0-9:9', 'own', '--lang', 'en')).toContain('1 to 5 are possible here');
    expect(await outputOf('--draw', 'digits:0-9:3', 'own', '--returns', '120')).toContain('--returns 120 (50–99)');
    expect(await outputOf('--returns', '80', 'ssc', 'own')).toContain('--draw');
    expect(await outputOf('ssc')).toContain('new --draw <draw> <code>');
    expect(existsSync(join(folder, 'own.json'))).toBe(false);
  });
});
