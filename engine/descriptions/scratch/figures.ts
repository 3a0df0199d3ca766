/** What a pool of scratch cards returns and how often a card wins: exact fractions of what its table says. */
import type { ScratchDescription } from './types.ts';

type Table = Pick<ScratchDescription, 'priceFen' | 'tickets' | 'prizes'>;

/** The same shape as a fraction of engine/rules. */
export interface ExactFraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Cards of a pool that win something. */
export const winningCards = ({ prizes }: Pick<Table, 'prizes'>): number => prizes.reduce((sum, { count }) => sum + count, 0);

/** All prizes of a pool over the price of all its cards; not reduced. */
export function scratchReturns({ priceFen, tickets, prizes }: Table): ExactFraction {
  let paid = 0n;
  for (const { fen, count } of prizes) paid += BigInt(fen) * BigInt(count);
  return { numerator: paid, denominator: BigInt(priceFen) * BigInt(tickets) };
}

/** The chance that a card wins something; not reduced. */
export const scratchChance = (table: Pick<Table, 'tickets' | 'prizes'>): ExactFraction => ({
  numerator: BigInt(winningCards(table)),
  denominator: BigInt(table.tickets),
});
