/** Findings of a draft of a game or a family, as the worker sends them step by step. */
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Change } from '../../engine/rules/changes.ts';
import type { PlayOdds } from '../../engine/rules/odds.ts';
import type { Finding } from './judge.ts';

export interface Judged {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly game: Game | undefined;
  readonly draws: bigint | undefined;
  readonly changes: readonly Change[] | undefined;
  readonly odds: readonly PlayOdds[];
  readonly done: boolean;
}

export const NOTHING: Judged = { problems: [], warnings: [], game: undefined, draws: undefined, changes: undefined, odds: [], done: false };
export function withFinding(before: Judged, finding: Finding): Judged {
  switch (finding.is) {
    case 'problems':
      // The phone keeps the last draft that was right.
      return { ...before, problems: finding.problems, warnings: [], changes: undefined, odds: [], done: false };
    case 'game':
      return { ...before, game: finding.game, draws: finding.draws };
    case 'changes':
      return { ...before, changes: finding.changes };
    case 'odds':
      return { ...before, odds: [...before.odds, finding.play] };
    case 'warning':
      return { ...before, warnings: [...before.warnings, finding.problem] };
    case 'done':
      return { ...before, done: true };
    default:
      return before;
  }
}
