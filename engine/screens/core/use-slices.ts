/**
 * A page that is opened is drawn in slices: at first its upper part, and then a little more at a time, so that a slow phone shows the page
 * and answers before what is further down is made. A page that is to stand scrolled as it was left is drawn in one piece.
 */
import { useInsertionEffect, useLayoutEffect, useRef, useState } from 'react';
import { yieldToMain, layOut } from '../../drivers/yield-to-main.ts';

/** Lists and pages that are not complete yet. */
let growing = 0;

/** Something is not complete that is drawn in slices. */
export const hasPendingSlices = (): boolean => growing > 0;

let waiting: (() => void)[] = [];

/** Resolves once all slices are drawn. It is a subscription, because polling would keep React from drawing them. */
export const whenSlicesDrawn = (): Promise<void> =>
  hasPendingSlices() ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve();

/** A slice is drawn, and the next one follows in the same commit unless it was the last. */
function oneLess(): void {
  growing -= 1;
  queueMicrotask(() => {
    if (hasPendingSlices()) return;
    for (const go of waiting) go();
    waiting = [];
  });
}

/**
 * Says how many things to draw by now, after `drawn`. The part of the last slice that is in one piece took `ms`: from React's commit until it was laid
 * out. What comes before React does in pieces of its own.
 */
export type SliceGrowth = (drawn: number, ms: number) => number;

/**
 * How many of `count` things to draw by now: `first`, and then as many as `grow` says, which must stay the same function; all from the start if
 * `whole`.
 */
export function useSlices(count: number, first: number, grow: SliceGrowth, whole: boolean): number {
  const [drawn, draw] = useState(whole ? Number.POSITIVE_INFINITY : first);
  const begun = useRef(0);
  const complete = drawn >= count;
  useInsertionEffect(() => {
    begun.current = performance.now();
  }, [drawn]);
  useLayoutEffect(() => {
    let wanted = true;
    if (!complete) growing += 1;
    const next = async (): Promise<void> => {
      await layOut(() => wanted);
      if (complete) return;
      const ms = performance.now() - begun.current;
      await yieldToMain();
      if (wanted) draw(grow(drawn, ms));
    };
    void next();
    return () => {
      wanted = false;
      if (!complete) oneLess();
    };
  }, [complete, drawn, grow]);
  return Math.min(drawn, count);
}
