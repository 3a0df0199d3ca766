/**
 * Short keys of tickets, by which settlement finds winners in an index. A key holds the play and the marked cells of its lines, so the tickets
 * that a draw may pay lie in a few ranges of the index. For a key that cannot win, the next key that may win can be computed; settlement skips
 * all keys between them.
 */
import type { Draw, Line, Ticket } from '../descriptions/types.ts';
import type { AtLeastClause, WinningCondition } from './winning-condition.ts';
import type { CompiledGame, CompiledPlay } from './types.ts';

/** The second byte of a key that has a bit for each cell. In a key that lists its marked cells, this byte is their number. */
const BITS = 0xff;
const MOST_PLAYS = 255;

export interface TicketKey {
  /** play · number of marks · marked cells, or play · 255 · a bit for each cell, whichever is shorter. */
  readonly bytes: Uint8Array;
  /** True if tickets with this key differ at most in multiplier and issues. Otherwise the caller must append bytes that distinguish them. */
  readonly exact: boolean;
}

/**
 * The key of a valid ticket. Undefined if its lines are of several plays, if the play has more cells than a byte can name, or if the play is
 * beyond the first 255 of the game.
 */
export function ticketKey(compiled: CompiledGame, { lines }: Ticket): TicketKey | undefined {
  const [first] = lines;
  if (first === undefined || lines.some(({ play }) => play !== first.play)) return undefined;
  const index = playCodes(compiled).indexOf(first.play);
  const play = compiled.play(first.play);
  if (play === undefined || index < 0 || index >= MOST_PLAYS) return undefined;
  const marks = marksOf(play, lines);
  if (marks === undefined) return undefined;
  return { bytes: keyOf(index, marks, play.cells.size), exact: lines.length === 1 && play.cells.identifiesBets(first) };
}

/** The marked cells of all lines together. If one line meets a condition of the form "at least", so do the marks of all. */
function marksOf({ cells }: CompiledPlay, lines: readonly Line[]): readonly number[] | undefined {
  const all = new Set<number>();
  for (const line of lines) {
    const marks = cells.marks(line);
    if (marks === undefined) return undefined;
    if (lines.length === 1) return marks;
    for (const mark of marks) all.add(mark);
  }
  return [...all].sort((a, b) => a - b);
}

function keyOf(play: number, marks: readonly number[], cells: number): Uint8Array {
  const width = Math.ceil(cells / 8);
  if (marks.length <= width) return Uint8Array.of(play, marks.length, ...marks);
  const bytes = new Uint8Array(2 + width);
  bytes[0] = play;
  bytes[1] = BITS;
  for (const mark of marks) bytes[2 + (mark >> 3)] = (bytes[2 + (mark >> 3)] as number) | (0x80 >> (mark & 7));
  return bytes;
}

const codes = new WeakMap<CompiledGame, readonly string[]>();

/** The codes of the plays; the first byte of a key is the index of its play. */
function playCodes(compiled: CompiledGame): readonly string[] {
  let known = codes.get(compiled);
  if (known === undefined) {
    known = compiled.game.playGroups.flatMap(({ plays }) => plays.map(({ code }) => code));
    codes.set(compiled, known);
  }
  return known;
}

/**
 * Undefined if a ticket with this key may win. Otherwise the beginning of the next key of the play that may win; no ticket of the play
 * between the two can win. null if no later key of the play can win.
 */
export type NextWinningKey = (key: Uint8Array) => Uint8Array | null | undefined;

/** For each play, in the order of keys: the function that finds keys that may win in the draw. Undefined if no ticket of the play can win. */
export function winningKeyFinders(compiled: CompiledGame, draw: Draw): readonly (NextWinningKey | undefined)[] {
  return playCodes(compiled)
    .slice(0, MOST_PLAYS)
    .map((code) => {
      const demand = compiled.play(code)?.demand(draw);
      if (demand === undefined) return () => undefined;
      return demand.length === 0 ? undefined : (key: Uint8Array) => nextWinningKey(demand, key);
    });
}

function nextWinningKey(demand: NonNullable<WinningCondition>, key: Uint8Array): Uint8Array | null | undefined {
  // In a key that lists its cells, the second byte gives the number of marks. The bytes after the marks only distinguish tickets.
  const last = key[1] === BITS ? widthOf(demand, key) : 2 + (key[1] as number);
  if (mayWin(demand, key, last)) return undefined;
  let length = 1;
  while (length < last && mayWin(demand, key, length)) length += 1;
  // The last of these bytes that can be raised so that a ticket may win: this gives the smallest greater key.
  for (; length > 1; length--) {
    const raised = key.slice(0, length);
    for (let byte = (key[length - 1] as number) + 1; byte <= 0xff; byte++) {
      raised[length - 1] = byte;
      if (mayWin(demand, raised, length)) return raised;
    }
  }
  return null;
}

/** The number of bytes of a key of bits that the condition reads: up to the last cell of its clauses. */
function widthOf(demand: NonNullable<WinningCondition>, key: Uint8Array): number {
  let most = 0;
  for (const clauses of demand) for (const { cells } of clauses) most = Math.max(most, cells.at(-1) ?? 0);
  return Math.min(key.length, 2 + (most >> 3) + 1);
}

/** Whether a ticket may win whose key begins with the first `length` bytes of this key. */
function mayWin(demand: NonNullable<WinningCondition>, key: Uint8Array, length: number): boolean {
  const bits = key[1] === BITS;
  return demand.some((clauses) => clauses.every((clause) => (bits ? mayBits : mayListed)(clause, key, length)));
}

function mayBits({ cells, least }: AtLeastClause, key: Uint8Array, length: number): boolean {
  let possible = 0;
  for (const cell of cells) {
    const at = 2 + (cell >> 3);
    if (at >= length || ((key[at] as number) & (0x80 >> (cell & 7))) !== 0) possible += 1;
  }
  return possible >= least;
}

function mayListed({ cells, least }: AtLeastClause, key: Uint8Array, length: number): boolean {
  if (length < 2) return true;
  const count = key[1] as number;
  const known = Math.min(length, 2 + count);
  let marked = 0;
  let at = 0;
  for (let i = 2; i < known; i++) {
    const mark = key[i] as number;
    while (at < cells.length && (cells[at] as number) < mark) at += 1;
    if (cells[at] === mark) marked += 1;
  }
  const reached = known > 2 ? (key[known - 1] as number) : -1;
  while (at < cells.length && (cells[at] as number) <= reached) at += 1;
  return marked + Math.min(cells.length - at, 2 + count - known) >= least;
}
