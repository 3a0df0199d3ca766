/** Problems and log lines about description files, for the operator. */
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Description, Loaded } from '../../engine/descriptions/load.ts';
import { describeProblem, type Finding, makeProblem, type Problem, type ProblemDetails } from '../../engine/descriptions/problem.ts';

/**
 * Text that is safe in the log: newlines and tabs become spaces, other control characters \u{…}. Names and texts come from untrusted files,
 * which could otherwise forge lines of the log.
 */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}

/** Problem FILE_CHECK of a file whose check threw an error. The stack is logged, and the file is refused. */
export function reportCheckError(path: string, error: unknown, log: (line: string) => void): Problem {
  log(`description ${escapeControls(path)}: ${escapeControls((error as Error).stack ?? String(error))}`);
  return makeProblem(path, { code: 'FILE_CHECK', pointer: '' }, { line: 1, column: 1 });
}

/**
 * Another document that a change would break, and its first problem. A Problem has line and column. A Finding has only a pointer, because the
 * document in force is not the one in the file.
 */
export interface BrokenDocument {
  readonly file: string;
  readonly problem: Problem | Finding;
}

/** Details of a problem that another document causes. `by` is the place ("menus/home.json:12:5 /entries/0/url"), `reason` the message. Both are "Chinese|English". */
function becauseOf({ file, problem }: BrokenDocument): ProblemDetails {
  const line = 'line' in problem ? `:${problem.line}:${problem.column}` : '';
  const by = `${join(basename(dirname(file)), basename(file))}${line} ${problem.pointer || '/'}`.replaceAll('|', ' ');
  const finding = { code: problem.code, details: problem.details ?? {} };
  const [zh, en] = (['zh', 'en'] as const).map((lang) => describeProblem(finding, lang).message.replaceAll('|', ' '));
  return { by: `${by}|${by}`, reason: `：${zh}|: ${en}` };
}

/** Problem FILE_NEEDED of a removed file that another document (`reason`) needs, or, without `reason`, the app itself. */
export const neededProblem = (path: string, reason?: BrokenDocument): Problem =>
  makeProblem(
    path,
    { code: 'FILE_NEEDED', pointer: '', details: reason ? becauseOf(reason) : { by: '应用本身|the app itself', reason: '' } },
    { line: 1, column: 1 },
  );

/** Problem CHANGE_BREAKS of a changed file that would make another document wrong. */
export const changeProblems = (changed: Loaded & { readonly ok: true }, reason: BrokenDocument): Problem[] =>
  changed.report([{ code: 'CHANGE_BREAKS', pointer: '', details: becauseOf(reason) }]);

/** Path of a file for the operator, independent of the configured folders: games/passes/jczq.json, menus/home.json. */
export function shortName(file: string, { gamesDir, appDir }: { readonly gamesDir: string; readonly appDir: string }): string {
  const inApp = relative(resolve(appDir), resolve(file));
  return inApp.startsWith('..') ? join('games', relative(resolve(gamesDir), resolve(file))) : inApp;
}

/** Most files that one log line names. A longer list ends with the number of all files. */
const MOST_NAMED = 6;

/** One line for the log with the files that a publication added or changed. Removed files have a leading "-". */
export function publishedFiles(
  before: ReadonlyMap<string, Description>,
  after: ReadonlyMap<string, Description>,
  nameOf: (path: string) => string,
): string {
  const names = [
    ...[...after].filter(([path, document]) => before.get(path) !== document).map(([path]) => nameOf(path)),
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => `-${nameOf(path)}`),
  ];
  const shown = names.slice(0, MOST_NAMED).map(escapeControls).join(' ');
  return names.length > MOST_NAMED ? `${shown} … (${names.length})` : shown;
}
