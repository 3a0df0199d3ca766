/** Decides which documents of a set of files are in force: the good ones, and the version that ran where a file is bad. */
import { basename } from 'node:path';
import type { Description } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import type { KindCheckers, MakeChecker, Neighbours } from './checkers.ts';
import type { FolderFile } from './folders.ts';
import { type IsProven, isProven, setProof } from './proven.ts';

export interface Judgement {
  readonly problems: readonly Problem[];
  /** Files that are refused as they lie there now. */
  readonly refused: ReadonlySet<string>;
}

export class Judge {
  readonly #kinds: readonly KindCheckers[];
  readonly #isProven: IsProven;
  /** The good version of each file, by path. */
  readonly #inForce = new Map<string, Description>();
  /** Restored at the start, by path. */
  readonly #before = new Map<string, Description>();

  constructor(kinds: readonly KindCheckers[], proven: IsProven = isProven) {
    this.#kinds = kinds;
    this.#isProven = proven;
  }

  /** A judge of the same mind whose judgements change nothing here. */
  trial(): Judge {
    const trial = new Judge(this.#kinds, this.#isProven);
    for (const [path, document] of this.#inForce) trial.#inForce.set(path, document);
    return trial;
  }

  get inForce(): ReadonlyMap<string, Description> {
    return this.#inForce;
  }

  /**
   * What was in force before this process began, of files that are refused. Files that passed while these were not known were judged among
   * less than there is (a game without routes may name any confirmation), so all of them are to be judged anew.
   */
  restore(documents: readonly { readonly path: string; readonly document: Description }[]): void {
    if (documents.length === 0) return;
    for (const { path, document } of documents) this.#before.set(path, document);
    this.#inForce.clear();
    for (const [path, document] of this.#before) this.#inForce.set(path, document);
  }

  /** A file that is gone takes its document with it. */
  forget(path: string): void {
    this.#inForce.delete(path);
  }

  judge(files: ReadonlyMap<string, FolderFile>): Judgement {
    const problems: Problem[] = [];
    const refused = new Set<string>();
    const neighbours = this.neighbours(files);
    // What of it was judged when the server was built.
    const provenSet = (of: Iterable<FolderFile>): boolean => {
      const proof = setProof(of);
      return proof !== undefined && this.#isProven(proof);
    };
    const whole = provenSet(files.values());
    for (const { kind, reads, refuse, report } of this.#kinds) {
      const proven = whole || (reads !== undefined && provenSet(filesOf(files, reads)));
      const refusing = (proven ? [] : refuse).map((make) => make(neighbours));
      for (const [path, { loaded }] of ofKind(files, kind)) {
        if (!loaded.ok) {
          problems.push(...loaded.problems);
          refused.add(path);
          continue;
        }
        const findings = refusing.flatMap((check) => check(loaded.document));
        if (findings.length === 0) this.#inForce.set(path, loaded.document);
        else {
          problems.push(...loaded.report(findings));
          refused.add(path);
        }
      }
      if (!proven) problems.push(...this.#reported(files, kind, report, neighbours));
    }
    return { problems, refused };
  }

  /** Made once the whole kind is judged, since these may look at documents of their own kind. */
  #reported(files: ReadonlyMap<string, FolderFile>, kind: string, report: readonly MakeChecker[], neighbours: Neighbours): Problem[] {
    const reporting = report.map((make) => make(neighbours));
    return [...ofKind(files, kind)].flatMap(([, { loaded }]) =>
      loaded.ok ? loaded.report(reporting.flatMap((check) => check(loaded.document))) : [],
    );
  }

  neighbours(files: ReadonlyMap<string, FolderFile>): Neighbours {
    const documents = (kind: string, of: (path: string, file: FolderFile) => Description | undefined) =>
      [...ofKind(files, kind)].map(([path, file]) => of(path, file)).filter((document) => document !== undefined);
    return {
      inForce: (kind) => documents(kind, (path) => this.#inForce.get(path)),
      asWritten: (kind) => documents(kind, (path, { loaded }) => (loaded.ok ? loaded.document : this.#inForce.get(path))),
      codes: (kind) => [...ofKind(files, kind)].map(([path, { loaded }]) => (loaded.ok ? loaded.document.code : basename(path, '.json'))),
      families: () =>
        new Map(
          [...ofKind(files, 'family')].map(([path]) => [
            basename(path, '.json'),
            (this.#inForce.get(path) as FamilyDescription | undefined) ?? null,
          ]),
        ),
    };
  }
}

/** Files of some kinds: what the checkers of a kind look at. */
export const filesOf = (files: ReadonlyMap<string, FolderFile>, kinds: readonly string[]): FolderFile[] =>
  [...files.values()].filter(({ kind }) => kinds.includes(kind));

function* ofKind(files: ReadonlyMap<string, FolderFile>, kind: string): Iterable<[string, FolderFile]> {
  for (const [path, file] of files) if (file.kind === kind) yield [path, file];
}
