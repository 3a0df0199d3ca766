/** The days that a list of the desk is asked for. */
import type { Envelope } from '../../../protocol/status.ts';
import { dayStart } from '../../catalog/index.ts';
import { DAY_MS, refuseField } from '../../platform/index.ts';

export interface DaySpan {
  /** Unix ms: the first that counts, and the first after. */
  readonly since: number;
  readonly until: number;
}

export interface DaySpanQuery {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Days that may be asked for at a time, and that are meant when none is. */
  readonly most: number;
  readonly now: number;
  /** Wall clock of the product, ms after UTC. */
  readonly offset: number;
  /** The refusal of more days; only the number of days when left out. */
  readonly tooMany?: string;
}

/** The instants of a span of days, or the fault. Left out: the last `most` days. */
export function daySpanOf({
  from,
  to,
  most,
  now,
  offset,
  tooMany = `一次最多查 ${most} 天，请缩短日期范围`,
}: DaySpanQuery): DaySpan | Envelope<null> {
  const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) - offset;
  const last =
    to === undefined
      ? from === undefined
        ? dayStart(now, offset)
        : Math.min(startOf(from) + (most - 1) * DAY_MS, dayStart(now, offset))
      : startOf(to);
  const first = from === undefined ? last - (most - 1) * DAY_MS : startOf(from);
  if (first > last) return refuseField('to', '结束日期不能早于开始日期');
  if (last - first >= most * DAY_MS) return refuseField('to', tooMany);
  return { since: first, until: last + DAY_MS };
}
