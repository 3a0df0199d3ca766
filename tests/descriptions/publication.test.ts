import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DescriptionIndex, Game } from '../../engine/descriptions/types.ts';
import { compileGame } from '../../engine/rules/index.ts';
import { type KindCheckers, KINDS, type MakeChecker } from '../../server/descriptions/checkers.ts';
import { openPublication, type Publication } from '../../server/descriptions/publication.ts';
import { publishedFiles } from '../../server/descriptions/report.ts';
import { descriptionRoutes } from '../../server/descriptions/routes.ts';
import { baseText, malformedCases } from '../support/malformed.ts';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let gamesDir: string;
let appDir: string;
let publication: Publication | undefined;
let log: string[];
let onLog: ((line: string) => void) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-descriptions-'));
  gamesDir = join(folder, 'games');
  appDir = join(folder, 'app');
  // Three games of different shape, and every family; what else the project describes has no say here.
  cpSync(join(ROOT, 'games/families'), join(gamesDir, 'families'), { recursive: true });
  for (const code of ['jlffc', 'jsks', 'ssq']) cpSync(join(ROOT, `games/${code}.json`), join(gamesDir, `${code}.json`));
  mkdirSync(appDir);
  cpSync(join(ROOT, 'app/descriptions/routes.json'), join(appDir, 'routes.json'));
  log = [];
  onLog = undefined;
});

