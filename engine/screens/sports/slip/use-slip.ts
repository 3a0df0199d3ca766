/** How the blocks of the slip reach it. */
import { useSelected } from '../../core/use-current.ts';
import { useEffect } from 'react';
import { joined, type Joined } from '../../../machines/match-passes.ts';
import type { MatchSlipContext } from '../../../machines/match-slip.ts';
import { useSport } from '../use-sport.ts';
import { type SlipRuntime, sportSlip } from './slip-runtime.ts';

/** The slip of the game around; followed in time for as long as the caller is there. */
export function useSlip(): SlipRuntime {
  const slip = sportSlip(useSport());
  useEffect(() => slip.hold(), [slip]);
  return slip;
}

export function useSlipContext(slip: SlipRuntime): MatchSlipContext {
  return useSelected(slip.machine, ({ context }) => context);
}

const joins = new WeakMap<MatchSlipContext, Joined>();

/** Calculated once for each state of the slip. */
export function passesOfSlip(context: MatchSlipContext): Joined {
  let known = joins.get(context);
  if (!known) joins.set(context, (known = joined(context)));
  return known;
}
