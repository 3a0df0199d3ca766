import type { ReactNode } from 'react';
import type { BlockShape } from '../core/contract.ts';

/** Grey shapes where rows will be. Hidden from screen readers, which get one announcement of the loading. */
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

const CARDS = [0, 1, 2, 3, 4];
const CELLS = [0, 1, 2, 3, 4, 5];

/** Cards of a line, a title and six cells, under a row of tabs: a day of matches. `silent` where somebody else says that it loads. */
export function SkeletonCards({ silent = false }: { readonly silent?: boolean }): ReactNode {
  return (
    <div className="skeleton-cards" aria-busy={!silent}>
      {silent ? null : <span className="visually-hidden">加载中</span>}
      {CARDS.map((row) => (
        <div className="skeleton-cards__card card" aria-hidden="true" key={row}>
          <span className="skeleton skeleton--title" />
          <span className="skeleton skeleton-cards__title" />
          <div className="skeleton-cards__cells">
            {CELLS.map((cell) => (
              <span className="skeleton skeleton-cards__cell" key={cell} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** So many numbers fill the highest phone; what is too much is cut off. */
const BALLS = 56;

/** A screen before its blocks are there, in their shapes and places. */
export function ScreenSkeleton({ shapes }: { readonly shapes: readonly BlockShape[] }): ReactNode {
  if (shapes.length === 0) return <SkeletonBlock rows={6} />;
  return (
    <>
      <span className="visually-hidden" aria-busy="true">
        加载中
      </span>
      {shapes.map((shape) =>
        shape === 'cards' ? (
          <SkeletonCards silent key={shape} />
        ) : (
          <div className={shape === 'foot' ? 'skeleton-bar' : `skeleton-${shape}`} aria-hidden="true" key={shape}>
            {shape === 'balls' ? (
              Array.from({ length: BALLS }, (_, index) => <i className="skeleton" key={index} />)
            ) : (
              <>
                <span className="skeleton skeleton--title" />
                <span className="skeleton skeleton--note" />
              </>
            )}
          </div>
        ),
      )}
    </>
  );
}
