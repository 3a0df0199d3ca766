import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { IndexedGame } from '../../descriptions/types.ts';
import type { BlockDescription, BlockProps } from '../contract.ts';
import { useHost } from '../hooks.ts';
import { Icon } from '../kit/Icon.tsx';
import { GameBadge } from './GameBadge.tsx';
import { gamesOf } from './menu-grid.tsx';
import { NextDraw } from './NextDraw.tsx';

export interface GameListBlock extends BlockDescription {
  readonly block: 'game-list';
  readonly title: string;
  readonly section: 'number' | 'quick' | 'sport' | 'casual';
}

/** The games of a section, each with the time that is left to bet on its next draw. */
export default function GameList({ block }: BlockProps<GameListBlock>): ReactNode {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const games = gamesOf(current.games as readonly IndexedGame[], block.section);
  if (games.length === 0) return null;
  return (
    <section aria-label={block.title}>
      <h2 className="section-title">{block.title}</h2>
      <ul className="card">
        {games.map((game) => (
          <li key={game.code}>
            <button type="button" className="row" data-game={game.code} onClick={() => host.openGame(game.code)}>
              <GameBadge text={game.menu.badge ?? [...game.name].slice(0, 2).join('')} tone={game.menu.tone} />
              <span className="row__body">
                <span className="row__main">
                  <span className="row__title">{game.name}</span>
                  <span className="row__note">{game.disabled ?? game.menu.tagline ?? ''}</span>
                </span>
                <span className="row__value">
                  {game.disabled ? <span className="badge">暂停销售</span> : <NextDraw schedule={game.schedule} />}
                </span>
              </span>
              <span className="row__next">
                <Icon name="next" size={18} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
