/** Odds of a game with many possible draws are computed in a worker, stored in the database and reused. In the deep ring, because it takes seconds of processor time and a server process. */
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

it('computing the odds of a 时时彩 game delays no other request; the result is stored for every game with the same plays and prizes', async () => {
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

    // For a game that is quick to compute, the answer equals the odds that the rules give.
    const small = gameVersion(server, 'jsks');
    expect((await odds(server.base, 'jsks')).plays).toEqual(JSON.parse(JSON.stringify(oddsOfPlays(small.game))));
    expect(oddsHash({ ...small.game, name: '另一个', code: 'other' })).toBe(oddsHash(small.game));
    expect(oddsHash({ ...small.game, unitFen: 100 })).not.toBe(oddsHash(small.game));
    // The stored odds are emptied here. After a restart the answer must be empty, which shows that it comes from the database.
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

it('the built server computes odds too', async () => {
  const node = await spawnServer({ CAIPU_DATA: join(folder, 'shipped') });
  try {
    const models = await odds(node.base, 'ssq');
    expect(models.plays.length).toBeGreaterThan(1);
    expect(models.plays[0]?.kinds[0]?.tiers.length).toBeGreaterThan(3);
  } finally {
    await node.stop();
  }
});
