/** A slip of 快三 as a phone keeps it. */
import { kept, keptOf, type Stage } from './stage.tsx';

export const LINES = [
  { id: 1, line: { play: 'HZ', picks: { sum: [9, 10] } } },
  { id: 2, line: { play: 'STH_DX', picks: { face: [1] } } },
];

export function saved(multiplier = 1, lines: unknown = LINES): Map<string, string> {
  return kept('slip', 'jsks', JSON.stringify({ format: 1, hash: 'h1', lines, multiplier, editing: null }));
}

export const slipOf = (set: Stage) =>
  JSON.parse(keptOf(set, 'slip', 'jsks') ?? '{"lines":[],"multiplier":1}') as { lines: unknown[]; multiplier: number };
