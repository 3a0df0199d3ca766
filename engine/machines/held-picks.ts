/**
 * Picks that are kept for a board (选号板) while the play on it cannot hold them: of areas that the play does not have, and what is past
 * its bounds. Pure; ball-selection.ts carries them from play to play, and they are what is stored of a board.
 *
 * Areas of two plays are the same when they have the same id and the same values. Typed bets are not held: their field keeps its own text.
 */
import type { PickedValue, Picks } from '../descriptions/types.ts';

/** What an area is held by. */
export interface HeldArea {
  readonly id: string;
  readonly values: { readonly from: number; readonly to: number } | readonly string[] | 'entries';
}

export interface HeldPicks {
  /** Numbers to come back, in the order in which they are wanted. */
  readonly values: readonly PickedValue[];
  /** Which numbers of the area are bankers where a play has bankers. */
  readonly bankers: readonly PickedValue[];
}

/** By `areaKey`. */
export type Held = Readonly<Record<string, HeldPicks>>;

/** A board as it is stored: the play on it, and all that is picked in any area. */
export interface BoardState {
  readonly play: string;
  readonly held: Held;
  /** Hash of the description that it was picked under. */
  readonly hash: string;
  /** The line of the slip that is on the board for editing, and what was changed in it; `held` is then what the board held before. */
  readonly editing?: { readonly play: string; readonly held: Held };
}

/** undefined for an area whose picks are not held. */
export function areaKey({ id, values }: HeldArea): string | undefined {
  if (values === 'entries') return undefined;
  return 'from' in values ? `${id}:${values.from}-${values.to}` : `${id}:${values.join('|')}`;
}

const unique = (values: readonly PickedValue[]): readonly PickedValue[] => [...new Set(values)];

/** Everything that is picked and held, as one: what the areas of the board show comes first. */
export function held(
  areas: readonly (HeldArea & { readonly bankers: unknown })[],
  picks: Picks,
  bankers: Picks,
  before: Held | undefined,
): Held {
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

/** Without the held picks of these areas; undefined when none are left, so that the field is absent. */
export function without(all: Held | undefined, areas: readonly HeldArea[]): Held | undefined {
  if (!all) return undefined;
  const gone = new Set(areas.map(areaKey));
  const left = Object.entries(all).filter(([key]) => !gone.has(key));
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** What a line of the slip has picked, as the board holds it. */
export function heldOf(areas: readonly (HeldArea & { readonly bankers: unknown })[], picks: Picks, bankers: Picks = {}): Held {
  return held(areas, picks, bankers, undefined);
}

/**
 * The same picks under areas that a new version has changed: an area without picks of its own takes those of the area that had its id.
 */
export function renamed(all: Held, areas: readonly HeldArea[]): Held {
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

const isHeld = (value: unknown): value is Held =>
  isRecord(value) && Object.values(value).every((each) => isRecord(each) && isValues(each.values) && isValues(each.bankers));
