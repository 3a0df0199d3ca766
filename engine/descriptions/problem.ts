/** The fault of a description, where it stands in the file, and what to do. */
import { CODES, type Lang, type ProblemCode } from './codes.ts';

export type ProblemDetails = Readonly<Record<string, string | number>>;

/** Found, not yet placed in a file: a pointer, and whether the property's name or its value is meant. */
export interface Finding {
  readonly code: ProblemCode;
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  readonly details?: ProblemDetails;
  /** Point at the property's name instead of its value. */
  readonly atKey?: boolean;
}

export interface Problem {
  readonly file: string;
  /** From 1. Columns count UTF-16 units, as editors do. */
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  /** Chinese, the language of the product; `describeProblem` gives the other. */
  readonly message: string;
  readonly remedy: string;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

export function makeProblem(file: string, finding: Finding, position: Position): Problem {
  const details = finding.details ?? {};
  const { message, remedy } = describeCode(finding.code, details, 'zh');
  return { file, line: position.line, column: position.column, pointer: finding.pointer, code: finding.code, details, message, remedy };
}

export function describeProblem(problem: Pick<Problem, 'code' | 'details'>, lang: Lang): { message: string; remedy: string } {
  return describeCode(problem.code, problem.details, lang);
}

/** `file:line:column  /pointer  CODE  text; remedy`. */
export function formatProblem(problem: Problem, lang: Lang = 'zh'): string {
  const { message, remedy } = describeProblem(problem, lang);
  const place = `${problem.file}:${problem.line}:${problem.column}  ${problem.pointer === '' ? '/' : problem.pointer}`;
  return `${place}  ${problem.code}  ${message}${lang === 'zh' ? '；' : '; '}${remedy}`;
}

function describeCode(code: ProblemCode, details: ProblemDetails, lang: Lang): { message: string; remedy: string } {
  const text = CODES[code][lang];
  return { message: fill(text.message, details, lang), remedy: fill(text.remedy, details, lang) };
}

/** `guess` is a name and becomes "did you mean"; words with both languages are written "中文|English". */
function fill(template: string, details: ProblemDetails, lang: Lang): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(details, name)) return name === 'guess' ? '' : whole;
    const value = String(details[name]);
    if (name === 'guess') return value === '' ? '' : lang === 'zh' ? `，是不是 "${value}"` : `, did you mean "${value}"`;
    const [zh, en, ...more] = value.split('|');
    return BILINGUAL.has(name) && en !== undefined && more.length === 0 ? ((lang === 'zh' ? zh : en) ?? value) : value;
  });
}

/** The details whose text is the program's own words, never the file's, so that a `|` in a file splits nothing. */
const BILINGUAL: ReadonlySet<string> = new Set(['what', 'wanted', 'detail', 'comparison', 'reason', 'period', 'kindWord', 'by']);

export function pointerOf(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function segmentsOf(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
