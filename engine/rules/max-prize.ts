import { mostFen } from '../descriptions/floating.ts';
import type { Line, Play } from '../descriptions/types.ts';
import { prizesOf, ruleOf } from './line-terms.ts';

/** The most that one bet may be paid, whatever is drawn, fen. `line` is a single bet. */
export function mostPrizeFen(play: Play, line: Line): number {
  const paid = prizesOf(play, ruleOf(play.rule, line), line).map((prize) => (prize.kind === 'fixed' ? prize.fen : Number(mostFen(prize))));
  return Math.max(...paid, 1);
}
