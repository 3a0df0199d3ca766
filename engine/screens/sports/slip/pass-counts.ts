/**
 * How many bets each pass comes to, and how many different ones: 竞彩 counts a bet once for each group of matches that holds it, which
 * players want to see before they pay for it.
 */
import type { Pass } from '../../../descriptions/sports/types.ts';
import { type CompiledSport, countBets, type SportTicket } from '../../../rules/sports/index.ts';

export interface PassCount {
  readonly code: string;
  readonly bets: bigint;
  /** Those of `bets` that the pass holds more than once, each counted as often as it is there beyond the first. */
  readonly repeated: bigint;
}

export function passCounts(compiled: CompiledSport, ticket: SportTicket, codes: readonly string[]): readonly PassCount[] {
  return codes.flatMap((code): PassCount[] => {
    const pass = compiled.pass(code);
    if (!pass) return [];
    const bets = countBets(compiled, { ...ticket, passes: [code], multiplier: 1 });
    return [{ code, bets, repeated: bets - differentBets(ticket, [pass]) }];
  });
}

/** Bets of the ticket beyond the different ones, over all of its passes. */
export function repeatedBets(compiled: CompiledSport, ticket: SportTicket): bigint {
  const passes = ticket.passes.flatMap((code) => compiled.pass(code) ?? []);
  return countBets(compiled, { ...ticket, multiplier: 1 }) - differentBets(ticket, passes);
}

/**
 * Different single bets. One of `size` matches is in a pass when a group of the pass's matches holds it and every banker, so when it and the
 * bankers together are no more matches than the pass joins: sums of products over bankers and over the others, each by size.
 */
export function differentBets(ticket: SportTicket, passes: readonly Pass[]): bigint {
  const options = (banker: boolean): bigint[] =>
    ticket.matches
      .filter((leg) => (leg.banker ?? false) === banker)
      .map(({ picks }) => BigInt(Object.values(picks).reduce((sum, choices) => sum + Object.keys(choices).length, 0)));
  const bankers = options(true);
  const ofBankers = productSums(bankers);
  const ofOthers = productSums(options(false));
  let total = 0n;
  for (const size of new Set(passes.flatMap((pass) => pass.legs))) {
    const matches = Math.max(...passes.filter((pass) => pass.legs.includes(size)).map((pass) => pass.matches));
    for (let others = 0; others <= Math.min(size, matches - bankers.length); others++)
      total += (ofOthers[others] ?? 0n) * (ofBankers[size - others] ?? 0n);
  }
  return total;
}

/** [k]: Σ over every k of the values of their product. */
function productSums(values: readonly bigint[]): bigint[] {
  const sums = [1n];
  for (const value of values) for (let k = sums.length; k > 0; k--) sums[k] = (sums[k] ?? 0n) + (sums[k - 1] as bigint) * value;
  return sums;
}
