/** The matches of one sale day under a heading. The heading stays visible while they scroll; a click on it folds them. */
import { memo, type ReactNode, useId, useState } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import { MatchRow, type RowParts } from './match-row.tsx';
import { dayName } from './times.ts';

export interface DayProps {
  /** Absent: a list without a heading, with matches of all days. */
  readonly day?: string;
  readonly count?: number;
  /** True when no match of the day takes bets any more. The day is then folded at first. */
  readonly over?: boolean;
  readonly ids: readonly string[];
  /** Number of rows that are laid out at once. The browser lays out the rows below them when they come near the viewport. */
  readonly near: number;
  readonly parts: RowParts;
}

/** Memoised. A new array with the same ids does not render it again. */
export const Day = memo(
  function Day({ day, count, over = false, ids, near, parts }: DayProps): ReactNode {
    const [folded, fold] = useState(over);
    const heading = useId();
    const rows = (
      <ul className="matches__list">
        {ids.map((id, at) => (
          <MatchRow key={id} id={id} near={at < near} parts={parts} />
        ))}
      </ul>
    );
    if (day === undefined) return rows;
    const name = dayName(day, parts.runtime.host.now(), parts.runtime.host.offsetMinutes ?? 0);
    return (
      <section className="matches__day" aria-labelledby={heading}>
        <h2 className="matches__heading" id={heading}>
          <button type="button" aria-expanded={!folded} onClick={() => fold(!folded)}>
            {name} <span className="matches__count">共 {count} 场</span>
            <Icon name="next" size={18} />
          </button>
        </h2>
        {folded ? null : rows}
      </section>
    );
  },
  (before, after) =>
    before.day === after.day &&
    before.count === after.count &&
    before.near === after.near &&
    before.parts === after.parts &&
    before.ids.length === after.ids.length &&
    before.ids.every((id, at) => id === after.ids[at]),
);
