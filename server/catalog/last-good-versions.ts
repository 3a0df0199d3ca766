/**
 * A wrong file must not take a game off sale, not by a restart either: while a process runs it keeps the version that it had, and one that
 * starts beside a file that is refused reads from the database what was in force last. The file is still refused and reported.
 */
import { deepFreeze } from '../../engine/descriptions/canonical.ts';
import { type Description, loadDocument } from '../../engine/descriptions/load.ts';
import type { OutrightDescription, SportGame } from '../../engine/descriptions/sports/types.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import type { Database } from '../platform/index.ts';
import type { Publication } from './publication.ts';
import { readVersion } from './stored-versions.ts';

/** Kinds whose versions the database holds as they are sold, with all that they need within them. */
export type StoredKind = 'game' | 'sport' | 'outright' | 'small';
const SOLD: ReadonlySet<string> = new Set<StoredKind>(['game', 'sport', 'outright', 'small']);
/** Whether the text of a document of this kind is kept by itself. */
export const isStoredAsText = (kind: string): boolean => !SOLD.has(kind);

/** A document that is not sold, as it is published: canonical text and its hash. */
export interface InForceDocument {
  readonly kind: string;
  readonly code: string;
  readonly hash: string;
  readonly body: string;
}

/** The version that was last in force under a code. */
export interface LastVersion {
  readonly kind: string;
  readonly code: string;
  readonly hash: string;
}

export interface RestoredDocument extends LastVersion {
  readonly document: Description;
}

/** A stored version, with its kind and code. */
export interface LastGoodVersion {
  readonly of: SoldDescription;
  readonly hash: string;
  readonly body: string;
}

export interface SoldDescription {
  readonly kind: StoredKind;
  readonly code: string;
}

/** The set that was in force last. */
export interface LastSet {
  readonly all: readonly LastVersion[];
  /** Those that the folders have otherwise or not at all, with what they were. */
  readonly versions: readonly LastGoodVersion[];
  readonly documents: readonly RestoredDocument[];
}

interface Version<T> {
  readonly code: string;
  readonly hash: string;
  readonly body: string;
  readonly value: T;
}

/** The stored versions, by kind and code. */
export class LastGoodVersions {
  readonly #versions = new Map<string, Version<unknown>>();

  put({ kind, code }: SoldDescription, hash: string, body: string): void {
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

/** Names in the list of documents in force (server/catalog/publication-audit.ts). */
const nameOf = ({ kind, code }: { readonly kind: string; readonly code: string }): string =>
  `${isStoredAsText(kind) || kind === 'small' ? kind : 'games'}/${code}`;

/**
 * Before anything is sold: the set that was in force last is what stays where a file is wrong now, or gone with others that need it
 * (set-validator.ts). A version that cannot be read is left out and logged.
 */
export async function restoreLastGood(database: Database, publication: Publication, log: (line: string) => void): Promise<void> {
  const { rows } = await database.query<LastVersion & { file: string }>(
    'SELECT f.file, f.hash, d.kind, d.code FROM published_files f JOIN descriptions d ON d.hash = f.hash',
  );
  const all = rows.filter((row) => row.file === nameOf(row));
  if (all.length === 0) return;
  const otherwise = publication.otherwise(all);
  const versions = await lastVersions(database, otherwise, log);
  const documents = await lastDocuments(database, otherwise, log);
  const read = new Set([...versions.map(({ of }) => nameOf(of)), ...documents.map(nameOf)]);
  const unread = new Set(otherwise.map(nameOf).filter((name) => !read.has(name)));
  const names = await publication.restore({ all: all.filter((one) => !unread.has(nameOf(one))), versions, documents });
  if (names.length > 0)
    log(`refused or missing files, what was in force last goes on from the database: ${names.map((one) => nameOf(one)).join(', ')}`);
}

async function lastVersions(database: Database, wanted: readonly LastVersion[], log: (line: string) => void): Promise<LastGoodVersion[]> {
  const storedVersions: LastGoodVersion[] = [];
  for (const { kind, code, hash } of wanted) {
    if (isStoredAsText(kind)) continue;
    const of = { kind: kind as StoredKind, code };
    try {
      const body = await readVersion(database, hash, code, kind);
      if (body !== undefined) storedVersions.push({ of, hash, body });
    } catch (error) {
      log(`${nameOf(of)}: the version that was in force last cannot be read: ${(error as Error).message}`);
    }
  }
  return storedVersions;
}

async function lastDocuments(database: Database, wanted: readonly LastVersion[], log: (line: string) => void): Promise<RestoredDocument[]> {
  const wantedTexts = wanted.filter(({ kind }) => isStoredAsText(kind));
  if (wantedTexts.length === 0) return [];
  const { rows } = await database.query<{ hash: string; body: string }>(
    'SELECT hash, body FROM descriptions WHERE hash = ANY($1::text[])',
    [wantedTexts.map(({ hash }) => hash)],
  );
  const bodies = new Map(rows.map(({ hash, body }) => [hash, body]));
  return wantedTexts.flatMap((one): RestoredDocument[] => {
    // As a file that says this: what an older program wrote comes into the present form.
    const loaded = loadDocument(bodies.get(one.hash) ?? '', { file: `${one.code}.json`, kind: one.kind });
    if (loaded.ok) return [{ ...one, document: loaded.document }];
    log(`${nameOf(one)}: what was in force last is refused by this program: ${loaded.problems[0]?.code ?? ''}`);
    return [];
  });
}
