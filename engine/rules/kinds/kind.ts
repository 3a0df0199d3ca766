import type { Draw, Line, PickedValue, Play, Rule, Slice } from '../../descriptions/types.ts';
import type { CellIndex, WinningCondition } from '../winning-condition.ts';
import type { Touch } from '../draw-space.ts';
import type { TupleSpace } from '../tuple-space.ts';
import type { RuleContext } from '../zones.ts';

/** The number of winning bets by tier. Tiers without a winning bet are left out. */
export type Wins = ReadonlyMap<string, bigint>;

/** A part of a line that is settled separately. The wins of the line are the sum of the wins of its parts. */
export interface LinePart {
  readonly line: Line;
  /** The parts of a draw that decide the wins, so that odds enumerate only these. */
  readonly touches: readonly Touch[];
  /** The cost of settling this part against one draw, as a multiple of a plain line; 1 when left out. It counts in the budget of the prize range (range.ts). */
  readonly weight?: number;
}

/** The area for typed bets, and the bets that may be typed. */
export interface EntryArea {
  readonly area: string;
  readonly space: TupleSpace;
}

/** The functions of a rule kind that a board needs. They expect lines that `validateLine` accepts. */
export interface CountedKind {
  count(line: Line): bigint;
  random(random: (n: number) => number): Line;
  readonly entries?: EntryArea | undefined;
}

/** All functions of a rule kind for one play, including those that need a draw. */
export interface KindPlay extends CountedKind {
  expand(line: Line): Iterable<Line>;
  /** Prepares a draw once, so that many lines settle quickly against it. */
  against(draw: Draw): (line: Line) => Wins;
  parts(line: Line): readonly LinePart[];
  /** The condition that the marks of every line with a prize in this draw satisfy. */
  demand(draw: Draw, cells: CellIndex): WinningCondition;
  /** Areas whose marks come first in ticket keys, in this order, because winners need them most. Left out if all areas are needed alike. */
  readonly needed?: readonly string[];
  /** One single bet for each sort of bets with a chance or prize of its own. Left out if all bets of the play are alike. */
  kinds?(): readonly Line[];
  /** The tiers that the rule can give. No bet wins another tier. */
  readonly tiers: readonly string[];
}

/** The part of a rule kind that the first page on a phone needs: counting, writing and reading lines. Listed in table.ts. */
export interface CountedRuleKind<R extends Rule = Rule> {
  compile(context: RuleContext, rule: R): CountedKind;
  /** The text of a line has its areas in order and without names, as on a printed ticket. Other kinds write the names of areas. */
  readonly unnamed?: true;
  /** The areas of numbers can have bankers (胆). */
  readonly bankers?: true;
  /** The zone whose numbers are the values of the area. Left out if the values are options with names of their own. */
  zone?(rule: R, area: string): string | undefined;
  /** How often one bet contains a value of the area; 1 when left out. */
  times?(rule: R, area: string): number;
  /** The number of values of the area in a bet, including bankers. Undefined: only the bounds of the area apply. */
  choose?(rule: R, area: string): number | undefined;
  /** For plays whose bets take values of some areas only: the least number of areas, and the players' word for an area. */
  fewestAreas?(rule: R): { readonly least: number; readonly label: string } | undefined;
}

/** The part of a rule kind that needs draws. Listed in draws/table.ts. */
export interface RuleKind<R extends Rule = Rule> {
  compile(context: RuleContext, rule: R): KindPlay;
  /** The picks of one line that count in a draw (SPEC.md, R17), by area. */
  hits(rule: R, shown: LineMarks): LineHits;
  /** If a bet of the play takes several values: a play of single values that decides whether one value counts as a hit. */
  single?(rule: R, play: Play): Play | undefined;
}

/** The picks that count, by area, including bankers. Areas without such picks are left out. */
export type LineHits = Readonly<Record<string, readonly PickedValue[]>>;

/** A line that is compared with a draw. */
export interface LineMarks {
  readonly line: Line;
  /** All values of an area, bankers included. */
  readonly own: (area: string) => readonly PickedValue[];
  /** The drawn numbers of a slice, in the order of its places. */
  readonly drawn: (slice: Slice) => readonly number[];
  /** Whether a line wins any prize in this draw. It is a line of the `single` play, if the kind has one, else of the same play. */
  readonly wins: (line: Line) => boolean;
}

type RuleOf<K extends Rule['kind']> = Extract<Rule, { readonly kind: K }>;
/** A table with an entry for every rule kind that a description can name. */
export type CountedTable = { readonly [K in Rule['kind']]: CountedRuleKind<RuleOf<K>> };
export type DrawTable = { readonly [K in Rule['kind']]: RuleKind<RuleOf<K>> };

export const NO_WINS: Wins = new Map();
