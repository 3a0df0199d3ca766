/** The draws before the last in what a short board leaves of the page: as many as fit, whole rows, and none where the board is long. */
import type { ReactNode } from 'react';
import { Balls } from '../../../kit/balls.tsx';
import { useGame, useVersion, useWatched } from '../../use-game.ts';
import './recent-draws.css';

export default function RecentDraws(): ReactNode {
  const { page } = useGame();
  const { game } = useVersion();
  // The last one stands in the head of the page.
  const before = (useWatched(page)?.latest ?? []).slice(1);
  if (before.length === 0) return null;
  return (
    <section className="recent-draws" aria-label="前几期开奖">
      <div className="recent-draws__card">
        <h2 className="recent-draws__title">前几期开奖</h2>
        <ul>
          {before.map(({ issue, numbers }) => (
            <li key={issue}>
              <span className="tabular">{issue} 期</span>
              <Balls zones={game.draw.zones} numbers={numbers} size="sm" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
