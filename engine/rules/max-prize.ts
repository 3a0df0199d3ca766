import { maxFloatingFen } from '../descriptions/floating.ts';
import type { Line, Play } from '../descriptions/types.ts';
import { prizesOf, ruleOf } from './line-terms.ts';

/** The largest prize of one bet in any draw, in fen, at least 1. `line` is a single bet. */
export function maxPrizeFen(play: Play, line: Line): number {
  const paid = prizesOf(play, ruleOf(play.rule, line), line).map((prize) =>
    prize.kind === 'fixed' ? prize.fen : Number(maxFloatingFen(prize)),
  );
  return Math.max(...paid, 1);
}
