import { type RefObject, useLayoutEffect } from 'react';

/** Where each page was scrolled to when it was left, by address (and tab). */
const positions = new Map<string, number>();
/** A list may need this long to stand again (ms); after that the reader has moved on. */
const PATIENCE_MS = 1_000;

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
      const timer = setTimeout(() => stop(), PATIENCE_MS);
      stop = () => {
        observer.disconnect();
        clearTimeout(timer);
      };
    }
    const remember = (): void => {
      moved.add(element);
      positions.set(key, element.scrollTop);
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', remember);
    };
  }, [scroller, key, restore]);
}
