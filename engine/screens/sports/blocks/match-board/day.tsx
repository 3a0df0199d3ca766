/** A sale day: its heading stays in sight while its matches pass, and folds them. */
import { memo, type ReactNode, useId, useState } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import { MatchRow, type RowParts } from './match-row.tsx';
import { dayName } from './times.ts';

export interface DayProps {
  /** Left out: the matches stand together, whatever their day. */
  readonly day?: string;
  readonly count?: number;
  /** None of its matches can be bet on any more: it is folded at first. */
  readonly over?: boolean;
  readonly ids: readonly string[];
  /** So many of its rows are laid out where they are drawn; those below when they come near to what is in sight. */
  readonly near: number;
  readonly parts: RowParts;
}

/** Renders again when its matches are others: lists of the same ids are the same. */
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
