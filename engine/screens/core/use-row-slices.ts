/** Long lists of a page that is drawn in slices (use-slices.ts). */
import { useState } from 'react';
import { useScreenStore } from './hooks.ts';
import { useSlices } from './use-slices.ts';

export interface RowSlices {
  /** So many rows are drawn by now. */
  readonly drawn: number;
  /** So many may be in sight before anybody scrolls: those below are `lazy-row`s. */
  readonly seen: number;
  /** More follow: what holds the rows is an `is-growing`, so that nothing stands under them for a moment. */
  readonly growing: boolean;
}

/**
 * How many rows of a list of `count` to draw by now: all of one that fits the screen, and of a longer one half a screen at a time.
 * `least` is the least height of a row, `above` that of what always stands above the list (px).
 */
export function useRowSlices(count: number, least: number, above: number): RowSlices {
  const { whole } = useScreenStore();
  const [seen] = useState(() => Math.max(1, Math.ceil((window.innerHeight - above) / least)));
  const half = Math.ceil(seen / 2);
  const slices = useSlices(count, half, half, whole);
  const drawn = count <= seen ? count : slices;
  return { drawn, seen, growing: drawn < count };
}
