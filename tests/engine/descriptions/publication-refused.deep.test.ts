/** Wrong files in the description folders: each is refused and reported with its place, and the running versions stay in force. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DescriptionIndex } from '../../../engine/descriptions/types.ts';
import { KIND_CHECKERS, type MakeChecker } from '../../../server/catalog/checkers.ts';
import { descriptionRoutes } from '../../../server/catalog/routes.ts';
import { baseText, malformedCases } from '../../support/malformed.ts';
import { codesOf, fiveOfEleven, gameText, nextIndex, publicationFolders } from '../../support/publication-folders.ts';

const folders = publicationFolders();
const { copyApp, nextLog, open } = folders;
let gamesDir: string;
let appDir: string;
let log: string[];
beforeEach(() => {
  ({ gamesDir, appDir, log } = folders.now());
});

describe('a wrong file in the description folders', () => {
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

  it('a running game keeps its version when its file becomes malformed in any of these ways', async () => {
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

  it('a family whose file is removed or broken stays in force, for its games and for a new game', async () => {
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
    expect(codesOf(one.index())).toEqual(['cqssc', 'jlffc', 'jsks', 'ssq']);
    expect(one.problems()).toMatchObject([{ file: path, code: 'FILE_NEEDED', message: expect.stringContaining('games/jlffc.json:') }]);
    writeFileSync(path, good);
    await one.refresh();
    expect(one.problems()).toEqual([]);
    expect(codesOf(one.index())).toEqual(['cqssc', 'jlffc', 'jsks', 'ssq']);
  });

  it('a game keeps its running version when its family loses a play that the game needs', async () => {
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
    // The product has a rule for every family ('*'), which would give each of these games a route.
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

  it('a code whose letters give it the route of another kind of game is refused, because no player could open the game', async () => {
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

  it('the descriptions of the project have no problems', async () => {
    copyApp();
    const one = await open();
    expect(one.problems()).toEqual([]);
    expect(Object.keys(one.index().documents).sort()).toEqual(['brand', 'functions', 'list', 'menu', 'routes', 'screen', 'terms']);
  });

  it('a game, a menu and routes with unknown targets are refused, each at its place, and the running versions stay', async () => {
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
    const reported = one.problems().map(({ code, pointer, details }) => [code, pointer, details.path ?? details.guess]);
    expect(reported.sort()).toEqual([
      ['ROUTE_UNKNOWN', '/confirm', '/nowhere/{gameCode}'],
      ['ROUTE_UNKNOWN', expect.stringMatching(/^\/entries\/\d+\/url$/), 'nowhere'],
      ['SCREEN_UNKNOWN', '/routes/0/screen', 'home'],
      ['SCREEN_UNKNOWN', '/screen', ''],
      ['SCREEN_UNKNOWN', '/screen', 'game'],
    ]);
    expect(one.index()).toBe(before);
  });

  it('a screen with a mistake is refused at its place and its running version stays; the corrected file is published', async () => {
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

  it('[S82] over HTTP a wrong screen never reaches a phone and the running version stays; a correct one is delivered', async () => {
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

    // A wrong screen without a running version is not in the index.
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

  it('[S82] a screen is checked against the current routes: a new route makes a refused screen valid', async () => {
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

  it('a finding of a checker refuses only the document that has it', async () => {
    copyApp();
    const finding = { code: 'ROUTE_UNKNOWN', pointer: '/title', details: { path: '/x' } } as const;
    const titled =
      (word: string): MakeChecker =>
      (neighbours) => {
        // A checker sees the documents of kinds that are checked later, too.
        expect(neighbours.inForce('routes')).toHaveLength(1);
        return (document) => ((document as unknown as { title: string }).title.includes(word) ? [finding] : []);
      };
    const kinds = KIND_CHECKERS.map((kind) => (kind.kind === 'screen' ? { ...kind, checks: [titled('坏'), titled('疑')] } : kind));
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
    expect(one.index()).toBe(before);
    retitle('mine', '我');
    await one.refresh();
    const changed = Object.entries(one.index().documents.screen ?? {}).filter(([code, hash]) => before.documents.screen?.[code] !== hash);
    expect(changed.map(([code]) => code)).toEqual(['mine']);
  });

  it('a listener that throws does not stop the publication or the other listeners', async () => {
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
