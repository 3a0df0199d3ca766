/**
 * The files of one kind as the workshop works with them: read with their problems, written all at once or not at all, and every
 * replaced text is stored, so that a publication can be rolled back. The files are the only source: an edit by hand and an edit in the
 * workshop have the same effect.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Loaded, loadDocument } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { isLinkOutside, listJson, linkOutsideProblem, type Publication, readDescription } from '../catalog/index.ts';

/** Not seen by the publication: names with a dot in front are no descriptions. */
const HISTORY = '.history';
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const VERSION = /^(\d{13})-([0-9a-f]{16})$/;

/** What runs of a file, with the hash that it is published under. */
export interface RunningDocument {
  readonly hash: string;
  readonly name: string;
}

export interface FileDeskOptions<R extends RunningDocument> {
  readonly publication: Pick<Publication, 'problems' | 'check' | 'refresh'>;
  readonly kind: string;
  readonly folder: string;
  /** The folder that it lies in and must not lead out of; itself when left out. */
  readonly root?: string;
  /** What runs under a code now. */
  readonly running: (code: string) => R | undefined;
  /** What is not wrong with a document and still wants to be said twice; nothing when left out. */
  readonly warnings?: (loaded: Loaded, file: string) => Promise<readonly Problem[]>;
  /** Called after a publication, before it is answered. */
  readonly published?: () => Promise<void>;
}

export interface FileDeskEntry<R extends RunningDocument> {
  readonly code: string;
  /** published: as the file says. stale: the file is refused, an older version runs. refused: and none runs. */
  readonly status: 'published' | 'stale' | 'refused';
  readonly running: R | undefined;
  readonly problems: readonly Problem[];
}

export interface DeskFile<R extends RunningDocument = RunningDocument> {
  readonly code: string;
  readonly text: string;
  /** Names the text; a publication says which text it replaces. */
  readonly stamp: string;
  /** What runs now, if anything. */
  readonly published: R | null;
}

export interface DeskVersion {
  readonly id: string;
  /** Unix ms of the real clock at which the text was put aside or published. */
  readonly at: number;
  readonly current: boolean;
  /** The operator that published it; left out for a file that was put into the folder. */
  readonly by?: string;
}

export type Published =
  | { readonly is: 'published'; readonly hash: string; readonly stamp: string }
  | { readonly is: 'refused'; readonly problems: readonly Problem[] }
  /** Nothing is wrong, and nothing is published before these are accepted. */
  | { readonly is: 'warned'; readonly warnings: readonly Problem[] }
  /** Somebody else has changed the file since it was read. */
  | { readonly is: 'changed' }
  /** A folder cannot be written, and why. */
  | { readonly is: 'unwritable'; readonly folder: string; readonly why: string };

/** Why nothing can be written, worded for the administrator of the machine. */
const UNWRITABLE: Readonly<Record<string, string>> = {
  EACCES: '没有写入权限，请检查文件夹的属主',
  EPERM: '没有写入权限，请检查文件夹的属主',
  EROFS: '所在的磁盘是只读的，请改为可写',
  ENOSPC: '磁盘已满，请先清理出空间',
  EDQUOT: '磁盘配额已用完，请先清理出空间',
};

/** The publishing operator. */
export interface Publisher {
  /** The operator's name. */
  readonly name: string;
  /** Called when everything is found good, before the first file is written: what cannot be put down to anybody is not published. */
  readonly announce: () => Promise<void>;
  /** Called after `announce` when the text was not published after all. */
  readonly takeBack: () => Promise<void>;
}

export interface FileDesk<R extends RunningDocument = RunningDocument> {
  list(): Promise<FileDeskEntry<R>[]>;
  read(code: string): Promise<DeskFile<R> | undefined>;
  /**
   * `stamp` as it was read, '' for a new file. A text with problems never reaches the folder; one with warnings only when they are `accepted`.
   * Throws what `by.announce` throws, with nothing written.
   */
  publish(code: string, text: string, stamp: string, by: Publisher, accepted?: boolean): Promise<Published>;
  /** Texts of a file, newest first. */
  versions(code: string): Promise<DeskVersion[]>;
  version(code: string, id: string): Promise<string | undefined>;
}

