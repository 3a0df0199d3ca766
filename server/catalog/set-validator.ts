/**
 * The one rule of publication: in force is the last whole set that passed every check. A file that is wrong, and one that is gone and that
 * another document needs, leave what ran; so does a change under which another document would be wrong, until both are changed. All changes that
 * lie in the folders are looked at together, so that files that fit each other are taken together, in whichever order they arrive.
 */
import { basename } from 'node:path';
import { canonicalJson } from '../../engine/descriptions/canonical.ts';
import type { Description } from '../../engine/descriptions/load.ts';
import type { Finding, Problem } from '../../engine/descriptions/problem.ts';
import type { KindCheckers, DocumentSet } from './checkers.ts';
import {
  type OnCheckError,
  type SetEntries,
  type SetEntry,
  type Files,
  isDescription,
  ValidatedSet,
  documentSetOf,
} from './document-set.ts';
import type { FolderFile } from './folders.ts';
import { type IsPrevalidated, isPrevalidated, setDigest } from './prevalidated.ts';
import { changeProblems, reportCheckError, neededProblem, type BrokenDocument } from './report.ts';

export interface SetValidation {
  readonly problems: readonly Problem[];
  /** Files that are wrong among the others through no change of their own: their published version stays as it is. */
  readonly stays: ReadonlySet<string>;
}

export class SetValidator {
  readonly #kinds: ReadonlyMap<string, KindCheckers>;
  readonly #isProven: IsPrevalidated;
  readonly #log: (line: string) => void;
  #accepted: SetEntries = new Map();
  /** Before the first set is in force, what is good of the files comes into force, since there is nothing that could stay. */
  #first = true;

  constructor(kinds: readonly KindCheckers[], proven: IsPrevalidated = isPrevalidated, log: (line: string) => void = () => {}) {
    this.#kinds = new Map(kinds.map((one) => [one.kind, one]));
    this.#isProven = proven;
    this.#log = log;
  }