afterEach(async () => {
  await publication?.close();
  publication = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** The app's descriptions but for its texts, which tell of games that are not here. */
function copyApp(): void {
  const texts = ['help', 'articles'].map((name) => join(ROOT, 'app/descriptions', name));
  cpSync(join(ROOT, 'app/descriptions'), appDir, { recursive: true, filter: (path) => !texts.includes(path) });
}

async function open(watch = false, kinds?: readonly KindCheckers[]): Promise<Publication> {
  publication = await openPublication({
    gamesDir,
    appDir,
    watch,
    ...(kinds ? { kinds } : {}),
    log: (line) => {
      log.push(line);
      onLog?.(line);
    },
  });
  return publication;
}

/** The next index that the test waits for: one that `wanted` accepts. */
function nextIndex(from: Publication, wanted: (index: DescriptionIndex) => boolean = () => true): Promise<DescriptionIndex> {
  return new Promise((resolve) => {
    const end = from.onChange((index) => {
      if (!wanted(index)) return;
      end();
      resolve(index);
    });
  });
}

function nextLog(wanted: RegExp): Promise<string> {
  return new Promise((resolve) => {
    onLog = (line) => wanted.test(line) && resolve(line);
  });
}

const codesOf = (index: DescriptionIndex) => index.games.map(({ code }) => code).sort();
const gameText = (code: string, change: (text: string) => string = (text) => text) =>
  change(readFileSync(join(ROOT, 'games/jlffc.json'), 'utf8').replace('"jlffc"', `"${code}"`));
const fiveOfEleven = gameText('gd11x5', (text) =>
  text.replace('"ssc"', '"11x5"').replace('"drawsPerDay": 1440', '"drawsPerDay": 42').replace('"everySeconds": 60', '"everySeconds": 1200'),
);

describe('a publication', () => {
  it('indexes games and documents, and has the body of each version', async () => {
    const one = await open();
    const index = one.index();
    expect(codesOf(index)).toEqual(['jlffc', 'jsks', 'ssq']);
    expect(one.problems()).toEqual([]);
    for (const game of index.games) {
      const published = one.game(game.code);
      expect(game).toMatchObject({ hash: published?.hash, name: published?.game.name, maxBeishu: published?.game.caps.multiplier });
      expect(JSON.parse(one.document('game', game.code, game.hash) ?? '')).toEqual(published?.game);
    }
    expect(index.games.find(({ code }) => code === 'jlffc')).toMatchObject({ route: '/ssc/jlffc', oneDayPriceNum: 1440, maxQishu: 25 });
    expect(Object.keys(index.documents.routes ?? {})).toEqual(['app']);
    expect(one.document('game', 'ssq', '0'.repeat(32))).toBeUndefined();
  });

  it('gives the same index for the same files, in another process too', async () => {
    const first = (await open()).index();
    await publication?.close();
    expect((await open()).index()).toEqual(first);
  });

  it('has no games and no complaint when there are no folders', async () => {
    rmSync(gamesDir, { recursive: true });
    rmSync(appDir, { recursive: true });
    const one = await open();
    expect(one.index()).toMatchObject({ games: [], documents: {} });
  });
});

describe('while everything runs', () => {
  it('a file that is dropped in is live, with its route and its family', async () => {
    const one = await open(true);
    const changed = nextIndex(one);
    writeFileSync(join(gamesDir, 'gd11x5.json'), fiveOfEleven);
    const index = await changed;
    expect(index.games.find(({ code }) => code === 'gd11x5')).toMatchObject({ family: '11x5', route: '/ssc/gd11x5', oneDayPriceNum: 42 });
    expect(one.game('gd11x5')?.game.playGroups.length).toBeGreaterThan(0);
  });

  it('a changed file is a new version, the old one stays readable, and other games keep theirs', async () => {
    const one = await open(true);
    const before = one.game('ssq');
    const other = one.game('jsks');
    const changed = nextIndex(one);
    // As careful editors do: write beside it, then rename over it.
    writeFileSync(join(folder, 'new'), readFileSync(join(gamesDir, 'ssq.json'), 'utf8').replace('"双色球"', '"双色球二"'));
    renameSync(join(folder, 'new'), join(gamesDir, 'ssq.json'));
    await changed;
    expect(one.game('ssq')).toMatchObject({ game: { name: '双色球二' } });
    expect(one.document('game', 'ssq', before?.hash ?? '')).toBe(before?.body);
    expect(one.game('jsks')).toBe(other);
  });

  it('the log names the files that a publication is about, and those that are gone', async () => {
    const one = await open(true);
    const published = () => log.filter((line) => line.startsWith('descriptions published')).map((line) => line.split('  ').at(-1));
    let changed = nextIndex(one);
    writeFileSync(join(gamesDir, 'gd11x5.json'), fiveOfEleven);
    await changed;
    changed = nextIndex(one);
    const family = join(gamesDir, 'families/ssc.json');
    writeFileSync(family, readFileSync(family, 'utf8').replace('"unitFen": 200', '"unitFen": 100'));
    await changed;
    changed = nextIndex(one);
    rmSync(join(gamesDir, 'jsks.json'));
    await changed;
    expect(published()).toEqual(['games/gd11x5.json', 'games/families/ssc.json', '-games/jsks.json']);
    const many = new Map(Array.from({ length: 7 }, (_, nth) => [`${nth}\n`, {} as never]));
    expect(publishedFiles(new Map(), many, (path) => path)).toBe('0  1  2  3  4  5  … (7)');
  });

  it('a change of a family republishes its games and no others', async () => {
    const one = await open(true);
    const [ssq, jlffc] = [one.game('ssq'), one.game('jlffc')];
    const changed = nextIndex(one);
    const path = join(gamesDir, 'families/ssc.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"unitFen": 200', '"unitFen": 100'));
    await changed;
    expect(one.game('jlffc')).toMatchObject({ game: { unitFen: 100 } });
    expect(one.game('jlffc')?.hash).not.toBe(jlffc?.hash);
    expect(one.game('ssq')).toBe(ssq);
  });

  it('a removed file removes its game, and one that comes back is the version that it was', async () => {
    const one = await open(true);
    const before = one.game('jsks');
    const text = readFileSync(join(gamesDir, 'jsks.json'), 'utf8');
    let changed = nextIndex(one);
    rmSync(join(gamesDir, 'jsks.json'));
    expect(codesOf(await changed)).toEqual(['jlffc', 'ssq']);
    expect(one.game('jsks')).toBeUndefined();
    changed = nextIndex(one);
    writeFileSync(join(gamesDir, 'jsks.json'), text);
    await changed;
    expect(one.game('jsks')?.hash).toBe(before?.hash);
  });

  it('a bad change is reported with its place, the running version stays, and the repair goes live', async () => {
    const one = await open(true);
    const before = one.game('ssq');
    const version = one.index().version;
    const path = join(gamesDir, 'ssq.json');
    const good = readFileSync(path, 'utf8');
    const logged = nextLog(/SHAPE_UNKNOWN_PROPERTY/);
    writeFileSync(path, good.replace('"poolFen"', '"poolFne"'));
    const line = good.slice(0, good.indexOf('"poolFen"')).split('\n').length;
    expect(await logged).toContain(`${path}:${line}:3  /poolFne`);
    expect(one.problems()).toHaveLength(1);
    expect(one.game('ssq')).toBe(before);
    expect(one.index().version).toBe(version);
    const changed = nextIndex(one);
    writeFileSync(path, good.replace('"双色球"', '"双色球三"'));
    await changed;
    expect(one.problems()).toEqual([]);
    expect(one.game('ssq')?.game.name).toBe('双色球三');
  });

  it('a screen, menu or routes change is published too', async () => {
    const one = await open(true);
    const before = one.index().documents.routes?.app;
    const changed = nextIndex(one);
    const path = join(appDir, 'routes.json');
    const routes = JSON.parse(readFileSync(path, 'utf8')) as { routes: { loginOnly: boolean }[] };
    const first = routes.routes[0] as { loginOnly: boolean };
    first.loginOnly = !first.loginOnly;
    writeFileSync(path, JSON.stringify(routes));
    expect((await changed).documents.routes?.app).not.toBe(before);
  });
});

describe('what may lie in the folders', () => {
  it('each malformed file is refused and reported, and the running games stay as they are', async () => {
    writeFileSync(join(gamesDir, 'families/mini.json'), baseText('family', 'mini'));
    const one = await open();
    const index = one.index();
    const running = index.games.map(({ code }) => one.game(code));
    for (const kind of ['games', 'families']) {
      for (const { file, bytes } of malformedCases(kind)) {
        const path = join(gamesDir, kind === 'games' ? file : `families/${file}`);
        writeFileSync(path, bytes);
        await one.refresh();
        expect([file, one.problems().some((problem) => problem.file === path)]).toEqual([file, true]);
        expect(one.index()).toBe(index);
        rmSync(path);
      }
    }
    await one.refresh();
    expect(one.problems()).toEqual([]);
    expect(index.games.map(({ code }) => one.game(code))).toEqual(running);
    expect(log.filter((line) => !line.startsWith('description refused'))).toEqual([]);
  });

  it('a running game whose file turns bad in any of these ways keeps its version', async () => {
    const one = await open();
    const index = one.index();
    for (const { file, bytes } of malformedCases('games')) {
      writeFileSync(join(gamesDir, 'ssq.json'), bytes);
      await one.refresh();
      expect([file, one.problems().length > 0]).toEqual([file, true]);
      expect(one.index()).toBe(index);
    }
  });

  it('links in circles, folders, missing targets and huge files are refused, not followed', async () => {
    symlinkSync(join(gamesDir, 'loop.json'), join(gamesDir, 'loop.json'));
    symlinkSync(join(gamesDir, 'nowhere'), join(gamesDir, 'dangling.json'));
    symlinkSync(gamesDir, join(gamesDir, 'families', 'again'));
    mkdirSync(join(gamesDir, 'folder.json'));
    writeFileSync(join(gamesDir, 'huge.json'), Buffer.alloc(50 * 1024 * 1024, 0x20));
    const one = await open(true);
    expect(codesOf(one.index())).toEqual(['jlffc', 'jsks', 'ssq']);
    const reported = Object.fromEntries(one.problems().map((problem) => [problem.file.slice(gamesDir.length + 1), problem.code]));
    expect(reported).toEqual({
      'loop.json': 'FILE_UNREADABLE',
      'dangling.json': 'FILE_UNREADABLE',
      'folder.json': 'FILE_UNREADABLE',
      'huge.json': 'FILE_TOO_LARGE',
    });
  });

  it('a family that goes or breaks leaves its games running; a new game of it is refused', async () => {
    const one = await open();
    const before = one.game('jlffc');
    const path = join(gamesDir, 'families/ssc.json');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.slice(0, 1000));
    await one.refresh();
    expect(one.game('jlffc')).toBe(before);
    rmSync(path);
    await one.refresh();
    writeFileSync(join(gamesDir, 'cqssc.json'), gameText('cqssc'));
    await one.refresh();
    expect(one.game('jlffc')).toBe(before);
    expect(codesOf(one.index())).toEqual(['jlffc', 'jsks', 'ssq']);
    expect(one.problems().map(({ code }) => code)).toEqual(['FAMILY_UNKNOWN', 'FAMILY_UNKNOWN']);
    writeFileSync(path, good);
    await one.refresh();
    expect(codesOf(one.index())).toEqual(['cqssc', 'jlffc', 'jsks', 'ssq']);
  });

  it('a family that changes away from under a game leaves it the version that ran', async () => {
    const path = join(gamesDir, 'jlffc.json');
    const game = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    writeFileSync(path, JSON.stringify({ ...game, prizes: [{ play: 'Q3_ZX', tier: 'win', fen: 190000 }] }));
    const one = await open();
    const before = one.game('jlffc');
    const family = join(gamesDir, 'families/ssc.json');
    writeFileSync(family, readFileSync(family, 'utf8').replaceAll('"Q3_ZX"', '"Q3_NEW"').replace('"unitFen": 200', '"unitFen": 100'));
    await one.refresh();
    expect(one.problems().map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['PLAY_UNKNOWN /prizes/0/play']);
    expect(one.game('jlffc')).toBe(before);
  });

  it('a game that was removed does not come back with a bad file of its name', async () => {
    const one = await open();
    rmSync(join(gamesDir, 'ssq.json'));
    await one.refresh();
    writeFileSync(join(gamesDir, 'ssq.json'), '{');
    await one.refresh();
    expect(codesOf(one.index())).toEqual(['jlffc', 'jsks']);
    expect(one.problems()).toHaveLength(1);
  });

  it('two codes that differ by case only, and a game that no route leads to, are refused', async () => {
    const one = await open();
    // The product's rules lead to any game, and so would one that no family is named for.
    const path = join(appDir, 'routes.json');
    const { gameKeys, ...routes } = JSON.parse(readFileSync(path, 'utf8')) as { gameKeys: { rules: { families?: string[] }[] } };
    const rules = gameKeys.rules.filter(({ families }) => !families?.includes('*'));
    writeFileSync(path, JSON.stringify({ ...routes, gameKeys: { ...gameKeys, rules } }));
    writeFileSync(join(gamesDir, 'SSQ.json'), readFileSync(join(gamesDir, 'ssq.json'), 'utf8').replace('"code": "ssq"', '"code": "SSQ"'));
    writeFileSync(join(gamesDir, 'zzz.json'), readFileSync(join(gamesDir, 'ssq.json'), 'utf8').replace('"code": "ssq"', '"code": "zzz"'));
    await one.refresh();
    expect(
      one
        .problems()
        .map(({ code, pointer }) => `${code} ${pointer}`)
        .sort(),
    ).toEqual(['DUPLICATE /code', 'GAME_ROUTE /code']);
    expect(codesOf(one.index())).toEqual(['jlffc', 'jsks', 'ssq']);
  });

  it('a code whose letters lead to another kind of game is refused: nobody could play it', async () => {
    copyApp();
    const text = readFileSync(join(gamesDir, 'jlffc.json'), 'utf8');
    for (const code of ['slmffc', 'QQFFC3'])
      writeFileSync(join(gamesDir, `${code}.json`), text.replace('"code": "jlffc"', `"code": "${code}"`));
    const one = await open();
    expect(one.problems().map(({ code, pointer, file }) => [code, pointer, file.endsWith('slmffc.json')])).toEqual([
      ['GAME_CODE', '/code', true],
    ]);
    expect(one.index().games.find(({ code }) => code === 'QQFFC3')?.route).toBe('/ssc/qqffc3');
  });

  it('the descriptions of the project have no loose ends', async () => {
    copyApp();
    const one = await open();
    expect(one.problems()).toEqual([]);
    expect(Object.keys(one.index().documents).sort()).toEqual(['brand', 'functions', 'list', 'menu', 'routes', 'screen', 'terms']);
  });

  it('a game whose screen or confirmation is not there is refused; a menu or route that leads nowhere is reported and stays', async () => {
    copyApp();
    const change = (path: string, edit: (document: never) => void) => {
      const document = JSON.parse(readFileSync(path, 'utf8')) as never;
      edit(document);
      writeFileSync(path, JSON.stringify(document));
    };
    const one = await open();
    change(join(gamesDir, 'ssq.json'), (game: { screen: string; confirm: string }) => {
      game.screen = 'gmae';
      game.confirm = '/nowhere/{gameCode}';
    });
    change(join(gamesDir, 'jsks.json'), (game: { screen: string }) => {
      game.screen = 'none-such';
    });
    change(join(appDir, 'routes.json'), ({ routes }: { routes: { screen?: string }[] }) => {
      (routes[0] as { screen?: string }).screen = 'hmoe';
    });
    change(join(appDir, 'menus/codes.json'), ({ entries }: { entries: { type: number; url?: string }[] }) => {
      (entries.find(({ type }) => type === 1) as { url?: string }).url = 'nowhere';
    });
    const before = one.index();
    await one.refresh();
    const reported = one.problems().map(({ code, pointer, details }) => [code, pointer, details.guess ?? details.path]);
    expect(reported.sort()).toEqual([
      ['ROUTE_UNKNOWN', '/confirm', '/nowhere/{gameCode}'],
      ['ROUTE_UNKNOWN', expect.stringMatching(/^\/entries\/\d+\/url$/), 'nowhere'],
      ['SCREEN_UNKNOWN', '/routes/0/screen', 'home'],
      ['SCREEN_UNKNOWN', '/screen', ''],
      ['SCREEN_UNKNOWN', '/screen', 'game'],
    ]);
    expect(one.index().games).toEqual(before.games);
    expect(one.index().documents.routes).not.toEqual(before.documents.routes);
  });

  it('a screen with a mistake is refused at its place while the one that ran stays, and its repair goes live', async () => {
    copyApp();
    const one = await open();
    const before = one.index();
    const path = join(appDir, 'screens/home.json');
    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.replace('"blocks"', '"blokcs"'));
    await one.refresh();
    expect(one.problems().map(({ file, code, pointer }) => [file, code, pointer])).toEqual([[path, 'SHAPE_UNKNOWN_PROPERTY', '/blokcs']]);
    expect(one.index()).toBe(before);
    writeFileSync(path, good.replace('"{brand.name}"', '"{brand.name}二"'));
    await one.refresh();
    expect(one.problems()).toEqual([]);
    expect(one.index().documents.screen?.home).not.toBe(before.documents.screen?.home);
  });

  it('[S82] a dropped screen that makes no sense never reaches a phone while the running one stays; a good one does, over HTTP', async () => {
    copyApp();
    const one = await open(true);
    const app = Fastify();
    await app.register(descriptionRoutes(one));
    const get = async <T>(url: string): Promise<T> => (await app.inject({ url })).json() as T;
    const shown = async (code: string) => {
      const hash = (await get<DescriptionIndex>('/descriptions/index.json')).documents.screen?.[code];
      return hash === undefined ? undefined : get<{ title: string }>(`/descriptions/screen/${code}.${hash}.json`);
    };
    const path = (code: string) => join(appDir, `screens/${code}.json`);
    const good = readFileSync(path('betRecord'), 'utf8');
    const running = await shown('betRecord');
    const { blocks } = JSON.parse(good) as { readonly blocks: readonly { readonly row?: { readonly title: string } }[] };
    const title = `/blocks/${blocks.findIndex(({ row }) => row?.title.startsWith('{gameName}'))}/row/title`;

    const wrong: [at: string, text: string, code: string][] = [
      ['/sources/orders/call', good.replace('/api/order/list', '/api/order/lists'), 'SCREEN_CALL'],
      [title, good.replace('"title": "{gameName}', '"title": "{gameNmae}'), 'SCREEN_NAME'],
      [title, good.replace('"title": "{gameName}', '"title": "{gameName'), 'SCREEN_SYNTAX'],
    ];
    for (const [pointer, text, code] of wrong) {
      expect(text).not.toBe(good);
      const refused = nextLog(new RegExp(code));
      writeFileSync(path('betRecord'), text);
      await refused;
      expect(one.problems().map((problem) => [problem.code, problem.pointer])).toEqual([[code, pointer]]);
      expect(await shown('betRecord')).toEqual(running);
    }

    // A screen that never ran and makes no sense is not listed at all.
    const refused = nextLog(/SCREEN_SOURCE/);
    writeFileSync(path('fresh'), good.replace('"betRecord"', '"fresh"').replace('"source": "orders"', '"source": "order"'));
    await refused;
    expect(await shown('fresh')).toBeUndefined();

    const published = nextIndex(one, ({ documents }) => documents.screen?.fresh !== undefined);
    writeFileSync(path('betRecord'), good.replace('"title": "', '"title": "新'));
    writeFileSync(path('fresh'), good.replace('"betRecord"', '"fresh"'));
    await published;
    await one.refresh();
    expect(one.problems()).toEqual([]);
    expect((await shown('betRecord'))?.title).toMatch(/^新/);
    expect((await shown('fresh'))?.title).toBe(running?.title);
    await app.close();
  });

  it('[S82] a screen is judged by the product as it is now: a route or a call that comes makes it good', async () => {
    copyApp();
    const path = join(appDir, 'screens/setting.json');
    const text = readFileSync(path, 'utf8').replace(/"to": "\/[^"]*"/, '"to": "/brandNew"');
    expect(text).toContain('/brandNew');
    const one = await open();
    writeFileSync(path, text);
    await one.refresh();
    expect(one.problems().map(({ code, details }) => [code, details.name])).toEqual([['SCREEN_ROUTE', '/brandNew']]);
    const routesPath = join(appDir, 'routes.json');
    const routes = JSON.parse(readFileSync(routesPath, 'utf8')) as { routes: object[] };
    writeFileSync(
      routesPath,
      JSON.stringify({ ...routes, routes: [...routes.routes, { path: '/brandNew', section: 'other', loginOnly: false }] }),
    );
    const before = one.index().documents.screen?.setting;
    await one.refresh();
    expect(one.problems()).toEqual([]);
    expect(one.index().documents.screen?.setting).not.toBe(before);
  });

  it('what a checker of a kind finds refuses that document alone; what it merely reports refuses nothing', async () => {
    copyApp();
    const finding = { code: 'ROUTE_UNKNOWN', pointer: '/title', details: { path: '/x' } } as const;
    const titled =
      (word: string): MakeChecker =>
      (neighbours) => {
        // A kind may be checked against one that is judged later.
        expect(neighbours.asWritten('routes')).toHaveLength(1);
        return (document) => ((document as unknown as { title: string }).title.includes(word) ? [finding] : []);
      };
    const kinds = KINDS.map((kind) => (kind.kind === 'screen' ? { ...kind, refuse: [titled('坏')], report: [titled('疑')] } : kind));
    const one = await open(false, kinds);
    const before = one.index();
    const retitle = (screen: string, title: string) => {
      const path = join(appDir, `screens/${screen}.json`);
      const document = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
      writeFileSync(path, JSON.stringify({ ...document, title }));
      return path;
    };
    const [bad, doubtful] = [retitle('home', '坏'), retitle('mine', '疑')];
    await one.refresh();
    expect(one.problems().map(({ file, code, pointer }) => [file, code, pointer])).toEqual([
      [bad, 'ROUTE_UNKNOWN', '/title'],
      [doubtful, 'ROUTE_UNKNOWN', '/title'],
    ]);
    const changed = Object.entries(one.index().documents.screen ?? {}).filter(([code, hash]) => before.documents.screen?.[code] !== hash);
    expect(changed.map(([code]) => code)).toEqual(['mine']);
  });

  it('a listener that fails harms nobody', async () => {
    const one = await open();
    one.onChange(() => {
      throw new Error('listener');
    });
    const changed = nextIndex(one);
    writeFileSync(join(gamesDir, 'gd11x5.json'), fiveOfEleven);
    await one.refresh();
    expect(codesOf(await changed)).toContain('gd11x5');
    expect(log.some((line) => line.includes('listener'))).toBe(true);
  });
});

