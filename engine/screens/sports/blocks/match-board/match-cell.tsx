/** One choice with its odds. A tap renders this cell alone. */
import { memo, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { countRender } from '../../../core/render-counter.ts';
import { MOVE_MS } from '../../offer-book.ts';
import type { SportRuntime } from '../../runtime.ts';

export interface MatchCellProps {
  readonly runtime: SportRuntime;
  readonly match: string;
  readonly play: string;
  readonly choice: string;
  readonly name: string;
  /** '' where there are none. */
  readonly odds: string;
  readonly off: boolean;
  /** When these odds moved last, and what they were; 0 and '' when they have not just moved. */
  readonly movedAt: number;
  readonly was: string;
}

export const MatchCell = memo(function MatchCell(props: MatchCellProps): ReactNode {
  const { runtime, match, play, choice, name, odds, off, movedAt, was } = props;
  countRender(`cell:${match}/${play}/${choice}`);
  const picked = useSyncExternalStore(
    (listener) => runtime.cells.watchCell(match, play, choice, listener),
    () => runtime.cells.picked(match, play, choice),
  );
  // Said and not written: fifty words on a screen that nobody sees are laid out like those that are seen.
  const words = [name, `赔率 ${odds}`, ...(movedAt > 0 ? [`${rose(odds, was) ? '升' : '降'}，原 ${was}`] : [])].join(' ');
  return (
    <button
      type="button"
      className="match-cell"
      aria-label={odds === '' ? undefined : words}
      aria-pressed={picked}
      disabled={off && !picked}
      onClick={() => runtime.tap(match, play, choice)}
    >
      <span className="match-cell__name">{name}</span>
      {odds === '' ? null : (
        <span className="match-cell__odds tabular">
          {odds}
          {movedAt > 0 ? <MoveMark key={movedAt} now={odds} was={was} /> : null}
        </span>
      )}
    </button>
  );
});

const rose = (now: string, was: string): boolean => Number(now) > Number(was);

/** An arrow for some seconds. */
function MoveMark({ now, was }: { readonly now: string; readonly was: string }): ReactNode {
  const [shown, show] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => show(false), MOVE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  const up = rose(now, was);
  return (
    <span className={up ? 'match-cell__move match-cell__move--up' : 'match-cell__move match-cell__move--down'} aria-hidden="true">
      {up ? '↑' : '↓'}
    </span>
  );
}
