/** A folder of descriptions is published, again whenever a file changes, and given out over HTTP. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game } from '../../../engine/descriptions/types.ts';
import { compiledGame } from '../../../engine/rules/index.ts';
import { DescriptionFolders } from '../../../server/catalog/folders.ts';
import { publishedFiles } from '../../../server/catalog/report.ts';
import { descriptionRoutes } from '../../../server/catalog/routes.ts';
import { codesOf, fiveOfEleven, nextIndex, publicationFolders } from '../../support/publication-folders.ts';

const folders = publicationFolders();
const { nextLog, open } = folders;
let folder: string;
let gamesDir: string;
let appDir: string;
let log: string[];
beforeEach(() => {
  ({ folder, gamesDir, appDir, log } = folders.now());
});

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
    const one = await open();
    const first = one.index();
    await one.close();
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
  it('a change that no watch tells of, as on a network file system, is found by a look; looks at what is unchanged tell nobody', async () => {
    const one = await open(false, undefined, false, 10);
    let looks = 0;
    one.onLook(() => {
      looks += 1;
    });
    for (const [file, text] of [
      ['gd11x5.json', fiveOfEleven],
      ['gd11x5.json', undefined],
    ] as const) {
      const changed = nextIndex(one);
      if (text === undefined) rmSync(join(gamesDir, file));
      else writeFileSync(join(gamesDir, file), text);
      expect(codesOf(await changed).includes('gd11x5')).toBe(text !== undefined);
    }
    const looksBefore = looks;
    const looked = vi.spyOn(DescriptionFolders.prototype, 'look');
    await vi.waitFor(() => expect(looked.mock.calls.length).toBeGreaterThan(20), { timeout: 20_000 });
    looked.mockRestore();
    expect(looks).toBe(looksBefore);
  });

  it('a file that is dropped in is live, with its route and its family', async () => {
    const one = await open(true);
    const changed = nextIndex(one);
    writeFileSync(join(gamesDir, 'gd11x5.json'), fiveOfEleven);
    const index = await changed;
    expect(index.games.find(({ code }) => code === 'gd11x5')).toMatchObject({ family: '11x5', route: '/ssc/gd11x5', oneDayPriceNum: 42 });
    expect(one.game('gd11x5')?.game.playGroups.length).toBeGreaterThan(0);
    // The problem of a name in capitals says the right name.
    const named = join(gamesDir, 'GD11X5.JSON');
    writeFileSync(named, fiveOfEleven);
    await vi.waitUntil(() => one.problems().length > 0, { timeout: 10_000 });
    expect(one.problems()).toEqual([
      expect.objectContaining({ file: named, code: 'FILE_NAME', remedy: expect.stringContaining('gd11x5.json') }),
    ]);
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

  it('folders that cannot be listed keep their known files, raise a problem, and are read again by a timer', async () => {
    mkdirSync(join(gamesDir, 'store'));
    const one = await open(true);
    const index = one.index();
    const problemRows = () => one.problems().map(({ file, code, message }) => [file, code, /：(E[A-Z]+)；/.exec(message)?.[1]]);
    const families = join(gamesDir, 'families');
    renameSync(families, join(folder, 'families'));
    writeFileSync(families, '');
    await one.refresh();
    expect(problemRows()).toEqual([[families, 'FILE_UNREADABLE', 'ENOTDIR']]);
    rmSync(families);
    renameSync(join(folder, 'families'), families);
    await one.refresh();
    expect(problemRows()).toEqual([]);

    // A volume that goes takes the folder with it, or leaves an empty one in its place.
    const away = join(folder, 'away');
    renameSync(gamesDir, away);
    await vi.waitUntil(() => problemRows().length > 0, { timeout: 10_000 });
    expect(problemRows()).toEqual([[gamesDir, 'FILE_UNREADABLE', 'ENOENT']]);
    mkdirSync(gamesDir);
    // Longer than a file may be gone.
    const gone = performance.now();
    await vi.waitUntil(async () => {
      await one.refresh();
      return performance.now() - gone > 500;
    });
    expect(problemRows()).toEqual([[gamesDir, 'FILE_UNREADABLE', 'ENOENT']]);
    expect(one.index()).toBe(index);
    expect(one.game('jlffc')).toBeDefined();
    rmSync(gamesDir, { recursive: true });
    renameSync(away, gamesDir);
    await vi.waitUntil(() => problemRows().length === 0, { timeout: 10_000 });
    expect(one.index()).toBe(index);
    // It is watched again.
    await one.refresh();
    const changed = nextIndex(one, (next) => codesOf(next).includes('gd11x5'));
    writeFileSync(join(gamesDir, 'gd11x5.json'), fiveOfEleven);
    await changed;
    // What is gone from a folder that is there is gone.
    rmSync(join(gamesDir, 'gd11x5.json'));
    await nextIndex(one, (next) => !codesOf(next).includes('gd11x5'));
  }, 30_000);

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
  const publication = await open(false, undefined, true);
  const game = publication.game('ssq')?.game as Game;
  const made = compiledGame(game);
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
