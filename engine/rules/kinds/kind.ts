import type { Draw, Line, Rule } from '../../descriptions/types.ts';
import type { CellOf, Demand } from '../demand.ts';
import type { Touch } from '../space.ts';
import type { TupleSpace } from '../tuples.ts';
import type { RuleContext } from '../zones.ts';

/** Winning bets per tier. Tiers with none are left out. */
export type Wins = ReadonlyMap<string, bigint>;

/** A piece of a line that settles by itself: the line's wins are the sum of its parts' wins. */
export interface Part {
  readonly line: Line;
  /** What of the draw decides it, so that only this is enumerated. */
  readonly touches: readonly Touch[];
  /** How many times the work of a plain line it is to settle one draw; 1 when left out. Looking through draws pays for it. */
  readonly weight?: number;
}

/** The area that takes typed bets, and what they can be. */
export interface Entries {
  readonly area: string;
  readonly space: TupleSpace;
}

/** What a rule kind counts: all that a board asks. It is for lines that `validateLine` lets pass. */
export interface CountedKind {
  count(line: Line): bigint;
  random(random: (n: number) => number): Line;
  readonly entries?: Entries | undefined;
}

/** What a rule kind provides for one play, draws included. */
export interface KindPlay extends CountedKind {
  expand(line: Line): Iterable<Line>;
  /** Prepares a draw once, so that many lines settle quickly against it. */
  against(draw: Draw): (line: Line) => Wins;
  parts(line: Line): readonly Part[];
  /** What must be marked of a line that wins anything in a draw. */
  demand(draw: Draw, cells: CellOf): Demand;
  /** Areas that winners need more than the others, in the order in which keys have their marks. Left out where all are needed alike. */
  readonly needed?: readonly string[];
  /** Single bets, one of each kind that may differ in chance or prize. Left out where all bets of the play are alike. */
  kinds?(): readonly Line[];
  /**
   * For bounds: can a single bet of this line win this tier at all, whatever the draw. Tiers left out of `tiers` cannot occur.
   */
  readonly tiers: readonly string[];
}

export interface RuleKind<R extends Rule = Rule, P extends CountedKind = KindPlay> {
  readonly kind: R['kind'];
  compile(context: RuleContext, rule: R): P;
}

export type CountedRuleKind<R extends Rule = Rule> = RuleKind<R, CountedKind>;

export const NO_WINS: Wins = new Map();
