/** The set that was in force last, compared with the present folders. */
import { join } from 'node:path';
import type { Description } from '../../engine/descriptions/load.ts';
import type { SetEntries, SetEntry, Files } from './document-set.ts';
import { type Dirs, foldersOf } from './folders.ts';
import { isStoredAsText, type LastSet, type LastVersion } from './last-good-versions.ts';

/** What this process has read and judged. */
export interface CurrentSet {
  readonly dirs: Dirs;
  readonly files: Files;
  readonly entries: SetEntries;
  readonly hashOfDocument: (document: Description) => string;
  /** The hash under which the code of a game is published. */
  readonly hashOfSold: (kind: string, code: string) => string | undefined;
}

/** Where the file of a description lies. */
function pathOf({ kind, code }: LastVersion, dirs: Dirs): string | undefined {
  const folder = foldersOf(dirs).find((each) => each.kind === kind);
  return folder && join(folder.path, folder.only ?? `${code}.json`);
}

/** The entry of a file that still says what was in force last; undefined where the file says otherwise or is gone. */
export function unchangedEntry(last: LastVersion, { dirs, files, entries, hashOfDocument, hashOfSold }: CurrentSet): SetEntry | undefined {
  const path = pathOf(last, dirs) ?? '';
  const { kind, code, hash } = last;
  const { loaded } = files.get(path) ?? {};
  if (loaded?.ok !== true) return undefined;
  const { document } = loaded;
  const isSame = isStoredAsText(kind)
    ? hashOfDocument(document) === hash
    : hashOfSold(kind, code) === hash && entries.get(path)?.document === document;
  return isSame ? { kind, code, document } : undefined;
}

/** Entries by path; `restored`: those that the folders have otherwise or not at all. */
export function restoredEntries(
  last: LastSet,
  present: CurrentSet,
): { readonly entries: SetEntries; readonly restored: Map<string, LastVersion> } {
  const documents = new Map(last.documents.map(({ kind, code, document }) => [`${kind}/${code}`, document]));
  const restored = new Map<string, LastVersion>();
  const entries = new Map<string, SetEntry>();
  for (const one of last.all) {
    const path = pathOf(one, present.dirs);
    if (path === undefined) continue;
    const { kind, code } = one;
    const document = documents.get(`${kind}/${code}`);
    const now = unchangedEntry(one, present);
    entries.set(path, now ?? { kind, code, ...(document === undefined ? {} : { document }) });
    if (now === undefined) restored.set(path, one);
  }
  return { entries, restored };
}
