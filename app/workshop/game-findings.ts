/** Findings of a draft of a game or a family, as the worker sends them step by step. */
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Change } from '../../engine/rules/version-changes.ts';
import type { PlayOdds } from '../../engine/rules/odds.ts';
import type { DraftFinding } from './check-draft.ts';

export interface GameFindings {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly game: Game | undefined;
  readonly draws: bigint | undefined;
  readonly changes: readonly Change[] | undefined;
  readonly odds: readonly PlayOdds[];
  readonly done: boolean;
}

export const NO_FINDINGS: GameFindings = {
  problems: [],
  warnings: [],
  game: undefined,
  draws: undefined,
  changes: undefined,
  odds: [],
  done: false,
};
export function addFinding(before: GameFindings, finding: DraftFinding): GameFindings {
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
