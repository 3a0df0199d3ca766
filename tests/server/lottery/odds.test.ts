/** Odds are computed beside the server and not in it, once for what they follow from, and stored. */
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { createOdds } from '../../../server/lottery/draws/odds.ts';
import { oddsHash } from '../../../server/lottery/draws/odds-hash.ts';
import { oddsOfPlays } from '../../../server/lottery/draws/odds-worker.ts';
import { preparedOdds, prepareOdds } from '../../../server/lottery/draws/prepared-odds.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import { gameVersion } from '../support/tickets.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
it('what the build has worked out is not worked out again: by what it follows from, and the database is asked first', async () => {
  const games = join(folder, 'games');
  const place = join(folder, 'prepared');
  mkdirSync(join(games, 'families'), { recursive: true });
  cpSync('games/calendars', join(games, 'calendars'), { recursive: true });
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
    const [k3, ssq] = [gameVersion(server, 'jsks').game, gameAt(gameVersion(server, 'ssq').game)];
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
