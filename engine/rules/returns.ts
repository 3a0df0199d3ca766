import type { Line } from '../descriptions/types.ts';
import { addFractions, compareFractions, fraction } from './math.ts';
import { probability } from './probability.ts';
import { tierFen } from './tickets.ts';
import type { CompiledGame, CompiledPlay, Fraction } from './types.ts';

/** What a play gives back and how likely it wins. Floating tiers count with their estimates. */
export interface Returns {
  /** Expected prize ÷ price of a bet, averaged over the play's different bets. */
  readonly average: Fraction;
  readonly lowest: Fraction;
  readonly highest: Fraction;
  /** Chance that a bet wins anything, averaged likewise, and its extremes. */
  readonly winChance: Fraction;
  readonly winChanceLowest: Fraction;
  readonly winChanceHighest: Fraction;
}

type Chances = ReadonlyMap<string, Fraction>;

/** Expected prize ÷ price of one single bet, exact. A caller that has its chances passes them, because calculating them is the cost. */
export function betReturn(play: CompiledPlay, bet: Line, chances: Chances = probability(play, bet)): Fraction {
  let expected = fraction(0n, 1n);
  for (const [tier, chance] of chances)
    expected = addFractions(expected, fraction(chance.numerator * BigInt(tierFen(play, tier)), chance.denominator));
  return fraction(expected.numerator, expected.denominator * BigInt(play.unitFen));
}

/** Chance that one single bet wins anything, exact. */
export function winChance(play: CompiledPlay, bet: Line, chances: Chances = probability(play, bet)): Fraction {
  return [...chances.values()].reduce(addFractions, fraction(0n, 1n));
}

/** A single bet with its exact chance of each tier. */
export interface BetChances {
  readonly bet: Line;
  readonly chances: Chances;
}

/** The chances of each bet that may differ from the others. @throws CostlyPlayError */
export const chancesOfBets = (play: CompiledPlay): readonly BetChances[] =>
  differentBets(play).map((bet) => ({ bet, chances: probability(play, bet) }));

const cache = new WeakMap<CompiledPlay, Returns>();

/** Chances and returns of a whole play, over its different kinds of bet. Undefined for a play that the game does not have. */
export function playReturns(compiled: CompiledGame, code: string): Returns | undefined {
  const play = compiled.play(code);
  return play && (cache.get(play) ?? returnsOf(play, chancesOfBets(play)));
}

/** The same with given chances of its bets, because calculating them is the cost. */
export function returnsOf(play: CompiledPlay, bets: readonly BetChances[]): Returns {
  const rates = bets.map(({ bet, chances }) => betReturn(play, bet, chances));
  const chances = bets.map(({ bet, chances: own }) => winChance(play, bet, own));
  const mean = (all: readonly Fraction[]): Fraction => {
    const sum = all.reduce(addFractions, fraction(0n, 1n));
    return fraction(sum.numerator, sum.denominator * BigInt(all.length || 1));
  };
  // A play without a possible bet returns nothing.
  const none = fraction(0n, 1n);
  const low = (all: readonly Fraction[]): Fraction => all.reduce((a, b) => (compareFractions(b, a) < 0 ? b : a), all[0] ?? none);
  const high = (all: readonly Fraction[]): Fraction => all.reduce((a, b) => (compareFractions(b, a) > 0 ? b : a), all[0] ?? none);
  const returns = {
    average: mean(rates),
    lowest: low(rates),
    highest: high(rates),
    winChance: mean(chances),
    winChanceLowest: low(chances),
    winChanceHighest: high(chances),
  };
  cache.set(play, returns);
  return returns;
}

/** Return to player of a play, exact; for options whose odds differ, the average over them. */
export function returnToPlayer(compiled: CompiledGame, code: string): Fraction | undefined {
  return playReturns(compiled, code)?.average;
}

/** Single bets, one of each kind that may differ in chance or prize. */
function differentBets(play: CompiledPlay): Line[] {
  return [...play.kinds()];
}