describe('over HTTP', () => {
  it('the index can be asked for again cheaply, a version never changes, and what is not there says so', async () => {
    const one = await open();
    const app = Fastify();
    await app.register(descriptionRoutes(one));
    const index = await app.inject('/descriptions/index.json');
    expect(index.json()).toEqual(one.index());
    expect(index.headers['cache-control']).toBe('no-cache');
    const again = await app.inject({ url: '/descriptions/index.json', headers: { 'if-none-match': index.headers.etag as string } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const hash = one.game('ssq')?.hash;
    const body = await app.inject(`/descriptions/game/ssq.${hash}.json`);
    expect(body.json()).toEqual(one.game('ssq')?.game);
    expect(body.headers['cache-control']).toContain('immutable');
    for (const url of [
      `/descriptions/game/jlffc.${hash}.json`,
      '/descriptions/game/ssq.json',
      '/descriptions/game/..%2f..%2fetc.json',
      `/descriptions/x/ssq.${hash}.json`,
    ]) {
      const answer = await app.inject(url);
      expect([url, answer.statusCode, answer.json().error]).toEqual([url, 404, 'DESCRIPTION_NOT_FOUND']);
    }
    await app.close();
  });
});

it('a server starts without making rules of anything, and takes out afterwards what has none', async () => {
  publication = await openPublication({ gamesDir, appDir, startLater: true, log: (line) => log.push(line) });
  const game = publication.game('ssq')?.game as Game;
  const made = compileGame(game);
  vi.spyOn(made, 'plays', 'get').mockImplementation(() => {
    throw new Error('no rules');
  });
  expect(publication.index().games.map(({ code }) => code)).toContain('ssq');
  await publication.start();
  expect(publication.game('ssq')).toBeUndefined();
  expect(publication.index().games.map(({ code }) => code)).toEqual(['jlffc', 'jsks']);
  expect(publication.problems().map(({ code }) => code)).toEqual(['FILE_CHECK']);
  // The next good version comes back.
  vi.restoreAllMocks();
  const changed = JSON.parse(readFileSync(join(gamesDir, 'ssq.json'), 'utf8'));
  writeFileSync(join(gamesDir, 'ssq.json'), JSON.stringify({ ...changed, name: '双色球二' }));
  await publication.refresh();
  expect(publication.game('ssq')?.game.name).toBe('双色球二');
  expect(publication.problems()).toEqual([]);
});
