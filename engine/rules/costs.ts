/**
 * Plays whose chances take too long. A condition is a few words and may ask for more draws than anybody can look at; what it costs is
 * counted in steps, not in time, so that every machine refuses the same files.
 */
import { gameAt } from '../descriptions/sets.ts';
import type { Game, Line, Play } from '../descriptions/types.ts';
import { compilePlay } from './compile.ts';
import { Budget, MOST_STEPS, visitDraws } from './space.ts';
import type { CompiledPlay } from './types.ts';

/** Combinations of options that are looked at one by one (`combine: all`). */
const MOST_COMBINATIONS = 20_000n;

/** What of a game decides about chances. */
export type Chances = Pick<Game, 'draw' | 'unitFen' | 'playGroups' | 'sets'>;

/** Codes of the plays among `asked` that are too costly; of sets their first tables count. The sense of it all was checked before. */
export function costlyPlays(game: Chances, asked: (play: Play) => boolean): ReadonlySet<string> {
  // Without a time nothing else of the game is read.
  const dated = gameAt(game as Game);
  const plays = dated.playGroups.flatMap((group) => group.plays).filter(asked);
  return new Set(plays.flatMap((play) => (costly(compilePlay(dated, play)) ? [play.code] : [])));
}

/** Whether all kinds of bets of a play together take more than `MOST_STEPS`. */
function costly(play: CompiledPlay): boolean {
  if (play.play.rule.kind === 'options' && play.count(everything(play)) > MOST_COMBINATIONS) return true;
  const budget = new Budget(MOST_STEPS);
  const nothing = (): void => undefined;
  return play.kinds().some((bet) => {
    const touches = play.parts(bet).flatMap((part) => part.touches);
    return !visitDraws(play.draws, touches, nothing, budget);
  });
}

/** Every value of every area picked. */
function everything(play: CompiledPlay): Line {
  return { play: play.play.code, picks: Object.fromEntries([...play.areas].map(([id, area]) => [id, area.values])) };
}
