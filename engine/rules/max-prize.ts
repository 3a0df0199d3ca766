import { maxFloatingFen } from '../descriptions/floating.ts';
import type { Line, Play } from '../descriptions/types.ts';
import { prizesOf, ruleOf } from './line-terms.ts';

/** The largest prize that the single bet `line` can win in any draw, in fen. At least 1, even if no tier pays. */
export function maxPrizeFen(play: Play, line: Line): number {
  const paid = prizesOf(play, ruleOf(play.rule, line), line).map((prize) =>
    prize.kind === 'fixed' ? prize.fen : Number(maxFloatingFen(prize)),
  );
  return Math.max(...paid, 1);
}
