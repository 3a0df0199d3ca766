/** Descriptions in folders: what to read, and how to read it safely. */
import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import { type Description, loadCalendar, type Loaded, loadFamily, type LoadOptions } from '../../engine/descriptions/load.ts';
import { MAX_TEXT } from '../../engine/descriptions/parse.ts';
import { type Finding, makeProblem, type Problem } from '../../engine/descriptions/problem.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';

export type ReadFile =
  | { readonly ok: true; readonly text: string; readonly stamp: string }
  | { readonly ok: false; readonly problem: Problem; readonly stamp: string };

/**
 * Text of a file, or why there is none. Never throws; reads no more than the limit, and only regular files. `root`: the folder that neither
 * the file nor its own folder may lead out of; the file's own when left out.
 */
export async function readDescription(path: string, file: string = path, root: string = dirname(path)): Promise<ReadFile> {
  return (await readIfChanged(path, undefined, file, root)) as ReadFile;
}

const OUTSIDE = '链接指向文件夹之外；请放入文件本身|a link that leads out of its folder; put the file itself there';

/** What the usual faults of the file system mean. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: '没有这个文件|there is no such file',
  EACCES: '没有读它的权限|no permission to read it',
};

/** Said of a folder of descriptions that is a link out of the folder that it lies in. */
export function linkOutsideProblem(folder: string): Problem {
  return makeProblem(folder, { code: 'FILE_UNREADABLE', pointer: '', details: { reason: OUTSIDE } }, { line: 1, column: 1 });
}

/** The problem of a folder that cannot be read now. */
export function unreadableFolderProblem(folder: string, reason: string): Problem {
  const reasonText = `文件夹列不出来：${reason}；已知的内容继续运行|the folder cannot be listed: ${reason}; what is known of it goes on`;
  return makeProblem(folder, { code: 'FILE_UNREADABLE', pointer: '', details: { reason: reasonText } }, { line: 1, column: 1 });
}

/** Said of a folder that has gone with all that it held. */
export const missingFolderProblem = (folder: string): Problem =>
  makeProblem(folder, { code: 'FOLDER_GONE', pointer: '' }, { line: 1, column: 1 });

/** As `readDescription`, but undefined when the file still has the stamp that it was read with last: then there is nothing to read. */
export async function readIfChanged(
  path: string,
  known: string | undefined,
  file: string = path,
  root: string = dirname(path),
): Promise<ReadFile | undefined> {
  const refuse = (finding: Finding, stamp: string, line = 1, column = 1): ReadFile => ({
    ok: false,
    problem: makeProblem(file, finding, { line, column }),
    stamp,
  });
  let stamp = 'unreadable';
  try {
    const real = (await isLinkOutside(dirname(path), root)) ? undefined : await insideOf(path);
    if (real === undefined) return refuse({ code: 'FILE_UNREADABLE', pointer: '', details: { reason: OUTSIDE } }, stamp);
    // Not blocking, because opening a named pipe would wait for its writer for ever; and no link, which may have taken its place by now.
    const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const info = await handle.stat();
      stamp = stampOf(info);
      if (stamp === known) return undefined;
      if (!info.isFile())
        return refuse({ code: 'FILE_UNREADABLE', pointer: '', details: { reason: '不是普通文件|not a regular file' } }, stamp);
      if (info.size > MAX_TEXT)
        return refuse({ code: 'FILE_TOO_LARGE', pointer: '', details: { size: info.size, limit: MAX_TEXT } }, stamp);
      const buffer = Buffer.alloc(info.size);
      const { bytesRead } = await handle.read(buffer, 0, info.size, 0);
      const bytes = buffer.subarray(0, bytesRead);
      try {
        return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), stamp };
      } catch {
        const { line, column } = firstBadByte(bytes);
        return refuse({ code: 'FILE_ENCODING', pointer: '' }, stamp, line, column);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return refuse({ code: 'FILE_UNREADABLE', pointer: '', details: { reason: UNREADABLE[code] ?? code } }, stamp);
  }
}

/**
 * Where a file really is: links are followed only as far as they stay in the folder that the file is listed in (a mounted volume names its
 * files by links that do). undefined: the link leads out, to something that nobody put there to be read and shown.
 */
async function insideOf(path: string): Promise<string | undefined> {
  const [real, folder] = await Promise.all([realpath(path), realpath(dirname(path))]);
  return isBelow(real, folder) ? real : undefined;
}

