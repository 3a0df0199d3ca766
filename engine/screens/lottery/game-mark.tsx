import type { ReactNode } from 'react';
import type { IndexedGame } from '../../descriptions/types.ts';
import { GameBadge } from '../blocks/parts/game-badge.tsx';

/** The mark of a game in lists and tiles. Decoration beside its name. */
export function GameMark({ game }: { readonly game: Pick<IndexedGame, 'name' | 'menu'> }): ReactNode {
  return <GameBadge text={game.menu.badge ?? [...game.name].slice(0, 2).join('')} tone={game.menu.tone} />;
}
