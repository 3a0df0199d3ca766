import { useSyncExternalStore } from 'react';

/** Where there is room beside the board: the same condition as in game-layout.css. */
const WIDE = '(min-width: 900px) and (min-height: 501px)';

/** Where the bet bar stands beside the board and not over it: both conditions of game-layout.css. */
const BESIDE = `${WIDE}, (min-width: 600px) and (max-height: 500px)`;

const query = (text = WIDE): MediaQueryList | undefined => (typeof matchMedia === 'function' ? matchMedia(text) : undefined);

export const isWide = (): boolean => query()?.matches === true;

export const isBesideBoard = (): boolean => query(BESIDE)?.matches === true;

function subscribe(listener: () => void): () => void {
  const media = query();
  media?.addEventListener?.('change', listener);
  return () => media?.removeEventListener?.('change', listener);
}

/** True on a tablet and a desktop; the caller renders again when that changes. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide);
