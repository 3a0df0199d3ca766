/** Odds of a game with many draws are computed beside the server, stored, and found again: seconds of processor, and a server process. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { LotteryOddsModels } from '../../../protocol/calls.ts';
import { oddsHash } from '../../../server/lottery/draws/odds-hash.ts';
import { oddsOfPlays } from '../../../server/lottery/draws/odds-worker.ts';
import { spawnServer, startServer, temporaryFolder } from '../support/server.ts';
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
