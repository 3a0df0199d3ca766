import { type RefObject, useEffect } from 'react';

/** Scrolls a row sideways so far that its pressed button is seen: one that the address has chosen may stand beyond the edge. */
export function useChosenInView(row: RefObject<HTMLElement | null>, chosen: string): void {
  useEffect(() => {
    const element = row.current;
    const button = element?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!element || !button) return;
    const [outer, inner] = [element.getBoundingClientRect(), button.getBoundingClientRect()];
    const margin = 16;
    if (inner.right > outer.right - margin) element.scrollBy({ left: inner.right - outer.right + margin });
    else if (inner.left < outer.left + margin) element.scrollBy({ left: inner.left - outer.left - margin });
  }, [row, chosen]);
}
