/** The results of a game as a file that the import reads: the same columns, one draw a row, the oldest first. */
import type { Draw, Game } from '../../engine/descriptions/types.ts';
import { csvOf } from '../../server/ledger/index.ts';
import { writeTime } from './times.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface StoredResult {
  readonly issue: string;
  readonly drawsAt: number;
  readonly numbers: Draw['numbers'];
  readonly demo: boolean;
}

export interface ExportedResults {
  readonly text: string;
  readonly count: number;
  /** Demonstration draws, which are no results. */
  readonly demo: number;
  /** Draws under an older description, with other zones than the game has now. */
  readonly older: number;
}

export function exportResults(game: Game, results: readonly StoredResult[], format: ExportFormat): ExportedResults {
  const { zones } = game.draw;
  const fits = ({ numbers }: StoredResult): boolean => zones.every(({ id, pick }) => numbers[id]?.length === pick);
  const real = results.filter(({ demo }) => !demo);
  const draws = real.filter(fits);
  const counts = { count: draws.length, demo: results.length - real.length, older: real.length - draws.length };
  const time = ({ drawsAt }: StoredResult): string => writeTime(game.schedule, drawsAt);
  if (format === 'jsonl') {
    const rows = draws.map((draw) => ({
      issue: draw.issue,
      time: time(draw),
      ...Object.fromEntries(zones.map(({ id }) => [id, draw.numbers[id]])),
    }));
    return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), ...counts };
  }
  const written = (draw: StoredResult) =>
    zones.map(({ id, pad = 1 }) => (draw.numbers[id] ?? []).map((value) => String(value).padStart(pad, '0')).join(' '));
  return {
    text: csvOf([['issue', 'time', ...zones.map(({ id }) => id)], ...draws.map((draw) => [draw.issue, time(draw), ...written(draw)])]),
    ...counts,
  };
}
