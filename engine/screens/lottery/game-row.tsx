import type { ReactNode } from 'react';
import type { IndexedGame } from '../../descriptions/types.ts';
import { useHost } from '../core/hooks.ts';
import { GameEmblem } from '../kit/emblem.tsx';
import { Icon } from '../kit/icon.tsx';
import { NextDraw } from './next-draw.tsx';

export interface GameRowProps {
  readonly game: IndexedGame;
  /** The arrow of a row that has nothing beside it. */
  readonly arrow?: boolean;
}

/** A game in a list: emblem, name and the time that is left to bet on its next draw. A press opens it. */
export function GameRow({ game, arrow = false }: GameRowProps): ReactNode {
  const host = useHost();
  return (
    <button type="button" className="row" data-game={game.code} onClick={() => host.openGame(game.code)}>
      <GameEmblem menu={game.menu} />
      <span className="row__body">
        <span className="row__main">
          <span className="row__title">{game.name}</span>
          <span className="row__note">{game.disabled ?? game.menu.tagline ?? ''}</span>
        </span>
        <span className="row__value">
          {game.disabled ? <span className="badge">暂停销售</span> : <NextDraw schedule={game.schedule} />}
        </span>
      </span>
      {arrow ? (
        <span className="row__next">
          <Icon name="next" size={18} />
        </span>
      ) : null}
    </button>
  );
}
