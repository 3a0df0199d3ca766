/** Checks drafts, which are not in the folders, as if they were. */
import { join } from 'node:path';
import type { Loaded } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Folder, FolderFile } from './folders.ts';
import type { SetValidator } from './set-validator.ts';

/** A file that may not be there yet; it takes the place of the one of its kind and code. */
export interface DraftFile {
  /** How its problems name it; the draft was loaded under this name. */
  readonly file: string;
  readonly loaded: Loaded;
}

/** What of the others would be wrong with the drafts in force and is in order now: games of a family that lost a play they name. */
export function problemsCausedByDrafts(
  judge: SetValidator,
  known: ReadonlyMap<string, FolderFile>,
  folders: readonly Folder[],
  drafts: readonly DraftFile[],
): readonly Problem[] {
  const wrong = (files: ReadonlyMap<string, FolderFile>) => judge.copy().validate(files).problems;
  const keyOf = ({ file, pointer, code }: Problem): string => `${file} ${pointer} ${code}`;
  const own = new Set(drafts.map(({ file }) => file));
  const before = new Set(wrong(known).map(keyOf));
  return wrong(withDrafts(known, folders, drafts)).filter((problem) => !own.has(problem.file) && !before.has(keyOf(problem)));
}

/** The fault of the drafts among these files. `judge` has judged the files already, and stays as it is. */
export function problemsOfDrafts(
  judge: SetValidator,
  known: ReadonlyMap<string, FolderFile>,
  folders: readonly Folder[],
  drafts: readonly DraftFile[],
): readonly Problem[] {
  const { problems } = judge.copy().validate(withDrafts(known, folders, drafts));
  const names = new Set(drafts.flatMap(({ file, loaded }) => (loaded.ok ? [file] : [])));
  const unread = drafts.flatMap(({ loaded }) => (loaded.ok ? [] : loaded.problems));
  return [...unread, ...problems.filter(({ file }) => names.has(file))];
}

function withDrafts(
  known: ReadonlyMap<string, FolderFile>,
  folders: readonly Folder[],
  drafts: readonly DraftFile[],
): ReadonlyMap<string, FolderFile> {
  const files = new Map(known);
  for (const { loaded } of drafts) {
    if (!loaded.ok) continue;
    const { kind, code } = loaded.document;
    const folder = folders.find((each) => each.kind === kind);
    if (folder !== undefined) files.set(join(folder.path, folder.only ?? `${code}.json`), { kind, loaded });
  }
  return files;
}