const isBelow = (real: string, folder: string): boolean => real.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Whether a folder in the folder `root` is really somewhere else. `root` itself is where the operator says, a link or not. */
export async function isLinkOutside(folder: string, root: string): Promise<boolean> {
  if (folder === root) return false;
  try {
    const [real, realRoot] = await Promise.all([realpath(folder), realpath(root)]);
    return real !== realRoot && !isBelow(real, realRoot);
  } catch {
    // What is not there leads nowhere.
    return false;
  }
}

/** Whether the file still has the stamp that it was read with last, without opening it. False when that is unknown. */
export async function isUnchanged(path: string, known: string): Promise<boolean> {
  return stat(path).then(
    (info) => stampOf(info) === known,
    () => false,
  );
}

/** Changes when the content of a file may have changed. */
function stampOf(info: { readonly mtimeMs: number; readonly size: number; readonly ino: number }): string {
  return `${info.mtimeMs}/${info.size}/${info.ino}`;
}

function firstBadByte(bytes: Buffer): { line: number; column: number } {
  // Where decoding with a stand-in first differs from the bytes: a genuine U+FFFD is three bytes EF BF BD.
  const text = bytes.toString('utf8');
  let at = text.indexOf('\uFFFD');
  while (
    at >= 0 &&
    bytes.subarray(Buffer.byteLength(text.slice(0, at)), Buffer.byteLength(text.slice(0, at)) + 3).equals(Buffer.from('\uFFFD'))
  ) {
    at = text.indexOf('\uFFFD', at + 1);
  }
  const before = text.slice(0, Math.max(at, 0)).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before[before.length - 1] ?? '').length + 1 };
}

export type FolderListing =
  | { readonly ok: true; readonly names: readonly string[] /** Nothing at all lies there. */; readonly bare: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Names of the description files of a folder, in order, an ending in capitals included: the loader says how such a file has to be called.
 * Why there are none when the folder cannot be listed: ENOENT when it is not there.
 */
export async function listFolder(folder: string): Promise<FolderListing> {
  try {
    const names = await readdir(folder);
    return { ok: true, names: names.filter((name) => /\.json$/i.test(name) && !name.startsWith('.')).sort(), bare: names.length === 0 };
  } catch (error) {
    return { ok: false, reason: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}

/** Names of the *.json files of a folder, in order; none when the folder is not there. */
export async function listJson(folder: string): Promise<string[]> {
  const listed = await listFolder(folder);
  return listed.ok ? listed.names.filter((name) => name.endsWith('.json')) : [];
}

/** The files that paths stand for: a file for itself, a folder for its *.json files and those of its folders. */
export async function descriptionFiles(paths: readonly string[]): Promise<string[]> {
  return (await Promise.all(paths.map((path) => expand(path)))).flat();
}

async function expand(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined || !info.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  // One level of folders is all that descriptions have; links to folders are not followed, so that no cycle holds us.
  const inside = entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name));
  const folders = [path, ...inside.sort()];
  const all = folders.map(async (folder) => {
    const listed = await listFolder(folder);
    // What cannot be listed is refused like a file that cannot be read.
    return listed.ok ? listed.names.map((name) => join(folder, name)) : [folder];
  });
  return (await Promise.all(all)).flat();
}

/** The families of a folder by code: null for a file that is refused, so that a game can say so. `root` as for `readDescription`. */
export async function familiesIn(folder: string, root: string = folder): Promise<Map<string, FamilyDescription | null>> {
  return documentsIn(folder, root, loadFamily);
}

/** The calendars of a folder, in the same way. */
export async function calendarsIn(folder: string, root: string = folder): Promise<Map<string, CalendarDescription | null>> {
  return documentsIn(folder, root, loadCalendar);
}

async function documentsIn<T extends Description>(
  folder: string,
  root: string,
  load: (text: string, options: LoadOptions) => Loaded<T>,
): Promise<Map<string, T | null>> {
  const documents = new Map<string, T | null>();
  for (const name of await listJson(folder)) {
    const read = await readDescription(join(folder, name), name, root);
    const loaded = read.ok ? load(read.text, { file: name }) : undefined;
    documents.set(basename(name, '.json'), loaded?.ok ? loaded.document : null);
  }
  return documents;
}
