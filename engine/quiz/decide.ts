/**
 * Which option of a round came true. The first whose condition holds wins; one without a condition wins when none before it does. Where none
 * does, nobody was right and the round is void: that is for the caller to say.
 */
import { compileSportPlay, type Result, type ScaledNumbers, WON } from '../descriptions/sports/conditions.ts';
import { deepFreeze } from '../descriptions/canonical.ts';
import type { Draw, Game } from '../descriptions/types.ts';
import { compiledGame } from '../rules/compile.ts';
import { AREA, asPlay, asSportPlay } from './as-play.ts';
import type { DrawSource, MatchSource } from './types.ts';

/**
 * `game`: the version that the issue was drawn under; `drawsAt` (unix ms) is for sets of numbers that change with the day.
 * @throws RuleDefinitionError when a condition names what this version does not have.
 */
export function decideDraw(source: DrawSource, game: Game, drawsAt: number, draw: Draw): string | undefined {
  const only = deepFreeze({ ...game, playGroups: [{ code: 'quiz', name: 'quiz', plays: [asPlay(source)] }] });
  const play = compiledGame(only, drawsAt).play('quiz');
  return source.options.find(({ code }) => (play?.settle({ play: 'quiz', picks: { [AREA]: [code] } }, draw).size ?? 0) > 0)?.code;
}

export function decideMatch(source: MatchSource, result: Result, numbers: ScaledNumbers): string | undefined {
  const play = compileSportPlay(asSportPlay(source));
  return source.options.find((_, at) => play.state(at, result, numbers) === WON)?.code;
}
