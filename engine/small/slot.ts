/** Reels: what stands where they stop, what lines pay, and how often. */
import type { NextUniform } from '../rules/fairness.ts';
import type { SlotRules } from './types.ts';

/** Rows that are seen of a reel. */
export const ROWS = 3;

/** A place on each strip, of the symbol that stops in the top row. */
export const spinReels = ({ reels }: Pick<SlotRules, 'reels'>, uniform: NextUniform): readonly number[] =>
  reels.map((strip) => uniform(strip.length));

/** The visible symbols: for each reel from top to bottom. */
export const windowOf = ({ reels }: Pick<SlotRules, 'reels'>, stops: readonly number[]): readonly (readonly string[])[] =>
  reels.map((strip, reel) => Array.from({ length: ROWS }, (_, row) => strip[((stops[reel] as number) + row) % strip.length] as string));

/** Symbols that a line takes, from left to right. */
export const lineOf = (seen: readonly (readonly string[])[], rows: readonly number[]): readonly string[] =>
  seen.map((column, reel) => column[rows[reel] as number] as string);

/** The pay of a line, as its place in the table; undefined: it pays nothing. The longest run from the left counts, and no other. */
export function payOf({ pays }: Pick<SlotRules, 'pays'>, line: readonly string[]): number | undefined {
  const [first] = line;
  let run = 1;
  while (run < line.length && line[run] === first) run += 1;
  for (let count = run; count > 0; count -= 1) {
    const at = pays.findIndex((pay) => pay.symbol === first && pay.count === count);
    if (at >= 0) return at;
  }
  return undefined;
}

/**
 * How many of all stops give each pay, on any line: a line takes one row of each reel, so all lines have the same tally. Counted over symbols
 * and not over stops, so that five reels of sixty stops take no longer.
 */
export function slotTally(slot: Pick<SlotRules, 'reels' | 'pays' | 'symbols'>): {
  readonly counts: readonly bigint[];
  readonly all: bigint;
} {
  const counts: bigint[] = slot.pays.map(() => 0n);
  const numbers = slot.reels.map((strip) => {
    const of = new Map<string, bigint>();
    for (const symbol of strip) of.set(symbol, (of.get(symbol) ?? 0n) + 1n);
    return of;
  });
  const lengths = slot.reels.map((strip) => BigInt(strip.length));
  const product = (values: readonly bigint[]): bigint => values.reduce((all, each) => all * each, 1n);
  for (const { code } of slot.symbols)
    for (let run = 1; run <= slot.reels.length; run += 1) {
      const at = payOf(slot, [...Array(run).fill(code), ...Array(slot.reels.length - run).fill(null)]);
      if (at === undefined) continue;
      const same = numbers.slice(0, run).map((of) => of.get(code) ?? 0n);
      const other = run < slot.reels.length ? [(lengths[run] ?? 0n) - (numbers[run]?.get(code) ?? 0n)] : [];
      counts[at] = (counts[at] ?? 0n) + product([...same, ...other, ...lengths.slice(run + 1)]);
    }
  return { counts, all: product(lengths) };
}
