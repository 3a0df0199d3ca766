import type { ReactNode } from 'react';

/** Grey shapes where rows will be. Hidden from screen readers; they are told once that something loads. */
export function SkeletonBlock({ rows = 3, card = true }: { readonly rows?: number; readonly card?: boolean }): ReactNode {
  return (
    <div className={card ? 'skeleton-block card' : 'skeleton-block'} aria-busy="true">
      <span className="visually-hidden">加载中</span>
      {Array.from({ length: rows }, (_, index) => (
        // The rows are alike and never move
        <div className="skeleton-row" aria-hidden="true" key={index}>
          <span className="skeleton skeleton--title" />
          <span className="skeleton skeleton--note" />
        </div>
      ))}
    </div>
  );
}
