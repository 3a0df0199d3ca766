import type { IndexedGame } from '../../../descriptions/types.ts';

/** The games of a section of the menu, in its order. */
export function gamesOf(games: readonly IndexedGame[], section: string): readonly IndexedGame[] {
  return games.filter((game) => game.menu.section === section).sort((a, b) => a.menu.order - b.menu.order || (a.code < b.code ? -1 : 1));
}
