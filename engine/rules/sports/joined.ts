/**
 * Bets that join legs by passes (过关): how many there are and what those that win pay, without listing what does not win.
 * A bet takes some of the matches and one option of each. By `repeats` of the table it counts once for each group of matches, with one
 * play chosen in each, that holds it (多串不去重, 竞彩), or once in all (去重, 北京单场).
 */
import type { Pass, PassesDescription } from '../../descriptions/sports/types.ts';
import type { BetPayout } from './payout.ts';

/** A match of a ticket as passes see it. */
export interface JoinedLeg {
  /** In every group of matches (胆). */
  readonly banker: boolean;
  /** Plays that options are picked in: each group of matches is formed once for each choice of one play a match. */
  readonly plays: number;
}

/** Options of one match that came true at the same odds. */
export interface WinningOptions {
  /** Over the payout's scale. */
  readonly odds: bigint;
  readonly count: number;
  /** false: the leg is void, its odds are 1.00. */
  readonly live: boolean;
}

/** Bets of one pass and length that win, and what they pay together, before the multiplier. */
export interface JoinedWin {
  readonly pass: string;
  readonly legs: number;
  readonly count: bigint;
  readonly fen: bigint;
}

/**
 * Σ over the bets of all passes of the product of their legs' values, each value one per match: with the numbers of options, how many
 * bets there are; with the sums of odds that came true, what they win before rounding and caps. Bets of fewer legs than `longest` are
 * multiplied by `step` for each leg that they lack, so that all stand over one unit.
 */
export function joinedSum(
  legs: readonly JoinedLeg[],
  values: readonly bigint[],
  passes: readonly Pass[],
  repeats: boolean,
  step = 1n,
): bigint {
  const longest = Math.max(0, ...passes.flatMap((pass) => pass.legs));
  const most = Math.max(0, ...passes.map(({ matches }) => matches));
  const sums = repeats ? groupSums(legs, values, longest, most) : onceSums(legs, values, longest);
  let total = 0n;
  for (const pass of passes)
    for (const size of pass.legs) {
      const sum = repeats ? sums[size]?.[pass.matches] : sums[size]?.[0];
      total += (sum ?? 0n) * step ** BigInt(longest - size);
    }
  return total;
}

/** [size of the bet][size of the group]: over groups that hold every banker. A match is in the bet, in the group alone, or in neither. */
function groupSums(legs: readonly JoinedLeg[], values: readonly bigint[], longest: number, most: number): bigint[][] {
  let sums: bigint[][] = Array.from({ length: longest + 1 }, () => new Array<bigint>(most + 1).fill(0n));
  (sums[0] as bigint[])[0] = 1n;
  for (const [i, { banker, plays }] of legs.entries()) {
    const value = values[i] as bigint;
    const alone = BigInt(plays);
    sums = sums.map((row, size) =>
      row.map((without, group) => {
        if (group < size) return 0n;
        const held = group > 0 ? (row[group - 1] as bigint) * alone : 0n;
        const taken = size > 0 && group > 0 ? ((sums[size - 1] as bigint[])[group - 1] as bigint) * value : 0n;
        return (banker ? 0n : without) + held + taken;
      }),
    );
  }
  return sums;
}

/** [size of the bet][0]: each bet once. Bets longer than the bankers hold all of them, the others are made of bankers alone. */
function onceSums(legs: readonly JoinedLeg[], values: readonly bigint[], longest: number): bigint[][] {
  const bankers = values.filter((_, i) => legs[i]?.banker);
  const others = values.filter((_, i) => !legs[i]?.banker);
  const among = symmetric(bankers, longest);
  const beside = symmetric(others, longest);
  const all = bankers.reduce((product, value) => product * value, 1n);
  return Array.from({ length: longest + 1 }, (_, size) => [
    size > bankers.length ? all * (beside[size - bankers.length] ?? 0n) : (among[size] ?? 0n),
  ]);
}

