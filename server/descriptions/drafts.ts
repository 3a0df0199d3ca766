/** Files that do not lie in the folders, judged as if they did. */
import { join } from 'node:path';
import type { Loaded } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Folder, FolderFile } from './folders.ts';
import type { Judge } from './judge.ts';

/** A file that may not be there yet; it takes the place of the one of its kind and code. */
export interface DraftFile {
  /** How its problems name it; the draft was loaded under this name. */
  readonly file: string;
  readonly loaded: Loaded;
}

/** What is wrong with the drafts among these files. `judge` has judged the files already, and stays as it is. */
export function problemsOfDrafts(
  judge: Judge,
  known: ReadonlyMap<string, FolderFile>,
  folders: readonly Folder[],
  drafts: readonly DraftFile[],
): readonly Problem[] {
  const files = new Map(known);
  for (const { loaded } of drafts) {
    if (!loaded.ok) continue;
    const { kind, code } = loaded.document;
    const folder = folders.find((each) => each.kind === kind);
    if (folder !== undefined) files.set(join(folder.path, folder.only ?? `${code}.json`), { kind, loaded });
  }
  const { problems } = judge.trial().judge(files);
  const names = new Set(drafts.flatMap(({ file, loaded }) => (loaded.ok ? [file] : [])));
  const unread = drafts.flatMap(({ loaded }) => (loaded.ok ? [] : loaded.problems));
  return [...unread, ...problems.filter(({ file }) => names.has(file))];
}
