/** The plays of a game by code, with the numbers of a match that each depends on, as the slip names them. */
import { numbersOf } from '../../../descriptions/sports/conditions.ts';
import type { MatchNumber, SportDescription, SportPlay } from '../../../descriptions/sports/types.ts';

export interface NamedPlay {
  readonly code: string;
  readonly name: string;
  readonly play: SportPlay;
  readonly numbers: readonly MatchNumber[];
}

const known = new WeakMap<SportDescription, ReadonlyMap<string, NamedPlay>>();

export function playsOf(sport: SportDescription): ReadonlyMap<string, NamedPlay> {
  let plays = known.get(sport);
  if (!plays) {
    plays = new Map(
      sport.plays.map((play) => [play.code, { code: play.code, name: play.name, play, numbers: numbersOf(play, sport.numbers) }]),
    );
    known.set(sport, plays);
  }
  return plays;
}
