/** Reads a trace file and reports its fault. Not for the phone: it brings the compiled schemas along. */
import { validators } from '../descriptions/generated/validators.js';
import { migrateTrace } from './migrate.ts';
import { type Trace, TRACE_FORMAT } from './trace.ts';

export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/** The format of a trace that only a newer version of this program can read; undefined for any other. */
export function newerFormat(value: unknown): number | undefined {
  const { kind, format } = (value ?? {}) as { readonly kind?: unknown; readonly format?: unknown };
  return kind === 'trace' && typeof format === 'number' && format > TRACE_FORMAT ? format : undefined;
}

/** Traces of earlier formats are brought to the present one. @throws TraceError with the place and what is expected there. */
export function readTrace(text: string): Trace {
  if (text.trim() === '') throw new TraceError('not a trace: the file is empty');
  let value: unknown;
  try {
    // Editors on Windows begin a file with a mark of its encoding.
    value = migrateTrace(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new TraceError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const newer = newerFormat(value);
  if (newer !== undefined)
    throw new TraceError(`recorded by a newer version of the app: format ${newer}, and this one reads up to ${TRACE_FORMAT}`);
  const { kind } = (value ?? {}) as { readonly kind?: unknown };
  if (kind !== 'trace')
    throw new TraceError(
      `not a trace: ${kind === undefined ? 'it has no "kind": "trace"' : `its kind is ${JSON.stringify(kind).slice(0, 60)}`}`,
    );
  const validate = validators.trace;
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const params = first && Object.values(first.params).length > 0 ? ` (${JSON.stringify(first.params)})` : '';
    throw new TraceError(`not a trace: ${first?.instancePath || '/'} ${first?.message ?? 'is not as the schema says'}${params}`);
  }
  return value as Trace;
}
