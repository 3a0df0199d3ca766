/** Reads the text of a trace file. Each problem has its line, column and JSON pointer. */
import type { ErrorObject } from 'ajv';
import { validators } from '../../engine/descriptions/generated/validators.js';
import { Source } from '../../engine/descriptions/parse.ts';
import { describeProblem } from '../../engine/descriptions/problem.ts';
import { syntaxFindings } from '../../engine/descriptions/syntax-findings.ts';
import { MACHINES, readTrace, replay, type Trace, TRACE_FORMAT } from '../../engine/replay/index.ts';
import { newerFormat } from '../../engine/replay/read.ts';

export interface FileProblem {
  readonly line: number;
  readonly column: number;
  /** JSON pointer; '' for the whole file. */
  readonly pointer: string;
  readonly code: 'NOT_READ' | 'NOT_JSON' | 'NOT_A_TRACE' | 'NEWER' | 'NOT_RUNNABLE';
  readonly text: string;
}

export type ReadTraceResult =
  | { readonly ok: true; readonly trace: Trace }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** The most problems that are listed; more would mostly repeat the first ones. */
const MOST = 20;
const REMEDY = '请选择在 设置 → 导出操作记录 得到的 .trace.json 文件';

export function readTraceText(written: string): ReadTraceResult {
  try {
    return readTraceFile(written);
  } catch (error) {
    // JSON parsers recurse for each bracket, so deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    const text = `不是操作记录：嵌套太深。${REMEDY}`;
    return { ok: false, problems: [{ line: 1, column: 1, pointer: '', code: 'NOT_A_TRACE', text }] };
  }
}

function readTraceFile(written: string): ReadTraceResult {
  // Editors on Windows may write a byte order mark.
  const text = written.replace(/^\uFEFF/, '');
  const source = new Source(text);
  const problem = (code: FileProblem['code'], pointer: string, what: string, offset = source.offsetOf(pointer)): FileProblem => ({
    ...source.position(offset),
    pointer,
    code,
    text: what,
  });
  let trace: Trace;
  try {
    trace = readTrace(text);
  } catch (error) {
    const value = parsed(text);
    if (value === undefined) {
      const found = syntaxFindings(source).map(({ finding, offset }) => {
        const { message } = describeProblem({ code: finding.code, details: finding.details ?? {} }, 'zh');
        return problem('NOT_JSON', '', `${message}。${REMEDY}`, offset);
      });
      return { ok: false, problems: found };
    }
    const newer = newerFormat(value);
    if (newer !== undefined) {
      const what = `由更新版本的应用录制：写法 ${newer}，这个工作台只读到 ${TRACE_FORMAT}。请用同样新的服务器的工作台打开`;
      return { ok: false, problems: [problem('NEWER', '/format', what)] };
    }
    const kind = kindOf(value);
    if (kind !== 'trace') {
      const what = kind === undefined ? '没有 "kind": "trace"' : `kind 写的是 ${JSON.stringify(kind)}`;
      return { ok: false, problems: [problem('NOT_A_TRACE', kind === undefined ? '' : '/kind', `不是操作记录：${what}。${REMEDY}`)] };
    }
    const found = shapeErrors(value).map(({ instancePath, keyword, message, params }) =>
      problem('NOT_A_TRACE', instancePath, `不是操作记录：${inWords(keyword, params, message)}。${REMEDY}`),
    );
    // The schema finds no fault, but the reader does.
    if (found.length === 0) found.push(problem('NOT_A_TRACE', '', `${error instanceof Error ? error.message : String(error)}。${REMEDY}`));
    return { ok: false, problems: found.slice(0, MOST) };
  }
  try {
    replay(trace, MACHINES);
  } catch (error) {
    return {
      ok: false,
      problems: [problem('NOT_RUNNABLE', '/machines', `无法回放：${error instanceof Error ? error.message : String(error)}`)],
    };
  }
  return { ok: true, trace };
}

/** The property `kind` of the document; undefined without one. */
const kindOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as { readonly kind?: unknown }).kind : undefined;

/** The parsed text; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Faults of the shape under the schema of traces. A trace of an older format is checked under the present one. */
function shapeErrors(value: unknown): readonly ErrorObject[] {
  const { format } = (value ?? {}) as { readonly format?: unknown };
  const older = typeof format === 'number' && Number.isInteger(format) && format >= 1 && format < TRACE_FORMAT;
  const validate = validators.trace;
  return validate(older ? { ...(value as object), format: TRACE_FORMAT } : value)
    ? []
    : ((validate.errors ?? []) as readonly ErrorObject[]);
}

function inWords(keyword: string, params: Readonly<Record<string, unknown>>, message: string | undefined): string {
  switch (keyword) {
    case 'required':
      return `缺少属性 "${String(params.missingProperty)}"`;
    case 'additionalProperties':
      return `不认识属性 "${String(params.additionalProperty)}"`;
    case 'type':
      return `类型应为 ${String(params.type)}`;
    case 'const':
      return `应为 ${JSON.stringify(params.allowedValue)}`;
    default:
      return message ?? keyword;
  }
}
