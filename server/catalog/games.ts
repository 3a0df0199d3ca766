/**
 * Games as the server works with them: the published version of each, and any older one by its hash, compiled once. Every version
 * that is published is first written to the database, so that a ticket's description outlives the file that it came from.
 */
import type { Game } from '../../engine/descriptions/types.ts';
import { type CompiledGame, compiledGame } from '../../engine/rules/index.ts';
import type { Database, GameClock, Querying } from '../platform/index.ts';
import { LruCache } from './lru-cache.ts';
import { hashGame } from './document-hash.ts';
import type { Publication } from './publication.ts';
import { pruneVersions, readVersion, storeVersions } from './stored-versions.ts';

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

/** The name of a game by its code, also of one that is gone: a number game, a game on matches or an outright. */
export type GameName = (code: string) => string;

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
  cacheSizes(): { readonly current: number; readonly older: number; readonly olderBytes: number };
  /**
   * Reads the publication again after a change; resolves when the database holds all its versions. A game that cannot be loaded
   * keeps the former version and is logged; the others are loaded all the same. Rejects, after those, when the
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
  const games = new PublishedGames(database, publication, clock, log);
  await games.refresh();
  return games;
}

/** A published version that this process does not have at hand. */
interface FreshVersion {
  readonly code: string;
  readonly body: string;
  readonly version: GameVersion;
}

class PublishedGames implements Games {
  readonly #database: Database;
  readonly #publication: Publication;
  readonly #clock: GameClock;
  readonly #log: (line: string) => void;
  readonly #older = new LruCache<GameVersion>(OLDER_BYTES);
  /** Hashes of versions that the database is known to keep for good. */
  readonly #used = new Set<string>();
  #current = new Map<string, GameVersion>();
  readonly #replaced = new Map<string, { version: GameVersion; at: number; bytes: number }>();
  /** Lengths of the texts in force. */
  readonly #lengths = new Map<string, number>();
  #refreshing: Promise<void> = Promise.resolve();

  constructor(database: Database, publication: Publication, clock: GameClock, log: (line: string) => void) {
    this.#database = database;
    this.#publication = publication;
    this.#clock = clock;
    this.#log = log;
  }

  published(code: string): GameVersion | undefined {
    return this.#current.get(code);
  }

