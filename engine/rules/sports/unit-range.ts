/**
 * Computes the least and the most that an optimised ticket (奖金优化) can win. Each bet has a multiplier of its own (`units`), so no set of winning
 * options of a match is better than another in all cases. So all combinations of results are tried one by one.
 */
import type { CompiledSport } from './compile.ts';
import type { WinningOptions } from './joined.ts';
import { RANGE_STEPS } from './range.ts';
import { betsOf, type PricedBet } from './single-bets.ts';
import type { SportTicket } from './ticket.ts';

type Set = ReadonlyMap<string, WinningOptions>;

interface Weighed {
  readonly bet: PricedBet;
  readonly times: bigint;
}

/**
 * `sets[i]`: every set of options of match i that can win together. If trying all combinations takes more than `steps` steps, both figures are
 * bounds and `exact` is false: `minFen` is the smallest payment of a bet, and no win is below it. `maxFen` is a win that can occur, found by a
 * search, but a larger one may exist.
 */
export function unitRange(
  compiled: CompiledSport,
  ticket: SportTicket,
  units: readonly number[],
  sets: readonly (readonly Set[])[],
  steps = RANGE_STEPS,
): { readonly minFen: bigint; readonly maxFen: bigint; readonly exact: boolean } {
  const bets = betsOf(compiled, ticket).flatMap((bet, i): Weighed[] =>
    (units[i] ?? 0) > 0 ? [{ bet, times: BigInt(units[i] as number) }] : [],
  );
  const ways = sets.reduce((product, list) => product * list.length, 1);
  if (ways * bets.length <= steps) return tryAllResults(compiled, bets, sets);
  return { ...searchLocally(compiled, bets, sets), exact: false };
}

function tryAllResults(compiled: CompiledSport, bets: readonly Weighed[], sets: readonly (readonly Set[])[]) {
  let minFen: bigint | undefined;
  let maxFen = 0n;
  const walk = (taken: readonly Set[]): void => {
    if (taken.length < sets.length) {
      for (const set of sets[taken.length] ?? []) walk([...taken, set]);
      return;
    }
    const fen = pay(compiled, bets, taken);
    if (fen > maxFen) maxFen = fen;
    if (fen > 0n && (minFen === undefined || fen < minFen)) minFen = fen;
  };
  walk([]);
  return { minFen: minFen ?? 0n, maxFen, exact: true };
}

/** A local search: changes the set of one match at a time as long as the ticket pays more. */
function searchLocally(compiled: CompiledSport, bets: readonly Weighed[], sets: readonly (readonly Set[])[]) {
  const alone = bets.map(
    ({ bet, times }) =>
      times *
      paid(
        compiled,
        bet,
        bet.legs.map(({ odds }) => ({ odds, live: true })),
      ),
  );
  const minFen = alone.reduce((least, fen) => (fen < least ? fen : least), alone[0] ?? 0n);
  const largestBet = bets[alone.indexOf(alone.reduce((most, fen) => (fen > most ? fen : most), 0n))];
  // The search starts where the bet with the largest payment wins. Each other match starts with its largest set of winning options.
  const taken = sets.map((list, at) => {
    const needed = largestBet?.bet.legs.find((leg) => leg.at === at)?.key;
    const fitting = needed === undefined ? list : list.filter((set) => set.has(needed));
    return fitting.reduce<Set>((most, set) => (set.size > most.size ? set : most), fitting[0] ?? new Map());
  });
  let maxFen = pay(compiled, bets, taken);
  for (let better = true; better; ) {
    better = false;
    for (const [at, list] of sets.entries())
      for (const set of list) {
        const previous = taken[at] as Set;
        taken[at] = set;
        const fen = pay(compiled, bets, taken);
        if (fen > maxFen) {
          maxFen = fen;
          better = true;
        } else taken[at] = previous;
      }
  }
  return { minFen, maxFen };
}

function pay(compiled: CompiledSport, bets: readonly Weighed[], taken: readonly Set[]): bigint {
  let sum = 0n;
  for (const { bet, times } of bets) {
    const hits = bet.legs.map(({ at, key }) => taken[at]?.get(key));
    if (hits.every((hit): hit is WinningOptions => hit !== undefined)) sum += times * paid(compiled, bet, hits);
  }
  return sum;
}

function paid(compiled: CompiledSport, { legs }: PricedBet, hits: readonly { readonly odds: bigint; readonly live: boolean }[]): bigint {
  const product = hits.reduce((all, { odds }) => all * odds, 1n);
  return compiled.payout?.fen(product, legs.length, hits.filter(({ live }) => live).length) ?? 0n;
}
