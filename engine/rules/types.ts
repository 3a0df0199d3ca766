import type { Draw, Game, GameDraw, Line, Picks, Play, Prize, Ticket } from '../descriptions/types.ts';
import type { PlayCells, WinningCondition } from './winning-condition.ts';
import type { EntryArea, LinePart } from './kinds/kind.ts';
import type { CompiledArea } from './zones.ts';

/**
 * One play of one game, as far as a board needs it. A line given to these has passed `validateLine`; nothing here throws for a valid line.
 */
export interface CountedPlay {
  readonly play: Play;
  /** The draw of the game: its zones. */
  readonly draws: GameDraw;
  /** Number of single bets (注) in the line, in closed form; exact for any size. */
  count(line: Line): bigint;
  /** One valid random single bet (机选). `random(n)` is uniform on 0..n-1. */
  random(random: (n: number) => number): Line;
  /** The area that takes typed bets (单式); see `parseEntries`. */
  readonly entries: EntryArea | undefined;
  /** Price of one bet in fen. */
  readonly unitFen: number;
  readonly areas: ReadonlyMap<string, CompiledArea>;
  /** Prizes by tier, in the order of the description. */
  readonly prizes: ReadonlyMap<string, Prize>;
}

/** The same with its draws: what a bet wins, and how likely. */
export interface CompiledPlay extends CountedPlay {
  /** The single bets, each itself a line of one bet. Lazy: a large line must not fill memory. */
  expand(line: Line): Iterable<Line>;
  /** Winning bets per tier, without expanding. Tiers with none are left out. */
  settle(line: Line, draw: Draw): ReadonlyMap<string, bigint>;
  /** `settle` with the draw prepared once, for many lines. A draw is a value: it must not be changed afterwards. */
  against(draw: Draw): (line: Line) => ReadonlyMap<string, bigint>;
  /** Single bets, one of each kind that differs in chance or prize: the basis of the play's chances. */
  kinds(): readonly Line[];
  /** Pieces that settle by themselves; the line's wins are the sum of theirs. */
  parts(line: Line): readonly LinePart[];
  /** What can be picked, one after the other: what lines are marked by. */
  readonly cells: PlayCells;
  /** What must be marked of a line that wins anything; see winning-condition.ts. */
  demand(draw: Draw): WinningCondition;
}

export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A located refusal: the pointer is into the ticket. */
export interface RuleError {
  readonly code: string;
  readonly pointer: string;
  /** Says what is wrong and what to do, in the language asked for (Chinese unless said otherwise). */
  readonly message: string;
  /** What the sentence is made of, so that `explain` can say it in the other language. */
  readonly params?: Readonly<Record<string, string | number>>;
}

export type Validated<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: readonly RuleError[] };

export interface Price {
  readonly bets: bigint;
  readonly amountFen: bigint;
}

export interface Win {
  /** Index of the line in the ticket. */
  readonly line: number;
  readonly tier: string;
  /** Winning bets. */
  readonly count: bigint;
  /** Fen for all of them, multiplier applied. */
  readonly prizeFen: bigint;
}

/** What a play still lacks before it makes a bet, for the sentence above the bet bar ("还差 2 个红球"). */
export interface MissingPick {
  readonly area: string;
  readonly label: string;
  readonly missing: number;
  readonly banker: boolean;
}

/** A game ready to count and price. Made by `countGame`, cached by the game's identity. */
export interface CountedGame<P extends CountedPlay = CountedPlay> {
  readonly game: Game;
  /** Compiled when it is asked for first. Throws RuleDefinitionError when the play makes no sense. */
  play(code: string): P | undefined;
  /** All plays in the order of the description; reading it compiles them all. */
  readonly plays: readonly P[];
}

/** A game ready to count, price and settle. Made by `compileGame`. */
export type CompiledGame = CountedGame<CompiledPlay>;

export type { Draw, Game, Line, Picks, Play, Ticket };
