/** Reads a trace file and says what is wrong with it. Not for the phone: it brings the compiled schemas along. */
import { validators } from '../descriptions/generated/validators.js';
import type { Trace } from './trace.ts';

export class TraceError extends Error {
  override readonly name = 'TraceError';
}

type Written = { readonly format?: unknown } & Readonly<Record<string, unknown>>;

/** Format → the same trace in the next one. */
const MIGRATIONS: Readonly<Record<number, (trace: Written) => Written>> = {
  // A trace of one page, which says nothing of reloads.
  1: (trace) => ({ ...trace, format: 2 }),
};

/** The trace in the present format; whatever is not an older one is left as it is. */
function migrated(value: unknown): unknown {
  let trace = value;
  while (typeof trace === 'object' && trace !== null && 'format' in trace) {
    const step = typeof trace.format === 'number' && Object.hasOwn(MIGRATIONS, trace.format) ? MIGRATIONS[trace.format] : undefined;
    if (!step) break;
    trace = step(trace as Written);
  }
  return trace;
}

/** Traces of earlier formats are brought to the present one. @throws TraceError with the place and what is expected there. */
export function readTrace(text: string): Trace {
  let value: unknown;
  try {
    value = migrated(JSON.parse(text));
  } catch (error) {
    throw new TraceError(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const validate = validators.trace;
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    const params = first && Object.values(first.params).length > 0 ? ` (${JSON.stringify(first.params)})` : '';
    throw new TraceError(`not a trace: ${first?.instancePath || '/'} ${first?.message ?? 'is not as the schema says'}${params}`);
  }
  return value as Trace;
}
