/**
 * Games on matches and outrights as the server works with them: the published version of each, and any older one by its hash, compiled
 * once. As with number games, a version is written to the database before anything is sold under it.
 */
import type { LeagueDescription, OutrightDescription, SportGame } from '../../engine/descriptions/sports/types.ts';
import { type CompiledSport, compileSport } from '../../engine/rules/sports/index.ts';
import type { Database, GameClock, Querying } from '../platform/index.ts';
import { LruCache, type Publication, readVersion, storeTexts } from '../catalog/index.ts';

/** A phone that loaded the game just before a change may still bet under what it showed the player. */
const GRACE_MS = 60_000;
/** Text of versions that are not in force and are kept at hand, compiled. */
const OLDER_BYTES = 2_000_000;

export interface SportVersion {
  readonly hash: string;
  readonly sport: SportGame;
  readonly compiled: CompiledSport;
}

export interface OutrightVersion {
  readonly hash: string;
  readonly outright: OutrightDescription;
}

/** What of a version that is not in force any more plays and ends the matches that were sold under it. */
export type EarlierSportVersion = { readonly hash: string } & Pick<SportGame, 'code' | 'sport' | 'measures' | 'feed'>;

export interface Sports {
  /** The version now published. */
  published(code: string): SportVersion | undefined;
  /** The version now published; of a game whose file is gone, the one that bets were sold under last. */
  lastPublished(code: string, client?: Querying): Promise<SportVersion | undefined>;
  /** Versions that bets were sold under and that are not in force any more, the latest first. */
  earlier(client?: Querying): Promise<readonly EarlierSportVersion[]>;
  all(): readonly SportVersion[];
  /** The version that a bet may be sold under: the published one, or one replaced less than a minute ago. */
  sellable(code: string, hash: string): SportVersion | undefined;
  /** Any version ever published; rejects for a hash that never was. Within a transaction, give its client. */
  byHash(hash: string, client?: Querying): Promise<SportVersion>;
  outright(code: string): OutrightVersion | undefined;
  outrights(): readonly OutrightVersion[];
  sellableOutright(code: string, hash: string): OutrightVersion | undefined;
  outrightByHash(hash: string, client?: Querying): Promise<OutrightVersion>;
  league(code: string): LeagueDescription | undefined;
  leagues(): ReadonlyMap<string, LeagueDescription>;
  /**
   * To be awaited before a bet is sold under a version: from then on it is kept for good. Within a transaction, give its client: it may hold
   * the only session.
   */
  use(version: SportVersion | OutrightVersion, client?: Querying): Promise<void>;
  /** Canonical JSON of any version ever published. */
  body(kind: string, code: string, hash: string): Promise<string | undefined>;
  /** Says that the versions in force are: those that are not used and that nobody has in force are pruned. */
  inForce(): readonly string[];
  /** Reads the publication again after a change; resolves when the database holds all its versions. */
  refresh(): Promise<void>;
}

export async function openSports(database: Database, publication: Publication, clock: GameClock): Promise<Sports> {
  const sports = new PublishedSports(database, publication, clock);
  await sports.refresh();
  return sports;
}

const compiled = (hash: string, sport: SportGame): SportVersion => ({ hash, sport, compiled: compileSport(sport, sport.table) });

class PublishedSports implements Sports {
  readonly #database: Database;
  readonly #publication: Publication;
  readonly #clock: GameClock;
  /** Versions that are not in force, by hash. */
  readonly #older = new LruCache<SportVersion>(OLDER_BYTES);
  /** Hashes of versions that the database is known to keep for good. */
  readonly #used = new Set<string>();
  /** By hash; small, and kept. */
  readonly #earlier = new Map<string, EarlierSportVersion>();
  #current = new Map<string, SportVersion>();
  #outrights = new Map<string, OutrightVersion>();
  readonly #bodies = new Map<string, { readonly kind: 'sport' | 'outright'; readonly code: string; readonly body: string }>();
  readonly #replaced = new Map<string, { readonly version: SportVersion | OutrightVersion; readonly at: number }>();
  #refreshing: Promise<void> = Promise.resolve();

  constructor(database: Database, publication: Publication, clock: GameClock) {
    this.#database = database;
    this.#publication = publication;
    this.#clock = clock;
  }

  published(code: string): SportVersion | undefined {
    return this.#current.get(code);
  }

  async lastPublished(code: string, client: Querying = this.#database): Promise<SportVersion | undefined> {
    const version = this.#current.get(code);
    if (version !== undefined) return version;
    const [last] = await this.#soldBefore(client, code);
    return last === undefined ? undefined : this.byHash(last, client);
  }

  async earlier(client: Querying = this.#database): Promise<readonly EarlierSportVersion[]> {
    const earlierVersions: EarlierSportVersion[] = [];
    for (const hash of await this.#soldBefore(client)) {
      let earlierVersion = this.#earlier.get(hash);
      if (earlierVersion === undefined) {
        const { code, sport, measures, feed } = JSON.parse((await readVersion(client, hash, undefined, 'sport')) ?? '{}') as SportGame;
        this.#earlier.set(hash, (earlierVersion = { hash, code, sport, measures, ...(feed === undefined ? {} : { feed }) }));
      }
      earlierVersions.push(earlierVersion);
    }
    return earlierVersions;
  }

