/**
 * The least and the most that an optimised ticket (奖金优化) can win: what each bet pays is weighted by its own units, so that no set of
 * options of a match is always better than another, and the ways in which the matches can end are tried one by one.
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
 * `sets[i]`: every set of match i's options that can come true together. Past `steps` the least is that of a single bet, which nothing is
 * below, and the most one that a search from match to match finds, which can be reached; `exact` is then false.
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
  if (ways * bets.length <= steps) return everyWay(compiled, bets, sets);
  return { ...searched(compiled, bets, sets), exact: false };
}

function everyWay(compiled: CompiledSport, bets: readonly Weighed[], sets: readonly (readonly Set[])[]) {
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

/** Match by match the set that pays most with those of the others, until none is better. */
function searched(compiled: CompiledSport, bets: readonly Weighed[], sets: readonly (readonly Set[])[]) {
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
  const dearest = bets[alone.indexOf(alone.reduce((most, fen) => (fen > most ? fen : most), 0n))];
  // From the dearest bet: what it needs comes true, elsewhere as much as can.
  const taken = sets.map((list, at) => {
    const needed = dearest?.bet.legs.find((leg) => leg.at === at)?.key;
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
