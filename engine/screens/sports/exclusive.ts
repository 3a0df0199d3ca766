/**
 * Picks of different plays of one match that can never win together: 1:0 and 负. That may be meant, so it is said and not refused. A part
 * of its own, since it looks at every way the match can end.
 */
import { compileSportPlay, LOST, numbersOf, scaledNumber } from '../../descriptions/sports/conditions.ts';
import { outcomeGroups } from '../../descriptions/sports/outcomes.ts';
import type { Measure, SportGame } from '../../descriptions/sports/types.ts';
import type { PickedMatch } from '../../machines/picked-matches.ts';

/** In words, one for each pair of plays; empty where everything goes together. */
export function exclusivePicks(sport: SportGame, { picks, numbers }: Pick<PickedMatch, 'picks' | 'numbers'>): readonly string[] {
  const plays = sport.plays.filter(({ code }) => picks[code]).map(compileSportPlay);
  if (plays.length < 2) return [];
  const read = new Set(plays.flatMap((play) => [...play.measures]));
  // What no picked play reads need not be tried; a part of a measure that is not looked at stands alone then.
  const measures = sport.measures
    .filter(({ code }) => read.has(code))
    .map(({ within, ...measure }): Measure => (within !== undefined && read.has(within) ? { ...measure, within } : measure));
  const wanted = new Set(plays.flatMap(({ play }) => numbersOf(play, sport.numbers).map(({ code }) => code)));
  const scaled = Object.fromEntries(
    Object.entries(numbers)
      .filter(([code]) => wanted.has(code))
      .map(([code, value]) => [code, scaledNumber(value)]),
  );
  if ([...wanted].some((code) => scaled[code] === undefined)) return [];
  const warnings: string[] = [];
  for (const { plays: together, outcomes } of outcomeGroups({ ...sport, measures }, plays, scaled)) {
    const own = plays.filter(({ play }) => together.has(play.code));
    for (const [at, first] of own.entries())
      for (const second of own.slice(at + 1)) {
        const pickedOf = ({ play }: (typeof own)[number]) =>
          play.choices.flatMap((choice, index) => (picks[play.code]?.[choice.code] === undefined ? [] : [{ choice, index }]));
        const [ours, theirs] = [pickedOf(first), pickedOf(second)];
        const meets = (a: number, b: number): boolean =>
          outcomes.some(({ states }) => states.get(first.play.code)?.[a] !== LOST && states.get(second.play.code)?.[b] !== LOST);
        const lonely = [
          ...ours
            .filter(({ index }) => !theirs.some((other) => meets(index, other.index)))
            .map(({ choice }) => [choice, second.play] as const),
          ...theirs
            .filter(({ index }) => !ours.some((other) => meets(other.index, index)))
            .map(({ choice }) => [choice, first.play] as const),
        ];
        const [lone] = lonely;
        if (lone) warnings.push(`${lone[0].name}与所选${lone[1].name}不会同时猜中`);
      }
  }
  return warnings;
}
