/**
 * Games as the server works with them: the published version of each, and any older one by its hash, compiled once. Every version
 * that is published is first written to the database, so that a ticket's description outlives the file that it came from.
 */
import type { Game } from '../engine/descriptions/types.ts';
import { type CompiledGame, compileGame } from '../engine/rules/index.ts';
import type { GameClock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Publication } from './descriptions/publication.ts';

/** A phone that loaded the game just before a change may still bet under what it showed the player. */
const GRACE_MS = 60_000;

export interface GameVersion {
  readonly hash: string;
  readonly game: Game;
  readonly compiled: CompiledGame;
}

export interface Games {
  /** The version now published; undefined for a game that is not there. */
  published(code: string): GameVersion | undefined;
  /** All published games. */
  all(): readonly GameVersion[];
  /** The version that a ticket may be sold under: the published one, or one replaced less than a minute ago. */
  sellable(code: string, hash: string): GameVersion | undefined;
  /** Any version ever published; rejects for a hash that never was. */
  byHash(hash: string): Promise<GameVersion>;
  /** Reads the publication again after a change; resolves when the database holds all its versions. */
  refresh(): Promise<void>;
}

export async function openGames(database: Database, publication: Publication, clock: GameClock): Promise<Games> {
  const byHash = new Map<string, GameVersion>();
  let current = new Map<string, GameVersion>();
  const replaced = new Map<string, { version: GameVersion; at: number }>();
  let refreshing: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    const next = new Map<string, GameVersion>();
    for (const { code } of publication.index().games) {
      const found = publication.game(code);
      if (found === undefined) continue;
      let version = byHash.get(found.hash);
      if (version === undefined) {
        await database.kysely
          .insertInto('descriptions')
          .values({ hash: found.hash, kind: 'game', code, body: found.body, stored_at: clock.now() })
          .onConflict((conflict) => conflict.column('hash').doNothing())
          .execute();
        version = { hash: found.hash, game: found.game, compiled: compileGame(found.game) };
        byHash.set(found.hash, version);
      }
      next.set(code, version);
    }
    for (const [code, version] of current) {
      if (next.get(code)?.hash !== version.hash) replaced.set(version.hash, { version, at: performance.now() });
    }
    current = next;
  }

  await refresh();
  return {
    published: (code) => current.get(code),
    all: () => [...current.values()],
    sellable(code, hash) {
      const version = current.get(code);
      if (version === undefined || version.hash === hash) return version;
      const before = replaced.get(hash);
      return before !== undefined && before.version.game.code === code && performance.now() - before.at < GRACE_MS
        ? before.version
        : undefined;
    },
    async byHash(hash) {
      const known = byHash.get(hash);
      if (known !== undefined) return known;
      const row = await database.kysely.selectFrom('descriptions').select('body').where('hash', '=', hash).executeTakeFirst();
      if (row === undefined) throw new Error(`description ${hash} is not in the database`);
      const game = JSON.parse(row.body) as Game;
      const version = { hash, game, compiled: compileGame(game) };
      byHash.set(hash, version);
      return version;
    },
    // One after the other: two changes in quick succession must not publish the older one last.
    refresh() {
      refreshing = refreshing.then(refresh, refresh);
      return refreshing;
    },
  };
}
