/** Long lists of a page that is drawn in slices (use-slices.ts). */
import { type RefObject, useRef, useState } from 'react';
import { useScreenStore } from './hooks.ts';
import { type SliceGrowth, useSlices } from './use-slices.ts';

/**
 * A browser draws `content-visibility: auto` elements up to this many screens below the visible one (Chromium, 150 %), in the
 * frame in which they are added. Laziness helps only the rows below that.
 */
const AHEAD = 1.5;

/** What was in one piece of a slice took less (ms): it was too little work for the frames that slices cost. */
const QUICK_MS = 4;
/** So long (ms) it may take of rows that are not near. They are not laid out, so the first of them are too few for the frame that they cost. */
const FAR_MS = 10;
/** A slice has at most this many times the rows of the slice before: a small slice says little about the time of a row. */
const MOST = 4;

export interface RowSlices<E extends HTMLElement> {
  /** So many rows are drawn by now. */
  readonly drawn: number;
  /** So many come first and are laid out where they are drawn; they are `is-near`, those below `lazy-row`s alone. */
  readonly near: number;
  /** More follow: what holds the rows is an `is-growing`, so that nothing stands under them for a moment. */
  readonly growing: boolean;
  /** For the element that holds the rows: how high they are is seen there. */
  readonly holder: RefObject<E | null>;
}

/**
 * How many rows of a list of `count` to draw by now: all if they fit the screen, else half a screen at a time, a whole one
 * for rows that are not near, or twice as many as in a former quick slice. `least` is the least height of a row, `above` the height
 * above the list (px).
 */
export function useRowSlices<E extends HTMLElement>(count: number, least: number, above: number): RowSlices<E> {
  const { whole } = useScreenStore();
  const holder = useRef<E>(null);
  const rowsOf = (screens: number, row = least): number => Math.max(1, Math.ceil((window.innerHeight * screens - above) / row));
  const [seen] = useState(() => rowsOf(1));
  const half = Math.ceil(seen / 2);
  // On a scrolled page the first rows may be out of sight as well.
  const [near, setNear] = useState(() => (whole ? 0 : rowsOf(1 + AHEAD)));
  const [grow] = useState((): SliceGrowth => {
    let most = near;
    let before = 0;
    return (drawn, ms) => {
      const size = drawn - before;
      before = drawn;
      // How high rows are is seen by those that are drawn, and they stay what they are.
      if (drawn < most) {
        most = Math.max(drawn, Math.min(most, rowsOf(1 + AHEAD, rowHeight(holder.current))));
        setNear(most);
      }
      if (drawn < most) return drawn + (ms < QUICK_MS ? size * 2 : half);
      return drawn + Math.max(seen, Math.min(size * MOST, Math.floor((size * FAR_MS) / ms)));
    };
  });
  const slices = useSlices(count, half, grow, whole);
  const drawn = count <= seen ? count : slices;
  return { drawn, near, growing: drawn < count, holder };
}

/** The height of the rows on the average, with what stands between them (px); 0 where nothing is laid out. */
function rowHeight(holder: HTMLElement | null): number {
  const rows = [...(holder?.querySelectorAll('.lazy-row') ?? [])].map((row) => row.getBoundingClientRect());
  return ((rows.at(-1)?.bottom ?? 0) - (rows[0]?.top ?? 0)) / (rows.length || 1);
}
