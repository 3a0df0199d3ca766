/** `npm run screens`: the check of screens and their siblings, and the way between formats. */
import { cpSync, readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkScreens } from '../../tools/screens/check.ts';
import { migrateFile } from '../../tools/screens/migrate.ts';
import { writeDescription } from '../../engine/descriptions/write.ts';
import { root, temporaryFolder } from '../server/support/server.ts';

const folder = temporaryFolder();
const app = join(root, 'app/descriptions');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function descriptions(name: string): { readonly gamesDir: string; readonly appDir: string } {
  const appDir = join(folder, name);
  cpSync(app, appDir, { recursive: true });
  return { gamesDir: join(folder, 'no-games'), appDir };
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

describe('check', () => {
  it('finds nothing wrong with what the product publishes', async () => {
    const { files, lines } = await checkScreens([], { gamesDir: join(root, 'games'), appDir: app }, 'en');
    expect(lines).toEqual([]);
    expect(files).toBeGreaterThan(30);
  });

  it('places what is wrong in a screen, a menu and the routes, in both languages', async () => {
    const place = descriptions('wrong');
    change(join(place.appDir, 'screens/mine.json'), '"menu": "mine"', '"menu": "mime"');
    // A menu that is wrong is wrong itself; the screen that shows it is not.
    change(join(place.appDir, 'menus/discover.json'), '"$schema"', '"schema"');
    change(join(place.appDir, 'routes.json'), '"screen": "login"', '"screen": "logn"');
    const { lines } = await checkScreens([], place, 'en');
    expect(lines.map((line) => line.replace(place.appDir, '').replace(/:\d+:\d+/, ':line:column'))).toEqual([
      expect.stringMatching(/^\/menus\/discover\.json:line:column {2}\/ {2}SHAPE_MISSING/),
      '/screens/mine.json:line:column  /blocks/4/menu  SCREEN_MENU  there is no menu "mime", did you mean "mine"; known: agent, centerAccount, centerPlay, centerService, centerSocial, codes, discover, games … (13)',
      expect.stringMatching(
        /^\/routes\.json:line:column {2}\/routes\/\d+\/screen {2}SCREEN_UNKNOWN {2}there is no screen "logn", did you mean "login"/,
      ),
    ]);
    expect((await checkScreens([], place, 'zh')).lines.join('\n')).toContain('没有菜单 "mime"，是不是 "mine"');
  });

  it('judges a file from elsewhere in place of the one of its code, and files together', async () => {
    const place = descriptions('elsewhere');
    const screen = join(folder, 'mine.json');
    cpSync(join(place.appDir, 'screens/mine.json'), screen);
    expect(await checkScreens([screen], place, 'en')).toEqual({ files: 1, lines: [] });
    change(screen, '"menu": "mine"', '"menu": "other"');
    expect((await checkScreens([screen], place, 'en')).lines).toEqual([expect.stringContaining(`${screen}:`)]);
    // With the menu that it names, it is right.
    const menu = join(folder, 'other.json');
    cpSync(join(place.appDir, 'menus/mine.json'), menu);
    change(menu, '"code": "mine"', '"code": "other"');
    expect((await checkScreens([screen, menu], place, 'en')).lines).toEqual([]);
    expect((await checkScreens([join(folder, 'none.json')], place, 'en')).lines).toEqual([
      expect.stringContaining('FILE_UNREADABLE  the file cannot be read (there is no such file)'),
    ]);
  });
});

describe('migrate', () => {
  it('writes a screen in format 1 and back to the same document', async () => {
    const file = join(folder, 'noticeDetail.json');
    cpSync(join(app, 'screens/noticeDetail.json'), file);
    const before = JSON.parse(readFileSync(file, 'utf8')) as object;
    expect(await migrateFile(file, 1, 'en')).toEqual({ ok: true, lines: [`${file}  format 2 → 1`] });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 1, code: 'noticeDetail' });
    expect(await migrateFile(file, undefined, 'en')).toEqual({ ok: true, lines: [`${file}  format 1 → 2`] });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(before);
    expect(await migrateFile(file, undefined, 'zh')).toEqual({ ok: true, lines: [`${file} 已是格式 2`] });
  });

  it('says where a screen uses what format 1 does not have, and leaves the file', async () => {
    const file = join(folder, 'mine.json');
    const screen = JSON.parse(readFileSync(join(app, 'screens/mine.json'), 'utf8')) as { blocks: object[] };
    const withBlock = (block: object) => JSON.stringify({ ...screen, blocks: [...screen.blocks.slice(0, 1), block] }, null, 2);
    writeFileSync(file, withBlock({ block: 'chart', series: [] }));
    expect((await migrateFile(file, 1, 'en')).lines.join()).toContain('SHAPE_');
    writeFileSync(file, withBlock({ block: 'group', title: 'a', blocks: [{ block: 'text', text: 'b' }] }));
    const { ok, lines } = await migrateFile(file, 1, 'en');
    expect(ok).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/mine\.json:\d+:\d+ {2}\/blocks\/1\/title {2}format 1 cannot say this; the file is as it was/),
    ]);
    expect(readFileSync(file, 'utf8')).toContain('"group"');
    expect(await migrateFile(file, 9, 'en')).toMatchObject({ ok: false, lines: [expect.stringContaining('the newest is 2')] });
  });

  it('writes what fits on a line on one, and counts a Chinese character as two columns', () => {
    expect(writeDescription({ a: 1, b: [], c: { d: ['x'] } })).toBe('{\n  "a": 1,\n  "b": [],\n  "c": { "d": ["x"] }\n}\n');
    const wide = '字'.repeat(60);
    expect(writeDescription({ a: { b: wide } })).toBe(`{\n  "a": { "b": "${wide}" }\n}\n`);
    expect(writeDescription({ a: { b: `${wide}${wide}` } })).toContain('{\n    "b"');
  });

  it('writes every description of the app and of the desk as the formatter does', () => {
    const files = ['app/descriptions', 'app/desk/descriptions'].flatMap((name) =>
      (readdirSync(join(root, name), { recursive: true }) as string[]).map((file) => join(root, name, file)),
    );
    const texts = files.filter((file) => file.endsWith('.json')).map((file) => [file, readFileSync(file, 'utf8')] as const);
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter(([, text]) => writeDescription(JSON.parse(text)) !== text).map(([file]) => file)).toEqual([]);
  });
});
