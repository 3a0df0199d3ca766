/**
 * A wrong file must not take a game off sale, not by a restart either: while a process runs it keeps the version that it had, and one that
 * starts beside a file that is refused reads from the database what was in force last. The file is still refused and reported.
 */
import { deepFreeze } from '../../engine/descriptions/canonical.ts';
import type { OutrightDescription, SportGame } from '../../engine/descriptions/sports/types.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import type { Database } from '../db/database.ts';
import type { Publication } from './publication.ts';
import { readVersion } from './stored.ts';

/** Kinds whose versions the database holds. */
export type StoredKind = 'game' | 'sport' | 'outright' | 'small';
export const STORED_KINDS: readonly StoredKind[] = ['game', 'sport', 'outright', 'small'];

/** A file that lies there and has no version in force. */
export interface Missing {
  readonly kind: StoredKind;
  readonly code: string;
}

interface Version<T> {
  readonly code: string;
  readonly hash: string;
  readonly body: string;
  readonly value: T;
}

/** The versions of before, by kind and code. */
export class LastGood {
  readonly #versions = new Map<string, Version<unknown>>();

  put({ kind, code }: Missing, hash: string, body: string): void {
    this.#versions.set(`${kind}/${code}`, Object.freeze({ code, hash, body, value: deepFreeze(JSON.parse(body)) }));
  }

  /** The file is good: what was in force before is over. */
  forget(kind: StoredKind, code: string): void {
    this.#versions.delete(`${kind}/${code}`);
  }

  game = (code: string) => this.#of<Game>('game', code);
  sport = (code: string) => this.#of<SportGame>('sport', code);
  outright = (code: string) => this.#of<OutrightDescription>('outright', code);
  small = (code: string) => this.#of<SmallGame>('small', code);

  #of<T>(kind: StoredKind, code: string): Version<T> | undefined {
    return this.#versions.get(`${kind}/${code}`) as Version<T> | undefined;
  }
}

/** Names in the list of what is in force (server/audit/in-force.ts). */
const nameOf = ({ kind, code }: Missing): string => `${kind === 'small' ? 'small' : 'games'}/${code}`;

/**
 * Before anything is sold: publishes what was in force last of each game whose file is refused at this start. A version that cannot be read
 * leaves that one game off sale, and is told to the log.
 */
export async function restoreLastGood(database: Database, publication: Publication, log: (line: string) => void): Promise<void> {
  const missing = publication.missing();
  if (missing.length === 0) return;
  const { rows } = await database.query<{ file: string; hash: string }>('SELECT file, hash FROM in_force WHERE file = ANY($1::text[])', [
    missing.map(nameOf),
  ]);
  const hashes = new Map(rows.map(({ file, hash }) => [file, hash]));
  const found: { readonly of: Missing; readonly hash: string; readonly body: string }[] = [];
  for (const of of missing) {
    const hash = hashes.get(nameOf(of));
    if (hash === undefined) continue;
    try {
      const body = await readVersion(database, hash, of.code, of.kind);
      if (body !== undefined) found.push({ of, hash, body });
    } catch (error) {
      log(`${nameOf(of)}: the version that was in force last cannot be read: ${(error as Error).message}`);
    }
  }
  if (found.length === 0) return;
  await publication.restore(found);
  log(`refused files, what was in force last goes on from the database: ${found.map(({ of }) => nameOf(of)).join(', ')}`);
}
