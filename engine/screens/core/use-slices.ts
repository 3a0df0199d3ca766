/**
 * A page that is opened is drawn in slices: at first its upper part, and then a little more at a time, so that a slow phone shows the page
 * and answers before what is further down is made. A page that is to stand scrolled as it was left is drawn in one piece.
 */
import { useLayoutEffect, useRef, useState } from 'react';
import { breathe, layOut } from '../../drivers/breathe.ts';

/** Lists and pages that are not complete yet. */
let growing = 0;

/** Something is not complete that is drawn in slices. */
export const slicesFollow = (): boolean => growing > 0;

let waiting: (() => void)[] = [];

/** Resolves once all that is drawn in slices is complete. It is told so: asking again and again would keep React from drawing them. */
export const slicesDrawn = (): Promise<void> => (slicesFollow() ? new Promise((resolve) => void waiting.push(resolve)) : Promise.resolve());

/** A slice is drawn, and the next one follows in the same commit unless it was the last. */
function oneLess(): void {
  growing -= 1;
  queueMicrotask(() => {
    if (slicesFollow()) return;
    for (const go of waiting) go();
    waiting = [];
  });
}

/** A slice that took less, from its drawing until it is laid out (ms), was too little work for the frames that slices cost. */
const QUICK_MS = 8;

/**
 * How many of `count` things to draw by now: `first`, and then `more` at a time; from the start all of them if `whole`. Where they are `alike`,
 * a slice has twice as many as one before it that was quick, so that a fast phone draws a list in a few frames and a slow one in short tasks.
 */
export function useSlices(count: number, first: number, more: number, whole: boolean, alike = false): number {
  const [drawn, draw] = useState(whole ? Number.POSITIVE_INFINITY : first);
  const [opened] = useState(() => performance.now());
  const slice = useRef({ size: more, begun: opened });
  const complete = drawn >= count;
  useLayoutEffect(() => {
    let wanted = true;
    if (!complete) growing += 1;
    const next = async (): Promise<void> => {
      await layOut(() => wanted);
      if (complete) return;
      const quick = alike && performance.now() - slice.current.begun < QUICK_MS;
      await breathe();
      if (!wanted) return;
      slice.current = { size: quick ? slice.current.size * 2 : more, begun: performance.now() };
      draw(drawn + slice.current.size);
    };
    void next();
    return () => {
      wanted = false;
      if (!complete) oneLess();
    };
  }, [alike, complete, drawn, more]);
  return Math.min(drawn, count);
}
