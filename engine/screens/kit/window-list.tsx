/**
 * A long list with only the rows near the screen in the page: it scrolls with the page and keeps its place.
 *
 * Each row stands at its own place over the whole height of the list. Where a row keeps nothing to itself (`same`), one that has left the
 * screen is drawn again as one that comes, in the same elements: a fling then changes texts, and makes and removes nothing. So the elements
 * stand in the page in another order than the rows; once the list rests they are put in order, for screen readers and the keyboard.
 */
import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Heights } from './heights.ts';
import './window-list.css';

/** Rows are drawn this far beyond the screen (px). */
const BEYOND = 320;
/** Rows that are drawn before it is known how high they are. */
const AT_FIRST = 16;
/** A list that was not scrolled for so long rests (ms). */
const RESTS_MS = 150;

export interface WindowListProps<T extends object> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T, index: number) => string;
  /** Draws a row. While it is the same function, only rows that are new or changed are drawn again. */
  readonly draw: (row: T, index: number, key: string) => ReactNode;
  /** What is drawn has no state: it may become another row. */
  readonly same: boolean;
  /** CSS class of the items. */
  readonly itemClass: string;
}

/**
 * Heights by the list that they were measured of. The cache of sources gives a reader who comes back the same list, so the list is as high at
 * once as it was, and the page finds its place again.
 */
const heightsCache = new WeakMap<object, Heights>();

interface Shown {
  readonly first: number;
  readonly end: number;
  /** So many elements take turns: as many as were ever drawn. */
  readonly turns: number;
  /** The elements stand in the order of the rows. */
  readonly ordered: boolean;
}

/** The last drawn rows, for events between two renderings. */
interface View {
  readonly shown: Shown;
  readonly rows: readonly object[];
  readonly draw: unknown;
  /** Draws other rows when others are near the screen. */
  readonly look: () => void;
  /** Puts drawn rows in their places: those that are new there, or all. */
  readonly settle: (all: boolean) => void;
}

/** The drawn rows of a list in what scrolls it: where each one is put, and which rows are near the screen. */
class Placement {
  readonly #list: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #heights: Heights;
  /** Where the list begins in what is scrolled, and how much of that is seen (px). */
  #top = 0;
  #seen = 0;
  /** Where each drawn row was put, and the height of the list that was written. */
  readonly #placed = new WeakMap<Element, number>();
  #total = -1;

  constructor(list: HTMLElement, scroller: HTMLElement, heights: Heights) {
    this.#list = list;
    this.#scroller = scroller;
    this.#heights = heights;
  }

