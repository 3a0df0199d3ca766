/** A set of documents as the checkers of one of them see it, and the fault of each among the others. */
import { basename } from 'node:path';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import type { Description } from '../../engine/descriptions/load.ts';
import type { Finding } from '../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import type { Checker, KindCheckers, DocumentSet } from './checkers.ts';
import type { FolderFile } from './folders.ts';

/** What stands in a set for one file. */
export interface SetEntry {
  readonly kind: string;
  readonly code: string;
  /** Left out: a stored version without its text is in force (last-good-versions.ts), or the file was never good. */
  readonly document?: Description;
}

/** By path, in the order of the folders. */
export type SetEntries = ReadonlyMap<string, SetEntry>;
export type Files = ReadonlyMap<string, FolderFile>;

/** `accepted`: what was in force before. */
export function documentSetOf(entries: SetEntries, accepted: SetEntries, files: Files): DocumentSet {
  const ofKind = (kind: string) => [...entries].filter(([, entry]) => entry.kind === kind);
  /** What a game has within itself: null for a document whose file is there and refused. */
  const within = <T>(wanted: string): Map<string, T | null> => {
    const refused = [...files].filter(([path, { kind }]) => kind === wanted && isDescription(path));
    const known = new Map<string, T | null>(refused.map(([path]) => [basename(path, '.json'), null]));
    for (const [, { code, document }] of ofKind(wanted)) known.set(code, (document as T | undefined) ?? null);
    return known;
  };
  return {
    inForce: (kind) => ofKind(kind).flatMap(([, { document }]) => (document === undefined ? [] : [document])),
    accepted: (kind) => ofKind(kind).flatMap(([path, { code }]) => (accepted.has(path) ? [code] : [])),
    expected: (kind) => ofKind(kind).length > 0 || [...accepted.values()].some((entry) => entry.kind === kind),
    codes: (kind) => ofKind(kind).map(([, { code }]) => code),
    families: () => within<FamilyDescription>('family'),
    calendars: () => within<CalendarDescription>('calendar'),
  };
}

/** Whether a path is that of a description, and not of a folder that something is wrong with. */
export const isDescription = (path: string): boolean => path.endsWith('.json');

/** Gets the error of a check that threw. */
export type OnCheckError = (path: string, error: unknown) => void;

/** Judges the documents of one set, which does not change meanwhile. */
export class ValidatedSet {
  readonly #entries: SetEntries;
  readonly #kinds: ReadonlyMap<string, KindCheckers>;
  readonly #neighbours: DocumentSet;
  readonly #checkers = new Map<string, readonly Checker[]>();
  readonly #findings = new Map<string, readonly Finding[]>();
  readonly #failed: OnCheckError;

  constructor(entries: SetEntries, accepted: SetEntries, files: Files, kinds: ReadonlyMap<string, KindCheckers>, failed: OnCheckError) {
    this.#failed = failed;
    this.#entries = new Map(entries);
    this.#kinds = kinds;
    this.#neighbours = documentSetOf(this.#entries, accepted, files);
  }

  /** The fault of the document of a file among the others; nothing where there is none. */
  findings(path: string): readonly Finding[] {
    const cached = this.#findings.get(path);
    if (cached !== undefined) return cached;
    const { kind = '', document } = this.#entries.get(path) ?? {};
    const findings = document === undefined ? [] : this.#check(path, kind, document);
    this.#findings.set(path, findings);
    return findings;
  }

  /** A check with a bug refuses the file that it fails on. The other files are still judged and published. */
  #check(path: string, kind: string, document: Description): readonly Finding[] {
    try {
      return this.#checkersOf(kind).flatMap((check) => check(document));
    } catch (error) {
      this.#failed(path, error);
      return [{ code: 'FILE_CHECK', pointer: '' }];
    }
  }

  #checkersOf(kind: string): readonly Checker[] {
    const cached = this.#checkers.get(kind);
    if (cached !== undefined) return cached;
    const made = (this.#kinds.get(kind)?.checks ?? []).map((make) => make(this.#neighbours));
    this.#checkers.set(kind, made);
    return made;
  }
}
