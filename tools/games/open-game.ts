/** A game that a command names: by its code in the folder of games, or by a file that lies anywhere, a family too. */
import { basename, dirname, join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { type Description, loadCalendar, loadFamily, loadGame, type Loaded, type LoadOptions } from '../../engine/descriptions/load.ts';
import { plainGame } from '../../engine/descriptions/plain-game.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { calendarOf, resolveGame } from '../../engine/descriptions/resolve.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { gameCalendarFindings } from '../../engine/descriptions/calendars.ts';
import { type CompiledGame, compileGame } from '../../engine/rules/index.ts';
import { readDescription } from '../../server/catalog/files.ts';

export type OpenGameResult =
  | { readonly ok: true; readonly compiled: CompiledGame }
  | { readonly ok: false; readonly lines: readonly string[] };

/** Whether a word of the command line names a file: a code has neither. */
export const isFile = (word: string): boolean => word.endsWith('.json') || /[\\/]/.test(word);

/**
 * The game of a file. Its family is looked for in `families` beside it, then beside it as a file, then in `folder`; its calendar in the same way. A family stands for a
 * game of it with no differences. Errors are those of `check`.
 */
export async function openGame(file: string, folder: string, lang: Lang, atMs: number = Date.now()): Promise<OpenGameResult> {
  const read = await readDescription(file);
  if (!read.ok) return { ok: false, lines: [formatProblem(read.problem, lang)] };
  const { text } = read;
  const isFamily = word(text, 'kind') === 'family';
  const named = isFamily ? undefined : word(text, 'family');
  const family = named === undefined ? undefined : await documentNear('families', loadFamily, named, file, folder);
  const families = new Map(named === undefined || family === undefined ? [] : [[named, family]]);
  // A draft may lie about under any name; here only what it says counts.
  const code = word(text, 'code');
  const as = code === undefined ? basename(file) : `${code}.json`;
  if (isFamily) {
    const loaded = loadFamily(text, { file: as });
    if (!loaded.ok) return { ok: false, lines: loaded.problems.map((problem) => formatProblem({ ...problem, file }, lang)) };
    return plainGameOf(loaded.document, lang, atMs);
  }
  const loaded = loadGame(text, { file: as, families });
  if (!loaded.ok) return { ok: false, lines: loaded.problems.map((problem) => formatProblem({ ...problem, file }, lang)) };
  const { document } = loaded;
  const dated = calendarOf(document);
  const calendar = dated === undefined ? undefined : await documentNear('calendars', loadCalendar, dated, file, folder);
  const found = new Map(dated === undefined || calendar === undefined ? [] : [[dated, calendar]]);
  const problems = loaded.report(gameCalendarFindings(document.schedule, found));
  if (problems.length > 0) return { ok: false, lines: problems.map((problem) => formatProblem({ ...problem, file }, lang)) };
  return { ok: true, compiled: compileGame(resolveGame(document, family ?? undefined, calendar ?? undefined), atMs) };
}

/** What a text says of itself, before it is known to be a description. */
const word = (text: string, key: string): string | undefined => new RegExp(`"${key}"\\s*:\\s*"([A-Za-z0-9_-]+)"`).exec(text)?.[1];

/** null: it is there and refused. undefined: nowhere. */
async function documentNear<T extends Description>(
  kind: 'families' | 'calendars',
  load: (text: string, options: LoadOptions) => Loaded<T>,
  code: string,
  file: string,
  folder: string,
): Promise<T | null | undefined> {
  const name = `${code}.json`;
  for (const path of [join(dirname(file), kind, name), join(dirname(file), name), join(folder, kind, name)]) {
    const read = await readDescription(path, name);
    if (!read.ok && read.stamp === 'unreadable') continue;
    const loaded = read.ok ? load(read.text, { file: name }) : undefined;
    return loaded?.ok ? loaded.document : null;
  }
  return undefined;
}

function plainGameOf(family: FamilyDescription, lang: Lang, atMs: number): OpenGameResult {
  const loaded = plainGame(family, new Date(atMs).toISOString().slice(0, 10));
  if (!loaded.ok) return { ok: false, lines: loaded.problems.map((problem) => formatProblem(problem, lang)) };
  return { ok: true, compiled: compileGame(resolveGame(loaded.document, family), atMs) };
}
