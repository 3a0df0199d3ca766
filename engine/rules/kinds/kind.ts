import type { Draw, Line, PickedValue, Play, Rule, Slice } from '../../descriptions/types.ts';
import type { CellIndex, WinningCondition } from '../winning-condition.ts';
import type { Touch } from '../draw-space.ts';
import type { TupleSpace } from '../tuple-space.ts';
import type { RuleContext } from '../zones.ts';

/** Winning bets per tier. Tiers with none are left out. */
export type Wins = ReadonlyMap<string, bigint>;

/** A piece of a line that settles by itself: the line's wins are the sum of its parts' wins. */
export interface LinePart {
  readonly line: Line;
  /** What of the draw decides it, so that only this is enumerated. */
  readonly touches: readonly Touch[];
  /** How many times the work of a plain line it is to settle one draw; 1 when left out. Looking through draws pays for it. */
  readonly weight?: number;
}

/** The area that takes typed bets, and what they can be. */
export interface EntryArea {
  readonly area: string;
  readonly space: TupleSpace;
}

/** What a rule kind counts: all that a board asks. It is for lines that `validateLine` lets pass. */
export interface CountedKind {
  count(line: Line): bigint;
  random(random: (n: number) => number): Line;
  readonly entries?: EntryArea | undefined;
}

/** What a rule kind provides for one play, draws included. */
export interface KindPlay extends CountedKind {
  expand(line: Line): Iterable<Line>;
  /** Prepares a draw once, so that many lines settle quickly against it. */
  against(draw: Draw): (line: Line) => Wins;
  parts(line: Line): readonly LinePart[];
  /** What must be marked of a line that wins anything in a draw. */
  demand(draw: Draw, cells: CellIndex): WinningCondition;
  /** Areas that winners need more than the others, in the order in which keys have their marks. Left out where all are needed alike. */
  readonly needed?: readonly string[];
  /** Single bets, one of each kind that may differ in chance or prize. Left out where all bets of the play are alike. */
  kinds?(): readonly Line[];
  /**
   * For bounds: can a single bet of this line win this tier at all, whatever the draw. Tiers left out of `tiers` cannot occur.
   */
  readonly tiers: readonly string[];
}

/** The half of a rule kind that a phone waits for: counting, writing and reading lines. Listed in table.ts. */
export interface CountedRuleKind<R extends Rule = Rule> {
  compile(context: RuleContext, rule: R): CountedKind;
  /** The order identifies the areas of a line, as on a printed ticket. Other kinds write their names. */
  readonly unnamed?: true;
  /** The areas of numbers can have bankers (胆). */
  readonly bankers?: true;
  /** The zone whose numbers the values of the area are. Left out where options have words of their own. */
  zone?(rule: R, area: string): string | undefined;
  /** How often a value of the area stands in one bet; 1 when left out. */
  times?(rule: R, area: string): number;
  /** How many values of the area a bet takes, bankers included; only the bounds of the area count when there is no answer. */
  choose?(rule: R, area: string): number | undefined;
  /** Where a bet takes values of some areas only: how many areas at least, and what a player calls one. */
  fewestAreas?(rule: R): { readonly least: number; readonly label: string } | undefined;
}

/** The half of a rule kind that a draw decides. Listed in draws/table.ts. */
export interface RuleKind<R extends Rule = Rule> {
  compile(context: RuleContext, rule: R): KindPlay;
  /** The picks of one line that count in a draw (SPEC.md, R17), by area. */
  hits(rule: R, shown: LineMarks): LineHits;
  /** The play that tells whether a value counts by itself, where a bet of the play takes several. */
  single?(rule: R, play: Play): Play | undefined;
}

/** The picks that count, by area; bankers stand among them. Areas with none are left out. */
export type LineHits = Readonly<Record<string, readonly PickedValue[]>>;

/** A line beside a draw. */
export interface LineMarks {
  readonly line: Line;
  /** All values of an area, bankers included. */
  readonly own: (area: string) => readonly PickedValue[];
  /** The drawn numbers of a slice, in the order of its places. */
  readonly drawn: (slice: Slice) => readonly number[];
  /** True when a line of the same play wins anything, or of the `single` play where there is one. */
  readonly wins: (line: Line) => boolean;
}

type RuleOf<K extends Rule['kind']> = Extract<Rule, { readonly kind: K }>;
/** The compiler refuses a table that lacks a kind that a description can name. */
export type CountedTable = { readonly [K in Rule['kind']]: CountedRuleKind<RuleOf<K>> };
export type DrawTable = { readonly [K in Rule['kind']]: RuleKind<RuleOf<K>> };

export const NO_WINS: Wins = new Map();