  all(): readonly GameVersion[] {
    return [...this.#current.values()];
  }

  sellable(code: string, hash: string): GameVersion | undefined {
    const version = this.#current.get(code);
    if (version === undefined || version.hash === hash) return version;
    const before = this.#replaced.get(hash);
    return before !== undefined && before.version.game.code === code && performance.now() - before.at < GRACE_MS
      ? before.version
      : undefined;
  }

  async byHash(hash: string, client: Querying = this.#database): Promise<GameVersion> {
    const atHand = this.#atHand(hash);
    if (atHand !== undefined) return atHand;
    const body = await readVersion(client, hash);
    if (body === undefined) throw new Error(`description ${hash} is not in the database`);
    const game = JSON.parse(body) as Game;
    const version = { hash, game, compiled: compiledGame(game) };
    this.#older.set(hash, version, body.length);
    return version;
  }

  body(code: string, hash: string): Promise<string | undefined> {
    return readVersion(this.#database, hash, code);
  }

  async use({ hash, game }: GameVersion): Promise<void> {
    if (this.#used.has(hash)) return;
    const { rowCount } = await this.#database.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
    if (rowCount === 0) {
      // Pruned by a process that did not know it: sold under it, it must be there again.
      await storeVersions(this.#database, [{ hash, code: game.code, game, body: hashGame(game).body }], this.#clock.now());
      await this.#database.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
    }
    this.#used.add(hash);
  }

  prune(inForce: readonly string[] = []): Promise<number> {
    return pruneVersions(this.#database, [...this.all().map(({ hash }) => hash), ...inForce], this.#clock.now());
  }

  cacheSizes(): { readonly current: number; readonly older: number; readonly olderBytes: number } {
    this.#endGrace();
    return { current: this.#current.size + this.#replaced.size, older: this.#older.size, olderBytes: this.#older.bytes };
  }

  /** One after the other: two changes in quick succession must not publish the older one last. */
  refresh(): Promise<void> {
    const again = () => this.#refresh();
    this.#refreshing = this.#refreshing.then(again, again);
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { known, fresh } = this.#read();
    let failure: unknown;
    let refused: ReadonlySet<string> = new Set();
    // One statement for all: on the first start there are fifty of them, and each statement is a journey.
    try {
      refused = await this.#store(fresh);
    } catch (error) {
      failure = error ?? new Error('unknown');
    }
    const next = known;
    for (const { code, version } of fresh) {
      const before = this.#current.get(code);
      // Nothing is sold under a version that the database does not hold: its tickets could not be settled after a restart.
      if (failure === undefined && !refused.has(version.hash)) next.set(code, version);
      else if (before !== undefined) next.set(code, before);
    }
    this.#putInForce(next);
    if (failure !== undefined) throw failure;
  }

  /** Reads the publication: versions that are at hand, by the code of their game, and those that are not. */
  #read(): { readonly known: Map<string, GameVersion>; readonly fresh: readonly FreshVersion[] } {
    const known = new Map<string, GameVersion>();
    const fresh: FreshVersion[] = [];
    for (const { code } of this.#publication.index().games) {
      const found = this.#publication.game(code);
      // Games on matches are versions of their own (sports/versions.ts).
      if (found === undefined) continue;
      const { hash, game, body } = found;
      this.#lengths.set(hash, body.length);
      const version = this.#atHand(hash);
      if (version !== undefined) known.set(code, version);
      else fresh.push({ code, body, version: { hash, game, compiled: compiledGame(game) } });
    }
    return { known, fresh };
  }

  #putInForce(next: Map<string, GameVersion>): void {
    for (const [code, version] of this.#current) {
      if (next.get(code)?.hash === version.hash) continue;
      this.#replaced.set(version.hash, { version, at: performance.now(), bytes: this.#lengths.get(version.hash) ?? 0 });
    }
    this.#current = next;
    const inForce = new Set(this.all().map(({ hash }) => hash));
    for (const hash of inForce) {
      this.#replaced.delete(hash);
      this.#older.delete(hash);
    }
    for (const hash of this.#lengths.keys()) if (!inForce.has(hash)) this.#lengths.delete(hash);
    this.#endGrace();
  }

  /**
   * Stores what is not there yet. A version that is stored was made to rules by the process that stored it; any other is made to rules here,
   * and returned when it cannot be.
   */
  async #store(fresh: readonly FreshVersion[]): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    if (fresh.length === 0) return refused;
    // On every start but the first all of them are there, and their texts are megabytes.
    const { rows } = await this.#database.query<{ hash: string }>('SELECT hash FROM descriptions WHERE hash = ANY($1::text[])', [
      fresh.map(({ version }) => version.hash),
    ]);
    const storedHashes = new Set(rows.map(({ hash }) => hash));
    const missing = fresh.filter(({ code, version: { hash, compiled } }) => {
      if (storedHashes.has(hash)) return false;
      try {
        return compiled.plays.length > 0;
      } catch (error) {
        this.#log(`game ${code} ${hash} has no rules, the version before stays: ${(error as Error).stack ?? error}`);
        refused.add(hash);
        return false;
      }
    });
    await storeVersions(
      this.#database,
      missing.map(({ code, body, version: { hash, game } }) => ({ hash, code, game, body })),
      this.#clock.now(),
    );
    return refused;
  }

  #atHand(hash: string): GameVersion | undefined {
    for (const version of this.#current.values()) if (version.hash === hash) return version;
    return this.#replaced.get(hash)?.version ?? this.#older.get(hash);
  }

  /** A version that was replaced more than GRACE_MS ago is an old version like any other. */
  #endGrace(): void {
    for (const [hash, { version, at, bytes }] of this.#replaced) {
      if (performance.now() - at < GRACE_MS) continue;
      this.#replaced.delete(hash);
      this.#older.set(hash, version, bytes);
    }
  }
}
