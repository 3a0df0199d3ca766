/** Taking published games over: one that has no rules, or a database that fails, must not hold the others back. */
import { expect, it } from 'vitest';
import type { Game } from '../../../engine/descriptions/types.ts';
import type { GameClock } from '../../../server/platform/clock.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { hashDocument } from '../../../server/catalog/document-hash.ts';
import { openPublication, type Publication, type PublishedGame } from '../../../server/catalog/publication.ts';
import { openGames } from '../../../server/catalog/games.ts';
import { join } from 'node:path';
import { root } from '../support/server.ts';

const real = await openPublication({ gamesDir: join(root, 'games'), appDir: join(root, 'app/descriptions') });
const good = ['ssq', 'jsks', 'jlffc'].map((code) => real.game(code) as PublishedGame);
await real.close();

/** The game with something changed that no file could say: it must come from a mistake of ours. */
function changed(
  from: PublishedGame,
  change: (game: { name: string; playGroups: { plays: { rule: { kind: string } }[] }[] }) => void,
): PublishedGame {
  const game = structuredClone(from.game) as unknown as Parameters<typeof change>[0];
  change(game);
  return { code: from.code, game: game as unknown as Game, ...hashDocument(game) };
}

function world() {
  let games: readonly PublishedGame[] = good;
  let failing = false;
  const stored: string[] = [];
  const log: string[] = [];
  const publication = {
    index: () => ({ games: games.map(({ code, hash }) => ({ code, hash })) }),
    game: (code: string) => games.find((game) => game.code === code),
  } as unknown as Publication;
  const database = {
    async query(text: string, values: readonly unknown[]) {
      if (failing) throw new Error('the database is away');
      if (text.startsWith('SELECT'))
        return { rows: stored.filter((hash) => (values[0] as string[]).includes(hash)).map((hash) => ({ hash })), rowCount: 0 };
      stored.push(...(JSON.parse(values[3] as string) as { hash: string }[]).map(({ hash }) => hash));
      return { rows: [], rowCount: 0 };
    },
  } as unknown as Database;
  return {
    stored,
    log,
    publish: (...next: readonly PublishedGame[]) => (games = next),
    fail: (now: boolean) => (failing = now),
    open: () => openGames(database, publication, { now: () => 0 } as GameClock, (line) => log.push(line)),
  };
}

const [ssq, jsks, jlffc] = good as [PublishedGame, PublishedGame, PublishedGame];
const withoutRules = changed(ssq, (game) => {
  for (const { plays } of game.playGroups) for (const { rule } of plays) rule.kind = 'nothing';
});
const renamed = changed(jlffc, (game) => {
  game.name = '新名';
});

it('a game without rules keeps its version, and the others go on', async () => {
  const at = world();
  const games = await at.open();
  at.publish(withoutRules, jsks, renamed);
  await games.refresh();
  expect(games.published('ssq')?.hash).toBe(ssq.hash);
  expect(games.published('jlffc')?.hash).toBe(renamed.hash);
  expect(games.all()).toHaveLength(3);
  expect(at.log).toHaveLength(1);
  expect(at.log[0]).toContain(`game ssq ${withoutRules.hash} has no rules`);
  expect(at.stored).not.toContain(withoutRules.hash);
});

it('a game that never had rules is not there, and does not stop the start', async () => {
  const at = world();
  at.publish(withoutRules, jsks);
  const games = await at.open();
  expect(games.all().map(({ game }) => game.code)).toEqual(['jsks']);
});

it('nothing is sold under a version that the database does not hold, and the next try takes it over', async () => {
  const at = world();
  const games = await at.open();
  at.publish(ssq, renamed);
  at.fail(true);
  await expect(games.refresh()).rejects.toThrow('the database is away');
  expect(games.published('jlffc')?.hash).toBe(jlffc.hash);
  expect(games.sellable('jlffc', renamed.hash)).toBeUndefined();
  // A game that was removed is gone all the same.
  expect(games.published('jsks')).toBeUndefined();
  at.fail(false);
  await games.refresh();
  expect(games.published('jlffc')?.hash).toBe(renamed.hash);
});
