/** Matches of one issue guessed together (14 场胜负, 任选九场): bets and winning bets, counted without listing them. */
import type { PoolTable } from '../../descriptions/sports/types.ts';
import type { CompiledSport } from './compile.ts';
import { LOST } from '../../descriptions/sports/conditions.ts';
import {
  cartesianProduct,
  combinations,
  type MatchResult,
  type SportBet,
  type SportLeg,
  type SportTicket,
  type SportWin,
  scaledNumbers,
} from './ticket.ts';

/** Bets: of `choose` matches, all bankers among them, one choice each. */
export function poolBets(compiled: CompiledSport, ticket: SportTicket): bigint {
  const table = tableOf(compiled, ticket);
  if (table === undefined) return 0n;
  return split(
    ticket.matches.map(({ banker, picks }) => ({ right: BigInt(choicesOf(picks).length), wrong: 0n, banker: banker === true })),
    table.choose,
  )[0] as bigint;
}

/**
 * Winning bets by tier, and what they pay: `prizes` says what one bet of a tier pays, in fen by "play/tier", known when the pool is shared
 * out; a tier that it leaves out pays nothing. In a void match every choice is right.
 */
export function poolWins(
  compiled: CompiledSport,
  ticket: SportTicket,
  results: Readonly<Record<string, MatchResult>>,
  prizes: Readonly<Record<string, number>>,
): readonly SportWin[] {
  const table = tableOf(compiled, ticket);
  if (table === undefined) return [];
  const legs = ticket.matches.map((leg) => {
    const all = choicesOf(leg.picks).length;
    const right = rightChoices(compiled, table.play, leg, results);
    return { right: BigInt(right), wrong: BigInt(all - right), banker: leg.banker === true };
  });
  const byMisses = split(legs, table.choose);
  return table.tiers.flatMap(({ tier, hits }) => {
    const count = byMisses[table.choose - hits] ?? 0n;
    const prizeFen = count * BigInt(prizes[`${table.play}/${tier}`] ?? 0);
    return count > 0n ? [{ tier, legs: table.choose, count, prizeFen }] : [];
  });
}

/** Every single bet: a choice of `choose` matches, all bankers among them, and of each one pick. */
export function* expandPool(compiled: CompiledSport, ticket: SportTicket): Generator<SportBet> {
  const table = tableOf(compiled, ticket);
  if (table === undefined) return;
  const { play } = table;
  for (const chosen of combinations(ticket.matches.length, table.choose)) {
    if (ticket.matches.some(({ banker }, i) => banker && !chosen.includes(i))) continue;
    const legs = chosen.map((i) => {
      const { match, picks } = ticket.matches[i] as SportLeg;
      return choicesOf(picks).map((choice) => ({ match, play, choice }));
    });
    for (const bet of cartesianProduct(legs)) yield { pass: play, legs: bet, times: 1n };
  }
}

interface PoolLeg {
  readonly right: bigint;
  readonly wrong: bigint;
  readonly banker: boolean;
}

/** Bets of `choose` matches by how many of them are missed. */
function split(legs: readonly PoolLeg[], choose: number): readonly bigint[] {
  // [matches taken][missed]
  let counts: bigint[][] = Array.from({ length: choose + 1 }, () => new Array<bigint>(choose + 1).fill(0n));
  (counts[0] as bigint[])[0] = 1n;
  for (const { right, wrong, banker } of legs)
    counts = counts.map((row, taken) =>
      row.map((left, missed) => {
        const before = taken > 0 ? (counts[taken - 1] as bigint[]) : undefined;
        const hit = (before?.[missed] ?? 0n) * right;
        const miss = missed > 0 ? (before?.[missed - 1] ?? 0n) * wrong : 0n;
        return (banker ? 0n : left) + hit + miss;
      }),
    );
  return counts[choose] as bigint[];
}

function rightChoices(compiled: CompiledSport, play: string, leg: SportLeg, results: Readonly<Record<string, MatchResult>>): number {
  const result = results[leg.match];
  if (result === undefined) throw new Error(`match ${leg.match} has no result`);
  const codes = choicesOf(leg.picks);
  if (result.void) return codes.length;
  const rule = compiled.play(play);
  const numbers = scaledNumbers(leg.numbers);
  return codes.filter((code) => {
    const index = rule?.index(code);
    return rule !== undefined && index !== undefined && rule.state(index, result.measures ?? {}, numbers) !== LOST;
  }).length;
}

function tableOf(compiled: CompiledSport, ticket: SportTicket): PoolTable | undefined {
  const [play] = Object.keys(ticket.matches[0]?.picks ?? {});
  return play === undefined ? undefined : compiled.poolTable(play);
}

function choicesOf(picks: SportLeg['picks']): readonly string[] {
  const [chosen] = Object.values(picks);
  return chosen === undefined ? [] : Array.isArray(chosen) ? (chosen as readonly string[]) : Object.keys(chosen);
}
