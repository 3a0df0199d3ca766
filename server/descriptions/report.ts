/** What the operator's log says of description files. */
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
