/** Why the slip of a sports game can be neither bet nor offered to others as it stands. */
import { formatInteger } from '../../../descriptions/format.ts';
import { joined } from '../../../machines/match-passes.ts';
import { STALE_MS } from '../runtime.ts';
import type { SlipRuntime } from './slip-runtime.ts';

export interface SlipBlock {
  /** In words; '' while nothing stands in the way. */
  readonly blocked: string;
  /** Matches that are lacking for the least pass. */
  readonly lacking: number;
  /** The odds have not been heard of for too long. */
  readonly stale: boolean;
}

/** As it is at this moment. */
export function slipBlock({ sport: runtime, machine, total }: Pick<SlipRuntime, 'sport' | 'machine' | 'total'>): SlipBlock {
  const { host, code, version, loading } = runtime;
  const { context } = machine.getSnapshot();
  const { freshAt } = loading.get();
  const stale = freshAt > 0 && host.now() - freshAt > STALE_MS;
  const { lacking, most } = joined(context);
  const disabled = host.index.current.games.find((game) => game.code === code)?.disabled;
  const blocked =
    disabled ??
    (context.legs.length === 0
      ? '请先选择比赛'
      : lacking > 0
        ? context.rules.pool
          ? `每注 ${most} 场，还差 ${lacking} 场`
          : '至少选 2 场，或选带单关标记的玩法'
        : total().overBets
          ? `一张投注单最多 ${formatInteger(version.get().sport.caps.bets)} 注，请减少选项或过关方式`
          : context.changes.length > 0
            ? '赔率已变，请先接受'
            : stale
              ? '赔率可能已变，正在刷新'
              : '');
  return { blocked, lacking, stale };
}
