/** Odds are computed beside the server and not in it, once for what they follow from, and stored. */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { LotteryOddsModels } from '../../../protocol/calls.ts';
import { createOdds } from '../../../server/lottery/draws/odds.ts';
import { oddsHash } from '../../../server/lottery/draws/odds-hash.ts';
import { oddsOfPlays } from '../../../server/lottery/draws/odds-worker.ts';
import { preparedOdds, prepareOdds } from '../../../server/lottery/draws/prepared-odds.ts';
import { startServer, spawnServer, temporaryFolder } from '../support/server.ts';
import { gameVersion } from '../support/tickets.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const odds = async (base: string, gameCode: string) =>
  ((await (await fetch(`${base}/api/lottery/GetLotteryOdds?gameCode=${gameCode}`)).json()) as { models: LotteryOddsModels }).models;

it('a 时时彩 game asked about for the first time keeps nobody else waiting; the table is stored, and serves every game of its kind', async () => {
  const dataDir = join(folder, 'data');
  const server = await startServer({ clockSpeed: 1, history: 0, dataDir });
  try {
    const done: string[] = [];
    const first = odds(server.base, 'jlffc').then((models) => {
      done.push('odds');
      return models;
    });
    const again = odds(server.base, 'jlffc');
    for (let at = 0; at < 50; at += 1) {
      await fetch(`${server.base}/api/SystemConfig/GetServerTime`);
      done.push('other');
    }
    expect(done.indexOf('odds') === -1 || done.indexOf('odds') > 10).toBe(true);
    const models = await first;
    expect(await again).toEqual(models);
    const { database } = server.context;
    const rows = async () => (await database.query<{ hash: string }>('SELECT hash FROM odds')).rows.map(({ hash }) => hash);
    const version = gameVersion(server, 'jlffc');
    expect(await rows()).toEqual([oddsHash(version.game)]);
    expect(models).toMatchObject({ gameCode: 'jlffc', hash: version.hash });
    expect(models.plays.find(({ code }) => code === 'Q3_ZX')?.kinds[0]?.winChance).toEqual({ numerator: '1', denominator: '1000' });

    // Exactly what the rules say, for a game that is quick to compute.
    const small = gameVersion(server, 'jsks');
    expect((await odds(server.base, 'jsks')).plays).toEqual(JSON.parse(JSON.stringify(oddsOfPlays(small.game))));
    expect(oddsHash({ ...small.game, name: '另一个', code: 'other' })).toBe(oddsHash(small.game));
    expect(oddsHash({ ...small.game, unitFen: 100 })).not.toBe(oddsHash(small.game));
    // From now on the database tells it: also after a restart, to any process.
    await database.query(`UPDATE odds SET plays = '[]' WHERE hash = $1`, [oddsHash(small.game)]);
  } finally {
    await server.stop();
  }
  const next = await startServer({ clockSpeed: 1, history: 0, dataDir });
  try {
    expect((await odds(next.base, 'jsks')).plays).toEqual([]);
  } finally {
    await next.stop();
  }
});

it('the server as it ships computes them too', async () => {
  const node = await spawnServer({ CAIPU_DATA: join(folder, 'shipped') });
  try {
    const models = await odds(node.base, 'ssq');
    expect(models.plays.length).toBeGreaterThan(1);
    expect(models.plays[0]?.kinds[0]?.tiers.length).toBeGreaterThan(3);
  } finally {
    await node.stop();
  }
});

it('what the build has worked out is not worked out again: by what it follows from, and the database is asked first', async () => {
  const games = join(folder, 'games');
  const place = join(folder, 'prepared');
  mkdirSync(join(games, 'families'), { recursive: true });
  // Of a family and of none; two that differ in name alone share a table.
  cpSync('games/families/k3.json', join(games, 'families/k3.json'));
  for (const code of ['jsks', 'ffk3', 'ssq']) cpSync(`games/${code}.json`, join(games, `${code}.json`));
  await prepareOdds(games, place);
  // Another build keeps the files that are still needed. The file of a removed game is deleted.
  const before = readdirSync(place);
  const modifiedAt = (name: string) => statSync(join(place, name)).mtimeMs;
  const times = new Map(before.map((name) => [name, modifiedAt(name)]));
  cpSync('games/qlc.json', join(games, 'qlc.json'));
  await prepareOdds(games, place);
  expect(readdirSync(place)).toHaveLength(before.length + 1);
  rmSync(join(games, 'qlc.json'));
  await prepareOdds(games, place);
  expect(new Map(readdirSync(place).map((name) => [name, modifiedAt(name)]))).toEqual(times);
  const server = await startServer({ clockSpeed: 1, history: 0 });
  try {
    const [k3, ssq] = [gameVersion(server, 'jsks').game, gameVersion(server, 'ssq').game];
    expect(readdirSync(place).sort()).toEqual([k3, ssq].map((each) => `${oddsHash(each)}.json`).sort());
    expect(JSON.parse((await preparedOdds(oddsHash(k3), place)) ?? '')).toEqual(JSON.parse(JSON.stringify(oddsOfPlays(k3))));
    expect(await preparedOdds(oddsHash({ ...k3, unitFen: 100 }), place)).toBeUndefined();

    const { context } = server;
    const of = createOdds(
      context.database,
      context.games,
      context.clock,
      () => {},
      async () => '["of the build"]',
    );
    expect(await of.of(k3, context.clock.now())).toEqual(['of the build']);
    expect((await context.database.query('SELECT 1 FROM odds')).rows).toEqual([]);
    await context.database.query('INSERT INTO odds (hash, plays) VALUES ($1, $2)', [oddsHash(ssq), '["stored"]']);
    expect(await of.of(ssq, context.clock.now())).toEqual(['stored']);
    await of.close();
  } finally {
    await server.stop();
  }
});
