/**
 * The files of the description folders as they were read last. Each look reads new and changed files, so that lost, double or
 * late events do no harm.
 */
import { dirname, join, sep } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type Loaded, loadDocument } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import {
  missingFolderProblem,
  isUnchanged,
  isLinkOutside,
  listFolder,
  linkOutsideProblem,
  readIfChanged,
  unreadableFolderProblem,
} from './files.ts';
import { fileDigest, type IsPrevalidated, isPrevalidated } from './prevalidated.ts';
import { reportCheckError } from './report.ts';

export interface Folder {
  readonly path: string;
  /** The folder that it lies in and must not lead out of; itself when left out. */
  readonly root?: string;
  /** The folder of all that the operator gives, which is never deleted: while it is not there, neither is what it holds. */
  readonly top?: string;
  readonly kind: string;
  /** Only this file of the folder, when given. */
  readonly only?: string;
}

export interface FolderFile {
  readonly kind: string;
  /** How it was read last. */
  readonly loaded: Loaded;
  /** The digest of a file that passed the checks that need no other file. */
  readonly proof?: string | undefined;
}

/** Where the descriptions of a server lie. */
export interface Dirs {
  readonly gamesDir: string;
  readonly appDir: string;
}

/** Where the descriptions of each kind lie. */
export const foldersOf = ({ gamesDir, appDir }: Dirs): Folder[] => [
  ...within(gamesDir, [
    { path: join(gamesDir, 'families'), root: gamesDir, kind: 'family' },
    { path: join(gamesDir, 'calendars'), root: gamesDir, kind: 'calendar' },
    { path: gamesDir, kind: 'game' },
    { path: join(gamesDir, 'passes'), kind: 'passes' },
    { path: join(gamesDir, 'leagues'), kind: 'league' },
    { path: join(gamesDir, 'sports'), kind: 'sport' },
    { path: join(gamesDir, 'outrights'), kind: 'outright' },
    { path: join(gamesDir, 'scratch'), kind: 'scratch' },
    { path: join(gamesDir, 'small'), kind: 'small' },
    { path: join(gamesDir, 'quiz'), kind: 'quiz' },
    { path: join(gamesDir, 'store'), kind: 'product' },
    { path: join(gamesDir, 'activities'), kind: 'activity' },
  ]),
  ...within(appDir, [
    { path: appDir, kind: 'terms', only: 'terms.json' },
    { path: appDir, kind: 'functions', only: 'functions.json' },
    { path: join(appDir, 'lists'), root: appDir, kind: 'list' },
    { path: appDir, kind: 'routes', only: 'routes.json' },
    { path: join(appDir, 'menus'), root: appDir, kind: 'menu' },
    { path: join(appDir, 'screens'), root: appDir, kind: 'screen' },
    { path: join(appDir, 'brands'), root: appDir, kind: 'brand' },
    { path: join(appDir, 'help'), root: appDir, kind: 'help' },
    { path: join(appDir, 'articles'), root: appDir, kind: 'article' },
    { path: join(appDir, 'bulletins'), root: appDir, kind: 'bulletin' },
    { path: join(appDir, 'banners'), root: appDir, kind: 'banner' },
  ]),
];

const within = (top: string, folders: readonly Folder[]): Folder[] => folders.map((folder) => ({ ...folder, top }));

/** ms after which a folder that cannot be listed is looked at again. */
const AGAIN_MS = 2_000;

const NOT_READ: Loaded = { ok: false, problems: [] };

interface KnownFile extends FolderFile {
  readonly stamp: string;
  /** When it was seen to be gone; in ms of this process. */
  missingSince?: number | undefined;
}

export interface FolderScan {
  /** ms after which to look again, when a file has just gone and may come back, or a folder cannot be listed. */
  readonly again: number | undefined;
  /** A folder that could not be listed the last time can be: whatever watched it may have gone with it. */
  readonly back: boolean;
  /** Something is there, is gone or reads otherwise than the last time. */
  readonly changed: boolean;
}

export class DescriptionFolders {
  readonly #folders: readonly Folder[];
  readonly #graceMs: number;
  readonly #log: (line: string) => void;
  readonly #isProven: IsPrevalidated;
  readonly #files = new Map<string, KnownFile>();
  /** Folders that cannot be listed now. */
  #unlisted = new Set<string>();
  /** Something that the look under way has found is new. */
  #changed = false;

  /** `graceMs`: how long a missing file is taken for one that an editor is about to put back. */
  constructor(folders: readonly Folder[], graceMs: number, log: (line: string) => void, proven: IsPrevalidated = isPrevalidated) {
    this.#folders = folders;
    this.#graceMs = graceMs;
    this.#log = log;
    this.#isProven = proven;
  }

  /** By path, in the order of the folders and then of first sight. */
  get files(): ReadonlyMap<string, FolderFile> {
    return this.#files;
  }