export const textStamp = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function openFileDesk<R extends RunningDocument>(options: FileDeskOptions<R>): FileDesk<R> {
  const { publication, kind, running } = options;
  const folder = resolve(options.folder);
  const root = resolve(options.root ?? options.folder);
  const fileOf = (code: string): string => join(folder, `${code}.json`);
  const history = openHistory(join(folder, HISTORY), root);
  let writing: Promise<unknown> = Promise.resolve();

  const named = (problems: readonly Problem[]): Problem[] => problems.map((problem) => ({ ...problem, file: basename(problem.file) }));
  const problemsOf = (file: string): Problem[] => named(publication.problems().filter((problem) => resolve(problem.file) === file));

  async function textOf(code: string): Promise<string | undefined> {
    const read = await readDescription(fileOf(code), fileOf(code), root);
    return read.ok ? read.text : undefined;
  }

  /** The text of a file, undefined for one that is not there; or why a file that is there cannot be read. */
  async function readFileOf(file: string): Promise<{ readonly text: string | undefined } | { readonly problem: Problem }> {
    const read = await readDescription(file, file, root);
    if (read.ok) return { text: read.text };
    // A link that cannot be followed has no text of its own: it is replaced, and what it leads to stays.
    const absent = await lstat(file).then(
      (info) => info.isSymbolicLink(),
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    return absent ? { text: undefined } : { problem: read.problem };
  }

  /** In words when it is the disk that refuses. */
  function unwritable(error: NodeJS.ErrnoException): Published {
    const why = UNWRITABLE[error.code ?? ''];
    if (why === undefined) throw error;
    return { is: 'unwritable', folder: relative(dirname(root), error.path === undefined ? folder : dirname(error.path)), why };
  }

  async function publish(code: string, text: string, stamp: string, by: Publisher, accepted: boolean): Promise<Published> {
    const file = fileOf(code);
    // Nothing is written there either.
    if (await isLinkOutside(folder, root)) return { is: 'refused', problems: named([linkOutsideProblem(folder)]) };
    const loaded = loadDocument(text, { file, kind });
    const wrong = await publication.check([{ file, loaded }]);
    if (wrong.length > 0) return { is: 'refused', problems: named(wrong) };
    const there = await readFileOf(file);
    // A text that nobody could see is not replaced.
    if ('problem' in there) return { is: 'refused', problems: named([there.problem]) };
    const before = there.text;
    if ((before === undefined ? '' : textStamp(before)) !== stamp) return { is: 'changed' };
    const warnings = accepted ? [] : ((await options.warnings?.(loaded, file)) ?? []);
    if (warnings.length > 0) return { is: 'warned', warnings: named(warnings) };
    await by.announce();
    let problems: readonly Problem[];
    try {
      problems = await replace(code, before, text);
    } catch (error) {
      if ((await textOf(code)) !== text) await by.takeBack();
      throw error;
    }
    if (problems.length > 0) {
      await by.takeBack();
      return { is: 'refused', problems };
    }
    // It is published: a text without its author is kept by the publication that replaces it.
    await history.keep(code, text, by.name).catch(unwritable);
    await options.published?.();
    return { is: 'published', hash: running(code)?.hash ?? '', stamp: textStamp(text) };
  }

  /** Puts a text in the place of the one that is there. With problems, which others have caused since the check, the old one is back. */
  async function replace(code: string, before: string | undefined, text: string): Promise<readonly Problem[]> {
    const file = fileOf(code);
    if (before !== undefined) await history.keep(code, before);
    // The first of its kind.
    await mkdir(folder, { recursive: true });
    await put(file, text);
    await publication.refresh();
    const problems = problemsOf(file);
    if (problems.length === 0) return problems;
    if (before === undefined) await rm(file, { force: true });
    else await put(file, before);
    await publication.refresh();
    return problems;
  }

  return {
    async list() {
      if (await isLinkOutside(folder, root)) return [];
      return (await listJson(folder)).map((name) => {
        const code = name.slice(0, -'.json'.length);
        const now = running(code);
        const problems = problemsOf(fileOf(code));
        return { code, running: now, problems, status: now === undefined ? 'refused' : problems.length === 0 ? 'published' : 'stale' };
      });
    },
    async read(code) {
      if (!CODE.test(code)) return undefined;
      const text = await textOf(code);
      return text === undefined ? undefined : { code, text, stamp: textStamp(text), published: running(code) ?? null };
    },
    publish(code, text, stamp, by, accepted = false) {
      // One at a time: two who publish at once must not both find the text that they read.
      const next = writing.then(() => publish(code, text, stamp, by, accepted).catch(unwritable));
      writing = next.catch(() => undefined);
      return next;
    },
    async versions(code) {
      if (!CODE.test(code)) return [];
      const now = await textOf(code);
      return history.list(code, now === undefined ? '' : textStamp(now));
    },
    async version(code, id) {
      return CODE.test(code) && VERSION.test(id) ? history.text(code, id) : undefined;
    },
  };
}

/** Texts that were replaced, in a folder for each code. */
function openHistory(folder: string, root: string) {
  const versionOf = (name: string) => VERSION.exec(name.slice(0, -'.json'.length)) ?? [];

  async function storedVersions(code: string): Promise<string[]> {
    const names = await readdir(join(folder, code)).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json') && versionOf(name).length > 0)
      .sort()
      .reverse();
  }

  return {
    async keep(code: string, text: string, by?: string): Promise<void> {
      const [newest] = await storedVersions(code);
      if (newest?.endsWith(`-${textStamp(text)}.json`)) return;
      const into = join(folder, code);
      await mkdir(into, { recursive: true });
      const name = `${Date.now()}-${textStamp(text)}`;
      // Before the text: a concurrent reader of the list never sees a version without its author.
      if (by !== undefined) await put(join(into, `${name}.by`), by);
      await put(join(into, `${name}.json`), text);
    },
    async list(code: string, current: string): Promise<DeskVersion[]> {
      let isCurrentFound = false;
      const versions = (await storedVersions(code)).map((name) => {
        const [, at = '0', stamp = ''] = versionOf(name);
        const is = !isCurrentFound && stamp === current;
        isCurrentFound ||= is;
        return { id: `${at}-${stamp}`, at: Number(at), current: is };
      });
      return Promise.all(
        versions.map(async (version) => {
          const file = join(folder, code, `${version.id}.by`);
          const read = await readDescription(file, file, root);
          return read.ok ? { ...version, by: read.text } : version;
        }),
      );
    },
    async text(code: string, id: string): Promise<string | undefined> {
      const file = join(folder, code, `${id}.json`);
      const read = await readDescription(file, file, root);
      return read.ok ? read.text : undefined;
    },
  };
}

/** Written beside and moved into place: nobody ever reads half of it. */
async function put(file: string, text: string): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
