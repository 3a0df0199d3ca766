/** An area of numbers that are picked by sets: animals, tails. */
import type { ReactNode } from 'react';
import { numbersOfSet } from '../../../../descriptions/sets.ts';
import type { NumbersArea, PickedSet, PickedValue } from '../../../../descriptions/types.ts';
import { useSelected } from '../../../core/use-current.ts';
import { padded } from '../../text.ts';
import { useGame } from '../../use-game.ts';
import './sets-field.css';

/** Sets of numbers in the place of the numbers: each with what it has, and below them the numbers that are picked. */
export default function SetsField({ area, by }: { readonly area: NumbersArea; readonly by: readonly PickedSet[] }): ReactNode {
  const { selection } = useGame();
  const picks = useSelected(selection, ({ context }) => context.picks[area.id]) ?? [];
  const written = (numbers: readonly PickedValue[]) => numbers.map((number) => padded(Number(number), area.pad)).join(' ');
  return (
    <>
      <div className="board-grid board-grid--sets">
        {by.map((one) => {
          const values = numbersOfSet(one);
          const on = values.length > 0 && values.every((value) => picks.includes(value));
          return (
            <button
              key={one.label}
              type="button"
              className={`pick pick--tile${on ? ' cur' : ''}`}
              aria-pressed={on}
              aria-label={`${area.label} ${one.label}，${written(values)}`}
              onClick={() => selection.send({ type: 'TOGGLE', area: area.id, values })}
            >
              <span className="pick__ball tone-red">{one.label}</span>
              <span className="pick__note">{written(values)}</span>
            </button>
          );
        })}
      </div>
      <p className="board-picked">{picks.length === 0 ? '还没有选号' : `${picks.length} 个号码：${written(picks)}`}</p>
    </>
  );
}
