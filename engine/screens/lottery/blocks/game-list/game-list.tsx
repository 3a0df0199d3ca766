import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { IndexedGame } from '../../../../descriptions/types.ts';
import type { GameListBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { GameRow } from '../../game-row.tsx';
import { gamesOf } from '../../../blocks/parts/games-of.ts';

/** The games of a section, each with the time that is left to bet on its next draw. */
export default function GameList({ block }: BlockProps<GameListBlock>): ReactNode {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const title = useScreen().text(block.title);
  const games = gamesOf(current.games as readonly IndexedGame[], block.section);
  if (games.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="section-title">{title}</h2>
      <ul className="card">
        {games.map((game) => (
          <li key={game.code} className="lazy-row">
            <GameRow game={game} arrow />
          </li>
        ))}
      </ul>
    </section>
  );
}
