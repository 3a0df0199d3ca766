/** A slip of 快三 as a phone keeps it. */
import { withStoredDraft, storedDraftOf, type GameStage } from './stage.tsx';

export const SLIP_LINES = [
  { id: 1, line: { play: 'HZ', picks: { sum: [9, 10] } } },
  { id: 2, line: { play: 'STH_DX', picks: { face: [1] } } },
];

export function storedSlip(multiplier = 1, lines: unknown = SLIP_LINES): Map<string, string> {
  return withStoredDraft('slip', 'jsks', JSON.stringify({ format: 1, hash: 'h1', lines, multiplier, editing: null }));
}

export const slipInStorage = (set: GameStage) =>
  JSON.parse(storedDraftOf(set, 'slip', 'jsks') ?? '{"lines":[],"multiplier":1}') as { lines: unknown[]; multiplier: number };
