/** Sports tickets and results of matches as data, and what both ways of joining matches need. */
import { type Result, type ScaledNumbers, scaledNumber } from '../../descriptions/sports/conditions.ts';
import type { CompiledSport } from './compile.ts';
import type { JoinedLeg } from './joined.ts';

/** One match of a ticket. */
export interface SportLeg {
  readonly match: string;
  /** Handicap, line: decimals by code of the game's numbers. */
  readonly numbers?: Readonly<Record<string, string>>;
  readonly banker?: boolean;
  /** Choices by play: odds as decimals by the choice's code, or, of a pool, the codes alone. */
  readonly picks: Readonly<Record<string, Readonly<Record<string, string>> | readonly string[]>>;
}

export interface SportTicket {
  readonly game: string;
  readonly matches: readonly SportLeg[];
  /** Codes of passes; none for a pool. */
  readonly passes: readonly string[];
  readonly multiplier: number;
  /** 奖金优化: how often each single bet is played, in the order of `distinctBets`; the multiplier is 1. */
  readonly units?: readonly number[];
}

/** How a match ended. */
export interface MatchResult {
  /** Called off, put off for too long: odds 1.00, every choice counts. */
  readonly void?: boolean;
  readonly measures?: Result;
  /** The odds that pay where they are settled after the match: decimals by play and choice. */
  readonly odds?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface SportWin {
  /** Code of the pass, or the tier of a pool. */
  readonly tier: string;
  readonly legs: number;
  readonly count: bigint;
  readonly prizeFen: bigint;
}

/** One single bet of a ticket and how often it is in it, the multiplier left out. */
export interface SportBet {
  readonly pass: string;
  readonly legs: readonly { readonly match: string; readonly play: string; readonly choice: string }[];
  readonly times: bigint;
}

/** A match's numbers in hundredths. */
export function scaledNumbers(numbers: Readonly<Record<string, string>> = {}): ScaledNumbers {
  return Object.fromEntries(Object.entries(numbers).map(([code, text]) => [code, scaledNumber(text)]));
}

/** Every way to take `size` of 0 … count − 1, ascending. */
export function* combinations(count: number, size: number, from = 0, taken: readonly number[] = []): Generator<readonly number[]> {
  if (taken.length === size) {
    yield taken;
    return;
  }
  for (let i = from; i <= count - (size - taken.length); i++) yield* combinations(count, size, i + 1, [...taken, i]);
}

/** One item of each list, every way. */
export function* cartesianProduct<T>(lists: readonly (readonly T[])[], at = 0, taken: readonly T[] = []): Generator<readonly T[]> {
  if (at === lists.length) {
    yield taken;
    return;
  }
  for (const item of lists[at] as readonly T[]) yield* cartesianProduct(lists, at + 1, [...taken, item]);
}

/** A choice that a ticket has of a match. */
export interface Option {
  readonly play: string;
  readonly choice: string;
  /** Over the payout's scale. */
  readonly odds: bigint;
  /** Where it stands among all choices of all plays of the game. */
  readonly rank: number;
}

export interface ReadLeg extends JoinedLeg {
  readonly match: string;
  readonly numbers: ScaledNumbers;
  readonly options: readonly Option[];
}

export function readLegs(compiled: CompiledSport, ticket: SportTicket): readonly ReadLeg[] {
  return ticket.matches.map((match) => readLeg(compiled, match));
}

export function readLeg(compiled: CompiledSport, { match, numbers, banker = false, picks }: SportLeg): ReadLeg {
  return {
    match,
    banker,
    numbers: scaledNumbers(numbers),
    plays: Object.keys(picks).length,
    options: Object.entries(picks).flatMap(([play, chosen]) =>
      Object.entries(chosen).map(([choice, odds]) => ({
        play,
        choice,
        odds: scaledOdds(compiled, odds),
        rank: compiled.rank(play, choice),
      })),
    ),
  };
}

/** "3.15" → 315n where odds have two decimals. */
export function scaledOdds(compiled: CompiledSport, text: string): bigint {
  const decimals = compiled.sport.payout.kind === 'odds' ? compiled.sport.payout.decimals : 0;
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals));
}
