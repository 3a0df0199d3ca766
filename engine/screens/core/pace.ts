/** Time, sight and chance as a page has them, for the sources of its screens. */
import type { Pace } from './sources.ts';

const noop = (): void => {};

export const pagePace: Pace = {
  after(ms, later) {
    const timer = setTimeout(later, ms);
    return () => clearTimeout(timer);
  },
  onSeen(seen) {
    if (typeof document === 'undefined') return noop;
    const listener = (): void => {
      if (document.visibilityState === 'visible') seen();
    };
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  seen: () => typeof document === 'undefined' || document.visibilityState !== 'hidden',
  random: Math.random,
};
