/** Why the slip can be neither bet nor offered to others, for what shows it. */
import { useReadableValue } from '../../../core/use-current.ts';
import { useEffect, useState } from 'react';
import { type SlipBlock, slipBlock } from '../../slip/blocked.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { useSlipContext } from '../../slip/use-slip.ts';
import { STALE_MS } from '../../runtime.ts';

export function useBlocked(slip: SlipRuntime): SlipBlock {
  useSlipContext(slip);
  useReadableValue(slip.sport.version);
  useOddsAge(slip);
  return slipBlock(slip);
}

/** Looks again when the odds have not been heard of for too long. */
function useOddsAge(slip: SlipRuntime): void {
  const { freshAt } = useReadableValue(slip.sport.loading);
  const { host } = slip.sport;
  const [, look] = useState(0);
  const age = freshAt === 0 ? 0 : host.now() - freshAt;
  useEffect(() => {
    const timer = setTimeout(() => look((before) => before + 1), Math.max(1_000, STALE_MS - age));
    return () => clearTimeout(timer);
  });
}
