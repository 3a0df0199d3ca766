/** Reads a trace file and says what is wrong with it. Not for the phone: it brings the compiled schemas along. */
import { validators } from '../descriptions/generated/validators.js';
import { migrated } from './migrate.ts';
import type { Trace } from './trace.ts';

export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/** Traces of earlier formats are brought to the present one. @throws TraceError with the place and what is expected there. */
export function readTrace(text: string): Trace {
  let value: unknown;
  try {
    // Editors on Windows begin a file with a mark of its encoding.
    value = migrated(JSON.parse(text.replace(/^\uFEFF/, '')));
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
