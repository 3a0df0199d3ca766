/** Calculates the picture of a knock-out: the rows of each tie, and which tie leads to which. Pure. */
import type { Pair, Side, SideName } from '../../live/matches.ts';

/** A tie from the server's answer; properties that are not known yet are missing. */
export interface Tie {
  readonly id?: string;
  readonly home?: Side;
  readonly away?: Side;
  readonly startsAt?: number;
  readonly state?: string;
  readonly measures?: Readonly<Record<string, Pair>>;
  readonly winner?: SideName;
}

export interface Round {
  readonly name: string;
  readonly ties: readonly Tie[];
}

export interface PlacedTie {
  readonly tie: Tie;
  /** The tie stands in the middle of these rows of the picture. `to` is the row after the last one. */
  readonly from: number;
  readonly to: number;
  /** upper, lower: it leads to the next round together with the tie below or above it. */
  readonly leads: 'upper' | 'lower' | undefined;
  /** Ties of the round before lead to it. */
  readonly fed: boolean;
}

export interface PlacedRound {
  readonly name: string;
  readonly ties: readonly PlacedTie[];
}

const isTie = (value: unknown): value is Tie => typeof value === 'object' && value !== null;

/** The rounds of an answer. Parts of an unexpected form are left out. */
export function roundsOf(value: unknown): readonly Round[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((round: { readonly name?: unknown; readonly ties?: unknown } | null) =>
    round && Array.isArray(round.ties) && round.ties.length > 0 ? [{ name: String(round.name ?? ''), ties: round.ties.filter(isTie) }] : [],
  );
}

/**
 * Places the ties on rows. The ties of a round share all rows evenly. So if a round has half as many ties as the one before, each tie stands
 * in the middle of the two that lead to it. In other rounds (a play-off, a match for the third place) no line leads to a tie.
 */
export function placeTies(rounds: readonly Round[]): { readonly rows: number; readonly rounds: readonly PlacedRound[] } {
  const most = Math.max(1, ...rounds.map(({ ties }) => ties.length));
  // A power of two, so that a tie stands exactly between the two that lead to it.
  let rows = 1;
  while (rows < most) rows *= 2;
  const halved = (at: number): boolean => {
    const [here, next] = [rounds[at]?.ties.length ?? 0, rounds[at + 1]?.ties.length ?? 0];
    return next > 0 && here === 2 * next;
  };
  return {
    rows,
    rounds: rounds.map(({ name, ties }, at) => ({
      name,
      ties: ties.map((tie, place) => ({
        tie,
        from: Math.round((place * rows) / ties.length),
        to: Math.round(((place + 1) * rows) / ties.length),
        leads: halved(at) ? (place % 2 === 0 ? 'upper' : 'lower') : undefined,
        fed: at > 0 && halved(at - 1),
      })),
    })),
  };
}

/** The round that is played now: the first in which a tie has no winner, else the last. */
export function currentRound(rounds: readonly Round[]): number {
  const at = rounds.findIndex(({ ties }) => ties.some(({ winner }) => winner === undefined));
  return at < 0 ? Math.max(0, rounds.length - 1) : at;
}
