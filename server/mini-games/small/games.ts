/**
 * Small games as the server works with them: the published version of each, and any older one by its hash. As with other games, a version is
 * written to the database before anything is played under it.
 */
import type { SmallGame } from '../../../engine/small/types.ts';
import type { Database, GameClock } from '../../platform/index.ts';
import { LruCache, type Publication, readVersion, storeTexts } from '../../catalog/index.ts';

/** Text of versions that are not in force and are kept at hand. */
const OLDER_BYTES = 500_000;

export interface SmallVersion {
  readonly hash: string;
  readonly game: SmallGame;
}

export interface SmallGames {
  /** The version now published; codes are the same in upper and lower case. */
  published(code: string): SmallVersion | undefined;
  /** Any version ever published; rejects for a hash that never was. */
  byHash(hash: string): Promise<SmallVersion>;
  /** To be awaited before anything is played under a version: from then on it is kept for good. */
  use(version: SmallVersion): Promise<void>;
  inForce(): readonly string[];
  /** Canonical JSON of any version ever published. */
  body(code: string, hash: string): Promise<string | undefined>;
  refresh(): Promise<void>;
}

export async function openSmallGames(database: Database, publication: Publication, clock: GameClock): Promise<SmallGames> {
  const older = new LruCache<SmallVersion>(OLDER_BYTES);
  const used = new Set<string>();
  let current = new Map<string, SmallVersion>();
  let refreshing: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    const all = [...publication.smalls().values()];
    await storeTexts(
      database,
      all.map(({ code, hash, body }) => ({ hash, kind: 'small', code, body })),
      clock.now(),
    );
    current = new Map(all.map(({ code, hash, game }) => [code.toLowerCase(), { hash, game }]));
  }

  await refresh();
  return {
    published: (code) => current.get(code.toLowerCase()),
    async byHash(hash) {
      const loadedVersion = [...current.values()].find((version) => version.hash === hash) ?? older.get(hash);
      if (loadedVersion !== undefined) return loadedVersion;
      const body = await readVersion(database, hash, undefined, 'small');
      if (body === undefined) throw new Error(`description ${hash} is not in the database`);
      const version = { hash, game: JSON.parse(body) as SmallGame };
      older.set(hash, version, body.length);
      return version;
    },
    async use({ hash }) {
      if (used.has(hash)) return;
      await database.query('UPDATE descriptions SET used = true WHERE hash = $1', [hash]);
      used.add(hash);
    },
    inForce: () => [...current.values()].map(({ hash }) => hash),
    body: (code, hash) => readVersion(database, hash, code, 'small'),
    // One after the other: two changes in quick succession must not publish the older one last.
    refresh() {
      refreshing = refreshing.then(refresh, refresh);
      return refreshing;
    },
  };
}
