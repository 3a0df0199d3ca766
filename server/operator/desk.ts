/**
 * Game files as the workshop works with them: read with their problems, written all at once or not at all, and every text that
 * was ever replaced kept, so that a publication can be taken back. The files stay the truth: whoever edits them by hand
 * and whoever uses the workshop see the same.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { loadGame } from '../../engine/descriptions/load.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Context } from '../context.ts';
import { familiesIn, listJson, readDescription } from '../descriptions/files.ts';

/** Not seen by the publication: names with a dot in front are no descriptions. */
const HISTORY = '.history';
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const VERSION = /^(\d{13})-([0-9a-f]{16})$/;

export interface DeskGame {
  readonly code: string;
  readonly name: string;
  readonly family?: string;
  /** published: as the file says. stale: the file is refused, an older version runs. refused: and none runs. */
  readonly status: 'published' | 'stale' | 'refused';
  readonly disabled?: string;
  readonly problems: readonly Problem[];
}

export interface DeskFile {
  readonly code: string;
  readonly text: string;
  /** Names the text; a publication says which text it replaces. */
  readonly stamp: string;
  /** What runs now, if anything. */
  readonly published: { readonly hash: string; readonly game: Game } | null;
}

export interface DeskVersion {
  readonly id: string;
  /** Unix ms of the real clock at which the text was put aside or published. */
  readonly at: number;
  readonly current: boolean;
}

export type Published =
  | { readonly is: 'published'; readonly hash: string; readonly stamp: string }
  | { readonly is: 'refused'; readonly problems: readonly Problem[] }
  /** Somebody else has changed the file since it was read. */
  | { readonly is: 'changed' };

export interface Desk {
  games(): Promise<DeskGame[]>;
  families(): Promise<Readonly<Record<string, string>>>;
  read(code: string): Promise<DeskFile | undefined>;
  /** `stamp` as it was read, '' for a new game. */
  publish(code: string, text: string, stamp: string): Promise<Published>;
  /** Texts of a game, newest first. */
  versions(code: string): Promise<DeskVersion[]>;
  version(code: string, id: string): Promise<string | undefined>;
}

export const stampOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

export function openDesk({ publication, games }: Pick<Context, 'publication' | 'games'>, folder: string): Desk {
  const gamesDir = resolve(folder);
  const fileOf = (code: string): string => join(gamesDir, `${code}.json`);
  let writing: Promise<unknown> = Promise.resolve();

  const problemsOf = (file: string): Problem[] =>
    publication
      .problems()
      .filter((problem) => resolve(problem.file) === file)
      .map((problem) => ({ ...problem, file: basename(problem.file) }));

  async function textOf(code: string): Promise<string | undefined> {
    const read = await readDescription(fileOf(code));
    return read.ok ? read.text : undefined;
  }

  async function put(file: string, text: string): Promise<void> {
    // Written beside and moved into place: nobody ever reads half of it.
    const draft = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      await writeFile(draft, text, { flag: 'wx' });
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function kept(code: string): Promise<string[]> {
    const names = await readdir(join(gamesDir, HISTORY, code)).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json') && VERSION.test(name.slice(0, -'.json'.length)))
      .sort()
      .reverse();
  }

  async function keep(code: string, text: string): Promise<void> {
    const [newest] = await kept(code);
    if (newest?.endsWith(`-${stampOf(text)}.json`)) return;
    const into = join(gamesDir, HISTORY, code);
    await mkdir(into, { recursive: true });
    await put(join(into, `${Date.now()}-${stampOf(text)}.json`), text);
  }

  async function publish(code: string, text: string, stamp: string): Promise<Published> {
    const file = fileOf(code);
    const families = await familiesIn(join(gamesDir, 'families'));
    const loaded = loadGame(text, { file: `${code}.json`, families });
    if (!loaded.ok) return { is: 'refused', problems: loaded.problems };
    const before = await textOf(code);
    if ((before === undefined ? '' : stampOf(before)) !== stamp) return { is: 'changed' };
    if (before !== undefined) await keep(code, before);
    await put(file, text);
    await publication.refresh();
    const problems = problemsOf(file);
    if (problems.length > 0) {
      // Right by itself and yet not to be published (no route, a code taken in other letters): the file that was there comes back.
      if (before === undefined) await rm(file, { force: true });
      else await put(file, before);
      await publication.refresh();
      return { is: 'refused', problems };
    }
    await keep(code, text);
    // The database holds the new version before anybody is told that it is published.
    await games.refresh();
    return { is: 'published', hash: publication.game(code)?.hash ?? '', stamp: stampOf(text) };
  }

  return {
    async games() {
      const list: DeskGame[] = [];
      for (const name of await listJson(gamesDir)) {
        const code = name.slice(0, -'.json'.length);
        const running = publication.game(code)?.game;
        const problems = problemsOf(fileOf(code));
        list.push({
          code,
          name: running?.name ?? code,
          ...(running?.family === undefined ? {} : { family: running.family }),
          status: problems.length === 0 && running !== undefined ? 'published' : running !== undefined ? 'stale' : 'refused',
          ...(running?.disabled === undefined ? {} : { disabled: running.disabled }),
          problems,
        });
      }
      return list;
    },
    async families() {
      const texts: Record<string, string> = {};
      for (const name of await listJson(join(gamesDir, 'families'))) {
        const read = await readDescription(join(gamesDir, 'families', name));
        if (read.ok) texts[name.slice(0, -'.json'.length)] = read.text;
      }
      return texts;
    },
    async read(code) {
      if (!CODE.test(code)) return undefined;
      const text = await textOf(code);
      if (text === undefined) return undefined;
      const running = publication.game(code);
      return { code, text, stamp: stampOf(text), published: running === undefined ? null : { hash: running.hash, game: running.game } };
    },
    publish(code, text, stamp) {
      // One at a time: two who publish at once must not both find the text that they read.
      const next = writing.then(() => publish(code, text, stamp));
      writing = next.catch(() => undefined);
      return next;
    },
    async versions(code) {
      if (!CODE.test(code)) return [];
      const now = await textOf(code);
      const current = now === undefined ? '' : stampOf(now);
      let found = false;
      return (await kept(code)).map((name) => {
        const [, at = '0', stamp = ''] = VERSION.exec(name.slice(0, -'.json'.length)) ?? [];
        const is = !found && stamp === current;
        found ||= is;
        return { id: `${at}-${stamp}`, at: Number(at), current: is };
      });
    },
    async version(code, id) {
      if (!CODE.test(code) || !VERSION.test(id)) return undefined;
      return readFile(join(gamesDir, HISTORY, code, `${id}.json`), 'utf8').catch(() => undefined);
    },
  };
}