  async look(): Promise<FolderScan> {
    const present = new Set<string>();
    const before = this.#unlisted;
    this.#unlisted = new Set();
    this.#changed = false;
    for (const folder of this.#folders) for (const path of await this.#readFolder(folder)) present.add(path);
    const { removed, again = this.#unlisted.size > 0 ? AGAIN_MS : undefined } = this.#forgetMissing(present);
    const back = [...before].some((folder) => !this.#unlisted.has(folder));
    return { again, back, changed: this.#changed || back || removed };
  }

  /** Reads what is new or changed in a folder; returns the paths of all its files. */
  async #readFolder({ path: folder, root = folder, top = folder, kind, only }: Folder): Promise<string[]> {
    if (await isLinkOutside(folder, root)) {
      // Reported like a refused file; the files that were read earlier stay in force.
      this.#tell(folder, kind, linkOutsideProblem(folder));
      return [folder, ...this.#below(folder)];
    }
    const listed = await listFolder(folder);
    const below = this.#below(folder);
    // A volume that is not mounted leaves an empty folder in its place.
    const emptied = folder === top && listed.ok && listed.bare && below.some((path) => dirname(path) !== folder);
    if (!listed.ok || emptied) {
      const reason = listed.ok ? 'ENOENT' : listed.reason;
      if (reason === 'ENOENT' && below.length === 0) return [];
      this.#unlisted.add(folder);
      for (const path of below) (this.#files.get(path) as KnownFile).missingSince = undefined;
      const isGone = reason === 'ENOENT' && folder !== top;
      // When a folder disappears with its parent, only the parent is reported.
      if (isGone && (await this.#isAway(top))) return below;
      this.#tell(folder, kind, isGone ? missingFolderProblem(folder) : unreadableFolderProblem(folder, reason));
      return [folder, ...below];
    }
    // Problems that were reported before.
    if (this.#files.delete(folder)) this.#changed = true;
    const names = listed.names.filter((name) => only === undefined || name === only);
    const paths = names.map((name) => join(folder, name));
    // All at once: one after the other, a hundred files wait a hundred times for the bets that are served in between.
    const same = await Promise.all(
      paths.map((path) => {
        const known = this.#files.get(path);
        return known !== undefined && isUnchanged(path, known.stamp);
      }),
    );
    for (const [at, path] of paths.entries()) {
      const known = this.#files.get(path);
      const read = same[at] ? undefined : await readIfChanged(path, known?.stamp);
      if (known !== undefined) known.missingSince = undefined;
      if (read === undefined) continue;
      this.#changed = true;
      const proof = read.ok ? fileDigest(kind, path, read.text) : undefined;
      const proven = proof !== undefined && this.#isProven(proof);
      const loaded: Loaded = read.ok ? this.#load(read.text, path, kind, proven) : { ok: false, problems: [read.problem] };
      this.#files.set(path, { kind, stamp: read.stamp, loaded, proof: proven && loaded.ok ? proof : undefined });
      // One file at a time, so that bets are served in between.
      await breathe();
    }
    return paths;
  }

  /** Files that were in force before this process began: one of a folder that is not there now stays, as one that was read. */
  remember(files: Iterable<readonly [path: string, file: { readonly kind: string }]>): void {
    for (const [path, { kind }] of files)
      if (!this.#files.has(path)) this.#files.set(path, { kind, stamp: '', loaded: NOT_READ, missingSince: Number.NEGATIVE_INFINITY });
  }

  #below(folder: string): string[] {
    return [...this.#files.keys()].filter((path) => path.startsWith(folder + sep));
  }

  async #isAway(top: string): Promise<boolean> {
    const listed = await listFolder(top);
    return !listed.ok || listed.bare;
  }

  /** The fault of a folder itself. */
  #tell(folder: string, kind: string, problem: Problem): void {
    if (!this.#files.has(folder)) this.#changed = true;
    this.#files.set(folder, { kind, stamp: '', loaded: { ok: false, problems: [problem] } });
  }

  /** The loader never throws; should it have a bug, a strange file must still not take the server down. */
  #load(text: string, path: string, kind: string, proven: boolean): Loaded {
    try {
      return loadDocument(text, { file: path, kind, proven });
    } catch (error) {
      return { ok: false, problems: [reportCheckError(path, error, this.#log)] };
    }
  }

  /** `removed`: some are gone for good. */
  #forgetMissing(present: ReadonlySet<string>): { readonly removed: boolean; readonly again: number | undefined } {
    const now = performance.now();
    let removed = false;
    let again: number | undefined;
    for (const [path, file] of this.#files) {
      if (present.has(path)) continue;
      file.missingSince ??= now;
      if (now - file.missingSince < this.#graceMs) again = this.#graceMs;
      else {
        this.#files.delete(path);
        removed = true;
      }
    }
    return { removed, again };
  }
}
