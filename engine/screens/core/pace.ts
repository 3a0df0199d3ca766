/** Time, sight and chance as a page has them, for the sources of its screens. */
import type { Pace } from './sources.ts';

const noop = (): void => {};

const watching = new Set<() => void>();
let heard: Document | undefined;

/**
 * One listener for all, which stays: Chromium sends its browser a message with the first listener of this kind and with the end of the last,
 * a quarter of a millisecond each, and every page that is opened has one.
 */
function hear(): void {
  if (heard === document) return;
  heard = document;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') for (const seen of [...watching]) seen();
  });
}

export const pagePace: Pace = {
  after(ms, later) {
    const timer = setTimeout(later, ms);
    return () => clearTimeout(timer);
  },
  onSeen(seen) {
    if (typeof document === 'undefined') return noop;
    hear();
    const own = (): void => seen();
    watching.add(own);
    return () => watching.delete(own);
  },
  seen: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  random: Math.random,
};
