/**
 * Held picks: picks of a board (选号板) that its current play cannot show, because the play lacks the area or allows fewer picks.
 * ball-selection.ts passes them from play to play, and a stored board contains them.
 *
 * Areas of two plays are the same if they have the same id and the same values. Typed bets are not held, because their field stores its text.
 */
import type { PickedValue, Picks } from '../descriptions/types.ts';

/** The id and the values of an area, by which areas of different plays are compared. */
export interface AreaIdentity {
  readonly id: string;
  readonly values: { readonly from: number; readonly to: number } | readonly string[] | 'entries';
}

export interface HeldPicks {
  /** Picked numbers, in the order in which they are shown again. */
  readonly values: readonly PickedValue[];
  /** Those of the numbers that are bankers in a play with bankers. */
  readonly bankers: readonly PickedValue[];
}

/** `areaKey` of an area → its held picks. */
export type HeldPicksByArea = Readonly<Record<string, HeldPicks>>;

/** The stored form of a board: its play, and the picks of all areas. */
export interface BoardState {
  readonly play: string;
  readonly held: HeldPicksByArea;
  /** Hash of the description at the time of picking. */
  readonly hash: string;
  /** The line of the slip that is being edited on the board, with its changes. `held` then has the former picks of the board. */
  readonly editing?: { readonly play: string; readonly held: HeldPicksByArea };
}

/** The key of an area in HeldPicksByArea; undefined for an area whose picks are not held. */
export function areaKey({ id, values }: AreaIdentity): string | undefined {
  if (values === 'entries') return undefined;
  return 'from' in values ? `${id}:${values.from}-${values.to}` : `${id}:${values.join('|')}`;
}

const unique = (values: readonly PickedValue[]): readonly PickedValue[] => [...new Set(values)];

/** The picks of the board and the held picks together. The shown picks come first. */
export function withHeldPicks(
  areas: readonly (AreaIdentity & { readonly bankers: unknown })[],
  picks: Picks,
  bankers: Picks,
  before: HeldPicksByArea | undefined,
): HeldPicksByArea {
  const all: Record<string, HeldPicks> = { ...before };
  for (const area of areas) {
    const key = areaKey(area);
    if (key === undefined) continue;
    const dan = bankers[area.id] ?? [];
    const rest = before?.[key];
    const values = unique([...dan, ...(picks[area.id] ?? []), ...(rest?.values ?? [])]);
    if (values.length === 0) delete all[key];
    else {
      // A play without bankers does not change which numbers were bankers.
      const known = area.bankers
        ? [...dan, ...(rest?.bankers ?? []).filter((value) => rest?.values.includes(value))]
        : (rest?.bankers ?? []);
      all[key] = { values, bankers: unique(known).filter((value) => values.includes(value)) };
    }
  }
  return all;
}

/** `all` without the held picks of these areas; undefined if none are left, so that the field is absent. */
export function withoutAreas(all: HeldPicksByArea | undefined, areas: readonly AreaIdentity[]): HeldPicksByArea | undefined {
  if (!all) return undefined;
  const gone = new Set(areas.map(areaKey));
  const left = Object.entries(all).filter(([key]) => !gone.has(key));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** The picks of a line of the slip, as held picks. */
export function heldPicksOfLine(
  areas: readonly (AreaIdentity & { readonly bankers: unknown })[],
  picks: Picks,
  bankers: Picks = {},
): HeldPicksByArea {
  return withHeldPicks(areas, picks, bankers, undefined);
}

/**
 * The held picks for areas that a new version has changed: an area without held picks takes those of the former area with the same id.
 */
export function moveToChangedAreas(all: HeldPicksByArea, areas: readonly AreaIdentity[]): HeldPicksByArea {
  const next: Record<string, HeldPicks> = { ...all };
  for (const area of areas) {
    const key = areaKey(area);
    if (key === undefined || next[key]) continue;
    const old = Object.keys(next).find((each) => each.startsWith(`${area.id}:`));
    if (old === undefined) continue;
    next[key] = next[old] as HeldPicks;
    delete next[old];
  }
  return next;
}

/** Raised when the stored form changes; a board of another form is dropped rather than guessed at. */
const BOARD_FORMAT = 1;

/** A board as text; null when there is nothing to keep. */
export function saveBoard(board: BoardState): string | null {
  if (Object.keys(board.held).length === 0 && !board.editing) return null;
  return JSON.stringify({ format: BOARD_FORMAT, ...board });
}

/** Reads a stored board; anything that is not one, whole, gives undefined. Whether the values fit is the machine's to say. */
export function readBoard(text: string | null | undefined): BoardState | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.format !== BOARD_FORMAT || typeof value.play !== 'string' || typeof value.hash !== 'string')
    return undefined;
  const { play, hash, held: all, editing } = value;
  if (!isHeld(all)) return undefined;
  if (editing === undefined) return { play, hash, held: all };
  if (!isRecord(editing) || typeof editing.play !== 'string' || !isHeld(editing.held)) return undefined;
  return { play, hash, held: all, editing: { play: editing.play, held: editing.held } };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isValues = (value: unknown): value is readonly PickedValue[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' || Number.isSafeInteger(each));

const isHeld = (value: unknown): value is HeldPicksByArea =>
  isRecord(value) && Object.values(value).every((each) => isRecord(each) && isValues(each.values) && isValues(each.bankers));
