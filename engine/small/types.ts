/** What the parts of small games share. Amounts are integer fen; what a bet pays is exact, in thousandths of its stake. */
import type { GateEnd } from './gate.ts';
import type { SmallDescription } from '../descriptions/generated/small.ts';

export type { SmallDescription as SmallGame };
export type SlotRules = NonNullable<SmallDescription['slot']>;
export type DiceRules = NonNullable<SmallDescription['dice']>;

/** A bet as it is sent: which one, and its stake. Of a slot machine `line` and the stake of each line; of a gate `shoot`, of a pair `high` or `low`. */
export interface SmallBet {
  readonly code: string;
  readonly fen: number;
}

/**
 * What was drawn. Cards are 0…51, rank = card div 4 (0 is the ace), suit = card mod 4 (♠ ♥ ♣ ♦). Stops are places on the strips, of the
 * symbol that stands in the top row. Dice are 1…6.
 */
export type Outcome =
  | { readonly posts: readonly number[]; readonly card: number }
  | { readonly stops: readonly number[] }
  | { readonly dice: readonly number[] };

/** The outcome of one bet. */
export interface BetResult {
  readonly code: string;
  readonly fen: number;
  /** What comes back in all, the stake included; 0 when it lost. */
  readonly prizeFen: number;
}

export interface Settled {
  readonly bets: readonly BetResult[];
  /** What the play cost in all: the stakes, and of a gate whose post was hit what is lost beside. */
  readonly costFen: number;
  /** What comes back in all. */
  readonly prizeFen: number;
  /** The end of a gate game. */
  readonly gate?: GateEnd;
}
