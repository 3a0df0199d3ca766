/**
 * A long list with only the rows near the screen in the page: it scrolls with the page and keeps its place.
 *
 * Each row stands at its own place over the whole height of the list. Where a row keeps nothing to itself (`same`), one that has left the
 * screen is drawn anew as one that comes, in the same elements: a fling then changes texts, and makes and removes nothing. So the elements
 * stand in the page in another order than the rows; once the list rests they are put in order, for whoever reads or moves by keyboard.
 */
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
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
  /** Of the list's items. */
  readonly itemClass: string;
}

/**
 * Heights by the list that they were measured of. The cache of sources gives a reader who comes back the same list, so the list is as high at
 * once as it was, and the page finds its place again.
 */
const kept = new WeakMap<object, Heights>();

interface Shown {
  readonly first: number;
  readonly end: number;
  /** So many elements take turns: as many as were ever drawn. */
  readonly turns: number;
  /** The elements stand in the order of the rows. */
  readonly ordered: boolean;
}

export function WindowList<T extends object>({ rows, keyOf, draw, same, itemClass }: WindowListProps<T>): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const [heights] = useState(() => kept.get(rows) ?? new Heights());
  const [shown, show] = useState<Shown>({ first: 0, end: AT_FIRST, turns: AT_FIRST, ordered: true });
  const end = Math.min(shown.end, rows.length);
  const first = Math.min(shown.first, end);
  const { turns, ordered } = shown;
  const view = useRef({ shown, rows, draw, look: () => {}, settle: (_all: boolean) => {} });

  useLayoutEffect(() => {
    const element = list.current;
    const scroller = element?.closest<HTMLElement>('[data-scroller]');
    if (!element || !scroller) return;
    /** Where the list begins in what is scrolled, and how much of that is seen. */
    let [top, seen] = [0, 0];
    let width = element.clientWidth;
    let scrolledAt = 0;
    let resting: ReturnType<typeof setTimeout> | undefined;

    const measure = (): void => {
      seen = scroller.clientHeight;
      top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    };
    /** Where each drawn row was put, and the height of the list that was written. */
    const placed = new WeakMap<Element, number>();
    let total = -1;
    const places = (): (readonly [HTMLElement, number])[] =>
      ([...element.children] as HTMLElement[]).map((item) => [item, Number(item.getAttribute('aria-posinset')) - 1]);
    /** Draws other rows when others are near the screen. */
    const look = (): void => {
      const now = view.current.shown;
      const from = scroller.scrollTop - top;
      const next = heights.at(from - BEYOND);
      const last = heights.at(from + seen + BEYOND) + 1;
      // As many as ever were drawn: their elements are there.
      const to = Math.min(heights.count, Math.max(last, next + now.turns));
      if (heights.count === 0 || (next >= now.first && last <= now.end && now.end - now.first <= to - next)) return;
      const focused = document.activeElement;
      const place = Number(focused?.closest('li')?.getAttribute('aria-posinset')) - 1;
      // What leaves the page is left by who stood there.
      if (focused instanceof HTMLElement && element.contains(focused) && (place < next || place >= to)) focused.blur();
      show({ first: next, end: to, turns: Math.max(now.turns, to - next), ordered: resting === undefined });
    };
    /** Puts drawn rows in their places, and looks how high they are: those that are new there, or all. What is read stays where it is. */
    const settle = (all: boolean): void => {
      const drawn = all ? places() : places().filter(([item, index]) => placed.get(item) !== index);
      const before = heights.offset(heights.count);
      if (before !== total) element.style.height = `${(total = before)}px`;
      for (const [item, index] of drawn) {
        item.style.top = `${heights.offset(index)}px`;
        placed.set(item, index);
      }
      // Lays the page out, as the frame would do after this.
      const above = drawn.length > 0 ? scroller.scrollTop - top : 0;
      let moved = 0;
      for (const [item, index] of drawn) {
        const bottom = heights.offset(index + 1);
        const more = heights.measured(index, item.getBoundingClientRect().height);
        if (bottom <= above) moved += more;
      }
      if (heights.offset(heights.count) === before) return;
      // Another height than was thought moves the rows after it.
      element.style.height = `${(total = heights.offset(heights.count))}px`;
      for (const [item, index] of places()) item.style.top = `${heights.offset(index)}px`;
      if (moved !== 0) scroller.scrollTop += moved;
    };
    const rest = (): void => {
      resting = undefined;
      const left = scrolledAt + RESTS_MS - performance.now();
      if (left > 0) resting = setTimeout(rest, left);
      else if (!view.current.shown.ordered) show({ ...view.current.shown, ordered: true });
    };
    const scrolled = (): void => {
      scrolledAt = performance.now();
      resting ??= setTimeout(rest, RESTS_MS);
      flushSync(look);
    };
    measure();
    view.current = { ...view.current, look, settle };
    scroller.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) {
        width = element.clientWidth;
        heights.forget();
      }
      measure();
      settle(true);
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
  }, [heights]);

  useLayoutEffect(() => {
    heights.resize(rows.length);
    const before = view.current;
    view.current = { ...before, rows, draw, shown: { first, end, turns, ordered } };
    // An element that stays in its place may have another height as another row, or with another heading.
    before.settle(before.rows !== rows || before.draw !== draw);
    view.current.look();
  }, [heights, rows, first, end, turns, ordered, draw]);

  useLayoutEffect(() => () => void kept.set(rows, heights), [rows, heights]);

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
