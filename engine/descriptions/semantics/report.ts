import type { ProblemCode } from '../codes.ts';
import { MAX_PROBLEMS } from '../parse.ts';
import type { Finding, ProblemDetails } from '../problem.ts';
import { abbreviatedList, nearestName } from '../suggest.ts';

/** Where a check puts what it finds. */
export type ReportFinding = (code: ProblemCode, pointer: string, details?: ProblemDetails) => void;

/** Thrown by `add` and caught by `collectFindings`: a file with a million wrong names gets no million guesses. */
class ProblemLimitReached extends Error {}

/** Runs checks and gathers what they add, up to the number of problems that a file may report. */
export function collectFindings(run: (add: ReportFinding) => void): Finding[] {
  const findings: Finding[] = [];
  try {
    run((code, pointer, details) => {
      findings.push({ code, pointer, ...(details === undefined ? {} : { details }) });
      if (findings.length >= MAX_PROBLEMS) throw new ProblemLimitReached();
    });
  } catch (error) {
    if (!(error instanceof ProblemLimitReached)) throw error;
  }
  return findings;
}

/** The details that every "there is no such name" has. */
export function unknownNameDetails(name: string | number, known: Iterable<string>): ProblemDetails {
  const names = [...known];
  return { name, guess: nearestName(String(name), names) ?? '', known: abbreviatedList(names) };
}

/** Adds DUPLICATE for every item whose key came before. `what` is "中文|English". */
export function addDuplicates<T>(
  add: ReportFinding,
  items: readonly T[],
  keyOf: (item: T) => string,
  pointerAt: (index: number) => string,
  what: string,
): void {
  // Most lists have one item.
  if (items.length < 2) return;
  const seen = new Set<string>();
  for (let index = 0; index < items.length; index += 1) {
    const key = keyOf(items[index] as T);
    if (seen.has(key)) add('DUPLICATE', pointerAt(index), { name: key, what });
    seen.add(key);
  }
}
