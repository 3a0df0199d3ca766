import { useSyncExternalStore } from 'react';

/** Where there is room beside the board: the same condition as in game-layout.css. */
const WIDE = '(min-width: 900px) and (min-height: 501px)';

const query = (): MediaQueryList | undefined => (typeof matchMedia === 'function' ? matchMedia(WIDE) : undefined);

export const isWide = (): boolean => query()?.matches === true;

function subscribe(listener: () => void): () => void {
  const media = query();
  media?.addEventListener?.('change', listener);
  return () => media?.removeEventListener?.('change', listener);
}

/** True on a tablet and a desktop; the caller renders again when that changes. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide);
