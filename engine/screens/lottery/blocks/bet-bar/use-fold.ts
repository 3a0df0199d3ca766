/** When the bet bar folds to one row, so that it does not hide the board that it floats over. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isBesideBoard } from '../parts/use-wide.ts';

/** A bar that takes more of the window's height than this is folded until somebody opens it. */
const LARGEST_SHARE = 0.22;
/** So much movement (px) is a scroll, and not a finger that rests. */
const MOVED_PX = 4;

export interface Fold {
  readonly folded: boolean;
  /** The board goes on below the bar, so that there is something to fold for. */
  readonly possible: boolean;
  readonly toggle: () => void;
}

interface State {
  readonly folded: boolean;
  readonly possible: boolean;
}

/** What the player wants where the bar covers the board; undefined: nothing was tapped or scrolled yet. */
type Wanted = 'open' | 'folded' | undefined;

const UNFOLDED: State = { folded: false, possible: false };

function stateOf(bar: HTMLElement, page: HTMLElement, wanted: Wanted): State {
  const below = page.scrollHeight - page.clientHeight - page.scrollTop;
  const possible = below > 1 && !isBesideBoard();
  const low = bar.offsetHeight > window.innerHeight * LARGEST_SHARE;
  return { folded: possible && (wanted === 'folded' || (low && wanted !== 'open')), possible };
}

/**
 * Scrolling down folds the bar, scrolling up unfolds it; in a low window only a tap unfolds it. At the end of the page it is always open: there
 * it covers nothing. Its height in the page never changes, so that nothing moves.
 */
export function useFold(bar: RefObject<HTMLElement | null>): Fold {
  const [fold, setFold] = useState(UNFOLDED);
  const change = useRef<(wanted: Wanted) => void>(() => {});

  useLayoutEffect(() => {
    const element = bar.current;
    // The page scrolls, and the bar sticks to its lower edge.
    const page = element?.parentElement;
    if (!element || !page) return;
    let wanted: Wanted;
    let last = page.scrollTop;
    const settle = (): void => {
      const next = stateOf(element, page, wanted);
      setFold((before) => (before.folded === next.folded && before.possible === next.possible ? before : next));
    };
    const onScroll = (): void => {
      const moved = page.scrollTop - last;
      if (Math.abs(moved) > MOVED_PX) {
        last = page.scrollTop;
        wanted = moved > 0 ? 'folded' : undefined;
      }
      settle();
    };
    change.current = (next) => {
      wanted = next;
      settle();
    };
    settle();
    page.addEventListener('scroll', onScroll, { passive: true });
    // Another play makes the page longer or shorter, and so does larger text.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(settle);
    for (const part of [page, ...page.children]) observer?.observe(part);
    return () => {
      page.removeEventListener('scroll', onScroll);
      observer?.disconnect();
    };
  }, [bar]);

  return { ...fold, toggle: () => change.current(fold.folded ? 'open' : 'folded') };
}
