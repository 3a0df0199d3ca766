/** Why the slip of a sports game can be neither bet nor offered to others as it stands. */
import { useEffect, useState } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import { useHost } from '../../../core/hooks.ts';
import { STALE_MS } from '../../runtime.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { joinedOf, useSlipContext } from '../../slip/use-slip.ts';
import { useWatched } from '../../use-sport.ts';

export interface Blocked {
  /** In words; '' while nothing stands in the way. */
  readonly blocked: string;
  /** Matches that are lacking for the least pass. */
  readonly lacking: number;
  /** The odds have not been heard of for too long. */
  readonly stale: boolean;
}

export function useBlocked(slip: SlipRuntime): Blocked {
  const host = useHost();
  const context = useSlipContext(slip);
  const { sport } = useWatched(slip.sport.version);
  const stale = useStale(slip);
  const { overBets } = slip.total();
  const { lacking, most } = joinedOf(context);
  const disabled = host.index.current.games.find(({ code }) => code === slip.sport.code)?.disabled;
  const blocked =
    disabled ??
    (context.legs.length === 0
      ? '请先选择比赛'
      : lacking > 0
        ? context.rules.pool
          ? `每注 ${most} 场，还差 ${lacking} 场`
          : '至少选 2 场，或选带单关标记的玩法'
        : overBets
          ? `一张投注单最多 ${formatInteger(sport.caps.bets)} 注，请减少选项或过关方式`
          : context.changes.length > 0
            ? '赔率已变，请先在上面确认'
            : stale
              ? '赔率可能已变，正在刷新'
              : '');
  return { blocked, lacking, stale };
}

/** Whether the odds have not been heard of for too long. */
function useStale(slip: SlipRuntime): boolean {
  const loading = useWatched(slip.sport.loading);
  const { host } = slip.sport;
  const [, look] = useState(0);
  const age = loading.freshAt === 0 ? 0 : host.now() - loading.freshAt;
  useEffect(() => {
    const timer = setTimeout(() => look((before) => before + 1), Math.max(1_000, STALE_MS - age));
    return () => clearTimeout(timer);
  });
  return loading.freshAt > 0 && age > STALE_MS;
}
