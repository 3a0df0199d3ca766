import { type RefObject, useEffect, useState } from 'react';

/** Pull far enough (px of finger travel, halved) and let go: the list loads again. */
const TRIGGER = 56;

/**
 * Pull to refresh on the scroller that `anchor` stands in. `pulled` is how far the content is pulled (px); `refreshing` while
 * `refresh` runs. For touch alone: a mouse has the reload of its browser, and 重试 stands wherever something failed.
 */
export function usePull(
  anchor: RefObject<HTMLElement | null>,
  refresh: () => Promise<void>,
): { readonly pulled: number; readonly refreshing: boolean } {
  const [pulled, setPulled] = useState(0);
  const [refreshing, setRefreshing] = useState(false);
  useEffect(() => {
    const scroller = anchor.current?.closest<HTMLElement>('[data-scroller]');
    if (!scroller) return;
    let startY: number | null = null;
    let distance = 0;
    const begin = (event: TouchEvent): void => {
      startY = scroller.scrollTop <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
      distance = 0;
    };
    const move = (event: TouchEvent): void => {
      if (startY === null) return;
      distance = Math.max(0, Math.min(96, ((event.touches[0]?.clientY ?? startY) - startY) / 2));
      if (scroller.scrollTop > 0) distance = 0;
      setPulled(distance);
    };
    const end = (): void => {
      if (startY === null) return;
      startY = null;
      setPulled(0);
      if (distance < TRIGGER) return;
      setRefreshing(true);
      void refresh().finally(() => setRefreshing(false));
    };
    scroller.addEventListener('touchstart', begin, { passive: true });
    scroller.addEventListener('touchmove', move, { passive: true });
    scroller.addEventListener('touchend', end);
    scroller.addEventListener('touchcancel', end);
    return () => {
      scroller.removeEventListener('touchstart', begin);
      scroller.removeEventListener('touchmove', move);
      scroller.removeEventListener('touchend', end);
      scroller.removeEventListener('touchcancel', end);
    };
  }, [anchor, refresh]);
  return { pulled, refreshing };
}

export const PULL_TRIGGER = TRIGGER;
