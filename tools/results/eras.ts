/**
 * A game changes its numbers once in many years, and files run on over the change. The rows of the other form are separated by the first
 * or last issue of the present one, and skipped. A row that is wrong by mistake stays a mistake.
 */
import type { Zone } from '../../engine/descriptions/types.ts';

export interface EraRow {
  /** Sorts rows by time. */
  readonly order: string;
  /** Numbers by zone; undefined when the row does not fit the zones. */
  readonly numbers: Readonly<Record<string, readonly number[]>> | undefined;
}

export interface OtherForm {
  /** Indexes of the rows that are left. */
  readonly rows: ReadonlySet<number>;
  /** `before`: the rows up to the change. `after`: those from it on. */
  readonly side: 'before' | 'after';
  /** Index of the first row of the later form. */
  readonly change: number;
  /** Whether the left rows contradict the zones, or only never show the higher numbers of one. */
  readonly evidence: 'misfit' | 'range';
}

/** A few typing errors are no form: this many rows, and this share of their stretch, must not fit. */
const LEAST_MISFITS = 3;
const LEAST_SHARE = 0.2;
/** Rows that fit on the other side of the change. */
const LEAST_FITTING = 3;
/** Chance of a stretch without the higher numbers of a zone, under which they did not exist. */
const SMALLEST_CHANCE = 1e-9;

export function otherForm(rows: readonly EraRow[], zones: readonly Zone[]): OtherForm | undefined {
  const sorted = rows
    .map((row, index) => ({ ...row, index }))
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.index - b.index));
  const misfits = sorted.flatMap(({ numbers }, at) => (numbers === undefined ? [at] : []));
  const [first, last] = [misfits[0], misfits.at(-1)];
  const left = (from: number, to: number): ReadonlySet<number> => new Set(sorted.slice(from, to).map(({ index }) => index));
  if (first !== undefined && last !== undefined) {
    if (misfits.length < LEAST_MISFITS) return undefined;
    const [tail, head] = [misfits.length / (sorted.length - first), misfits.length / (last + 1)];
    const isTail = tail >= LEAST_SHARE && first >= LEAST_FITTING;
    const isHead = head >= LEAST_SHARE && sorted.length - 1 - last >= LEAST_FITTING;
    if (isTail && (!isHead || tail >= head))
      return { rows: left(first, sorted.length), side: 'after', change: sorted[first]?.index as number, evidence: 'misfit' };
    return isHead ? { rows: left(0, last + 1), side: 'before', change: sorted[last + 1]?.index as number, evidence: 'misfit' } : undefined;
  }
  const change = widening(
    sorted.map(({ numbers }) => numbers ?? {}),
    zones,
  );
  return change === undefined
    ? undefined
    : { rows: left(0, change), side: 'before', change: sorted[change]?.index as number, evidence: 'range' };
}

/** The first row that shows a number which, by chance, could not have been missing before for so long. */
function widening(rows: readonly Readonly<Record<string, readonly number[]>>[], zones: readonly Zone[]): number | undefined {
  let best: { chance: number; at: number } | undefined;
  for (const { id, from, to, pick, kind } of zones) {
    const size = to - from + 1;
    let highest = from - 1;
    rows.forEach((numbers, at) => {
      const most = Math.max(...(numbers[id] ?? [from]));
      if (most <= highest) return;
      // Each row before had no number above `highest`.
      const chance = highest < from ? 1 : chanceBelow(highest - from + 1, size, pick, kind !== 'digits') ** at;
      if (at > 0 && chance < (best?.chance ?? SMALLEST_CHANCE)) best = { chance, at };
      highest = most;
    });
  }
  return best?.at;
}

/** The chance that one draw shows none but the lowest `low` of `size` numbers. */
function chanceBelow(low: number, size: number, pick: number, isSet: boolean): number {
  let chance = 1;
  for (let drawn = 0; drawn < pick; drawn += 1) {
    const taken = isSet ? drawn : 0;
    chance *= Math.max(0, low - taken) / (size - taken);
  }
  return chance;
}
