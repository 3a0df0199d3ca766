/** What is published is the last whole set that passed every check: what is taken together, and which change is to blame. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { BUILT_IN_SCREENS } from '../../../server/catalog/opened-screens.ts';
import { main } from '../../../tools/screens/main.ts';
import { runCommand } from '../../support/command.ts';
import { publicationFolders } from '../../support/publication-folders.ts';

const folders = publicationFolders();
const { copyApp, open } = folders;
let gamesDir: string;
let appDir: string;
beforeEach(() => {
  ({ gamesDir, appDir } = folders.now());
  copyApp();
});

type Document = Record<string, unknown>;
const app = (name: string) => join(appDir, `${name}.json`);
function edit<T = Document>(path: string, change: (document: T) => void): void {
  const document = JSON.parse(readFileSync(path, 'utf8')) as T;
  change(document);
  writeFileSync(path, JSON.stringify(document));
}
interface Routes {
  routes: { path: string; section: string; loginOnly: boolean; screen?: string; title?: string }[];
}
const addRoute = (screen: string) =>
  edit<Routes>(app('routes'), ({ routes }) => routes.push({ path: `/${screen}`, section: 'other', loginOnly: false, screen }));
const addScreen = (code: string) =>
  writeFileSync(app(`screens/${code}`), readFileSync(app('screens/download'), 'utf8').replace('"code": "download"', `"code": "${code}"`));

it.each([
  ['the route first', addRoute, addScreen],
  ['the screen first', addScreen, addRoute],
])('a new route and its new screen are taken once both are there: %s', async (_, first, second) => {
  const one = await open();
  const before = one.index();
  first('brandnew');
  await one.refresh();
  expect(one.index().documents.routes).toEqual(before.documents.routes);
  second('brandnew');
  await one.refresh();
  expect(one.problems()).toEqual([]);
  expect(one.index().documents.routes).not.toEqual(before.documents.routes);
  expect(one.index().documents.screen?.brandnew).toBeDefined();
});

it('a screen is renamed file by file, and the old one runs until nothing names it', async () => {
  const one = await open();
  addScreen('load');
  rmSync(app('screens/download'));
  await one.refresh();
  expect(one.problems()).toMatchObject([{ file: app('screens/download'), code: 'FILE_NEEDED' }]);
  expect(Object.keys(one.index().documents.screen ?? {})).toEqual(expect.arrayContaining(['download', 'load']));
  for (const name of ['routes', ...readdirSync(join(appDir, 'screens')).map((file) => `screens/${file.slice(0, -5)}`)])
    writeFileSync(app(name), readFileSync(app(name), 'utf8').replaceAll('"screen": "download"', '"screen": "load"'));
  await one.refresh();
  expect(one.problems()).toEqual([]);
  expect(Object.keys(one.index().documents.screen ?? {})).not.toContain('download');
});

it('a change under which others would be wrong is refused and names one of them; the other changes are taken', async () => {
  const one = await open();
  const before = one.index();
  edit<Routes>(app('routes'), (routes) => {
    routes.routes = routes.routes.filter(({ path }) => path !== '/login');
  });
  edit<{ name: string }>(app('menus/mine'), (menu) => {
    menu.name = '我的菜单';
  });
  await one.refresh();
  expect(one.problems()).toMatchObject([
    { file: app('routes'), code: 'CHANGE_BREAKS', message: expect.stringMatching(/^这样改，\w+\/\w+\.json:\d+:\d+ \/\S+ 就有误：没有/) },
  ]);
  expect(one.index().documents.routes).toEqual(before.documents.routes);
  expect(one.index().documents.menu?.mine).not.toBe(before.documents.menu?.mine);
});

it('publishing judges a draft in the same way: what would make another file wrong is said of the draft', async () => {
  const one = await open();
  const text = readFileSync(app('routes'), 'utf8');
  const { routes, ...rest } = JSON.parse(text) as Routes;
  const { loadDocument } = await import('../../../engine/descriptions/load.ts');
  const draft = JSON.stringify({ ...rest, routes: routes.filter(({ path }) => path !== '/login') });
  const loaded = loadDocument(draft, { file: 'routes.json', kind: 'routes' });
  expect(await one.check([{ file: 'routes.json', loaded }])).toMatchObject([{ file: 'routes.json', code: 'CHANGE_BREAKS' }]);
  const same = loadDocument(text, { file: 'routes.json', kind: 'routes' });
  expect(await one.check([{ file: 'routes.json', loaded: same }])).toEqual([]);
});

it('all screens deleted one by one from a folder that stays: none goes that is needed', async () => {
  const one = await open();
  const before = Object.keys(one.index().documents.screen ?? {});
  for (const name of readdirSync(join(appDir, 'screens'))) if (name.endsWith('.json')) rmSync(join(appDir, 'screens', name));
  await one.refresh();
  expect(Object.keys(one.index().documents.screen ?? {}).toSorted()).toEqual(before.toSorted());
  expect(new Set(one.problems().map(({ code }) => code))).toEqual(new Set(['FILE_NEEDED']));
});

it('a first start beside wrong files begins with what is right, and says what is wrong', async () => {
  edit<Routes>(app('routes'), ({ routes }) => void ((routes[0] as { screen?: string }).screen = 'hoome'));
  edit<{ entries: { code: string }[] }>(app('menus/home'), ({ entries }) => void ((entries[0] as { code: string }).code = 'nowhere'));
  writeFileSync(app('screens/discover'), '{');
  edit<{ screen: string }>(join(gamesDir, 'ssq.json'), (game) => void (game.screen = 'gmae'));
  const one = await open();
  const { games, documents } = one.index();
  expect(games.map(({ code }) => code)).toEqual(expect.arrayContaining(['jlffc', 'jsks']));
  expect(one.game('ssq')).toBeUndefined();
  expect([documents.routes?.app, documents.menu?.home, documents.screen?.home].every((hash) => hash !== undefined)).toBe(true);
  expect(documents.screen?.discover).toBeUndefined();
  const wrong = new Set(one.problems().map(({ file }) => file));
  expect(wrong).toEqual(new Set([app('routes'), app('menus/home'), app('screens/discover'), join(gamesDir, 'ssq.json')]));
});

it('the screens that the app opens by itself are those that its sources name', () => {
  const sources = ['shell/page.tsx', 'shell/result-sheet.tsx', 'host/news.ts', 'host/outcome-news.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, '../../../app', name), 'utf8'),
  );
  const named = sources.flatMap((source) =>
    [...source.matchAll(/(?:const (?:NOT_OPEN|NOT_FOUND|SCREEN) = |screen: )'([a-z-]+)'/g)].map(([, name = '']) => name),
  );
  expect(named.toSorted()).toEqual(BUILT_IN_SCREENS.toSorted());
});

it('the check of the command line says what is missing', async () => {
  for (const name of ['terms', 'screens/not-found', 'screens/login']) rmSync(app(name));
  const { out, code } = await runCommand(main, ['check'], { CAIPU_GAMES: gamesDir, CAIPU_DESCRIPTIONS: appDir });
  expect(code).toBe(1);
  expect(out).toMatch(/terms\.json:1:1 {2}\/ {2}FILE_NEEDED/);
  expect(out).toMatch(/screens\/not-found\.json:1:1 {2}\/ {2}FILE_NEEDED/);
  expect(out).toMatch(/routes\.json:\d+:\d+ {2}\/routes\/\d+\/screen {2}SCREEN_UNKNOWN {2}没有界面 "login"/);
});
