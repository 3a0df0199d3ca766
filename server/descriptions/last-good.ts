/**
 * A wrong file must not take a game off sale, not by a restart either: while a process runs it keeps the version that it had, and one that
 * starts beside a file that is refused reads from the database what was in force last. The file is still refused and reported.
 */
import { basename } from 'node:path';
import { deepFreeze } from '../../engine/descriptions/canonical.ts';
import { type Description, loadDocument } from '../../engine/descriptions/load.ts';
import type { OutrightDescription, SportGame } from '../../engine/descriptions/sports/types.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import type { Database } from '../db/database.ts';
import type { Publication } from './publication.ts';
import { readVersion } from './stored.ts';

/** Kinds whose versions the database holds. */
export type StoredKind = 'game' | 'sport' | 'outright' | 'small';
export const STORED_KINDS: readonly StoredKind[] = ['game', 'sport', 'outright', 'small'];

const SOLD: ReadonlySet<string> = new Set(STORED_KINDS);
/** Parts of games: whatever is sold has them within its version. */
const WITHIN: ReadonlySet<string> = new Set(['family', 'passes']);
/** Whether the text of a document of this kind is kept by itself. */
export const isKept = (kind: string): boolean => !SOLD.has(kind) && !WITHIN.has(kind);

/** A document of another kind, as it is published: canonical text and its hash. */
export interface InForceDocument {
  readonly kind: string;
  readonly code: string;
  readonly hash: string;
  readonly body: string;
}

/** A file of another kind that is refused and of which nothing is in force. */
export interface MissingDocument {
  readonly kind: string;
  readonly path: string;
}

export interface RestoredDocument extends MissingDocument {
  readonly document: Description;
}

/** A version of before, with what it is a version of. */
export interface StoredVersion {
  readonly of: Missing;
  readonly hash: string;
  readonly body: string;
}

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
 * Before anything is sold: takes into force what was so last of each file that is refused at this start, documents first, since games are
 * judged among them. A version that cannot be read leaves that one out, and is told to the log.
 */
export async function restoreLastGood(database: Database, publication: Publication, log: (line: string) => void): Promise<void> {
  const documents: RestoredDocument[] = [];
  // Among those that are back, others may turn out to be wrong: a screen that names a route is not asked about it while there are none.
  for (const asked = new Set<string>(); ; ) {
    const missing = publication.missingDocuments().filter(({ path }) => !asked.has(path));
    for (const { path } of missing) asked.add(path);
    const found = await lastDocuments(database, missing, log);
    if (found.length === 0) break;
    documents.push(...found);
    await publication.restore([], found);
  }
  const versions = await lastVersions(database, publication.missing(), log);
  if (versions.length > 0) await publication.restore(versions, []);
  const names = [...documents.map(({ kind, document: { code } }) => `${kind}/${code}`), ...versions.map(({ of }) => nameOf(of))];
  if (names.length > 0) log(`refused files, what was in force last goes on from the database: ${names.join(', ')}`);
}

async function lastVersions(database: Database, missing: readonly Missing[], log: (line: string) => void): Promise<StoredVersion[]> {
  if (missing.length === 0) return [];
  const { rows } = await database.query<{ file: string; hash: string }>('SELECT file, hash FROM in_force WHERE file = ANY($1::text[])', [
    missing.map(nameOf),
  ]);
  const hashes = new Map(rows.map(({ file, hash }) => [file, hash]));
  const found: StoredVersion[] = [];
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
  return found;
}

/** A file is called as its code, but for the one file of a kind (routes.json), which is called as the kind. */
async function lastDocuments(
  database: Database,
  missing: readonly MissingDocument[],
  log: (line: string) => void,
): Promise<RestoredDocument[]> {
  if (missing.length === 0) return [];
  const { rows } = await database.query<{ kind: string; code: string; body: string }>(
    `SELECT d.kind, d.code, d.body FROM in_force f JOIN descriptions d ON d.hash = f.hash AND f.file = d.kind || '/' || d.code
      WHERE d.kind = ANY($1::text[])`,
    [[...new Set(missing.map(({ kind }) => kind))]],
  );
  return missing.flatMap(({ kind, path }): RestoredDocument[] => {
    const name = basename(path, '.json');
    const row = rows.find((each) => each.kind === kind && (each.code === name || name === kind));
    if (row === undefined) return [];
    // As a file that says this: what an older program wrote comes into the present form.
    const loaded = loadDocument(row.body, { file: `${row.code}.json`, kind });
    if (loaded.ok) return [{ kind, path, document: loaded.document }];
    log(`${kind}/${name}: what was in force last is refused by this program: ${loaded.problems[0]?.code ?? ''}`);
    return [];
  });
}
