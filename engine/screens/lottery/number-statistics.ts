/** What stands under the balls of a board: omission (遗漏), how often a number came lately (冷热), or nothing. Kept on the phone. */
import { useReadableValue } from '../core/use-current.ts';
import type { Draw, Slice, Zone } from '../../descriptions/types.ts';
import type { Host } from '../core/contract.ts';
import { useHost } from '../core/hooks.ts';
import type { Chip } from '../kit/chips.tsx';
import { DRAW_COUNTS } from './past-draws.ts';
import { type ObservableValue, observableValue } from '../core/observable.ts';

export type NumberStatistic = 'omission' | 'hot' | 'none';

export const NUMBER_STATISTICS: readonly (Chip & { readonly value: NumberStatistic })[] = [
  { value: 'omission', label: '遗漏' },
  { value: 'hot', label: '冷热' },
  { value: 'none', label: '不显示' },
];

/** What stands there, and over how many draws 冷热 counts. */
export interface StatisticChoice {
  readonly figures: NumberStatistic;
  readonly span: number;
}

const KEY = 'figures';
const SPAN_KEY = 'figures.span';
const USUAL_SPAN = DRAW_COUNTS[1];
const hosts = new WeakMap<Host, ObservableValue<StatisticChoice>>();

export const isNumberStatistic = (value: string | null): value is NumberStatistic => NUMBER_STATISTICS.some((each) => each.value === value);

/** The choice, shared by every board of this phone. */
export function useFigures(): readonly [StatisticChoice, (next: Partial<StatisticChoice>) => void] {
  const host = useHost();
  let chosen = hosts.get(host);
  if (!chosen) {
    const stored = host.storage.get(KEY);
    const span = DRAW_COUNTS.find((each) => String(each) === host.storage.get(SPAN_KEY)) ?? USUAL_SPAN;
    hosts.set(host, (chosen = observableValue<StatisticChoice>({ figures: isNumberStatistic(stored) ? stored : 'omission', span })));
  }
  const shared = chosen;
  const set = (next: Partial<StatisticChoice>): void => {
    const choice = { ...shared.get(), ...next };
    host.storage.set(KEY, choice.figures);
    host.storage.set(SPAN_KEY, String(choice.span));
    shared.set(choice);
  };
  return [useReadableValue(shared), set];
}

/** What the figures are, in a word or two; empty where there are none. */
export function figureName({ figures, span }: StatisticChoice): string {
  if (figures === 'none') return '';
  return figures === 'hot' ? `冷热 · 近 ${span} 期` : '遗漏';
}

/** What the figures mean, in words. `draws` are those that were counted, where they are there. */
export function statisticText({ figures, span }: StatisticChoice, draws: number | undefined): string {
  if (figures === 'omission') return '号码下方为遗漏：连续未开出的期数';
  return figures === 'hot' ? `号码下方为冷热：近 ${Math.min(span, draws ?? span)} 期开出的次数` : '号码下方不显示数据';
}

/** How often each value came in these draws, in this part of them. */
export function timesDrawn(
  zones: readonly Zone[],
  { zone: id, places }: Slice,
  draws: readonly Pick<Draw, 'numbers'>[],
): ReadonlyMap<number, number> {
  const zone = zones.find((each) => each.id === id);
  const at = places?.map((place) => (zone?.places ?? []).findIndex((each) => each.id === place));
  const times = new Map<number, number>();
  for (const { numbers } of draws) {
    const all = numbers[id] ?? [];
    for (const value of new Set(at ? at.flatMap((place) => all[place] ?? []) : all)) times.set(value, (times.get(value) ?? 0) + 1);
  }
  return times;
}
