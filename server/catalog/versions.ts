/** What documents are published as: canonical text and its hash, made once for each document, and the newest versions of each. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Description } from '../../engine/descriptions/load.ts';
import { deepFreeze } from '../../engine/descriptions/canonical.ts';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { resolveSport, sportGame } from '../../engine/descriptions/sports/resolve.ts';
import type { OutrightDescription, PassesDescription, SportFile, SportGame } from '../../engine/descriptions/sports/types.ts';
import type { FamilyDescription, Game, GameDescription } from '../../engine/descriptions/types.ts';
import { compiledGame } from '../../engine/rules/index.ts';
import { LruCache } from './lru-cache.ts';
import { type HashedDocument, hashDocument, hashGame } from './document-hash.ts';

export interface PublishedGame {
  readonly code: string;
  readonly hash: string;
  readonly game: Game;
  /** Canonical JSON of the resolved game. */
  readonly body: string;
}

export interface PublishedSport {
  readonly code: string;
  readonly hash: string;
  readonly sport: SportGame;
  readonly body: string;
}

export interface PublishedOutright {
  readonly code: string;
  readonly hash: string;
  readonly outright: OutrightDescription;
  readonly body: string;
}

export interface PublishedScratch {
  readonly code: string;
  readonly hash: string;
  readonly card: ScratchDescription;
  readonly body: string;
}

/** Versions of a document that are kept at hand; a phone that is older than twenty changes reads the index again. */
const VERSIONS = 20;
/** Text of all documents together that are not the newest of theirs. Fifty games whose family is saved ten times would take a hundred MB. */
const OLDER_BYTES = 10_000_000;

export class Versions {
  /** By kind and code: the newest. */
  readonly #newest = new Map<string, HashedDocument>();
  /** By kind and code: hashes of the others that are at hand, oldest first. */
  readonly #before = new Map<string, Set<string>>();
  readonly #older = new LruCache<string>(OLDER_BYTES);
  readonly #proven = new WeakSet<Game>();
  readonly #broken = new WeakSet<Game>();
  /** Whether games are made to rules before they are published. */
  proving = true;
  readonly #hashed = new WeakMap<Description, HashedDocument>();
  readonly #resolved = new WeakMap<
    GameDescription,
    {
      readonly family: FamilyDescription | undefined;
      readonly calendar: CalendarDescription | undefined;
      readonly published: PublishedGame;
    }
  >();

  readonly #sports = new WeakMap<
    SportFile,
    { readonly base: SportFile | undefined; readonly table: PassesDescription | undefined; readonly published: PublishedSport }
  >();

  body(kind: string, code: string, hash: string): string | undefined {
    const name = `${kind}/${code}`;
    const newest = this.#newest.get(name);
    return newest?.hash === hash ? newest.body : this.#older.get(`${name}/${hash}`);
  }

  /** The newest versions of each document, so that frequent saves do not fill the memory. */
  remember(kind: string, code: string, { hash, body }: HashedDocument): void {
    const name = `${kind}/${code}`;
    const newest = this.#newest.get(name);
    if (newest?.hash === hash) return;
    this.#newest.set(name, { hash, body });
    const before = this.#before.get(name) ?? new Set<string>();
    this.#before.set(name, before);
    // A version that has come back is the newest.
    before.delete(hash);
    this.#older.delete(`${name}/${hash}`);
    if (newest === undefined) return;
    before.add(newest.hash);
    this.#older.set(`${name}/${newest.hash}`, newest.body, newest.body.length);
    for (const old of before) {
      if (before.size < VERSIONS) return;
      before.delete(old);
      this.#older.delete(`${name}/${old}`);
    }
  }

  ofDocument(document: Description): HashedDocument {
    const known = this.#hashed.get(document) ?? hashDocument(document);
    this.#hashed.set(document, known);
    return known;
  }

  /** A game on matches with the parts of the one that it is like and its table of passes; `before` is the version that runs. */
  ofSport(
    file: SportFile,
    base: SportFile | undefined,
    table: PassesDescription | undefined,
    before: PublishedSport | undefined,
  ): PublishedSport {
    const known = this.#sports.get(file);
    if (known !== undefined && known.base === base && known.table === table) return known.published;
    const sport = deepFreeze(sportGame(resolveSport(file, base), table));
    const { hash, body } = hashDocument(sport);
    // The same object for the same meaning: what is compiled from a game is kept by its identity.
    const published = before?.hash === hash ? before : Object.freeze({ code: sport.code, hash, sport, body });
    this.#sports.set(file, { base, table, published });
    return published;
  }

  /**
   * Resolved and hashed once for a game with its family and its calendar: a large family takes some ms, and there may be forty games of it.
   * `before` is the version of the game that runs. Throws when the game cannot be made to rules, but for a server's first look at the
   * folders, which leaves that for later (`proving`): all plays of fifty games take longer than the rest of it.
   */
  async ofGame(
    document: GameDescription,
    family: FamilyDescription | undefined,
    calendar: CalendarDescription | undefined,
    before: PublishedGame | undefined,
  ): Promise<PublishedGame> {
    const known = this.#resolved.get(document);
    if (known !== undefined && known.family === family && known.calendar === calendar) {
      if (this.proving) await this.#prove(known.published.game);
      return known.published;
    }
    const game = resolveGame(document, family, calendar);
    const { hash, body } = hashGame(game);
    // Here, where a failure is one file's and the version before stays.
    if (before?.hash !== hash && this.proving) await this.#prove(game);
    // The same object for the same meaning: what is compiled from a game is kept by its identity.
    const published = before?.hash === hash ? before : Object.freeze({ code: game.code, hash, game, body });
    this.#resolved.set(document, { family, calendar, published });
    await breathe();
    return published;
  }

  /** Whether this game was found to make no rules after it was published. */
  isBroken(game: Game): boolean {
    return this.#broken.has(game);
  }

  /** Compiles all plays. Later callers get the same objects. */
  async #prove(game: Game): Promise<void> {
    if (this.#proven.has(game)) return;
    try {
      void compiledGame(game).plays;
    } catch (error) {
      this.#broken.add(game);
      throw error;
    }
    this.#proven.add(game);
    await breathe();
  }
}
