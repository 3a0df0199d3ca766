import type { Fraction } from './types.ts';

/** Largest row of the table of small binomials: an area takes at most 100 picks. */
const ROWS = 101;
const table = new Float64Array(ROWS * ROWS);
for (let n = 0; n < ROWS; n++) {
  table[n * ROWS] = 1;
  for (let k = 1; k <= n; k++) table[n * ROWS + k] = (table[(n - 1) * ROWS + k - 1] ?? 0) + (table[(n - 1) * ROWS + k] ?? 0);
}

/** C(n, k) as a plain number. Exact only where the result is a safe integer: callers prove that beforehand. n ≤ 100. */
export function smallBinomial(n: number, k: number): number {
  return k < 0 || k > n ? 0 : (table[n * ROWS + k] ?? 0);
}

const rows: bigint[][] = [[1n]];

/** C(n, k), exact for any size; 0 outside 0 ≤ k ≤ n. */
export function binomial(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  while (rows.length <= n) {
    const previous = rows[rows.length - 1] ?? [];
    const row = [1n];
    for (let i = 1; i < previous.length; i++) row.push((previous[i - 1] ?? 0n) + (previous[i] ?? 0n));
    row.push(1n);
    rows.push(row);
  }
  return rows[n]?.[k] ?? 0n;
}

/** n (n−1) … (n−k+1): ordered draws without repetition. */
export function fallingFactorial(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 0; i < k; i++) result *= BigInt(n - i);
  return result;
}

export function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** A fraction in lowest terms, denominator positive. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  const divisor = gcd(numerator, denominator) || 1n;
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

/** −1, 0 or 1. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** All k-element subsets in lexicographic order of position. Each yielded array is fresh. */
export function* subsets<T>(items: readonly T[], k: number): Generator<T[]> {
  const n = items.length;
  if (k < 0 || k > n) return;
  const index = Array.from({ length: k }, (_, i) => i);
  for (;;) {
    yield index.map((i) => items[i] as T);
    let at = k - 1;
    while (at >= 0 && index[at] === n - k + at) at--;
    if (at < 0) return;
    index[at] = (index[at] ?? 0) + 1;
    for (let i = at + 1; i < k; i++) index[i] = (index[i - 1] ?? 0) + 1;
  }
}

/** k different items of a list, uniformly, in list order. `random(n)` is uniform on 0..n-1. */
export function randomSample<T>(items: readonly T[], k: number, random: (n: number) => number): T[] {
  const chosen = new Set<number>();
  // Floyd's algorithm: one random number per item, no rejection, so that a constant source cannot hang it.
  for (let j = items.length - k; j < items.length; j++) {
    const r = random(j + 1);
    chosen.add(chosen.has(r) ? j : r);
  }
  return items.filter((_, i) => chosen.has(i));
}
