/** How game blocks reach what they share. Each hook wakes its caller for its own value alone. */
import { createContext, useContext } from 'react';
import type { Play } from '../../descriptions/types.ts';
import { useReadableValue, useSelected } from '../core/use-current.ts';
import { type Board, boardOf, boardsOf } from './boards.ts';
import type { GameRuntime, Version } from './runtime.ts';

export const GameContext = createContext<GameRuntime | null>(null);

/** Throws outside a GameProvider: a screen with game blocks must say which game it is of (`game`). */
export function useGame(): GameRuntime {
  const runtime = useContext(GameContext);
  if (!runtime) throw new Error('game block outside a game: the screen description needs "game"');
  return runtime;
}

export function useVersion(): Version {
  return useReadableValue(useGame().version);
}

/** The board that is chosen; the caller renders again when another is. */
export function useBoard(): Board {
  const { selection } = useGame();
  const { game } = useVersion();
  const code = useSelected(selection, (snapshot) => snapshot.context.play);
  return boardOf(game, code) ?? (boardsOf(game)[0] as Board);
}

/** The play whose areas stand on the board. */
export function usePlay(): Play {
  return useBoard().play;
}
