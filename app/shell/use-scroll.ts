import { type RefObject, useLayoutEffect } from 'react';

/** Where each page was scrolled to when it was left, by address (and tab). */
const positions = new Map<string, number>();
/** A list may need this long to stand again on a slow phone (ms). */
const PATIENCE_MS = 10_000;
/** Whoever does one of these has begun to read where the page stands now: it is not moved under their finger. */
const TAKEN_OVER = ['pointerdown', 'wheel', 'keydown'] as const;
/** Where a page stands is remembered so often while it is scrolled (ms). */
const REMEMBER_MS = 200;

/** Scrollers that were ever moved. Any other stands at its top, and to ask it would lay the whole page out once more before it is painted. */
const moved = new WeakSet<HTMLElement>();

/** Remembers the scroll position of a page and, when it is reached by going back, brings it back as soon as the content is tall enough. */
export function useScroll(scroller: RefObject<HTMLElement | null>, key: string, restore: boolean): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const wanted = restore ? (positions.get(key) ?? 0) : 0;
    let stop = (): void => {};
    const tryIt = (): boolean => {
      if (wanted === 0 && !moved.has(element)) return true;
      moved.add(element);
      element.scrollTo(0, wanted);
      return Math.abs(element.scrollTop - wanted) < 2;
    };
    if (!tryIt() && element.firstElementChild) {
      const observer = new ResizeObserver(() => {
        if (tryIt()) stop();
      });
      for (const child of element.children) observer.observe(child);
      const given = new AbortController();
      const giveUp = (): void => stop();
      const timer = setTimeout(giveUp, PATIENCE_MS);
      for (const type of TAKEN_OVER) window.addEventListener(type, giveUp, { passive: true, signal: given.signal });
      stop = () => {
        observer.disconnect();
        clearTimeout(timer);
        given.abort();
      };
    }
    // Not in every frame of a fling: to ask where it stands lays out at once what the frame has changed so far.
    let soon: ReturnType<typeof setTimeout> | undefined;
    const remember = (): void => {
      soon = undefined;
      positions.set(key, element.scrollTop);
    };
    const scrolled = (): void => {
      moved.add(element);
      soon ??= setTimeout(remember, REMEMBER_MS);
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', scrolled);
      if (soon === undefined) return;
      clearTimeout(soon);
      // It is still in the page, and leaves after this.
      remember();
    };
  }, [scroller, key, restore]);
}
