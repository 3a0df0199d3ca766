/**
 * What the parser of expressions repairs in silence, for the check of a description (jsep 1.6.0): it takes a missing comma between
 * arguments, a comma or a semicolon at an end, and drops the backslash of an escape that it does not know.
 */
import type jsep from 'jsep';
import { ExpressionError } from './expression.ts';

/** What may follow a backslash in a text. */
const ESCAPES = new Set(['n', 'r', 't', 'b', 'f', 'v', '\\', "'", '"']);
/** Marks of a Chinese keyboard, and the ones that the language has. */
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '；': ';',
  '：': ':',
  '？': '?',
  '！': '!',
  '．': '.',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};

interface Mark {
  readonly mark: string;
  readonly index: number;
}

/** Throws an ExpressionError for what the parser repaired. `tree` is what it made of `source`. */
export function checkForm(source: string, tree: jsep.Expression): void {
  const marks = marksOf(source);
  for (const [at, { mark, index }] of marks.entries()) {
    if (mark === ';') throw new ExpressionError('extra semicolon', source, index);
    const next = marks[at + 1]?.mark;
    if (mark === ',' && (next === undefined || next === ')' || next === ']' || next === ','))
      throw new ExpressionError('extra comma', source, index);
  }
  const commas = marks.filter(({ mark }) => mark === ',');
  if (commas.length < separatorsOf(tree)) throw new ExpressionError('missing comma', source);
}

/**
 * Refuses marks of a Chinese keyboard outside texts. The parser takes them for letters of a name, so this is asked before the source is
 * parsed. Throws an ExpressionError.
 */
export function checkMarks(source: string): void {
  for (const { mark, index } of marksOf(source)) {
    const wanted = FULL_WIDTH[mark];
    if (wanted !== undefined) throw new ExpressionError('full-width mark', source, index, wanted);
  }
}

/** The characters outside texts, without blanks. Throws an ExpressionError for an escape in a text that the language does not have. */
function marksOf(source: string): readonly Mark[] {
  const marks: Mark[] = [];
  let quote = '';
  for (let index = 0; index < source.length; index += 1) {
    const mark = source[index] as string;
    if (quote === '') {
      if (mark === "'" || mark === '"') quote = mark;
      if (mark.trim() !== '') marks.push({ mark, index });
    } else if (mark === '\\') {
      const escaped = source[index + 1] ?? '';
      if (!ESCAPES.has(escaped)) throw new ExpressionError('unknown escape', source, index, `\\${escaped}`);
      index += 1;
    } else if (mark === quote) {
      quote = '';
      marks.push({ mark, index });
    }
  }
  return marks;
}

/** How many commas the arguments of all calls and the elements of all lists need. */
function separatorsOf(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, each) => sum + separatorsOf(each), 0);
  if (typeof node !== 'object' || node === null) return 0;
  const { arguments: called, elements } = node as { readonly arguments?: readonly unknown[]; readonly elements?: readonly unknown[] };
  const own = Math.max(0, (called ?? elements ?? []).length - 1);
  return own + Object.values(node).reduce((sum: number, each) => sum + separatorsOf(each), 0);
}
