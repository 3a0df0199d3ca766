/** Versions of games: how many are kept at hand and how much of them is stored, however often a family is saved. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { canonicalJson } from '../../../engine/descriptions/canonical.ts';
import { LruCache } from '../../../server/catalog/lru-cache.ts';
import { pruneVersions, readVersion, splitGameText } from '../../../server/catalog/stored-versions.ts';
import { Versions } from '../../../server/catalog/versions.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

const SAVES = 12;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ games: 'all', role: 'web', clockSpeed: 1, history: 0 });
});
afterAll(() => server?.stop());

const ask = async <R>(text: string, values: readonly unknown[] = []) => (await server.context.database.query<R>(text, values)).rows;
const stored = async () =>
  (
    await ask<{ versions: number; bytes: number; parts: number }>(
      // Texts of screens and the like are kept beside them, the last of each.
      `SELECT (SELECT count(*)::int FROM descriptions WHERE kind = 'game') AS versions, (SELECT count(*)::int FROM description_parts) AS parts,
              (SELECT coalesce(sum(length(body)), 0)::bigint FROM descriptions WHERE kind = 'game') + (SELECT coalesce(sum(length(body)), 0)::bigint FROM description_parts) AS bytes`,
    )
  )[0] as { versions: number; bytes: number; parts: number };

it('a family that is saved again and again is stored by what changed, and kept in memory up to a bound', async () => {
  const { context, gamesDir } = server;
  const file = join(gamesDir, 'families', 'ssc.json');
  const family = JSON.parse(readFileSync(file, 'utf8')) as { playGroups: { plays: { name: string }[] }[] };
  const play = family.playGroups[0]?.plays[0] as { name: string };
  const name = play.name;
  const games = context.games.all().filter(({ game: each }) => each.family === 'ssc').length;
  expect(games).toBeGreaterThan(5);
  const before = await stored();
  const whole = canonicalJson(gameVersion(server, 'jlffc').game).length;
  for (let save = 1; save <= SAVES; save += 1) {
    play.name = `${name}${save}`;
    writeFileSync(file, JSON.stringify(family));
    await context.publication.refresh();
    await context.games.refresh();
    expect(context.games.published('jlffc')?.game.playGroups[0]?.plays[0]?.name).toBe(`${name}${save}`);
  }
  const after = await stored();
  expect(after.versions - before.versions).toBe(games * SAVES);
  // The play that changed and the list that names it, once for each save; and each game's own few lines.
  expect(after.parts - before.parts).toBeLessThanOrEqual(3 * SAVES);
  expect(after.bytes - before.bytes).toBeLessThan((games * SAVES * whole) / 20);
  // A minute later no player may bet under the replaced versions. The server keeps a bounded number of them; all of them would take more memory.
  const later = performance.now() + 61_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  const { current, older, olderBytes } = context.games.cacheSizes();
  vi.restoreAllMocks();
  expect(current).toBe(context.games.all().length);
  expect(games * SAVES * whole).toBeGreaterThan(7_000_000);
  expect([older > 0, olderBytes <= 6_000_000, olderBytes]).toEqual([true, true, expect.any(Number)]);
});

it('a stored version is given back to the letter, and one whose part is gone says so', async () => {
  for (const version of server.context.games.all()) {
    const text = canonicalJson(version.game);
    expect(await readVersion(server.context.database, version.hash)).toBe(text);
    expect(splitGameText(version.game, text).parts.size).toBeGreaterThan(0);
  }
  const { hash } = gameVersion(server, 'ssq');
  const [row] = await ask<{ parts: string[] }>('SELECT parts FROM descriptions WHERE hash = $1', [hash]);
  const [part] = await ask<{ hash: string; body: string; stored_at: number }>('DELETE FROM description_parts WHERE hash = $1 RETURNING *', [
    row?.parts[0],
  ]);
  await expect(readVersion(server.context.database, hash)).rejects.toThrow(`description ${hash} is damaged in the database`);
  await ask('INSERT INTO description_parts VALUES ($1, $2, $3)', [part?.hash, part?.body, part?.stored_at]);
});

it('versions that nobody refers to go after a week; those in force, drawn under or bet on stay', async () => {
  const { context } = server;
  const player = await server.client().register();
  const sold = gameVersion(server, 'ssq');
  await player.bet(singleBet(sold));
  const all = await stored();
  const now = context.clock.now();
  const inForce = context.games.all().map(({ hash }) => hash);
  expect(await pruneVersions(context.database, inForce, now + 6 * DAY_MS)).toBe(0);
  // All of the saves but the one in force; nothing was opened or sold under them.
  const pruned = await pruneVersions(context.database, inForce, now + 13.5 * DAY_MS);
  expect(pruned).toBeGreaterThan(SAVES);
  const left = await stored();
  expect(left.versions).toBe(all.versions - pruned);
  expect(left.parts).toBeLessThan(all.parts);
  for (const version of context.games.all()) expect(await readVersion(context.database, version.hash)).toBe(canonicalJson(version.game));
  // Out of force, the version that was bet on stays for good, and another one goes.
  await pruneVersions(context.database, [], now + 40 * DAY_MS);
  expect(await readVersion(context.database, sold.hash)).toBeDefined();
  const unsold = gameVersion(server, 'dlt').hash;
  expect(await readVersion(context.database, unsold)).toBeUndefined();
  // Sold after all, by a process that still has it in force: it is there again before the bet is.
  expect((await player.bet(singleBet(gameVersion(server, 'dlt')))).http).toBe(409);
  expect(await readVersion(context.database, unsold)).toBe(canonicalJson(gameVersion(server, 'dlt').game));
});

it('keeps what was used last, up to its bytes', () => {
  const boundedTexts = new LruCache<string>(10);
  boundedTexts.set('a', 'A', 4);
  boundedTexts.set('b', 'B', 4);
  boundedTexts.get('a');
  boundedTexts.set('c', 'C', 4);
  expect([boundedTexts.get('a'), boundedTexts.get('b'), boundedTexts.get('c'), boundedTexts.bytes]).toEqual(['A', undefined, 'C', 8]);
  boundedTexts.set('d', 'D', 11);
  expect([boundedTexts.size, boundedTexts.bytes]).toEqual([0, 0]);
});

it('texts of documents that were published before are kept up to a bound, the newest always', () => {
  const versions = new Versions();
  const body = 'x'.repeat(1_000_000);
  for (let n = 1; n <= 15; n += 1) versions.remember('screen', 'Home', { hash: `h${n}`, body });
  const keptVersions = Array.from({ length: 15 }, (_, n) => n + 1).filter((n) => versions.body('screen', 'Home', `h${n}`) !== undefined);
  expect(keptVersions).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});