  measure(): void {
    const scroller = this.#scroller;
    this.#seen = scroller.clientHeight;
    this.#top = this.#list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }

  /** The first row near the screen, and the one after the last. */
  near(): readonly [number, number] {
    const from = this.#scroller.scrollTop - this.#top;
    return [this.#heights.at(from - BEYOND), this.#heights.at(from + this.#seen + BEYOND) + 1];
  }

  /** Puts drawn rows in their places and measures them: the new ones, or all. The visible rows keep their place. */
  settle(all: boolean): void {
    const heights = this.#heights;
    const drawn = all ? this.#places() : this.#places().filter(([item, index]) => this.#placed.get(item) !== index);
    const before = heights.offset(heights.count);
    if (before !== this.#total) this.#stretch(before);
    for (const [item, index] of drawn) {
      item.style.top = `${heights.offset(index)}px`;
      this.#placed.set(item, index);
    }
    // Lays the page out, as the frame would do after this.
    const above = drawn.length > 0 ? this.#scroller.scrollTop - this.#top : 0;
    let moved = 0;
    for (const [item, index] of drawn) {
      const bottom = heights.offset(index + 1);
      const more = heights.measured(index, item.getBoundingClientRect().height);
      if (bottom <= above) moved += more;
    }
    const after = heights.offset(heights.count);
    if (after === before) return;
    // Another height than was thought moves the rows after it.
    this.#stretch(after);
    for (const [item, index] of this.#places()) item.style.top = `${heights.offset(index)}px`;
    if (moved !== 0) this.#scroller.scrollTop += moved;
  }

  #stretch(total: number): void {
    this.#total = total;
    this.#list.style.height = `${total}px`;
  }

  #places(): (readonly [HTMLElement, number])[] {
    return ([...this.#list.children] as HTMLElement[]).map((item) => [item, placeOf(item)]);
  }
}

const placeOf = (item: Element | null | undefined): number => Number(item?.getAttribute('aria-posinset')) - 1;

/** Takes the focus from a row that leaves the page: only the rows from `next` up to `end` stay. */
function leaveFocus(list: HTMLElement, next: number, end: number): void {
  const focused = document.activeElement;
  const place = placeOf(focused?.closest('li'));
  if (focused instanceof HTMLElement && list.contains(focused) && (place < next || place >= end)) focused.blur();
}

/** Follows the scrolling and the size of the page around a list, and has other rows shown. */
function useFollowing(
  list: RefObject<HTMLUListElement | null>,
  heights: Heights,
  viewRef: RefObject<View>,
  show: (shown: Shown) => void,
): void {
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = element?.closest<HTMLElement>('[data-scroller]');
    if (!element || !scroller) return;
    const placement = new Placement(element, scroller, heights);
    let width = element.clientWidth;
    let scrolledAt = 0;
    let resting: ReturnType<typeof setTimeout> | undefined;

    const look = (): void => {
      const now = viewRef.current.shown;
      const [next, last] = placement.near();
      // As many as ever were drawn: their elements are there.
      const to = Math.min(heights.count, Math.max(last, next + now.turns));
      if (heights.count === 0 || (next >= now.first && last <= now.end && now.end - now.first <= to - next)) return;
      leaveFocus(element, next, to);
      show({ first: next, end: to, turns: Math.max(now.turns, to - next), ordered: resting === undefined });
    };
    const rest = (): void => {
      resting = undefined;
      const left = scrolledAt + RESTS_MS - performance.now();
      if (left > 0) resting = setTimeout(rest, left);
      else if (!viewRef.current.shown.ordered) show({ ...viewRef.current.shown, ordered: true });
    };
    const scrolled = (): void => {
      scrolledAt = performance.now();
      resting ??= setTimeout(rest, RESTS_MS);
      flushSync(look);
    };
    placement.measure();
    viewRef.current = { ...viewRef.current, look, settle: (all) => placement.settle(all) };
    scroller.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) {
        width = element.clientWidth;
        heights.forget();
      }
      placement.measure();
      placement.settle(true);
      look();
    });
    // What stands above may grow when its own data comes.
    for (const child of scroller.children) observer.observe(child);
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', scrolled);
      clearTimeout(resting);
    };
  }, [list, heights, viewRef, show]);
}

export function WindowList<T extends object>({ rows, keyOf, draw, same, itemClass }: WindowListProps<T>): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [heights] = useState(() => heightsCache.get(rows) ?? new Heights());
  const [shown, show] = useState<Shown>({ first: 0, end: AT_FIRST, turns: AT_FIRST, ordered: true });
  const end = Math.min(shown.end, rows.length);
  const first = Math.min(shown.first, end);
  const { turns, ordered } = shown;
  const view = useRef<View>({ shown, rows, draw, look: () => {}, settle: () => {} });
  useFollowing(list, heights, view, show);

  useLayoutEffect(() => {
    heights.resize(rows.length);
    const before = view.current;
    view.current = { ...before, rows, draw, shown: { first, end, turns, ordered } };
    // An element that stays in its place may have another height as another row, or with another heading.
    before.settle(before.rows !== rows || before.draw !== draw);
    view.current.look();
  }, [heights, rows, first, end, turns, ordered, draw]);

  useLayoutEffect(() => () => void heightsCache.set(rows, heights), [rows, heights]);

  const items = rows.slice(first, end).map((row, at) => {
    const name = keyOf(row, first + at);
    const key = same ? (first + at) % turns : name;
    return <Item key={key} row={row} index={first + at} name={name} of={rows.length} draw={draw as never} itemClass={itemClass} />;
  });
  return (
    <ul ref={list} className="window-list">
      {ordered || !same ? items : items.sort((a, b) => Number(a.key) - Number(b.key))}
    </ul>
  );
}

interface ItemProps {
  readonly row: object;
  readonly index: number;
  readonly name: string;
  readonly of: number;
  readonly draw: (row: object, index: number, key: string) => ReactNode;
  readonly itemClass: string;
}

const Item = memo(function Item({ row, index, name, of, draw, itemClass }: ItemProps): ReactNode {
  return (
    <li
      className={index === 0 ? `window-list__item ${itemClass} ${itemClass}--first` : `window-list__item ${itemClass}`}
      aria-setsize={of}
      aria-posinset={index + 1}
    >
      {draw(row, index, name)}
    </li>
  );
});
