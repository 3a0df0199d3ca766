/**
 * Games on matches and outrights as the server works with them: the published version of each, and any older one by its hash, compiled
 * once. As with number games, a version is written to the database before anything is sold under it.
 */
import type { LeagueDescription, OutrightDescription, SportGame } from '../../engine/descriptions/sports/types.ts';
import { type CompiledSport, compileSport } from '../../engine/rules/sports/index.ts';
import type { GameClock } from '../clock.ts';
import type { Database, Querying } from '../db/database.ts';
import { Bounded } from '../descriptions/bounded.ts';
import type { Publication } from '../descriptions/publication.ts';
import { readVersion, storeWhole } from '../descriptions/stored.ts';

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
export type EarlierSport = { readonly hash: string } & Pick<SportGame, 'code' | 'sport' | 'measures' | 'feed'>;

export interface Sports {
  /** The version now published. */
  published(code: string): SportVersion | undefined;
  /** The version now published; of a game whose file is gone, the one that bets were sold under last. */
  lastPublished(code: string, client?: Querying): Promise<SportVersion | undefined>;
  /** Versions that bets were sold under and that are not in force any more, the latest first. */
  earlier(client?: Querying): Promise<readonly EarlierSport[]>;
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
  const older = new Bounded<SportVersion>(OLDER_BYTES);
  const used = new Set<string>();
  /** By hash; small, and kept. */
  const earlier = new Map<string, EarlierSport>();
  let current = new Map<string, SportVersion>();
  let outrights = new Map<string, OutrightVersion>();
  const bodies = new Map<string, { readonly kind: 'sport' | 'outright'; readonly code: string; readonly body: string }>();
  const replaced = new Map<string, { readonly version: SportVersion | OutrightVersion; readonly at: number }>();
  let refreshing: Promise<void> = Promise.resolve();

  const compiled = (hash: string, sport: SportGame): SportVersion => ({ hash, sport, compiled: compileSport(sport, sport.table) });

  async function refresh(): Promise<void> {
    const next = new Map<string, SportVersion>();
    const nextOutrights = new Map<string, OutrightVersion>();
    bodies.clear();
    for (const { code, hash, sport, body } of publication.sports().values()) {
      const before = current.get(code);
      next.set(code, before?.hash === hash ? before : compiled(hash, sport));
      bodies.set(hash, { kind: 'sport', code, body });
    }
    for (const { code, hash, outright, body } of publication.outrights().values()) {
      nextOutrights.set(code, { hash, outright });
      bodies.set(hash, { kind: 'outright', code, body });
    }
    await store([...bodies.keys()]);
    const at = performance.now();
    for (const [hash, entry] of replaced) if (at - entry.at > GRACE_MS) replaced.delete(hash);
    for (const [code, version] of current) if (next.get(code)?.hash !== version.hash) replaced.set(version.hash, { version, at });
    for (const [code, version] of outrights)
      if (nextOutrights.get(code)?.hash !== version.hash) replaced.set(version.hash, { version, at });
    current = next;
    outrights = nextOutrights;
  }

  async function store(hashes: readonly string[], client: Querying = database): Promise<void> {
    const { rows } = await client.query<{ hash: string }>('SELECT hash FROM descriptions WHERE hash = ANY($1::text[])', [hashes]);
    const known = new Set(rows.map(({ hash }) => hash));
    const missing = hashes.flatMap((hash) => {
      const text = known.has(hash) ? undefined : bodies.get(hash);
      return text === undefined ? [] : [{ hash, ...text }];
    });
    await storeWhole(client, missing, clock.now());
  }

  function justReplaced(hash: string): SportVersion | OutrightVersion | undefined {
    const before = replaced.get(hash);
    return before !== undefined && performance.now() - before.at < GRACE_MS ? before.version : undefined;
  }

  async function byHash(hash: string, client: Querying = database): Promise<SportVersion> {
    const known = [...current.values()].find((version) => version.hash === hash) ?? older.get(hash);
    if (known !== undefined) return known;
    const body = await readVersion(client, hash, undefined, 'sport');
    if (body === undefined) throw new Error(`description ${hash} is not in the database`);
    const version = compiled(hash, JSON.parse(body) as SportGame);
    older.set(hash, version, body.length);
    return version;
  }

  /** Hashes of versions that were sold and are not in force any more, the latest first; of all games, or of one. */
  async function soldBefore(client: Querying, code?: string): Promise<readonly string[]> {
    const { rows } = await client.query<{ hash: string }>(
      `SELECT hash FROM descriptions WHERE kind = 'sport' AND used AND hash <> ALL($1::text[]) AND ($2::text IS NULL OR code = $2)
        ORDER BY seen_at DESC, stored_at DESC, hash`,
      [[...current.values()].map(({ hash }) => hash), code ?? null],
      'sports-sold-before',
    );
    return rows.map(({ hash }) => hash);
  }

  await refresh();
  return {
    published: (code) => current.get(code),
    async lastPublished(code, client = database) {
      const version = current.get(code);
      if (version !== undefined) return version;
      const [last] = await soldBefore(client, code);
      return last === undefined ? undefined : byHash(last, client);
    },
    async earlier(client = database) {
      const found: EarlierSport[] = [];
      for (const hash of await soldBefore(client)) {
        let known = earlier.get(hash);
        if (known === undefined) {
          const { code, sport, measures, feed } = JSON.parse((await readVersion(client, hash, undefined, 'sport')) ?? '{}') as SportGame;
          earlier.set(hash, (known = { hash, code, sport, measures, ...(feed === undefined ? {} : { feed }) }));
        }
        found.push(known);
      }
      return found;
    },
    all: () => [...current.values()],
    sellable(code, hash) {
      const version = current.get(code);
      if (version === undefined || version.hash === hash) return version;
      const before = justReplaced(hash);
      return before !== undefined && 'sport' in before && before.sport.code === code ? before : undefined;
    },
    byHash,
    outright: (code) => outrights.get(code),
    outrights: () => [...outrights.values()],
    sellableOutright(code, hash) {
      const version = outrights.get(code);
      if (version === undefined || version.hash === hash) return version;
      const before = justReplaced(hash);
      return before !== undefined && 'outright' in before && before.outright.code === code ? before : undefined;
    },
    async outrightByHash(hash, client = database) {
      const known = [...outrights.values()].find((version) => version.hash === hash);
      if (known !== undefined) return known;
      const body = await readVersion(client, hash, undefined, 'outright');
      if (body === undefined) throw new Error(`description ${hash} is not in the database`);
      return { hash, outright: JSON.parse(body) as OutrightDescription };
    },
    league: (code) => publication.leagues().get(code),
    leagues: () => publication.leagues(),
    async use({ hash }, client = database) {
      if (used.has(hash)) return;
      const { rowCount } = await client.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
      if (rowCount === 0) {
        // Pruned by a process that did not know it: sold under it, it must be there again.
        await store([hash], client);
        await client.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
      }
      // A transaction may still be taken back.
      if (client === database) used.add(hash);
    },
    body: (kind, code, hash) => readVersion(database, hash, code, kind),
    inForce: () => [...current.values(), ...outrights.values()].map(({ hash }) => hash),
    // One after the other: two changes in quick succession must not publish the older one last.
    refresh() {
      refreshing = refreshing.then(refresh, refresh);
      return refreshing;
    },
  };
}
