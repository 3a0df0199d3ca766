/** The moment of a win: once for each order on this phone, felt and heard as the settings of draws say. */
import type { KeyValueStore } from '../core/contract.ts';
import { vibrate } from '../core/vibrate.ts';
import { hapticsOn, soundOn } from './stage-settings.ts';

const SHOWN = 'wins.shown';
/** Most orders that the phone remembers; older wins are no news. */
const REMEMBERED = 50;
/** A win that was drawn longer ago (ms of the server's clock) is read, and not celebrated. */
export const WIN_NEWS_MS = 600_000;
/** Lighter than the end of a draw. */
const WIN_VIBRATION: readonly number[] = [15, 50, 25];

const shownWins = (storage: KeyValueStore): readonly string[] => (storage.get(SHOWN) ?? '').split('\n').filter(Boolean);

export const isNewWin = (storage: KeyValueStore, key: string): boolean => !shownWins(storage).includes(key);

/** Stores that a win was shown. Returns false if that was stored before. */
export function rememberWin(storage: KeyValueStore, key: string): boolean {
  const shown = shownWins(storage);
  if (shown.includes(key)) return false;
  storage.set(SHOWN, [...shown, key].slice(-REMEMBERED).join('\n'));
  return true;
}

export const isMotionless = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Nothing is loaded while the sound is off. */
export function feelWin(storage: KeyValueStore): void {
  if (document.visibilityState === 'hidden') return;
  if (hapticsOn(storage) && !isMotionless()) vibrate(WIN_VIBRATION);
  if (soundOn(storage))
    import('./stage-sound.ts').then(
      ({ winSound }) => winSound(),
      () => {},
    );
}
