/**
 * Games as the server works with them: the published version of each, and any older one by its hash, compiled once. Every version
 * that is published is first written to the database, so that a ticket's description outlives the file that it came from.
 */
import type { Game } from '../engine/descriptions/types.ts';
import { type CompiledGame, compileGame } from '../engine/rules/index.ts';
import type { GameClock } from './clock.ts';
import type { Database, Querying } from './db/database.ts';
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
  /** Any version ever published; rejects for a hash that never was. Within a transaction, give its client: it may hold the only session. */
  byHash(hash: string, client?: Querying): Promise<GameVersion>;
  /** Canonical JSON of any version of a game ever published; undefined for one that never was. */
  body(code: string, hash: string): Promise<string | undefined>;
  /**
   * Reads the publication again after a change; resolves when the database holds all its versions. A game that cannot be taken over
   * keeps the version before, and is told to the log; the others are taken over all the same. Rejects, after those, when the
   * database failed: then it is worth another try.
   */
  refresh(): Promise<void>;
}

export async function openGames(
  database: Database,
  publication: Publication,
  clock: GameClock,
  log: (line: string) => void = () => {},
): Promise<Games> {
  const byHash = new Map<string, GameVersion>();
  let current = new Map<string, GameVersion>();
  const replaced = new Map<string, { version: GameVersion; at: number }>();
  let refreshing: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    const next = new Map<string, GameVersion>();
    const fresh: { code: string; body: string; version: GameVersion }[] = [];
    for (const { code } of publication.index().games) {
      const found = publication.game(code);
      if (found === undefined) continue;
      const known = byHash.get(found.hash);
      if (known !== undefined) {
        next.set(code, known);
        continue;
      }
      try {
        fresh.push({ code, body: found.body, version: { hash: found.hash, game: found.game, compiled: compileGame(found.game) } });
      } catch (error) {
        log(`game ${code} ${found.hash} has no rules, the version before stays: ${(error as Error).stack ?? error}`);
        const before = current.get(code);
        if (before !== undefined) next.set(code, before);
      }
    }
    let failure: unknown;
    // One statement for all: on the first start there are fifty of them, and each statement is a journey.
    await store(fresh).catch((error) => {
      failure = error ?? new Error('unknown');
    });
    for (const { code, version } of fresh) {
      const before = current.get(code);
      // Nothing is sold under a version that the database does not hold: its tickets could not be settled after a restart.
      if (failure === undefined) byHash.set(version.hash, version);
      if (failure === undefined) next.set(code, version);
      else if (before !== undefined) next.set(code, before);
    }
    for (const [code, version] of current) {
      if (next.get(code)?.hash !== version.hash) replaced.set(version.hash, { version, at: performance.now() });
    }
    current = next;
    if (failure !== undefined) throw failure;
  }

  async function store(fresh: readonly { code: string; body: string; version: GameVersion }[]): Promise<void> {
    if (fresh.length === 0) return;
    // On every start but the first all of them are there, and their texts are megabytes.
    const { rows } = await database.query<{ hash: string }>('SELECT hash FROM descriptions WHERE hash = ANY($1::text[])', [
      fresh.map(({ version }) => version.hash),
    ]);
    const known = new Set(rows.map(({ hash }) => hash));
    const missing = fresh.filter(({ version }) => !known.has(version.hash));
    if (missing.length === 0) return;
    await database.query(
      `INSERT INTO descriptions (hash, kind, code, body, stored_at)
       SELECT d.hash, 'game', d.code, d.body, $4 FROM unnest($1::text[], $2::text[], $3::text[]) AS d(hash, code, body)
       ON CONFLICT (hash) DO NOTHING`,
      [missing.map(({ version }) => version.hash), missing.map(({ code }) => code), missing.map(({ body }) => body), clock.now()],
    );
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
    async byHash(hash, client = database) {
      const known = byHash.get(hash);
      if (known !== undefined) return known;
      const { rows } = await client.query<{ body: string }>('SELECT body FROM descriptions WHERE hash = $1', [hash]);
      const [row] = rows;
      if (row === undefined) throw new Error(`description ${hash} is not in the database`);
      const game = JSON.parse(row.body) as Game;
      const version = { hash, game, compiled: compileGame(game) };
      byHash.set(hash, version);
      return version;
    },
    async body(code, hash) {
      const { rows } = await database.query<{ body: string }>(
        `SELECT body FROM descriptions WHERE hash = $1 AND kind = 'game' AND code = $2`,
        [hash, code],
      );
      return rows[0]?.body;
    },
    // One after the other: two changes in quick succession must not publish the older one last.
    refresh() {
      refreshing = refreshing.then(refresh, refresh);
      return refreshing;
    },
  };
}