  all(): readonly SportVersion[] {
    return [...this.#current.values()];
  }

  sellable(code: string, hash: string): SportVersion | undefined {
    const version = this.#current.get(code);
    if (version === undefined || version.hash === hash) return version;
    const before = this.#justReplaced(hash);
    return before !== undefined && 'sport' in before && before.sport.code === code ? before : undefined;
  }

  async byHash(hash: string, client: Querying = this.#database): Promise<SportVersion> {
    const loadedVersion = this.all().find((version) => version.hash === hash) ?? this.#older.get(hash);
    if (loadedVersion !== undefined) return loadedVersion;
    const body = await readVersion(client, hash, undefined, 'sport');
    if (body === undefined) throw new Error(`description ${hash} is not in the database`);
    const version = compiled(hash, JSON.parse(body) as SportGame);
    this.#older.set(hash, version, body.length);
    return version;
  }

  outright(code: string): OutrightVersion | undefined {
    return this.#outrights.get(code);
  }

  outrights(): readonly OutrightVersion[] {
    return [...this.#outrights.values()];
  }

  sellableOutright(code: string, hash: string): OutrightVersion | undefined {
    const version = this.#outrights.get(code);
    if (version === undefined || version.hash === hash) return version;
    const before = this.#justReplaced(hash);
    return before !== undefined && 'outright' in before && before.outright.code === code ? before : undefined;
  }

  async outrightByHash(hash: string, client: Querying = this.#database): Promise<OutrightVersion> {
    const loadedVersion = this.outrights().find((version) => version.hash === hash);
    if (loadedVersion !== undefined) return loadedVersion;
    const body = await readVersion(client, hash, undefined, 'outright');
    if (body === undefined) throw new Error(`description ${hash} is not in the database`);
    return { hash, outright: JSON.parse(body) as OutrightDescription };
  }

  league(code: string): LeagueDescription | undefined {
    return this.#publication.leagues().get(code);
  }

  leagues(): ReadonlyMap<string, LeagueDescription> {
    return this.#publication.leagues();
  }

  async use({ hash }: SportVersion | OutrightVersion, client: Querying = this.#database): Promise<void> {
    if (this.#used.has(hash)) return;
    const { rowCount } = await client.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
    if (rowCount === 0) {
      // Pruned by a process that did not know it: sold under it, it must be there again.
      await this.#store([hash], client);
      await client.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
    }
    // A transaction may still be taken back.
    if (client === this.#database) this.#used.add(hash);
  }

  body(kind: string, code: string, hash: string): Promise<string | undefined> {
    return readVersion(this.#database, hash, code, kind);
  }

  inForce(): readonly string[] {
    return [...this.#current.values(), ...this.#outrights.values()].map(({ hash }) => hash);
  }

  /** One after the other: two changes in quick succession must not publish the older one last. */
  refresh(): Promise<void> {
    const again = () => this.#refresh();
    this.#refreshing = this.#refreshing.then(again, again);
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const next = new Map<string, SportVersion>();
    const nextOutrights = new Map<string, OutrightVersion>();
    this.#bodies.clear();
    for (const { code, hash, sport, body } of this.#publication.sports().values()) {
      const before = this.#current.get(code);
      next.set(code, before?.hash === hash ? before : compiled(hash, sport));
      this.#bodies.set(hash, { kind: 'sport', code, body });
    }
    for (const { code, hash, outright, body } of this.#publication.outrights().values()) {
      nextOutrights.set(code, { hash, outright });
      this.#bodies.set(hash, { kind: 'outright', code, body });
    }
    await this.#store([...this.#bodies.keys()], this.#database);
    const at = performance.now();
    for (const [hash, entry] of this.#replaced) if (at - entry.at > GRACE_MS) this.#replaced.delete(hash);
    for (const [code, version] of this.#current)
      if (next.get(code)?.hash !== version.hash) this.#replaced.set(version.hash, { version, at });
    for (const [code, version] of this.#outrights)
      if (nextOutrights.get(code)?.hash !== version.hash) this.#replaced.set(version.hash, { version, at });
    this.#current = next;
    this.#outrights = nextOutrights;
  }

  /** Stores what is not in the database yet. */
  async #store(hashes: readonly string[], client: Querying): Promise<void> {
    const { rows } = await client.query<{ hash: string }>('SELECT hash FROM descriptions WHERE hash = ANY($1::text[])', [hashes]);
    const knownHashes = new Set(rows.map(({ hash }) => hash));
    const missing = hashes.flatMap((hash) => {
      const text = knownHashes.has(hash) ? undefined : this.#bodies.get(hash);
      return text === undefined ? [] : [{ hash, ...text }];
    });
    await storeTexts(client, missing, this.#clock.now());
  }

  #justReplaced(hash: string): SportVersion | OutrightVersion | undefined {
    const before = this.#replaced.get(hash);
    return before !== undefined && performance.now() - before.at < GRACE_MS ? before.version : undefined;
  }

  /** Hashes of versions that were sold and are not in force any more, the latest first; of all games, or of one. */
  async #soldBefore(client: Querying, code?: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ hash: string }>(
      `SELECT hash FROM descriptions WHERE kind = 'sport' AND used AND hash <> ALL($1::text[]) AND ($2::text IS NULL OR code = $2)
        ORDER BY seen_at DESC, stored_at DESC, hash`,
      [this.all().map(({ hash }) => hash), code ?? null],
      'sports-sold-before',
    );
    return rows.map(({ hash }) => hash);
  }
}
