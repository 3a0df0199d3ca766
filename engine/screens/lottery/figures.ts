/** What stands under the balls of a board: omission (遗漏), how often a number came lately (冷热), or nothing. Kept on the phone. */
import type { Draw, Slice, Zone } from '../../descriptions/types.ts';
import type { Host } from '../core/contract.ts';
import { useHost } from '../core/hooks.ts';
import type { Chip } from '../kit/chips.tsx';
import { useWatched } from './use-game.ts';
import { type Watched, watched } from './value.ts';

export type Figures = 'omission' | 'hot' | 'none';

export const FIGURES: readonly (Chip & { readonly value: Figures })[] = [
  { value: 'omission', label: '遗漏' },
  { value: 'hot', label: '冷热' },
  { value: 'none', label: '不显示' },
];

const KEY = 'figures';
const hosts = new WeakMap<Host, Watched<Figures>>();

export const isFigures = (value: string | null): value is Figures => FIGURES.some((each) => each.value === value);

/** The choice, shared by every board of this phone. */
export function useFigures(): readonly [Figures, (next: Figures) => void] {
  const host = useHost();
  let chosen = hosts.get(host);
  if (!chosen) {
    const stored = host.storage.get(KEY);
    hosts.set(host, (chosen = watched<Figures>(isFigures(stored) ? stored : 'omission')));
  }
  const shared = chosen;
  const set = (next: Figures): void => {
    host.storage.set(KEY, next);
    shared.set(next);
  };
  return [useWatched(shared), set];
}

/** What the figures mean, in words. */
export function figureText(figures: Figures, draws: number): string {
  if (figures === 'omission') return '号码下的数字：连续多少期没有开出';
  return figures === 'hot' ? `号码下的数字：近 ${draws} 期开出几次` : '号码下不显示数字';
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
