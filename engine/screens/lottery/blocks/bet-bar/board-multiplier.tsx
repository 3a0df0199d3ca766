/** What the board says of the multiplier. */
import { memo, type ReactNode } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import { planOf } from '../../../../machines/chase.ts';
import { useSelected } from '../../../core/use-current.ts';
import { useGame } from '../../use-game.ts';
import { Multiplier, useTotalMultiplier } from '../slip/multiplier.tsx';

/** The highest multiplier at which one draw is played. */
export function useMostTimes(): number {
  const { slip, chase } = useGame();
  const multiplier = useSelected(slip, ({ context }) => context.multiplier);
  const most = useSelected(chase, (each) =>
    each.matches('off') ? 0 : Math.max(0, ...planOf(each.context).map((part) => part.multiplier)),
  );
  return most || multiplier;
}

/**
 * The multiplier on the board: to be chosen for the first bet. It belongs to the whole slip, and each issue of a chase has its own. If the
 * slip has a line, or a chase is set up, the board shows what the next bet is multiplied by, and the player changes it on the slip.
 */
export const BoardMultiplier = memo(function BoardMultiplier(): ReactNode {
  const { slip, chase } = useGame();
  const { multiplier, lines } = useSelected(slip, ({ context }) => context);
  const count = useSelected(chase, (each) => (each.matches('off') ? 0 : each.context.count));
  const times = useTotalMultiplier();
  if (count === 0 && lines.length === 0) return <Multiplier />;
  return (
    <span className="bet-bar__times">{count > 0 ? `追 ${count} 期 · 共 ${formatInteger(times)} 倍` : `整单共用 ${multiplier} 倍`}</span>
  );
});
