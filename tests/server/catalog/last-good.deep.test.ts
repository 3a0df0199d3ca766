/** A wrong file and a restart: the version in force goes on from the database, an alarm notifies the operator, and the repair goes live. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Game } from '../../../engine/descriptions/types.ts';
import { hashDocument } from '../../../server/catalog/document-hash.ts';
import type { Publication } from '../../../server/catalog/publication.ts';
import { storeVersions } from '../../../server/catalog/stored-versions.ts';
import { copyGames, root, startServer, temporaryFolder, type TestServer } from '../support/server.ts';

const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const gamesDir = copyGames(folder);
for (const kind of ['passes', 'leagues', 'sports', 'small']) cpSync(join(root, 'games', kind), join(gamesDir, kind), { recursive: true });
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const indexed = (): Map<string, string> => {
  const { games = [], documents = {} } = server?.context.publication.index() ?? {};
  const smalls = Object.entries(documents.small ?? {}).map(([code, hash]) => [`small/${code}`, hash] as const);
  return new Map([...games.map(({ code, hash }) => [code, hash] as const), ...smalls]);
};
const alarm = () => server?.context.alarms.list().find(({ name }) => name === 'description-refused');

it('files that are refused are named as the folder has them, wherever the folders lie', async () => {
  const appDir = join(temporaryFolder(), 'elsewhere');
  cpSync(join(root, 'app/descriptions'), appDir, { recursive: true });
  writeFileSync(join(appDir, 'menus/mine.json'), '{');
  const games = copyGames(temporaryFolder(), ['ssq']);
  writeFileSync(join(games, 'torn.json'), '{');
  const own = await startServer({ gamesDir: games, appDir });
  try {
    const detail = own.context.alarms.list().find(({ name }) => name === 'description-refused')?.detail;
    expect(detail?.split(', ').toSorted()).toEqual(['games/torn.json', 'menus/mine.json']);
  } finally {
    await own.stop();
    for (const each of [appDir, games]) rmSync(join(each, '..'), { recursive: true, force: true });
  }
});

it('a game, a whole family, a game on matches and a small game that are refused at a start stay as they were in force', async () => {
  server = await startServer({ dataDir, gamesDir });
  const before = indexed();
  const { database } = server.context;
  const inForce = async () => Number((await database.query<{ n: number }>('SELECT count(*)::int AS n FROM published_files')).rows[0]?.n);
  await expect.poll(inForce, { timeout: 30_000 }).toBeGreaterThanOrEqual(before.size);
  expect(alarm()?.active).toBe(0);
  await server.stop();

  const wrong = ['ssq', 'families/k3', 'sports/jczq', 'small/slm'].map((name) => join(gamesDir, `${name}.json`));
  const texts = wrong.map((file) => readFileSync(file, 'utf8'));
  for (const file of wrong) writeFileSync(file, '{ "torn": ');
  // What was removed while nothing ran is removed; what never was in force does not come from anywhere.
  rmSync(join(gamesDir, 'qlc.json'));
  writeFileSync(join(gamesDir, 'never.json'), '{');

  server = await startServer({ dataDir, gamesDir });
  const after = indexed();
  before.delete('qlc');
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
  expect(server.context.games.published('jsks')?.hash).toBe(before.get('jsks'));
  expect(server.context.sports.published('jczq')?.hash).toBe(before.get('jczq'));
  expect(server.context.smalls.published('slm')?.hash).toBe(before.get('small/slm'));
  const { status } = await fetch(`${server.base}/descriptions/game/ssq.${before.get('ssq')}.json`);
  expect(status).toBe(200);
  expect(alarm()).toMatchObject({ severity: 'warning' });
  expect(alarm()?.active).toBeGreaterThanOrEqual(5);
  expect(alarm()?.detail).toContain('games/ssq.json');

  for (const [at, file] of wrong.entries()) writeFileSync(file, texts[at] ?? '');
  rmSync(join(gamesDir, 'never.json'));
  await server.context.publication.refresh();
  expect(Object.fromEntries(indexed())).toEqual(Object.fromEntries(before));
  expect(alarm()?.active).toBe(0);
  // From now on it is a file like any other: removed, it is gone.
  rmSync(join(gamesDir, 'ssq.json'));
  await server.context.publication.refresh();
  expect(indexed().has('ssq')).toBe(false);
}, 120_000);

it('routes, menus, screens, brands, leagues, quizzes, cards and the rest go on from the database too', async () => {
  const home = temporaryFolder();
  const own = { dataDir: join(home, 'data'), gamesDir: join(home, 'games'), appDir: join(home, 'app') };
  cpSync(join(root, 'games'), own.gamesDir, { recursive: true });
  cpSync(join(root, 'app/descriptions'), own.appDir, { recursive: true });
  const wrong = [
    ...['routes', 'terms', 'functions', 'menus/codes', 'menus/home', 'screens/home', 'brands/caipu', 'lists/regions', 'help/bet'].map(
      (name) => join(own.appDir, `${name}.json`),
    ),
    ...['leagues', 'quiz', 'scratch', 'store', 'activities'].map((folder) => {
      const [first = ''] = readdirSync(join(own.gamesDir, folder)).filter((name) => name.endsWith('.json'));
      return join(own.gamesDir, folder, first);
    }),
  ].filter((file) => existsSync(file));
  expect(wrong.length).toBeGreaterThanOrEqual(12);
  const state = (publication: Publication) => ({
    index: publication.index(),
    rest: publication
      .documents()
      .map(({ kind, code, hash }) => `${kind}/${code} ${hash}`)
      .sort(),
  });
  let running = await startServer(own);
  try {
    const before = state(running.context.publication);
    const { database } = running.context;
    const versionsInForce = async () =>
      (
        await database.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM descriptions WHERE kind NOT IN ('game', 'sport', 'outright', 'small')",
        )
      ).rows[0]?.n;
    await expect.poll(versionsInForce, { timeout: 30_000 }).toBe(before.rest.length);
    await running.stop();

    const texts = wrong.map((file) => readFileSync(file, 'utf8'));
    for (const file of wrong) writeFileSync(file, '{ "torn": ');
    running = await startServer(own);
    expect(state(running.context.publication)).toEqual(before);
    expect(new Set(running.context.publication.problems().map(({ file }) => file))).toEqual(new Set(wrong));
    expect((await fetch(`${running.base}/descriptions/index.json`)).status).toBe(200);

    for (const [at, file] of wrong.entries()) writeFileSync(file, texts[at] ?? '');
    await running.context.publication.refresh();
    expect(state(running.context.publication)).toEqual(before);
    expect(running.context.publication.problems()).toEqual([]);
  } finally {
    await running.stop();
    rmSync(home, { recursive: true, force: true });
  }
}, 120_000);

it('what an older program took into force and this one refuses stays on sale after the upgrade, and is bet on', async () => {
  const home = temporaryFolder();
  const own = { dataDir: join(home, 'data'), gamesDir: copyGames(home) };
  const file = join(own.gamesDir, 'jlb.json');
  const good = readFileSync(join(root, 'docs/examples/jlb.json'), 'utf8');
  /** Of three numbers a bet, a player may pick none: nothing comes of it, and the former check let it pass. */
  const spoilt = <T extends Pick<Game, 'playGroups'>>(game: T): T => ({
    ...game,
    playGroups: game.playGroups.map((group) => ({
      ...group,
      plays: group.plays.map((play) => (play.code === 'X3' ? { ...play, areas: play.areas.map((area) => ({ ...area, min: 0 })) } : play)),
    })),
  });
  writeFileSync(file, good);
  let running = await startServer(own);
  try {
    const { database, publication, clock } = running.context;
    const inForce = async () =>
      (await database.query<{ hash: string }>("SELECT hash FROM published_files WHERE file = 'games/jlb'")).rows[0]?.hash;
    await expect.poll(inForce, { timeout: 30_000 }).toBe(publication.game('jlb')?.hash);
    const before = spoilt(publication.game('jlb')?.game as Game);
    const version = hashDocument(before);
    await storeVersions(database, [{ code: 'jlb', game: before, ...version }], clock.now());
    await database.query("UPDATE published_files SET hash = $1 WHERE file = 'games/jlb'", [version.hash]);
    await running.stop();

    writeFileSync(file, JSON.stringify(spoilt(JSON.parse(good) as Game), null, 2));
    running = await startServer(own);
    const { context } = running;
    expect(context.publication.problems().map(({ code }) => code)).toEqual(['AREA_LEAST']);
    expect(context.publication.index().games.find(({ code }) => code === 'jlb')?.hash).toBe(version.hash);
    expect(context.alarms.list().find(({ name }) => name === 'description-refused')?.active).toBe(1);
    const client = running.client();
    await client.sync();
    await client.login('demo', 'demo1234');
    const ticket = { game: 'jlb', lines: [{ play: 'X3', picks: { pick: [1, 2, 3] } }] };
    const bet = async () => (await client.bet({ ticket, hash: version.hash, amountFen: 200 })).status;
    await expect.poll(bet, { timeout: 30_000 }).toBe(0);

    writeFileSync(file, good);
    await context.publication.refresh();
    expect(context.publication.problems()).toEqual([]);
    expect(context.publication.index().games.find(({ code }) => code === 'jlb')?.hash).not.toBe(version.hash);
  } finally {
    await running.stop();
    rmSync(home, { recursive: true, force: true });
  }
}, 120_000);
