/**
 * The condition that a ticket must meet to win in a draw, expressed by marked cells. The cells of a play are the values of its areas, one
 * area after the other. For typed bets they are the numbers of the zone, once for each place if the order counts. The marks of a line are
 * the cells of its picks. The condition is necessary and not sufficient: a ticket that meets it is settled, every other one has lost (R29).
 */
import type { Line, PickedValue } from '../descriptions/types.ts';
import type { EntryArea } from './kinds/kind.ts';
import { type CompiledArea, picksOf } from './zones.ts';

/** At least `least` of these cells are marked. */
export interface AtLeastClause {
  readonly cells: readonly number[];
  readonly least: number;
}

/** Alternatives: the marks of a winning line meet all clauses of at least one. Empty: no line can win. Undefined: any line may win. */
export type WinningCondition = readonly (readonly AtLeastClause[])[] | undefined;

/** Finds the cell of a value; −1 for a value that cannot be picked. */
export interface CellIndex {
  value(area: string, value: PickedValue): number;
  /** The cell of a number at a place of a typed bet. */
  entry(place: number, value: number): number;
}

/** A line with more typed bets than this marks all cells, because marking each bet would cost more than settling the line. */
const MOST_ENTRIES = 500;
const MOST_CELLS = 256;

/** The cells of a play and the marks of its lines. */
export class PlayCells implements CellIndex {
  /** Number of cells. */
  readonly size: number;
  private readonly areas: readonly CompiledArea[];
  private readonly entries: EntryArea | undefined;
  private readonly places: number;
  private readonly begins = new Map<string, number>();
  private readonly indexes = new Map<string, ReadonlyMap<PickedValue, number>>();

  /** `first`: areas whose cells come first, because their marks exclude most tickets. The others follow in their order. */
  constructor(areas: Iterable<CompiledArea>, entries: EntryArea | undefined, first: readonly string[] = []) {
    const rank = ({ area }: CompiledArea): number => (first.includes(area.id) ? first.indexOf(area.id) : first.length);
    this.areas = [...areas].sort((a, b) => rank(a) - rank(b));
    this.entries = entries;
    this.places = entries === undefined ? 0 : entries.space.ordered ? entries.space.size : 1;
    let size = 0;
    for (const { area, values } of this.areas) {
      this.begins.set(area.id, size);
      if (entries?.area === area.id) size += this.places * entries.space.base;
      else {
        this.indexes.set(area.id, new Map(values.map((value, index) => [value, index])));
        size += values.length;
      }
    }
    this.size = size;
  }

  value(area: string, value: PickedValue): number {
    const index = this.indexes.get(area)?.get(value);
    return index === undefined ? -1 : (this.begins.get(area) as number) + index;
  }

  entry(place: number, value: number): number {
    const { entries } = this;
    if (entries === undefined) return -1;
    const { base, from } = entries.space;
    const index = value - from;
    if (!(index >= 0 && index < base)) return -1;
    return (this.begins.get(entries.area) as number) + (entries.space.ordered ? place : 0) * base + index;
  }

  /** The cells of the picks and bankers, ascending; undefined for picks without cells, and for a play with too many cells. */
  marks(line: Line): readonly number[] | undefined {
    if (this.size > MOST_CELLS) return undefined;
    const marked = new Uint8Array(this.size);
    for (const { area } of this.areas) {
      if (this.entries?.area === area.id) {
        if (!this.markEntries(marked, this.entries, picksOf(line.picks, area.id))) return undefined;
        continue;
      }
      for (const picks of [picksOf(line.picks, area.id), picksOf(line.bankers, area.id)])
        for (const value of picks) {
          const cell = this.value(area.id, value);
          if (cell < 0) return undefined;
          marked[cell] = 1;
        }
    }
    const cells: number[] = [];
    for (let cell = 0; cell < marked.length; cell++) if (marked[cell] === 1) cells.push(cell);
    return cells;
  }

  private markEntries(marked: Uint8Array, { area, space }: EntryArea, picks: readonly PickedValue[]): boolean {
    const from = this.begins.get(area) as number;
    if (picks.length > MOST_ENTRIES) {
      marked.fill(1, from, from + this.places * space.base);
      return true;
    }
    for (const entry of picks) {
      const code = typeof entry === 'string' ? space.read(entry) : -1;
      if (code < 0) return false;
      for (const [place, value] of space.numbers(code).entries()) marked[this.entry(place, value)] = 1;
    }
    return true;
  }

  /** True if the marks identify the line's bets: two lines of the play for which this is true make the same bets if their marks are equal. */
  identifiesBets(line: Line): boolean {
    for (const picks of Object.values(line.bankers ?? {})) if (picks.length > 0) return false;
    const { entries } = this;
    return entries === undefined || (entries.space.ordered && picksOf(line.picks, entries.area).length === 1);
  }
}

/** Builds a condition. A cell of −1 cannot be marked; an alternative that needs more cells than exist is left out. */
export function winningCondition(alternatives: Iterable<readonly AtLeastClause[]>): WinningCondition {
  const made: (readonly AtLeastClause[])[] = [];
  for (const clauses of alternatives) {
    const required = clauses
      .map(({ cells, least }) => ({ cells: [...new Set(cells)].filter((cell) => cell >= 0).sort((a, b) => a - b), least }))
      .filter(({ least }) => least > 0);
    if (required.some(({ cells, least }) => cells.length < least)) continue;
    if (required.length === 0) return undefined;
    made.push(required);
  }
  return made;
}

/** The clause that all of these cells are marked. */
export const allMarked = (cells: readonly number[]): AtLeastClause => {
  const different = [...new Set(cells)];
  // A cell of −1 still counts in `least`, so that the clause cannot hold.
  return { cells: different, least: different.length };
};
