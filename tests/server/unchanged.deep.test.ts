/**
 * What is refused or missing changes nothing. A wrong document of each kind, and a missing one of each kind that others need, leave what players
 * have as it is, over a restart too; the log says where and what to do.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { type Edit, patchedText } from '../support/patched.ts';
import { root, startServer, temporaryFolder, type TestServer, waitFor } from './support/server.ts';

const home = temporaryFolder();
const log: string[] = [];
const folders = { games: join(home, 'games'), app: join(home, 'app') };
const options = {
  history: 0,
  brand: 'caipu',
  dataDir: join(home, 'data'),
  gamesDir: folders.games,
  appDir: folders.app,
  log: (line: string) => void log.push(line),
};
let server: TestServer;
let before: ReturnType<typeof state>;

const publication = () => server.context.publication;
const state = () => ({
  version: publication().index().version,
  rest: publication()
    .documents()
    .map(({ kind, code, hash }) => `${kind}/${code} ${hash}`)
    .sort(),
});
const problemFiles = () =>
  publication()
    .problems()
    .map((problem) => formatProblem(problem, 'zh').replace(`${home}/`, ''));
/** Every row of the version in force is written, so that another process finds it. */
const written = () =>
  waitFor('what is in force is written', async () => {
    const { games, documents } = publication().index();
    const { rows } = await server.context.database.query<{ hash: string }>('SELECT hash FROM published_files');
    return rows.length === games.length + Object.keys(documents.small ?? {}).length + before.rest.length;
  });

async function restart(): Promise<void> {
  await server.stop();
  log.length = 0;
  server = await startServer(options);
}

