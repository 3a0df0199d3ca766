import { memo, type ReactNode, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { IndexedGame } from '../../../../descriptions/types.ts';
import type { GameTilesBlock } from '../../../../descriptions/generated/screen.ts';
import { gamesOf } from '../../../blocks/parts/games-of.ts';
import { useReady } from '../../../blocks/parts/use-ready.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { GameEmblem } from '../../../kit/emblem.tsx';
import { drawsByGame, LastDraw, type LatestDraw } from '../../last-draw.tsx';
import { NextDraw } from '../../next-draw.tsx';
import { countRender } from '../../../core/render-counter.ts';
import './game-tiles.css';

/** The games of a section as tiles that live: each counts down to its close and shows its latest draw. */
export default function GameTiles({ block }: BlockProps<GameTilesBlock>): ReactNode {
  const screen = useScreen();
  const { current } = useSnapshot(useHost().index);
  const title = screen.text(block.title);
  const games = gamesOf(current.games as readonly IndexedGame[], block.section).slice(0, block.most);
  const draws = drawsByGame(screen.value(block.draws));
  const loading = useReady([block.draws]).status === 'loading';
  const { more } = block;
  return (
    <section aria-label={title || undefined}>
      {title ? (
        <h2 className="section-title">
          {title}
          {more ? (
            <button type="button" className="section-title__more" onClick={() => void screen.act(more.action)}>
              {screen.text(more.label)}
            </button>
          ) : null}
        </h2>
      ) : null}
      {games.length === 0 ? <p className="card section__none">暂无可玩的游戏</p> : null}
      <ul className="game-tiles">
        {games.map((game) => (
          <li key={game.code}>
            <GameTile game={game} draw={draws?.get(game.code)} loading={loading} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GameTileProps {
  readonly game: IndexedGame;
  readonly draw: LatestDraw | undefined;
  readonly loading: boolean;
}

const GameTile = memo(function GameTile({ game, draw, loading }: GameTileProps): ReactNode {
  const host = useHost();
  const name = useRef<HTMLSpanElement>(null);
  countRender(`game:${game.code}`);
  return (
    <button type="button" className="game-tile" data-game={game.code} onClick={() => host.openGame(game.code, name.current ?? undefined)}>
      <span className="game-tile__head">
        <GameEmblem menu={game.menu} />
        <span className="game-tile__text">
          <span className="game-tile__name" ref={name}>
            {game.name}
          </span>
          {game.disabled ? (
            <span className="row__note">暂停销售</span>
          ) : game.schedule ? (
            <span className="game-tile__left">
              <NextDraw schedule={game.schedule} />
            </span>
          ) : (
            // May take two lines: nothing of it is cut off.
            <span className="row__note">{game.menu.tagline}</span>
          )}
        </span>
      </span>
      {game.kind === undefined ? <LastDraw draw={draw} loading={loading} /> : null}
    </button>
  );
});
