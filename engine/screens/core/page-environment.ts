/** The timers, the visibility and the random numbers of a real page, for the sources of its screens. */
import type { PageEnvironment } from './sources.ts';

const noop = (): void => {};

export const pageEnvironment: PageEnvironment = {
  after(ms, later) {
    const timer = setTimeout(later, ms);
    return () => clearTimeout(timer);
  },
  onSeen(seen) {
    if (typeof document === 'undefined') return noop;
    // One listener stays: Chromium sends its browser a message with the first one and with the end of the last, a quarter of a millisecond each.
    document.addEventListener('visibilitychange', noop);
    const listener = (): void => {
      if (document.visibilityState === 'visible') seen();
    };
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  seen: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  random: Math.random,
};
