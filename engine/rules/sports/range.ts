/**
 * The smallest prize above 0 and the largest prize of a sports ticket, over all results of its matches. A result of a match counts only by
 * the set of picked options that come true together. Of these sets only the best and the poorest are tried, because more options, or options
 * at higher odds, never pay less. Within `steps` the range is exact, each bet rounded and capped. Beyond that it is computed from sums before
 * rounding and caps.
 */
import type { Pass, PassesDescription } from '../../descriptions/sports/types.ts';
import { type WinningOptions, type JoinedLeg, joinedSum, joinedWins } from './joined.ts';
import type { BetPayout } from './payout.ts';

/** A match of a ticket, reduced to what the range needs of the sets of its options that can come true together. */
export interface RangeLeg extends JoinedLeg {
  /** The sets that no other set matches or exceeds, whatever the other legs are. */
  readonly best: Sets;
  /** The sets among those that are not empty that no other such set undercuts. */
  readonly poorest: Sets;
  /** Whether it is possible that no picked option comes true. */
  readonly canMiss: boolean;
}

export type Sets = readonly (readonly WinningOptions[])[];

/** `sets`: every set of the match's picked options that can come true together, including the empty set if none may come true. */
export function rangeLeg(leg: JoinedLeg, sets: Sets): RangeLeg {
  const some = sets.filter((set) => set.length > 0);
  return {
    banker: leg.banker,
    plays: leg.plays,
    best: extremes(sets, covers),
    poorest: extremes(some, (a, b) => covers(b, a)),
    canMiss: some.length < sets.length,
  };
}

export interface SportRange {
  /** Before the multiplier; both 0 when no bet can win. */
  readonly minFen: bigint;
  readonly maxFen: bigint;
  /** false: the figures are those before rounding and caps, because there are too many results to try. */
  readonly exact: boolean;
}

export interface RangeInput {
  readonly legs: readonly RangeLeg[];
  readonly passes: readonly Pass[];
  readonly table: PassesDescription;
  readonly payout: BetPayout;
  readonly unitFen: number;
  readonly sharePermille: number;
}

/** Steps that a phone takes in a few milliseconds. */
export const RANGE_STEPS = 20_000;

export function sportRange(input: RangeInput, steps = RANGE_STEPS): SportRange {
  const budget = { left: steps };
  const most = largest(input, budget);
  const least = smallest(input, budget);
  if (most !== undefined && least !== undefined) return { minFen: least, maxFen: most, exact: true };
  return { minFen: least ?? unrounded(input, fewestSets(input)), maxFen: most ?? unrounded(input, dearestSets(input)), exact: false };
}

interface Budget {
  left: number;
}

/** The prize if these sets come true; undefined when the budget is used up. */
function pay(input: RangeInput, sets: Sets, budget: Budget): bigint | undefined {
  const { legs, passes, table, payout } = input;
  // The number of different bets that win, each counted once, also with bankers.
  const bets = joinedSum(
    legs.map(({ plays }) => ({ plays, banker: false })),
    sets.map((set) => BigInt(set.length)),
    passes,
    false,
  );
  // Each winning bet is a step. The legs are added, so that a trial without a win costs steps too.
  budget.left -= Number(bets) + legs.length;
  if (budget.left < 0) return undefined;
  return joinedWins(legs, sets, passes, table, payout).reduce((sum, { fen }) => sum + fen, 0n);
}

function largest(input: RangeInput, budget: Budget): bigint | undefined {
  let most = 0n;
  for (const sets of products(input.legs.map(({ best }) => best))) {
    const fen = pay(input, sets, budget);
    if (fen === undefined) return undefined;
    if (fen > most) most = fen;
  }
  return most;
}

function smallest(input: RangeInput, budget: Budget): bigint | undefined {
  const { legs } = input;
  const free = legs.flatMap(({ canMiss }, i) => (canMiss ? [i] : []));
  let least: bigint | undefined;
  const won: (readonly number[])[] = [];
  // Fewer matches first: a bet that wins with some of them wins no less with more, so only the smallest groups that win are paid.
  for (let size = 0; size <= free.length; size++) {
    let undecided = false;
    for (const more of subsets(free, size)) {
      if (--budget.left < 0) return undefined;
      if (won.some((group) => group.every((i) => more.includes(i)))) continue;
      undecided = true;
      const taken = legs.map(({ poorest }, i) => (free.includes(i) && !more.includes(i) ? [[]] : poorest));
      let wins = false;
      for (const sets of products(taken)) {
        const fen = pay(input, sets, budget);
        if (fen === undefined) return undefined;
        if (fen === 0n) break;
        wins = true;
        if (least === undefined || fen < least) least = fen;
      }
      if (wins) won.push(more);
    }
    if (!undecided) break;
  }
  return least ?? 0n;
}