beforeAll(async () => {
  cpSync(join(root, 'games'), folders.games, { recursive: true });
  cpSync(join(root, 'app/descriptions'), folders.app, { recursive: true });
  server = await startServer(options);
  before = state();
  expect(problemFiles()).toEqual([]);
  await written();
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const path = (file: string) => join(home, file);
/** Changes files, calls `then`, and puts them back; undefined takes a file away. */
async function changed(files: Readonly<Record<string, readonly Edit[] | undefined>>, then: () => Promise<void>): Promise<void> {
  const texts = new Map(Object.keys(files).map((file) => [file, readFileSync(path(file), 'utf8')]));
  for (const [file, edits] of Object.entries(files)) {
    if (edits === undefined) rmSync(path(file));
    else writeFileSync(path(file), patchedText(texts.get(file) ?? '', edits));
  }
  try {
    await then();
  } finally {
    for (const [file, text] of texts) writeFileSync(path(file), text);
    await publication().refresh();
  }
  expect(state()).toEqual(before);
  expect(problemFiles()).toEqual([]);
}

/** A document of each kind that is wrong among the others where its kind names any, else by itself. */
const WRONG: Readonly<Record<string, readonly [edits: readonly Edit[], place: string]>> = {
  'app/menus/home.json': [[{ set: '/entries/1/code', to: 'nowhere' }], '/entries/1/code  SCREEN_MENU_CODE'],
  'app/menus/codes.json': [
    [{ insert: '/entries/0', value: { code: 'New', label: '新', type: 1, url: 'nowhere' } }],
    '/entries/0/url  ROUTE_UNKNOWN',
  ],
  'app/routes.json': [[{ set: '/routes/0/screen', to: 'hoome' }], '/routes/0/screen  SCREEN_UNKNOWN'],
  'app/terms.json': [[{ set: '/terms', to: [] }], '/terms  SHAPE_TYPE'],
  'app/functions.json': [[{ set: '/functions', to: {} }], '/  CHANGE_BREAKS'],
  'app/lists/article-types.json': [[{ remove: '/items/0' }], '/  CHANGE_BREAKS'],
  'app/screens/login.json': [[{ set: '/title', to: '{nothing.here}' }], '/title  SCREEN_NAME'],
  'app/brands/caipu.json': [[{ set: '/tabs/0/screen', to: 'hoome' }], '/tabs/0/screen  SCREEN_UNKNOWN'],
  'app/help/first-bet.json': [[{ set: '/group', to: 'nothing' }], '/group  CONTENT_NAME'],
  'app/articles/chase-truth.json': [[{ set: '/type', to: 'nothing' }], '/type  CONTENT_NAME'],
  'app/bulletins/fairness.json': [[{ set: '/title', to: 3 }], '/title  SHAPE_TYPE'],
  'app/banners/ssq.json': [[{ set: '/target', to: '/nowhere' }], '/target  CONTENT_TARGET'],
  'games/ssq.json': [[{ set: '/screen', to: 'gmae' }], '/screen  SCREEN_UNKNOWN'],
  'games/families/11x5.json': [[{ set: '/screen', to: 'gmae' }], '/screen  SCREEN_UNKNOWN'],
  'games/calendars/ticai.json': [[{ set: '/closures/1/from', to: '2019-02-05' }], '/closures/1/from  CALENDAR_OVERLAP'],
  'games/passes/bjdc.json': [[{ set: '/passes', to: 3 }], '/passes  SHAPE_TYPE'],
  'games/leagues/BJL.json': [[{ set: '/zone', to: 'Nowhere/Nowhere' }], '/zone  LEAGUE_ZONE'],
  'games/sports/jczq.json': [[{ set: '/feed/leagues/0', to: 'XYZ' }], '/feed/leagues/0  SPORT_LEAGUE'],
  'games/outrights/ozb.json': [[{ set: '/cup', to: 'XYZ' }], '/cup  OUTRIGHT_CUP'],
  'games/scratch/deng2.json': [[{ set: '/priceFen', to: 0 }], '/priceFen  SHAPE_RANGE'],
  'games/small/slm.json': [[{ set: '/limits/leastFen', to: 'two' }], '/limits/leastFen  SHAPE_TYPE'],
  'games/quiz/k3daxiao.json': [[{ set: '/source/game', to: 'nothing' }], '/source/game  QUIZ_GAME'],
  'games/store/avatar-astronaut.json': [[{ set: '/gives/avatar', to: 'nothing' }], '/gives/avatar  STORE_NAME'],
  'games/activities/spring-2028.json': [[{ set: '/rule/to', to: '/nowhere' }], '/rule/to  ROUTE_UNKNOWN'],
};

/** A file of each kind that other files name, or that the app opens by itself, and what needs it. */
const NEEDED: Readonly<Record<string, string>> = {
  'app/routes.json': '',
  'app/terms.json': 'screens/',
  'app/functions.json': 'screens/',
  'app/lists/article-types.json': 'articles/',
  'app/menus/codes.json': '',
  'app/menus/home.json': 'screens/',
  'app/screens/login.json': 'routes.json',
  'app/screens/home.json': '',
  'app/screens/not-found.json': '',
  'app/screens/welcome-back.json': '应用本身',
  'app/brands/caipu.json': '应用本身',
  'app/help/chase.json': '',
  'games/families/11x5.json': 'games/',
  'games/calendars/ticai.json': 'games/',
  'games/bjkl8.json': 'games/pcdd.json',
  'games/passes/jc.json': 'sports/',
  'games/leagues/ECL.json': 'sports/',
  'games/sports/jczq.json': 'sports/',
};
const needs = (file: string) => new RegExp(`^${file}:1:1 {2}/ {2}FILE_NEEDED {2}文件不在了，.*${NEEDED[file]}.*；.*放回这个文件`);

it('every kind of description that the product has is among the wrong ones', () => {
  const kinds = new Set([
    ...publication()
      .documents()
      .map(({ kind }) => kind),
    'game',
    'sport',
    'outright',
    'small',
  ]);
  const tried = new Set(Object.keys(WRONG).map((file) => (JSON.parse(readFileSync(path(file), 'utf8')) as { kind: string }).kind));
  expect(tried).toEqual(kinds);
});

it.each(Object.entries(WRONG))('%s wrong: told at its place, and nothing is published', async (file, [edits, place]) => {
  log.length = 0;
  await changed({ [file]: edits }, async () => {
    await publication().refresh();
    expect(problemFiles()).toEqual([expect.stringMatching(new RegExp(`^${file}:\\d+:\\d+ {2}`))]);
    expect(problemFiles()[0]).toContain(`  ${place}  `);
    expect(state()).toEqual(before);
    expect(log.filter((line) => line.startsWith('description refused'))).toEqual([expect.stringContaining(place)]);
  });
});

it('a route twice is an error, and nothing is published', async () => {
  const { routes } = JSON.parse(readFileSync(path('app/routes.json'), 'utf8')) as { routes: object[] };
  await changed({ 'app/routes.json': [{ insert: '/routes/1', value: routes[0] }] }, async () => {
    await publication().refresh();
    expect(problemFiles()).toEqual([expect.stringContaining('/routes/1/path  DUPLICATE')]);
    expect(state()).toEqual(before);
  });
});

it.each(Object.keys(NEEDED))('%s gone: told with the file that needs it, and nothing is published', async (file) => {
  await changed({ [file]: undefined }, async () => {
    await publication().refresh();
    expect(problemFiles()).toEqual([expect.stringMatching(needs(file))]);
    expect(state()).toEqual(before);
  });
});

it('all of the wrong ones at once, over a restart', async () => {
  await changed(Object.fromEntries(Object.entries(WRONG).map(([file, [edits]]) => [file, edits])), async () => {
    await publication().refresh();
    expect(state()).toEqual(before);
    await restart();
    expect(state()).toEqual(before);
    for (const file of Object.keys(WRONG))
      expect(
        problemFiles().some((line) => line.startsWith(`${file}:`)),
        file,
      ).toBe(true);
    expect(log.some((line) => line.includes('from the database: ') && line.includes('menu/home') && line.includes('routes/'))).toBe(true);
  });
}, 120_000);

it('all of the needed ones gone at once, and gone before a start', async () => {
  await changed(Object.fromEntries(Object.keys(NEEDED).map((file) => [file, undefined])), async () => {
    await publication().refresh();
    expect(state()).toEqual(before);
    await restart();
    expect(state()).toEqual(before);
    for (const file of Object.keys(NEEDED))
      expect(
        problemFiles().some((line) => line.startsWith(`${file}:1:1  /  FILE_NEEDED  `)),
        file,
      ).toBe(true);
    await written();
    await restart();
    expect(state()).toEqual(before);
  });
}, 120_000);

/** Moves folders away, calls `then`, and moves them back. */
async function movedAway(gone: readonly string[], then: () => Promise<void>): Promise<void> {
  const away = (folder: string) => path(`away-${folder.replace('/', '-')}`);
  for (const folder of gone) renameSync(path(folder), away(folder));
  try {
    await then();
  } finally {
    for (const folder of gone) {
      rmSync(path(folder), { recursive: true, force: true });
      renameSync(away(folder), path(folder));
    }
    await publication().refresh();
  }
  expect(state()).toEqual(before);
  expect(problemFiles()).toEqual([]);
}

it('folders that are moved away change nothing, and neither does a start without them', async () => {
  const of = (top: string) =>
    readdirSync(path(top), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [`${top}/${each.name}`] : []));
  const gone = [...of('games'), ...of('app')].toSorted();
  const expected = gone.map((folder) => `${folder}:1:1 FOLDER_GONE`);
  const codes = () =>
    problemFiles()
      .map((line) => line.split('  '))
      .map(([place, , code]) => `${place} ${code}`)
      .toSorted();
  await movedAway(gone, async () => {
    await publication().refresh();
    expect(state()).toEqual(before);
    expect(codes()).toEqual(expected);
    await restart();
    expect(state()).toEqual(before);
    expect(codes()).toEqual(expected);
  });
}, 120_000);

it('both folders left empty, as by a volume that is not mounted, change nothing at a start', async () => {
  await movedAway(['games', 'app'], async () => {
    for (const top of ['games', 'app']) mkdirSync(path(top));
    await restart();
    expect(state()).toEqual(before);
  });
}, 120_000);

it('what nothing needs may go, while a server runs and while none does', async () => {
  const [live, stopped] = [
    ['app/articles/omission.json', 'games/qlc.json'],
    ['app/bulletins/rational.json', 'games/xqxc.json', 'games/quiz/k3daxiao.json'],
  ];
  const texts = new Map([...live, ...stopped].map((file) => [file, readFileSync(path(file), 'utf8')]));
  for (const file of live) rmSync(path(file));
  await publication().refresh();
  expect(problemFiles()).toEqual([]);
  expect([publication().articles().has('omission'), publication().game('qlc')]).toEqual([false, undefined]);
  for (const file of stopped) rmSync(path(file));
  await restart();
  expect(problemFiles()).toEqual([]);
  expect([publication().bulletins().has('rational'), publication().game('xqxc'), publication().quizzes().has('k3daxiao')]).toEqual([
    false,
    undefined,
    false,
  ]);
  for (const [file, text] of texts) {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
  }
  await publication().refresh();
  expect(state()).toEqual(before);
}, 120_000);

it('a new route and its new screen that come while no server runs are taken together', async () => {
  const screen = readFileSync(path('app/screens/download.json'), 'utf8').replace('"code": "download"', '"code": "brandnew"');
  const edits: Edit[] = [{ insert: '/routes/0', value: { path: '/brandnew', section: 'other', loginOnly: false, screen: 'brandnew' } }];
  await changed({ 'app/routes.json': edits }, async () => {
    writeFileSync(path('app/screens/brandnew.json'), screen);
    await restart();
    expect(problemFiles()).toEqual([]);
    expect(publication().index().documents.screen?.brandnew).toBeDefined();
    expect(publication().index().documents.routes).not.toEqual(before);
    rmSync(path('app/screens/brandnew.json'));
    await publication().refresh();
    expect(problemFiles()).toEqual([
      expect.stringMatching(/^app\/screens\/brandnew\.json:1:1 {2}\/ {2}FILE_NEEDED {2}.*routes\.json:\d+:\d+ \/routes\/0\/screen/),
    ]);
  });
}, 120_000);
