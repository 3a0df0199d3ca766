/**
 * Bets that join several legs, one value of each (任选, 过关): how many there are and the least and most that they win together, without
 * listing them. A bet of k legs takes k of the n legs and one picked value of each, so the bets of size k are counted by the k-th
 * elementary symmetric sum of the legs' picks, and what they win when the legs `W` come true is that sum of the odds in `W`.
 * This takes O(n · k) steps; listing takes Π (1 + picks).
 */

/** One leg of such bets. */
export interface Leg {
  /** How many values are picked; at most one of them comes true. */
  readonly options: number;
  /** Smallest and largest odds among the picked values: whole numbers, over the `scale` of `joinedBounds`. */
  readonly least: number;
  readonly most: number;
  /** In every bet (胆). */
  readonly banker?: boolean;
  /** One of the picked values comes true whatever happens: all there are have been picked, or the leg was cancelled. */
  readonly sure?: boolean;
}

export interface JoinedBounds {
  readonly bets: bigint;
  /**
   * Smallest sum of winning bets' odds above nothing, and the largest, over every way the legs can turn out, in units of 1 ÷ `unit`.
   * Before rounding and caps, which are each bet's own. Both 0 when there is no bet.
   */
  readonly least: bigint;
  readonly most: bigint;
  /** The scale to the power of the longest bet's legs. */
  readonly unit: bigint;
}

/** Past this a product of plain numbers may no longer be exact. */
const EXACT = Number.MAX_SAFE_INTEGER;

/**
 * The elementary symmetric sums e₀ … eₘ of whole numbers ≥ 0, where m = `most` (more than there are values give 0). Exact at any size:
 * plain numbers as long as all sums stay below 2^53, which Π (1 + value) bounds, then BigInt, block by block.
 * Throws RangeError for a value that is no whole number from 0 to 2^53 − 1.
 */
export function elementarySums(values: readonly number[], most: number): bigint[] {
  let sums: bigint[] = [1n];
  let block = [1];
  let bound = 1;
  for (const value of values) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number from 0 to 2^53 − 1`);
    if (bound * (1 + value) > EXACT) {
      sums = product(sums, block, most);
      block = [1];
      bound = 1;
    }
    bound *= 1 + value;
    const top = Math.min(block.length, most);
    if (top === block.length) block.push(0);
    for (let k = top; k > 0; k--) block[k] = (block[k] as number) + (block[k - 1] as number) * value;
  }
  sums = product(sums, block, most);
  while (sums.length <= most) sums.push(0n);
  return sums;
}

/** The product of two polynomials, cut off past degree `most`. */
function product(a: readonly bigint[], b: readonly number[], most: number): bigint[] {
  const factors = b.map(BigInt);
  if (a.length === 1) return factors;
  const result = new Array<bigint>(Math.min(a.length + b.length - 1, most + 1)).fill(0n);
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < factors.length && i + j <= most; j++)
      result[i + j] = (result[i + j] as bigint) + (a[i] as bigint) * (factors[j] as bigint);
  return result;
}

/**
 * Number of bets and bounds of their prizes. `weights[k]` says how often each bet of k legs counts: 8 legs joined in every size from
 * 2 are [0, 0, 1, 1, 1, 1, 1, 1, 1]; a scheme that repeats its parts has weights above 1. Sizes past the number of legs have no bets.
 * Odds are over `scale`: 3.15 is 315 with a scale of 100.
 * Throws RangeError for odds or weights that are not whole numbers from 0.
 */
export function joinedBounds(legs: readonly Leg[], weights: readonly number[], scale: number): JoinedBounds {
  const bankers = legs.filter((leg) => leg.banker);
  // A leg that nothing is picked for is in no bet.
  const others = legs.filter((leg) => !leg.banker && leg.options > 0);
  const fewest = bankers.length;
  const longest = Math.min(weights.length - 1, fewest + others.length);
  const shortest = weights.findIndex((weight, size) => weight > 0 && size >= fewest);
  if (shortest < 0 || shortest > longest || bankers.some((leg) => leg.options === 0)) return { bets: 0n, least: 0n, most: 0n, unit: 1n };

  // Least: bankers and what is sure come true, and of the rest only as many, at the poorest odds, as the shortest bet still lacks.
  const winning = others.filter((leg) => leg.sure);
  const lacking = shortest - fewest - winning.length;
  if (lacking > 0) {
    const unsure = others.filter((leg) => !leg.sure).sort((a, b) => a.least - b.least);
    winning.push(...unsure.slice(0, lacking));
  }
  const step = BigInt(scale);
  return {
    bets: total(others.map(optionsOf), bankers.map(optionsOf), weights, longest, 1n),
    least: total(winning.map(leastOf), bankers.map(leastOf), weights, longest, step),
    most: total(others.map(mostOf), bankers.map(mostOf), weights, longest, step),
    unit: step ** BigInt(longest),
  };
}

const optionsOf = (leg: Leg): number => leg.options;
const leastOf = (leg: Leg): number => leg.least;
const mostOf = (leg: Leg): number => leg.most;

/** Over every size: how often it counts × the bankers' product × the sum over the rest, in units of the longest bet; by Horner. */
function total(values: readonly number[], bankers: readonly number[], weights: readonly number[], longest: number, step: bigint): bigint {
  const fewest = bankers.length;
  const sums = elementarySums(values, longest - fewest);
  let sum = 0n;
  for (let size = fewest; size <= longest; size++) {
    const weight = weights[size] as number;
    if (step !== 1n) sum *= step;
    if (weight > 0) sum += weight === 1 ? (sums[size - fewest] as bigint) : BigInt(weight) * (sums[size - fewest] as bigint);
  }
  for (const value of bankers) sum *= BigInt(value);
  return sum;
}
