/** The plays of a game that were used last on this phone, the latest first. */
import type { KeyValueStore } from '../core/contract.ts';

/** So many fill two rows. */
const MOST = 6;

const itemOf = (game: string): string => `recent.${game}`;

export function recentPlays(storage: KeyValueStore, game: string): readonly string[] {
  return (storage.get(itemOf(game)) ?? '').split(' ').filter(Boolean);
}

export function recordRecentPlay(storage: KeyValueStore, game: string, play: string): void {
  storage.set(itemOf(game), [play, ...recentPlays(storage, game).filter((each) => each !== play)].slice(0, MOST).join(' '));
}
