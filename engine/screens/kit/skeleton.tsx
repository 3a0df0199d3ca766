import type { ReactNode } from 'react';
import type { BlockShape, LeadingShape } from '../core/contract.ts';

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

const FIELDS = [0, 1, 2];
const FACTS = [0, 1, 2, 3, 4];

/** A screen or a part of one by the block that it begins with. `silent` where somebody else says that it loads. */
export function SkeletonLead({ shape, silent = false }: { readonly shape: LeadingShape; readonly silent?: boolean }): ReactNode {
  if (shape === 'rows') return <SkeletonBlock rows={6} />;
  return (
    <div className={shape === 'card' ? 'skeleton-block skeleton-lead card' : 'skeleton-block skeleton-form'} aria-busy={!silent}>
      {silent ? null : <span className="visually-hidden">加载中</span>}
      {shape === 'card' ? (
        <>
          <span className="skeleton skeleton-lead__status" aria-hidden="true" />
          <span className="skeleton skeleton-lead__amount" aria-hidden="true" />
          {FACTS.map((fact) => (
            <div className="skeleton-lead__fact" aria-hidden="true" key={fact}>
              <span className="skeleton" />
              <span className="skeleton" />
            </div>
          ))}
        </>
      ) : (
        <>
          {FIELDS.map((field) => (
            <div className="skeleton-form__field" aria-hidden="true" key={field}>
              <span className="skeleton skeleton--title" />
              <span className="skeleton" />
            </div>
          ))}
          <span className="skeleton skeleton-form__submit" aria-hidden="true" />
        </>
      )}
    </div>
  );
}

const isLeading = (shape: BlockShape | undefined): shape is LeadingShape => shape === 'form' || shape === 'card' || shape === 'rows';

/** So many numbers fill the highest phone; what is too much is cut off. */
const BALLS = 56;

/** A screen before its blocks are there, in their shapes and places. */
export function ScreenSkeleton({ shapes }: { readonly shapes: readonly BlockShape[] }): ReactNode {
  const [first] = shapes;
  if (first === undefined) return <SkeletonBlock rows={6} />;
  if (isLeading(first)) return <SkeletonLead shape={first} />;
  return (
    <>
      <span className="visually-hidden" aria-busy="true">
        加载中
      </span>
      {shapes
        .filter((shape) => !isLeading(shape))
        .map((shape) =>
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
