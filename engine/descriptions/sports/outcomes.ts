/**
 * The ways a match can end, as far as a game's plays tell them apart. A score settles 胜平负, handicap, total goals and half/full
 * together, so picks of one match that exclude each other never win at once: the range of prizes looks at these outcomes alone.
 */
import type { Measure, SportDescription } from './types.ts';
import { type CompiledSportPlay, NUMBER_SCALE, type Result, type ScaledNumbers, type ChoiceState } from './conditions.ts';

/** What some plays are in one outcome: the states of their choices by play, and a result in which it is so. */
export interface WitnessedOutcome {
  readonly states: ReadonlyMap<string, readonly ChoiceState[]>;
  readonly result: Result;
}

/** Plays whose outcomes hang together, since they read the same measures, and their outcomes, no two alike. */
export interface OutcomeGroup {
  readonly plays: ReadonlySet<string>;
  readonly outcomes: readonly WitnessedOutcome[];
}

/** Totals that are tried on each side of a line: two, so that both parities come up whatever the difference. */
const AROUND = [-2, -1, 0, 1, 2];

/** Lists the groups of a game for a match with these numbers. Numbers that no condition of a group reads do not matter. */
export function outcomeGroups(
  sport: SportDescription,
  plays: readonly CompiledSportPlay[],
  numbers: ScaledNumbers,
): readonly OutcomeGroup[] {
  return joinedMeasures(sport.measures, plays).map((measures) => {
    const own = plays.filter((play) => measures.some(({ code }) => play.measures.has(code)));
    const seen = new Map<string, WitnessedOutcome>();
    for (const result of resultsOf(measures, numbers)) {
      const states = own.map((play) => play.play.choices.map((_, choice) => play.state(choice, result, numbers)));
      const key = states.map((list) => list.join('')).join('|');
      if (!seen.has(key)) seen.set(key, { result, states: new Map(own.map((play, i) => [play.play.code, states[i] as ChoiceState[]])) });
    }
    return { plays: new Set(own.map(({ play }) => play.code)), outcomes: [...seen.values()] };
  });
}

/** Measures in groups: two are together when one is within the other or a play reads both. */
function joinedMeasures(measures: readonly Measure[], plays: readonly CompiledSportPlay[]): readonly Measure[][] {
  const links = [
    ...measures.filter(({ within }) => within !== undefined).map(({ code, within }) => new Set([code, within as string])),
    ...plays.map((play) => play.measures),
  ];
  const groups: Measure[][] = [];
  const placed = new Set<string>();
  for (const first of measures) {
    if (placed.has(first.code)) continue;
    const group = new Set([first.code]);
    for (let size = 0; size < group.size; ) {
      size = group.size;
      for (const link of links) if ([...link].some((code) => group.has(code))) for (const code of link) group.add(code);
    }
    for (const code of group) placed.add(code);
    groups.push(measures.filter(({ code }) => group.has(code)));
  }
  return groups;
}

/** Every result of some measures that their conditions could tell apart. Parts come after what they are within. */
function resultsOf(measures: readonly Measure[], numbers: ScaledNumbers): readonly Result[] {
  const ordered = [...measures].sort((a, b) => Number(a.within !== undefined) - Number(b.within !== undefined));
  let results: Result[] = [{}];
  for (const measure of ordered)
    results = results.flatMap((result) =>
      pairsOf(measure, measure.within === undefined ? undefined : result[measure.within], numbers).map((pair) => ({
        ...result,
        [measure.code]: pair,
      })),
    );
  return results;
}

function pairsOf(measure: Measure, whole: readonly [number, number] | undefined, numbers: ScaledNumbers): [number, number][] {
  const pairs: [number, number][] = [];
  const add = (home: number, away: number): void => {
    if (!(measure.noTie && home === away)) pairs.push([home, away]);
  };
  if (measure.counted === 'goals') {
    for (let home = 0; home <= Math.min(measure.to, whole?.[0] ?? measure.to); home++)
      for (let away = 0; away <= Math.min(measure.to, whole?.[1] ?? measure.to); away++) add(home, away);
    return pairs;
  }
  // A handicap moves where the difference matters, a line where the total does; which is which does not matter here.
  const marks = Object.values(numbers).map((number) => Math.floor(Math.abs(number) / NUMBER_SCALE));
  const farthest = Math.max(measure.to, ...marks.filter((mark) => mark <= measure.to).map((mark) => mark + 2));
  const totals = new Set(marks.flatMap((mark) => AROUND.map((step) => mark + step)));
  for (let difference = -farthest; difference <= farthest; difference++) {
    const least = Math.abs(difference);
    for (const total of new Set([least, least + 2 * NUMBER_SCALE, ...totals]))
      if (total >= least && (total - least) % 2 === 0) add((total + difference) / 2, (total - difference) / 2);
  }
  return pairs;
}
