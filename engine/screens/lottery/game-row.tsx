import { memo, type ReactNode, useRef } from 'react';
import type { IndexedGame } from '../../descriptions/types.ts';
import { useHost } from '../core/hooks.ts';
import { GameEmblem } from '../kit/emblem.tsx';
import { Icon } from '../kit/icon.tsx';
import { LastDraw, type LatestDraw } from './last-draw.tsx';
import { NextDraw } from './next-draw.tsx';
import { countRender } from '../core/render-counter.ts';

export interface GameRowProps {
  readonly game: IndexedGame;
  /** The arrow of a row that has nothing beside it. */
  readonly arrow?: boolean;
  /** Its latest draw stands under the name; `loading` while it is not known. Left out, or a game that does not draw: the tagline does. */
  readonly draw?: LatestDraw | 'loading' | undefined;
  readonly withDraw?: boolean;
}

/** A game in a list: emblem, name and the time that is left to bet on its next draw. A press opens it. */
export const GameRow = memo(function GameRow({ game, arrow = false, draw, withDraw = false }: GameRowProps): ReactNode {
  const host = useHost();
  const name = useRef<HTMLSpanElement>(null);
  countRender(`game:${game.code}`);
  return (
    <button type="button" className="row" data-game={game.code} onClick={() => host.openGame(game.code, name.current ?? undefined)}>
      <GameEmblem menu={game.menu} />
      <span className="row__body">
        <span className="row__main">
          <span className="row__title" ref={name}>
            {game.name}
          </span>
          {withDraw && !game.disabled && game.kind === undefined ? (
            <LastDraw draw={draw === 'loading' ? undefined : draw} loading={draw === 'loading'} />
          ) : (
            <span className="row__note">{game.disabled ?? game.menu.tagline ?? ''}</span>
          )}
        </span>
        <span className="row__value">
          {game.disabled ? <span className="badge">暂停销售</span> : game.schedule && <NextDraw schedule={game.schedule} />}
        </span>
      </span>
      {arrow ? (
        <span className="row__next">
          <Icon name="next" size={18} />
        </span>
      ) : null}
    </button>
  );
});