  /** A judge of the same mind whose judgements change nothing here. */
  copy(): SetValidator {
    const trial = new SetValidator([...this.#kinds.values()], this.#isProven);
    trial.restore(this.#accepted);
    return trial;
  }

  /** The documents in force, by path. */
  get entries(): SetEntries {
    return this.#accepted;
  }

  /** Documents in force, by path. */
  get inForce(): ReadonlyMap<string, Description> {
    return new Map([...this.#accepted].flatMap(([path, { document }]) => (document === undefined ? [] : [[path, document]])));
  }

  /** What was in force before this process began, or elsewhere: from now on that stays where a file is wrong or gone. */
  restore(entries: SetEntries): void {
    this.#accepted = entries;
    this.#first = false;
  }

  validate(files: Files): SetValidation {
    const failed = new Map<string, unknown>();
    const onFailure = (path: string, error: unknown): void => void failed.set(path, error);
    const deliberation = new Deliberation(files, this.#accepted, this.#kinds, this.#isProven, this.#first, onFailure);
    const judgement = deliberation.decide();
    for (const [path, error] of failed) reportCheckError(path, error, this.#log);
    this.#accepted = deliberation.entries;
    this.#first = false;
    return judgement;
  }

  neighbours(files: Files = new Map()): DocumentSet {
    return documentSetOf(this.#accepted, this.#accepted, files);
  }
}

/** Files of some kinds: what the checkers of a kind look at. */
export const filesOf = (files: Files, kinds: readonly string[]): FolderFile[] =>
  [...files.values()].filter(({ kind }) => kinds.includes(kind));

interface TakenBack {
  readonly path: string;
  readonly problems: readonly Problem[];
}

/** One judgement: begins with everything as the folders have it, and takes back what does not fit until the rest does. */
class Deliberation {
  readonly entries: Map<string, SetEntry>;
  readonly #files: Files;
  readonly #accepted: SetEntries;
  readonly #kinds: ReadonlyMap<string, KindCheckers>;
  readonly #isProven: IsPrevalidated;
  readonly #first: boolean;
  readonly #failed: OnCheckError;
  readonly #problems = new Map<string, readonly Problem[]>();
  /** Files that are not in force as they lie there. */
  readonly #refused = new Set<string>();
  #set: ValidatedSet;

  constructor(
    files: Files,
    accepted: SetEntries,
    kinds: ReadonlyMap<string, KindCheckers>,
    proven: IsPrevalidated,
    first: boolean,
    failed: OnCheckError,
  ) {
    this.#failed = failed;
    this.#files = files;
    this.#accepted = accepted;
    this.#kinds = kinds;
    this.#isProven = proven;
    this.#first = first;
    this.entries = this.#asWritten();
    this.#set = this.#judged(this.entries);
  }

  decide(): SetValidation {
    for (;;) {
      const { unchanged, changed } = this.#wrong();
      // What these need is back before one that changed is judged.
      const stays = unchanged.filter((path) => !this.#takeBack(this.#blamed(path)));
      if (stays.length < unchanged.length) continue;
      // Together: of two files that take one code from each other, neither is the first.
      if (this.#takeBack(changed.flatMap((path) => this.#blamed(path))) || this.#putBackNeeded()) continue;
      for (const path of [...unchanged, ...changed]) {
        const { loaded } = this.#files.get(path) ?? {};
        if (loaded?.ok === true && !this.#refused.has(path)) this.#problems.set(path, loaded.report(this.#set.findings(path)));
      }
      return { problems: this.#inOrder(), stays: new Set(stays) };
    }
  }

  /** The set as the folders have it; of a file that cannot be read, what is in force. */
  #asWritten(): Map<string, SetEntry> {
    const entries = new Map<string, SetEntry>();
    for (const [path, { kind, loaded }] of this.#files) {
      if (!loaded.ok) this.#problems.set(path, loaded.problems);
      const before = this.#accepted.get(path);
      if (!isDescription(path)) continue;
      if (!loaded.ok) {
        this.#refused.add(path);
        this.#putBack(path, kind, entries);
      } else if (before?.document !== undefined && isSame(before.document, loaded.document)) entries.set(path, before);
      else entries.set(path, { kind, code: loaded.document.code, document: loaded.document });
    }
    return entries;
  }

  /** What was in force is again. At the first judgement nothing was, and the file counts as one that lies there: what names it is not wrong. */
  #putBack(path: string, kind: string, entries: Map<string, SetEntry>): void {
    const before = this.#accepted.get(path);
    if (before !== undefined) entries.set(path, before);
    else if (this.#first) entries.set(path, { kind, code: basename(path, '.json') });
    else entries.delete(path);
  }

  /** What is to be taken back for a document that is wrong, and why. Nothing: no change is to blame, or its published version may stay. */
  #blamed(path: string): TakenBack[] {
    const findings = this.#set.findings(path);
    if (findings.length === 0) return [];
    const entry = this.entries.get(path) as SetEntry;
    const before = this.#accepted.get(path);
    const others = this.#changes(entry.kind).filter((each) => each !== path);
    if (entry !== before) {
      if (this.#first && this.#kinds.get(entry.kind)?.firstAnyway === true) return [];
      // If the former version is known from the database only, its text is unknown, so the file counts as changed.
      const isCulprit = before === undefined || (before.document !== undefined && this.#without([path]).findings(path).length === 0);
      if (isCulprit || this.#without(others).findings(path).length > 0) return [{ path, problems: this.#reported(path, findings) }];
    } else if (others.length === 0 || this.#without(others).findings(path).length > 0) return [];
    const reason: BrokenDocument = { file: path, problem: this.#reported(path, findings)[0] ?? (findings[0] as Finding) };
    return this.#culprits(path, others).map((culprit) => {
      const file = this.#files.get(culprit);
      return { path: culprit, problems: file?.loaded.ok ? changeProblems(file.loaded, reason) : [neededProblem(culprit, reason)] };
    });
  }

  /**
   * Which of the changes make a document wrong. The last one of the shortest row of them that mends it when it is taken back is one; and so on
   * with that one taken back, until the document is in order.
   */
  #culprits(path: string, changes: readonly string[]): string[] {
    const culprits: string[] = [];
    while (this.#without(culprits).findings(path).length > 0) {
      const rest = changes.filter((each) => !culprits.includes(each));
      let [low, high] = [1, rest.length];
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (this.#without([...culprits, ...rest.slice(0, middle)]).findings(path).length === 0) high = middle;
        else low = middle + 1;
      }
      culprits.push(rest[low - 1] as string);
    }
    return culprits;
  }

  /** Files that are otherwise, new or gone, and not taken back: those that may make a document of this kind wrong. */
  #changes(of: string): string[] {
    const within = this.#kinds.get(of)?.within ?? [];
    const removed = [...this.#accepted.keys()].filter((path) => !this.entries.has(path));
    const changed = [...this.entries].filter(([path, entry]) => entry !== this.#accepted.get(path) && !within.includes(entry.kind));
    return [...removed, ...changed.map(([path]) => path)];
  }

  /** The set with these changes taken back. */
  #without(changes: readonly string[]): ValidatedSet {
    if (changes.length === 0) return this.#set;
    const entries = new Map(this.entries);
    for (const path of changes) {
      const before = this.#accepted.get(path);
      if (before === undefined) entries.delete(path);
      else entries.set(path, before);
    }
    return this.#judged(entries);
  }

  /** With their places, where the file says what is judged. */
  #reported(path: string, findings: readonly Finding[]): readonly Problem[] {
    const { loaded } = this.#files.get(path) ?? {};
    return loaded?.ok === true && !this.#refused.has(path) ? loaded.report(findings) : [];
  }

  /** Whether there was anything to take back. */
  #takeBack(changes: readonly TakenBack[]): boolean {
    if (changes.length === 0) return false;
    for (const { path, problems } of changes) {
      if (this.#refused.has(path)) continue;
      this.#problems.set(path, problems);
      this.#refused.add(path);
      this.#putBack(path, (this.#files.get(path) ?? (this.#accepted.get(path) as SetEntry)).kind, this.entries);
    }
    this.#set = this.#judged(this.entries);
    return true;
  }

  /** What the app itself opens is there, whether another document names it or not. */
  #putBackNeeded(): boolean {
    const lost = [...this.#accepted].filter(([path, { kind, code }]) => {
      if (this.entries.has(path)) return false;
      const others = [...this.entries.values()].flatMap((entry) => (entry.kind === kind ? [entry.code] : []));
      return this.#kinds.get(kind)?.needed?.(code, others) === true;
    });
    return this.#takeBack(lost.map(([path]) => ({ path, problems: [neededProblem(path)] })));
  }

  #judged(entries: SetEntries): ValidatedSet {
    return new ValidatedSet(entries, this.#accepted, this.#files, this.#kinds, this.#failed);
  }

  #wrong(): { readonly unchanged: readonly string[]; readonly changed: readonly string[] } {
    const wrong = this.#toCheck().filter((path) => this.#set.findings(path).length > 0);
    const isChanged = (path: string) => this.entries.get(path) !== this.#accepted.get(path);
    return { unchanged: wrong.filter((path) => !isChanged(path)), changed: wrong.filter(isChanged) };
  }

  /** All but what was found good among these very others when the server was built. */
  #toCheck(): string[] {
    const proofs = [...this.entries].map(([path, { kind }]) => ({
      kind,
      proof: this.#refused.has(path) ? undefined : this.#files.get(path)?.proof,
    }));
    const isProvenSet = (kinds?: readonly string[]): boolean => {
      const proof = setDigest(kinds === undefined ? proofs : proofs.filter(({ kind }) => kinds.includes(kind)));
      return proof !== undefined && this.#isProven(proof);
    };
    if (isProvenSet()) return [];
    const proven = new Set([...this.#kinds.values()].flatMap(({ kind, reads }) => (reads && isProvenSet(reads) ? [kind] : [])));
    return [...this.entries].flatMap(([path, { kind }]) => (proven.has(kind) ? [] : [path]));
  }

  /** By kind, then as the files are; what is gone last. */
  #inOrder(): Problem[] {
    const kinds = [...this.#kinds.keys()];
    const paths = [...this.#files].sort(([, a], [, b]) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)).map(([path]) => path);
    return [...new Set([...paths, ...this.#problems.keys()])].flatMap((path) => this.#problems.get(path) ?? []);
  }
}

/** A file that was merely written again has not changed. */
const isSame = (a: Description, b: Description): boolean => a === b || canonicalJson(a) === canonicalJson(b);