/** The sets that no other set beats. Of equal sets the first is kept. */
function extremes(sets: Sets, beats: (a: readonly WinningOptions[], b: readonly WinningOptions[]) => boolean): Sets {
  let unbeaten: { set: readonly WinningOptions[]; ranked: readonly WinningOptions[] }[] = [];
  for (const set of sets) {
    const own = ranked(set);
    if (unbeaten.some((other) => beats(other.ranked, own))) continue;
    unbeaten = unbeaten.filter((other) => !beats(own, other.ranked));
    unbeaten.push({ set, ranked: own });
  }
  return unbeaten.map(({ set }) => set);
}

/** Whether the ranked options `a` pay at least as much as `b` in every bet: at least as many, each at the same odds or higher. */
function covers(a: readonly WinningOptions[], b: readonly WinningOptions[]): boolean {
  return a.length >= b.length && b.every((hit, i) => compare(a[i] as WinningOptions, hit) >= 0);
}

/** One entry for each option, the highest odds first. */
function ranked(hits: readonly WinningOptions[]): readonly WinningOptions[] {
  return hits.flatMap((hit) => new Array<WinningOptions>(hit.count).fill(hit)).sort((a, b) => compare(b, a));
}

function compare(a: WinningOptions, b: WinningOptions): number {
  return a.odds === b.odds ? Number(a.live) - Number(b.live) : a.odds < b.odds ? -1 : 1;
}

function* products(lists: readonly Sets[], at = 0, taken: (readonly WinningOptions[])[] = []): Generator<Sets> {
  if (at === lists.length) {
    yield taken;
    return;
  }
  for (const set of lists[at] as Sets) yield* products(lists, at + 1, [...taken, set]);
}

function* subsets(items: readonly number[], size: number, from = 0, taken: readonly number[] = []): Generator<readonly number[]> {
  if (taken.length === size) {
    yield taken;
    return;
  }
  for (let i = from; i <= items.length - (size - taken.length); i++) yield* subsets(items, size, i + 1, [...taken, items[i] as number]);
}

const sumOf = (set: readonly WinningOptions[]): bigint => set.reduce((sum, { odds, count }) => sum + odds * BigInt(count), 0n);

/** The sets with the largest sums of odds. */
function dearestSets({ legs }: RangeInput): Sets {
  return legs.map(({ best }) => best.reduce((dearest, set) => (sumOf(set) > sumOf(dearest) ? set : dearest), []));
}

/** The sets with the smallest sums that still win: those of matches that cannot miss, then the poorest matches until a bet is complete. */
function fewestSets(input: RangeInput): Sets {
  const { legs, passes, table } = input;
  const poorest = legs.map((leg) => leg.poorest.reduce((least, set) => (sumOf(set) < sumOf(least) ? set : least), leg.poorest[0] ?? []));
  const taken: (readonly WinningOptions[])[] = legs.map(({ canMiss }, i) => (canMiss ? [] : (poorest[i] as readonly WinningOptions[])));
  const open = legs.map((_, i) => i).filter((i) => taken[i]?.length === 0 && poorest[i]?.length !== 0);
  open.sort((a, b) => (sumOf(poorest[a] as readonly WinningOptions[]) < sumOf(poorest[b] as readonly WinningOptions[]) ? -1 : 1));
  const wins = (): boolean =>
    joinedSum(
      legs,
      taken.map((set) => BigInt(set.length)),
      passes,
      table.repeats,
    ) > 0n;
  while (!wins()) {
    const next = open.shift();
    if (next === undefined) break;
    taken[next] = poorest[next] as readonly WinningOptions[];
  }
  return taken;
}

/** The sum before rounding and caps, down to the fen. */
function unrounded({ legs, passes, table, payout, unitFen, sharePermille }: RangeInput, sets: Sets): bigint {
  const longest = Math.max(0, ...passes.flatMap((pass) => pass.legs));
  const sum = joinedSum(legs, sets.map(sumOf), passes, table.repeats, payout.scale);
  return (BigInt(unitFen) * BigInt(sharePermille) * sum) / (1000n * payout.scale ** BigInt(longest));
}