/** Elementary symmetric sums e₀ … e_most of whole numbers of any size. */
function symmetric(values: readonly bigint[], most: number): bigint[] {
  const sums = [1n, ...new Array<bigint>(most).fill(0n)];
  for (const [i, value] of values.entries())
    for (let k = Math.min(i + 1, most); k > 0; k--) sums[k] = (sums[k] as bigint) + (sums[k - 1] as bigint) * value;
  return sums;
}

/**
 * Prizes of the bets with only winning legs: `hits[i]` are the options of match i that did, empty for none. Each bet is rounded and
 * capped by itself, so they are gone through; bets of the same matches at the same odds at once.
 */
export function joinedWins(
  legs: readonly JoinedLeg[],
  hits: readonly (readonly WinningOptions[])[],
  passes: readonly Pass[],
  table: PassesDescription,
  payout: BetPayout,
): readonly JoinedWin[] {
  const longest = Math.max(0, ...passes.flatMap((pass) => pass.legs));
  const winning = legs.flatMap((_, i) => (hits[i]?.length ? [i] : []));
  const found = new Map<string, { pass: string; legs: number; count: bigint; fen: bigint }>();
  const chosen: number[] = [];

  const settle = (): void => {
    const paid: { count: bigint; fen: bigint } = { count: 0n, fen: 0n };
    let counted = false;
    for (const pass of passes) {
      if (!pass.legs.includes(chosen.length)) continue;
      const times = multiplicity(pass, legs, chosen, table.repeats);
      if (times === 0n) continue;
      if (!counted) {
        payChosen(chosen, hits, payout, paid);
        counted = true;
      }
      const key = `${pass.code}/${chosen.length}`;
      const win = found.get(key) ?? { pass: pass.code, legs: chosen.length, count: 0n, fen: 0n };
      win.count += times * paid.count;
      win.fen += times * paid.fen;
      found.set(key, win);
    }
  };
  const walk = (from: number): void => {
    if (chosen.length > 0) settle();
    if (chosen.length === longest) return;
    for (let i = from; i < winning.length; i++) {
      chosen.push(winning[i] as number);
      walk(i + 1);
      chosen.pop();
    }
  };
  walk(0);
  return [...found.values()];
}

/** Adds up the bets that take one option that came true of each chosen match. */
function payChosen(
  chosen: readonly number[],
  hits: readonly (readonly WinningOptions[])[],
  payout: BetPayout,
  paid: { count: bigint; fen: bigint },
): void {
  const take = (at: number, product: bigint, count: number, live: number): void => {
    if (at === chosen.length) {
      paid.count += BigInt(count);
      paid.fen += BigInt(count) * payout.fen(product, chosen.length, live);
      return;
    }
    for (const hit of hits[chosen[at] as number] as readonly WinningOptions[])
      take(at + 1, product * hit.odds, count * hit.count, live + (hit.live ? 1 : 0));
  };
  take(0, 1n, 1, 0);
}

/** How often a bet of exactly these matches, one play chosen in each, counts in a pass. */
export function multiplicity(pass: Pass, legs: readonly JoinedLeg[], chosen: readonly number[], repeats: boolean): bigint {
  const bankers = legs.filter(({ banker }) => banker).length;
  if (!repeats) {
    const held = chosen.filter((i) => legs[i]?.banker).length;
    return (chosen.length > bankers ? held === bankers : held === chosen.length) ? 1n : 0n;
  }
  let times = 1n;
  const rest: bigint[] = [];
  let group = chosen.length;
  for (const [i, leg] of legs.entries()) {
    if (chosen.includes(i)) continue;
    if (leg.banker) {
      times *= BigInt(leg.plays);
      group++;
    } else rest.push(BigInt(leg.plays));
  }
  const more = pass.matches - group;
  return more < 0 ? 0n : times * (symmetric(rest, more)[more] as bigint);
}
