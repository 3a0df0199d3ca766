/**
 * The check of files that the command line offers: each among the descriptions that it would be published with, by the judge that publishes
 * (checkers.ts), so that what passes here is taken by a server.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { loadDocument } from '../../engine/descriptions/load.ts';
import { formatProblem, type Problem } from '../../engine/descriptions/problem.ts';
import type { GameSet } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';
import { newGameSet, KIND_CHECKERS } from './checkers.ts';
import { type DraftFile, problemsOfDrafts } from './drafts.ts';
import { descriptionFiles, readDescription } from './files.ts';
import { DescriptionFolders, type Dirs, type FolderFile, foldersOf } from './folders.ts';
import { SetValidator } from './set-validator.ts';
import type { GamesSource } from './new-game.ts';

export interface CheckOptions {
  readonly sets: DescriptionSets;
  readonly lang?: Lang;
}

export interface CheckResult {
  /** How many files were read. */
  readonly files: number;
  readonly problems: readonly Problem[];
  /** The problems as lines of text in the language asked for. */
  readonly lines: readonly string[];
}

/** A set of descriptions that no server runs, as one would take it at its start. */
export class DescriptionSet implements GamesSource {
  readonly #dirs: Dirs;
  readonly #judge: SetValidator;
  readonly files: ReadonlyMap<string, FolderFile>;

  private constructor(dirs: Dirs, judge: SetValidator, files: ReadonlyMap<string, FolderFile>) {
    this.#dirs = dirs;
    this.#judge = judge;
    this.files = files;
  }

  /** `app`: the descriptions of the app are judged too. Games need to know of them no more than the routes and which screens there are. */
  static async open(dirs: Dirs, app: boolean): Promise<DescriptionSet> {
    const folders = foldersOf(dirs);
    const ofApp = new Set(folders.filter(({ path, root }) => path === dirs.appDir || root === dirs.appDir));
    const read = folders.filter((folder) => app || !ofApp.has(folder) || folder.kind === 'routes');
    const named = app ? [] : folders.filter(({ kind }) => kind === 'screen');
    const files = new Map<string, FolderFile>();
    for (const looking of [
      new DescriptionFolders(read, 0, () => {}),
      new DescriptionFolders(
        named,
        0,
        () => {},
        () => true,
      ),
    ]) {
      await looking.look();
      for (const [path, file] of looking.files) files.set(path, file);
    }
    const judge = new SetValidator(
      app ? KIND_CHECKERS : KIND_CHECKERS.map((one) => (one.kind === 'screen' ? { ...one, checks: [] } : one)),
    );
    judge.validate(files);
    return new DescriptionSet(dirs, judge, files);
  }

  gameSet(): GameSet {
    return newGameSet(this.#judge.neighbours(this.files));
  }

  gameFiles(): readonly GameDescription[] {
    return this.#judge.neighbours(this.files).inForce('game') as unknown as readonly GameDescription[];
  }

  /** The kind that the folder holds which the file lies in; undefined for a file that lies elsewhere, and may be of any. */
  kindOf(file: string): string | undefined {
    const path = resolve(file);
    return foldersOf(this.#dirs).find(
      (folder) => resolve(folder.path) === dirname(path) && (folder.only ?? basename(path)) === basename(path),
    )?.kind;
  }

  check(drafts: readonly DraftFile[]): readonly Problem[] {
    return problemsOfDrafts(this.#judge, this.files, foldersOf(this.#dirs), drafts);
  }
}

/** Sets by where they lie, read once. */
export class DescriptionSets {
  readonly #known = new Map<string, Promise<DescriptionSet>>();
  readonly #usual: Dirs;

  /** `usual`: the descriptions that a file which lies anywhere else is judged among. */
  constructor(usual: Dirs) {
    this.#usual = usual;
  }

  /** The set that a file belongs to by the folder that it lies in. */
  of(file: string): Promise<DescriptionSet> {
    const dirs = this.#dirsOf(resolve(file));
    const inApp = relative(dirs.appDir, resolve(file));
    const name = `${dirs.gamesDir}\n${dirs.appDir}\n${inApp.startsWith('..') ? '' : 'app'}`;
    const known = this.#known.get(name) ?? DescriptionSet.open(dirs, !inApp.startsWith('..'));
    this.#known.set(name, known);
    return known;
  }

  #dirsOf(file: string): Dirs {
    const folder = dirname(file);
    for (const { path, root } of LAYOUT) {
      // games/families/k3.json: the folder of a kind, within that of its set.
      if (path === '' || basename(folder) !== path) continue;
      return { ...this.#usual, [root]: dirname(folder) };
    }
    if (LAYOUT.some(({ root, only }) => root === 'appDir' && only === basename(file)) && existsSync(join(folder, 'screens')))
      return { ...this.#usual, appDir: folder };
    return existsSync(join(folder, 'families')) ? { ...this.#usual, gamesDir: folder } : this.#usual;
  }
}

const LAYOUT = (['gamesDir', 'appDir'] as const).flatMap((root) =>
  foldersOf({ gamesDir: 'g', appDir: 'a' })
    .filter(({ path }) => path === root[0] || path.startsWith(`${root[0]}/`))
    .map(({ path, only }) => ({ root, path: path.slice(2), only })),
);

/**
 * Checks files and folders of descriptions of any kind. A folder stands for its *.json files and those of its folders (families, menus …).
 */
export async function checkFiles(paths: readonly string[], options: CheckOptions): Promise<CheckResult> {
  const { sets } = options;
  const drafts = new Map<DescriptionSet, DraftFile[]>();
  const problems: Problem[] = [];
  const files = await descriptionFiles(paths);
  for (const file of files) {
    const read = await readDescription(file);
    if (!read.ok) {
      problems.push(read.problem);
      continue;
    }
    const set = await sets.of(file);
    const among = drafts.get(set) ?? [];
    const kind = set.kindOf(file);
    among.push({ file, loaded: loadDocument(read.text, { file, ...(kind === undefined ? {} : { kind }) }) });
    drafts.set(set, among);
    await breathe();
  }
  for (const [set, own] of drafts) problems.push(...set.check(own));
  const order = new Map(files.map((file, at) => [file, at]));
  problems.sort((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0));
  return { files: files.length, problems, lines: problems.map((problem) => formatProblem(problem, options.lang ?? 'zh')) };
}
