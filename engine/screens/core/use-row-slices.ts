/** Long lists of a page that is drawn in slices (use-slices.ts). */
import { useState } from 'react';
import { useScreenStore } from './hooks.ts';
import { useSlices } from './use-slices.ts';

/**
 * So many screens below the one in sight a browser draws of what is `content-visibility: auto` all the same (Chromium, 150 %), and in the
 * frame in which it comes to the page, whatever was laid out before. To be lazy is of use to the rows below that alone.
 */
const AHEAD = 1.5;

export interface RowSlices {
  /** So many rows are drawn by now. */
  readonly drawn: number;
  /** So many come first and are laid out where they are drawn; they are `is-near`, those below `lazy-row`s alone. */
  readonly near: number;
  /** More follow: what holds the rows is an `is-growing`, so that nothing stands under them for a moment. */
  readonly growing: boolean;
}

/**
 * How many rows of a list of `count` to draw by now: all of one that fits the screen, and of a longer one half a screen at a time, or more
 * where that is quick. `least` is the least height of a row, `above` that of what always stands above the list (px).
 */
export function useRowSlices(count: number, least: number, above: number): RowSlices {
  const { whole } = useScreenStore();
  const rowsOf = (height: number): number => Math.max(1, Math.ceil((height - above) / least));
  const [seen] = useState(() => rowsOf(window.innerHeight));
  // Of a page that stands scrolled, what comes first may be out of sight as well.
  const [near] = useState(() => (whole ? 0 : rowsOf(window.innerHeight * (1 + AHEAD))));
  const half = Math.ceil(seen / 2);
  const slices = useSlices(count, half, half, whole, true);
  const drawn = count <= seen ? count : slices;
  return { drawn, near, growing: drawn < count };
}
