/** A list that a finger throws: the time between its frames. */
import type { Page } from '@playwright/test';

/** A frame of 60 a second, with the vsync's own unevenness. */
export const FRAME_MS = 20;
/** Frames of a fling, and px of its first: Android lets a fling begin with at most 8,000 px a second. It slows down to nothing. */
export const FLING_FRAMES = 90;
export const FLING_START_PX = 8_000 / 60;

/**
 * Times between frames while what scrolls around `inside` (a selector) goes down by so many px in each of `frames` frames, `times` times,
 * every second time back up.
 */
export const scrollFrameTimes = (
  page: Page,
  inside: string,
  times: number,
  frames: number,
  first: number,
  last: number,
): Promise<number[]> =>
  page.evaluate(
    async ([selector, count, length, fast, slow]) => {
      const between: number[] = [];
      let before = performance.now();
      let running = true;
      const look = (now: number): void => {
        between.push(now - before);
        before = now;
        if (running) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      let scroller = document.querySelector(selector)?.parentElement;
      while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
      const box = scroller ?? (document.scrollingElement as HTMLElement);
      for (let n = 0; n < count; n++)
        for (let step = 0; step < length; step++) {
          box.scrollTop += (n % 2 === 1 ? -1 : 1) * (fast + ((slow - fast) * step) / length);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      running = false;
      return between.slice(2);
    },
    [inside, times, frames, first, last] as const,
  );

/** Percent of the frames that came in time. */
export const percentInTime = (frames: readonly number[]): number => (100 * frames.filter((ms) => ms <= FRAME_MS).length) / frames.length;
