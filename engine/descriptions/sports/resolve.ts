/** A sports game with the parts of the one that it is like. */
import type { PassesDescription, SportDescription, SportFile, SportGame } from './types.ts';

/** The parts that a file which is like no other must state. */
export const SPORT_PARTS = ['sport', 'unitFen', 'measures', 'numbers', 'plays', 'caps', 'payout'] as const;
const PARTS = [...SPORT_PARTS, 'passes', 'mixed', 'board', 'sale', 'feed'] as const;

/**
 * `base`: the game that `file.like` names, which is like no other itself. Its plays come first; a play of the file with the same code takes
 * the place of it. Where a part is missing in both, it is missing in the answer: the checks of the file say so.
 */
export function resolveSport(file: SportFile, base?: SportFile): SportDescription {
  const { omitPlays = [], plays = [], ...own } = file;
  if (base === undefined) return { ...own, plays } as SportDescription;
  const theirs = base.plays ?? [];
  const parts: Partial<SportFile> = Object.fromEntries(PARTS.flatMap((part) => (base[part] === undefined ? [] : [[part, base[part]]])));
  const remaining = theirs
    .filter((play) => !omitPlays.includes(play.code))
    .map((play) => plays.find((each) => each.code === play.code) ?? play);
  const added = plays.filter((play) => !theirs.some((each) => each.code === play.code));
  return { ...parts, ...own, plays: [...remaining, ...added] } as SportDescription;
}

/** The published form: the game with its table of passes. */
export const sportGame = (sport: SportDescription, table: PassesDescription | undefined): SportGame =>
  table === undefined ? sport : { ...sport, table };
