/** What the operator's log says of description files. */
import { join, relative, resolve } from 'node:path';
import type { Description } from '../../engine/descriptions/load.ts';
import { makeProblem, type Problem } from '../../engine/descriptions/problem.ts';

/** Names and texts come from files of others: a line break or an escape in one must not write lines of its own into the operator's log. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}

/** A file on which a check of ours threw: the stack goes to the log, and the file is refused. */
export function checkFailed(path: string, error: unknown, log: (line: string) => void): Problem {
  log(`description ${printable(path)}: ${printable((error as Error).stack ?? String(error))}`);
  return makeProblem(path, { code: 'FILE_CHECK', pointer: '' }, { line: 1, column: 1 });
}

/** games/passes/jczq.json, menus/home.json: as an operator finds it, whatever the folders are called. */
export function shortName(file: string, { gamesDir, appDir }: { readonly gamesDir: string; readonly appDir: string }): string {
  const inApp = relative(resolve(appDir), resolve(file));
  return inApp.startsWith('..') ? join('games', relative(resolve(gamesDir), resolve(file))) : inApp;
}

/** One line names so many files; a whole folder that is copied at once is counted. */
const MOST_NAMED = 6;

/** Which files brought a publication about: those that are in force anew or otherwise, and -those that are not any more. */
export function publishedFiles(
  before: ReadonlyMap<string, Description>,
  after: ReadonlyMap<string, Description>,
  nameOf: (path: string) => string,
): string {
  const names = [
    ...[...after].filter(([path, document]) => before.get(path) !== document).map(([path]) => nameOf(path)),
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => `-${nameOf(path)}`),
  ];
  const shown = names.slice(0, MOST_NAMED).map(printable).join(' ');
  return names.length > MOST_NAMED ? `${shown} … (${names.length})` : shown;
}
