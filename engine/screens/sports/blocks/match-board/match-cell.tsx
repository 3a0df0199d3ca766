/** One choice with its odds. A tap renders this cell alone. */
import { memo, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { countRender } from '../../../lottery/probe.ts';
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
  return (
    <button
      type="button"
      className="match-cell"
      aria-pressed={picked}
      disabled={off && !picked}
      onClick={() => runtime.tap(match, play, choice)}
    >
      <span className="match-cell__name">{name}</span>
      {odds === '' ? null : (
        <span className="match-cell__odds tabular">
          <span className="visually-hidden">赔率</span> {odds}
          {movedAt > 0 ? <MoveMark key={movedAt} now={odds} was={was} /> : null}
        </span>
      )}
    </button>
  );
});

/** An arrow for some seconds; who does not see it is told what the odds were. */
function MoveMark({ now, was }: { readonly now: string; readonly was: string }): ReactNode {
  const [shown, show] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => show(false), MOVE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  const up = Number(now) > Number(was);
  return (
    <span className={up ? 'match-cell__move match-cell__move--up' : 'match-cell__move match-cell__move--down'}>
      <span aria-hidden="true">{up ? '↑' : '↓'}</span>
      <span className="visually-hidden">
        {up ? '升，原' : '降，原'} {was}
      </span>
    </span>
  );
}
