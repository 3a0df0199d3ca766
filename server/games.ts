/**
 * Games as the server works with them: the published version of each, and any older one by its hash, compiled once. Every version
 * that is published is first written to the database, so that a ticket's description outlives the file that it came from.
 */
import type { Game } from '../engine/descriptions/types.ts';
import { type CompiledGame, compiledGame } from '../engine/rules/index.ts';
import type { GameClock } from './clock.ts';
import type { Database, Querying } from './db/database.ts';
import { Bounded } from './descriptions/bounded.ts';
import { publishGame } from './descriptions/hash.ts';
import type { Publication } from './descriptions/publication.ts';
import { pruneVersions, readVersion, storeVersions } from './descriptions/stored.ts';

/** A phone that loaded the game just before a change may still bet under what it showed the player. */
const GRACE_MS = 60_000;
/**
 * Text of versions that are not in force and are kept at hand, compiled: those of open issues and of the tickets in people's lists. Compiled,
 * a version takes some ten times its text.
 */
const OLDER_BYTES = 6_000_000;

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
  /** To be awaited before a bet is sold under a version: from then on it is kept for good. Costs nothing but the first time. */
  use(version: GameVersion): Promise<void>;
  /** Takes away stored versions that nobody refers to; `inForce`: hashes of other kinds that are in force here. */
  prune(inForce?: readonly string[]): Promise<number>;
  /** What is at hand, compiled: versions in force or just replaced, and older ones. */
  kept(): { readonly current: number; readonly older: number; readonly olderBytes: number };
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
  const older = new Bounded<GameVersion>(OLDER_BYTES);
  const used = new Set<string>();
  let current = new Map<string, GameVersion>();
  const replaced = new Map<string, { version: GameVersion; at: number; bytes: number }>();
  /** Lengths of the texts in force. */
  const lengths = new Map<string, number>();
  let refreshing: Promise<void> = Promise.resolve();

  const atHand = (hash: string): GameVersion | undefined => {
    for (const version of current.values()) if (version.hash === hash) return version;
    return replaced.get(hash)?.version ?? older.get(hash);
  };
  const keep = (version: GameVersion, body: string) => older.set(version.hash, version, body.length);
  /** What was replaced longer ago than anybody may bet under it is an old version like any other. */
  function endGrace(): void {
    for (const [hash, { version, at, bytes }] of replaced) {
      if (performance.now() - at < GRACE_MS) continue;
      replaced.delete(hash);
      older.set(hash, version, bytes);
    }
  }

  async function refresh(): Promise<void> {
    const next = new Map<string, GameVersion>();
    const fresh: { code: string; body: string; version: GameVersion }[] = [];
    for (const { code } of publication.index().games) {
      const found = publication.game(code);
      // Games on matches are versions of their own (sports/versions.ts).
      if (found === undefined) continue;
      const known = atHand(found.hash);
      lengths.set(found.hash, found.body.length);
      if (known !== undefined) {
        next.set(code, known);
        continue;
      }
      fresh.push({ code, body: found.body, version: { hash: found.hash, game: found.game, compiled: compiledGame(found.game) } });
    }
    let failure: unknown;
    let refused: ReadonlySet<string> = new Set();
    // One statement for all: on the first start there are fifty of them, and each statement is a journey.
    try {
      refused = await store(fresh);
    } catch (error) {
      failure = error ?? new Error('unknown');
    }
    for (const { code, version } of fresh) {
      const before = current.get(code);
      // Nothing is sold under a version that the database does not hold: its tickets could not be settled after a restart.
      if (failure === undefined && !refused.has(version.hash)) next.set(code, version);
      else if (before !== undefined) next.set(code, before);
    }
    for (const [code, version] of current) {
      if (next.get(code)?.hash === version.hash) continue;
      replaced.set(version.hash, { version, at: performance.now(), bytes: lengths.get(version.hash) ?? 0 });
    }
    current = next;
    const inForce = new Set([...current.values()].map(({ hash }) => hash));
    for (const hash of inForce) {
      replaced.delete(hash);
      older.delete(hash);
    }
    for (const hash of lengths.keys()) if (!inForce.has(hash)) lengths.delete(hash);
    endGrace();
    if (failure !== undefined) throw failure;
  }

  /**
   * Stores what is not there yet. A version that is stored has been made to rules by whoever stored it; any other is made to rules here,
   * and returned when it cannot be.
   */
  async function store(fresh: readonly { code: string; body: string; version: GameVersion }[]): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    if (fresh.length === 0) return refused;
    // On every start but the first all of them are there, and their texts are megabytes.
    const { rows } = await database.query<{ hash: string }>('SELECT hash FROM descriptions WHERE hash = ANY($1::text[])', [
      fresh.map(({ version }) => version.hash),
    ]);
    const known = new Set(rows.map(({ hash }) => hash));
    const missing = fresh.filter(({ code, version: { hash, compiled } }) => {
      if (known.has(hash)) return false;
      try {
        return compiled.plays.length > 0;
      } catch (error) {
        log(`game ${code} ${hash} has no rules, the version before stays: ${(error as Error).stack ?? error}`);
        refused.add(hash);
        return false;
      }
    });
    await storeVersions(
      database,
      missing.map(({ code, body, version: { hash, game } }) => ({ hash, code, game, body })),
      clock.now(),
    );
    return refused;
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
      const known = atHand(hash);
      if (known !== undefined) return known;
      const body = await readVersion(client, hash);
      if (body === undefined) throw new Error(`description ${hash} is not in the database`);
      const game = JSON.parse(body) as Game;
      const version = { hash, game, compiled: compiledGame(game) };
      keep(version, body);
      return version;
    },
    body: (code, hash) => readVersion(database, hash, code),
    async use(version) {
      const { hash, game } = version;
      if (used.has(hash)) return;
      const { rowCount } = await database.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
      if (rowCount === 0) {
        // Pruned by a process that did not know it: sold under it, it must be there again.
        await storeVersions(database, [{ hash, code: game.code, game, body: publishGame(game).body }], clock.now());
        await database.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
      }
      used.add(hash);
    },
    prune: (inForce = []) => pruneVersions(database, [...[...current.values()].map(({ hash }) => hash), ...inForce], clock.now()),
    kept() {
      endGrace();
      return { current: current.size + replaced.size, older: older.size, olderBytes: older.bytes };
    },
    // One after the other: two changes in quick succession must not publish the older one last.
    refresh() {
      refreshing = refreshing.then(refresh, refresh);
      return refreshing;
    },
  };
}
