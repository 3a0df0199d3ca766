/** Grey shapes of a day of matches, where rows will be. */
import type { ReactNode } from 'react';
import './match-skeleton.css';

const ROWS = [0, 1, 2, 3, 4];

export function MatchSkeleton(): ReactNode {
  return (
    <div className="match-skeleton" aria-busy="true">
      <span className="visually-hidden">赛事加载中</span>
      {ROWS.map((row) => (
        <div className="match-skeleton__row card" aria-hidden="true" key={row}>
          <span className="skeleton match-skeleton__head" />
          <span className="skeleton match-skeleton__teams" />
          <div className="match-skeleton__cells">
            {[0, 1, 2, 3, 4, 5].map((cell) => (
              <span className="skeleton match-skeleton__cell" key={cell} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
