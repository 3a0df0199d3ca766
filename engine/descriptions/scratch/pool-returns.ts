/** Return and chance to win of a pool of scratch cards, as exact fractions from the table of prizes. */
import type { ScratchDescription } from './types.ts';

type Table = Pick<ScratchDescription, 'priceFen' | 'tickets' | 'prizes'>;

/** Same shape as `Fraction` of engine/rules. */
export interface ExactFraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Number of cards in a pool that win a prize. */
export const winningCards = ({ prizes }: Pick<Table, 'prizes'>): number => prizes.reduce((sum, { count }) => sum + count, 0);

/** Sum of all prizes of a pool divided by the price of all its cards. The fraction is not reduced. */
export function scratchReturns({ priceFen, tickets, prizes }: Table): ExactFraction {
  let paid = 0n;
  for (const { fen, count } of prizes) paid += BigInt(fen) * BigInt(count);
  return { numerator: paid, denominator: BigInt(priceFen) * BigInt(tickets) };
}

/** Chance that a card wins a prize. The fraction is not reduced. */
export const scratchChance = (table: Pick<Table, 'tickets' | 'prizes'>): ExactFraction => ({
  numerator: BigInt(winningCards(table)),
  denominator: BigInt(table.tickets),
});
