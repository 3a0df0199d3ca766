/** 倍数: the multiplier of the slip, from 1 to the game's cap. */
import { memo, type ReactNode } from 'react';
import { planOf, timesOf } from '../../../../machines/chase.ts';
import { useSelected } from '../../../core/use-current.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { Stepper } from '../../../kit/stepper.tsx';

/** Multipliers that many play. */
const QUICK = [1, 5, 10, 20] as const;

export const Multiplier = memo(function Multiplier(): ReactNode {
  const { slip } = useGame();
  const { game } = useVersion();
  const value = useSelected(slip, ({ context }) => context.multiplier);
  const max = game.caps.multiplier;
  return (
    <Stepper
      value={value}
      min={1}
      max={max}
      label={`倍数，1 至 ${max}`}
      less="减一倍"
      more="加一倍"
      unit="倍"
      quick={QUICK}
      onChange={(next) => slip.send({ type: 'MULTIPLIER', value: next })}
    />
  );
});

/** The multiplier of the slip, or the sum of the multipliers of its chase: how often each bet is played in all. */
export function useTotalMultiplier(): bigint {
  const { slip, chase } = useGame();
  const multiplier = useSelected(slip, ({ context }) => context.multiplier);
  const snapshot = useSelected(chase, (each) => each);
  return timesOf(snapshot.matches('off') ? [] : planOf(snapshot.context)) || BigInt(multiplier);
}
