import { type RefObject, useLayoutEffect } from 'react';

/** Scroll state of a page when it was left (px): its position, and the heights of its rows, since only visible ones are laid out (row.css). */
interface Position {
  readonly top: number;
  readonly rows: readonly number[];
}

/** The page that was opened last. */
let newest = { key: '' };
/** Its address is another one from now on (a filter in the query): a return leads to that one. */
export const renameCurrentPage = (address: string): void => {
  newest.key = address;
};

/** Where each page was left, by address (and tab). */
const positions = new Map<string, Position>();
const AT_TOP: Position = { top: 0, rows: [] };

/** The page was scrolled when it was left. */
export const wasLeftScrolled = (key: string): boolean => (positions.get(key) ?? AT_TOP).top > 0;

const lazyRows = (scroller: HTMLElement): HTMLElement[] => [...scroller.querySelectorAll<HTMLElement>('.lazy-row')];

/** Rows that are out of sight stand as high as they were when they were seen, so that all of them stand where they did. */
function giveHeights(scroller: HTMLElement, heights: readonly number[]): void {
  for (const [at, row] of lazyRows(scroller).entries()) {
    const height = heights[at];
    if (height === undefined) return;
    const { paddingTop, paddingBottom, borderTopWidth, borderBottomWidth } = getComputedStyle(row);
    const edges = [paddingTop, paddingBottom, borderTopWidth, borderBottomWidth];
    const content = edges.reduce((left, edge) => left - (Number.parseFloat(edge) || 0), height);
    row.style.containIntrinsicBlockSize = `auto ${content}px`;
  }
}
/** A list may need this long to stand again on a slow phone (ms). */
const RESTORE_TIMEOUT_MS = 10_000;
/** After one of these the user reads at the present position: the page is not moved under the finger. */
const TAKEN_OVER = ['pointerdown', 'wheel', 'keydown'] as const;

/** Scrollers that were ever moved. Any other stands at its top, and to ask it would lay the whole page out once more before it is painted. */
const moved = new WeakSet<HTMLElement>();

/** Remembers the scroll position of a page and, when it is reached by going back, brings it back as soon as the content is tall enough. */
export function useScroll(scroller: RefObject<HTMLElement | null>, key: string, restore: boolean): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const page = (newest = { key });
    const { top: wanted, rows } = (restore && positions.get(key)) || AT_TOP;
    let stop = (): void => {};
    const tryIt = (): boolean => {
      if (wanted === 0 && !moved.has(element)) return true;
      moved.add(element);
      giveHeights(element, rows);
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
      const timer = setTimeout(giveUp, RESTORE_TIMEOUT_MS);
      for (const type of TAKEN_OVER) window.addEventListener(type, giveUp, { passive: true, signal: given.signal });
      stop = () => {
        observer.disconnect();
        clearTimeout(timer);
        given.abort();
      };
    }
    const scrolled = (): void => void moved.add(element);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', scrolled);
      // It is still in the page, and leaves after this.
      if (!moved.has(element)) positions.delete(page.key);
      else positions.set(page.key, { top: element.scrollTop, rows: lazyRows(element).map((row) => row.getBoundingClientRect().height) });
    };
  }, [scroller, key, restore]);
}
