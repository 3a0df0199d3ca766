/** The different single bets of a ticket that joins legs by passes, in the one order that everybody lists them in. */
import type { CompiledSport } from './compile.ts';
import { multiplicity } from './joined.ts';
import { cartesianProduct, combinations, readLegs, type SportBet, type SportTicket } from './ticket.ts';

/** A single bet as settlement looks at it. */
export interface PricedBet {
  /** The first pass of the ticket that has it. */
  readonly pass: string;
  /** How often the ticket holds it, over all of its passes, the multiplier left out. */
  readonly times: bigint;
  readonly legs: readonly {
    /** Where its match stands on the ticket. */
    readonly at: number;
    readonly match: string;
    readonly play: string;
    readonly choice: string;
    /** "play choice". */
    readonly key: string;
    /** Over the payout's scale. */
    readonly odds: bigint;
  }[];
}

/**
 * Every different bet once, whichever passes hold it: shorter ones first, then by their matches in the order of the ticket, then by choice
 * in the order of the game's plays. So a list of numbers says what belongs to which bet, and no order of keys in JSON can confuse it.
 */
export function betsOf(compiled: CompiledSport, ticket: SportTicket): readonly PricedBet[] {
  const { table } = compiled;
  if (table === undefined) return [];
  const passes = ticket.passes.flatMap((code) => compiled.pass(code) ?? []);
  const legs = readLegs(compiled, ticket);
  const ordered = legs.map(({ match, options }, at) =>
    [...options]
      .sort((a, b) => a.rank - b.rank)
      .map(({ play, choice, odds }) => ({ at, match, play, choice, key: `${play} ${choice}`, odds })),
  );
  const bets: PricedBet[] = [];
  const sizes = [...new Set(passes.flatMap((pass) => pass.legs))].sort((a, b) => a - b);
  for (const size of sizes)
    for (const chosen of combinations(legs.length, size)) {
      const holding = passes.filter((pass) => pass.legs.includes(size));
      const counts = holding.map((pass) => multiplicity(pass, legs, chosen, table.repeats));
      const times = counts.reduce((sum, each) => sum + each, 0n);
      const first = holding[counts.findIndex((each) => each > 0n)];
      if (first === undefined) continue;
      for (const options of cartesianProduct(chosen.map((i) => ordered[i] ?? []))) bets.push({ pass: first.code, times, legs: options });
    }
  return bets;
}

/** The same for display. `prizeFen`: the prize of one when all of its legs win, before any multiplier. */
export function distinctBets(compiled: CompiledSport, ticket: SportTicket): readonly (SportBet & { readonly prizeFen: bigint })[] {
  return betsOf(compiled, ticket).map(({ pass, times, legs }) => ({
    pass,
    times,
    legs: legs.map(({ match, play, choice }) => ({ match, play, choice })),
    prizeFen:
      compiled.payout?.fen(
        legs.reduce((product, { odds }) => product * odds, 1n),
        legs.length,
        legs.length,
      ) ?? 0n,
  }));
}
