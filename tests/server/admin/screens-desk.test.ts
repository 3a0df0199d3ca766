/** The workshop's desk for screens, over HTTP: what is wrong never reaches the folder, what is right reaches phones at once, and goes back. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileVersion, ScreenListing } from '../../../app/workshop/calls.ts';
import type { Problem } from '../../../engine/descriptions/problem.ts';
import type { DeskFile } from '../../../server/admin/file-desk.ts';
import { root, startServer, type TestServer, temporaryFolder } from '../support/server.ts';
import { filePathOf, listingOf, logInOperator, type OperatorSession, publishCall } from '../support/operator.ts';

const PASSWORD = 'a long password';
const folder = temporaryFolder();
const appDir = join(folder, 'descriptions');
const screens = join(appDir, 'screens');
let server: TestServer;
let operator: OperatorSession;

beforeAll(async () => {
  cpSync(join(root, 'app/descriptions'), appDir, { recursive: true });
  server = await startServer({ operatorPassword: PASSWORD, appDir, officeDir: folder });
  operator = await logInOperator(server.base, PASSWORD);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (code: string) => (await operator.call<DeskFile>('GET', filePathOf(`screens/${code}`))).models;
const publish = (code: string, text: string, stamp: string) =>
  operator.call<{ hash: string; stamp: string; problems: Problem[] }>(...publishCall(`screens/${code}`, { text, stamp }));
const index = () => server.context.publication.index();
const onDisk = (code: string) => readFileSync(join(screens, `${code}.json`), 'utf8');

describe('the desk of screens', () => {
  it('lists every screen by its title, and hands over what a draft is judged and shown with', async () => {
    const { models } = listingOf<ScreenListing>(await operator.call('GET', filePathOf('screens')));
    expect(models.files.map(({ code }) => `${code}.json`)).toEqual(readdirSync(screens).filter((name) => name.endsWith('.json')));
    expect(models.files.find(({ code }) => code === 'mine')).toEqual({ code: 'mine', name: '我的', status: 'published', problems: [] });
    // A title that is made of expressions says less than the code.
    expect(models.files.find(({ code }) => code === 'orderDetails')?.name).toBe('orderDetails');
    expect(models.vocabulary).toMatchObject({ menus: expect.arrayContaining(['mine']), routes: { kind: 'routes' } });
    // Each call that a screen may name has an answer to show it with.
    expect(Object.keys(models.examples)).toEqual(Object.keys(models.vocabulary.calls ?? {}));
  });

  it('publishes a change: phones get a new index with it; and takes it back', async () => {
    const before = await read('mine');
    const { version, documents } = index();
    const text = before.text.replace('"title": "我的"', '"title": "我的账户"');
    const done = await publish('mine', text, before.stamp);
    expect(done).toMatchObject({ http: 200, status: 0 });
    expect(onDisk('mine')).toBe(text);
    expect(index().version).not.toBe(version);
    expect(index().documents.screen?.mine).toBe(done.models.hash);
    const phone = await fetch(`${server.base}/descriptions/screen/mine.${done.models.hash}.json`);
    expect(await phone.json()).toMatchObject({ title: '我的账户' });

    const { versions } = (await operator.call<{ versions: FileVersion[] }>('GET', filePathOf('screens/mine/versions'))).models;
    expect(versions.map(({ current }) => current)).toEqual([true, false]);
    const old = (await operator.call<{ text: string }>('GET', filePathOf(`screens/mine/versions/${versions[1]?.id}`))).models.text;
    expect(old).toBe(before.text);
    expect((await publish('mine', old, done.models.stamp)).http).toBe(200);
    expect(index().documents).toEqual(documents);
    expect(index().version).toBe(version);
  });

  it('refuses what is wrong, in shape or in sense, at its place; nothing changes and nothing is written', async () => {
    const { text, stamp } = await read('mine');
    const { version } = index();
    const historyFiles = readdirSync(join(screens, '.history/mine'));
    for (const [wrong, problem] of [
      ['{', { code: 'JSON_SYNTAX', line: 1 }],
      [text.replace('"layout"', '"layaut"'), { code: 'SHAPE_UNKNOWN_PROPERTY', file: 'mine.json' }],
      [
        text.replace('"menu": "mine"', '"menu": "mime"'),
        { code: 'SCREEN_MENU', pointer: '/blocks/4/menu', details: expect.objectContaining({ guess: 'mine' }) },
      ],
      [text.replace('"code": "Setting"', '"code": "Settings"'), { code: 'SCREEN_MENU_CODE', line: expect.any(Number) }],
      [text.replace('"code": "mine"', '"code": "yours"'), { code: 'FILE_NAME' }],
    ] as const) {
      expect(wrong).not.toBe(text);
      const refused = await publish('mine', wrong, stamp);
      expect(refused).toMatchObject({ http: 400, models: { problems: expect.arrayContaining([expect.objectContaining(problem)]) } });
      expect(onDisk('mine')).toBe(text);
    }
    expect(index().version).toBe(version);
    expect(readdirSync(join(screens, '.history/mine'))).toEqual(historyFiles);
    expect((await publish('mine', text.replace('我的', '别的'), 'another')).http).toBe(409);
    expect((await publish('..%2froutes', text, '')).http).toBe(400);
    expect(existsSync(join(appDir, '.history'))).toBe(false);
  });

  it('a file that was made wrong by hand is listed so, and the version that ran stays', async () => {
    const good = onDisk('mine');
    const hash = index().documents.screen?.mine;
    writeFileSync(join(screens, 'mine.json'), good.replace('"menu": "mine"', '"menu": "mime"'));
    await server.context.publication.refresh();
    const listed = listingOf<ScreenListing>(await operator.call('GET', filePathOf('screens'))).models.files.find(
      ({ code }) => code === 'mine',
    );
    expect(listed).toMatchObject({ status: 'stale', name: '我的', problems: [{ code: 'SCREEN_MENU', file: 'mine.json' }] });
    expect(index().documents.screen?.mine).toBe(hash);
    // Mended at the desk, from the text as it lies there.
    const { stamp } = await read('mine');
    expect((await publish('mine', good, stamp)).http).toBe(200);
  });

  it('tells of problems in files that no desk edits', async () => {
    expect((await operator.call<{ problems: Problem[] }>('GET', 'files/problems')).models.problems).toEqual([]);
    const menu = join(appDir, 'menus/mine.json');
    // Families have a desk.
    const family = join(server.gamesDir, 'families/k3.json');
    const [goodMenu, goodFamily] = [readFileSync(menu, 'utf8'), readFileSync(family, 'utf8')];
    writeFileSync(menu, goodMenu.replace('"format": 1', '"format": 99'));
    writeFileSync(family, '{');
    mkdirSync(join(appDir, 'lists'), { recursive: true });
    writeFileSync(join(appDir, 'lists/wrong.json'), '[]');
    await server.context.publication.refresh();
    const { problems } = (await operator.call<{ problems: Problem[] }>('GET', 'files/problems')).models;
    expect(problems.map(({ file, code }) => `${file} ${code}`).sort()).toEqual([
      'lists/wrong.json JSON_NOT_OBJECT',
      'menus/mine.json FORMAT_NEWER',
    ]);
    writeFileSync(menu, goodMenu);
    writeFileSync(family, goodFamily);
    rmSync(join(appDir, 'lists/wrong.json'));
    await server.context.publication.refresh();
  });
});
