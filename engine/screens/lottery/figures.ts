/** What stands under the balls of a board: omission (遗漏), how often a number came lately (冷热), or nothing. Kept on the phone. */
import { useCurrent } from '../core/use-current.ts';
import type { Draw, Slice, Zone } from '../../descriptions/types.ts';
import type { Host } from '../core/contract.ts';
import { useHost } from '../core/hooks.ts';
import type { Chip } from '../kit/chips.tsx';
import { SPANS } from './past-draws.ts';
import { type Watched, watched } from '../core/observable.ts';

export type Figures = 'omission' | 'hot' | 'none';

export const FIGURES: readonly (Chip & { readonly value: Figures })[] = [
  { value: 'omission', label: '遗漏' },
  { value: 'hot', label: '冷热' },
  { value: 'none', label: '不显示' },
];

/** What stands there, and over how many draws 冷热 counts. */
export interface FigureChoice {
  readonly figures: Figures;
  readonly span: number;
}

const KEY = 'figures';
const SPAN_KEY = 'figures.span';
const USUAL_SPAN = SPANS[1];
const hosts = new WeakMap<Host, Watched<FigureChoice>>();

export const isFigures = (value: string | null): value is Figures => FIGURES.some((each) => each.value === value);

/** The choice, shared by every board of this phone. */
export function useFigures(): readonly [FigureChoice, (next: Partial<FigureChoice>) => void] {
  const host = useHost();
  let chosen = hosts.get(host);
  if (!chosen) {
    const stored = host.storage.get(KEY);
    const span = SPANS.find((each) => String(each) === host.storage.get(SPAN_KEY)) ?? USUAL_SPAN;
    hosts.set(host, (chosen = watched<FigureChoice>({ figures: isFigures(stored) ? stored : 'omission', span })));
  }
  const shared = chosen;
  const set = (next: Partial<FigureChoice>): void => {
    const choice = { ...shared.get(), ...next };
    host.storage.set(KEY, choice.figures);
    host.storage.set(SPAN_KEY, String(choice.span));
    shared.set(choice);
  };
  return [useCurrent(shared), set];
}

/** What the figures are, in a word or two; empty where there are none. */
export function figureName({ figures, span }: FigureChoice): string {
  if (figures === 'none') return '';
  return figures === 'hot' ? `冷热 · 近 ${span} 期` : '遗漏';
}

/** What the figures mean, in words. `draws` are those that were counted, where they are there. */
export function figureText({ figures, span }: FigureChoice, draws: number | undefined): string {
  if (figures === 'omission') return '号码下的数字：连续多少期没有开出';
  return figures === 'hot' ? `号码下的数字：近 ${Math.min(span, draws ?? span)} 期开出几次` : '号码下不显示数字';
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
