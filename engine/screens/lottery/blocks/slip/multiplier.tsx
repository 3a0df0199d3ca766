/** 倍数: the multiplier of the slip, from 1 to the game's cap. The board and the slip show the same one. */
import { memo, type ReactNode } from 'react';
import { useSelected } from '../../../core/use-current.ts';
import { useGame, useVersion } from '../../use-game.ts';
import { Stepper } from '../parts/stepper.tsx';

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
