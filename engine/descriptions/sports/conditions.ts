import type { Condition, MatchNumber, RangeCondition, SportPlay, RangeMeasure } from './types.ts';

/** Both sides' numbers by the code of a measure: `{"full": [2, 1], "half": [1, 0]}`. */
export type Result = Readonly<Record<string, readonly [home: number, away: number]>>;

/** A match's numbers by code, in hundredths: a handicap of −1 is −100. */
export type ScaledNumbers = Readonly<Record<string, number>>;

/** Decimals of a match's numbers and of the bounds in conditions: two at most, as the schema says. */
export const NUMBER_SCALE = 100;

type Test = (result: Result, numbers: ScaledNumbers) => boolean;

/** When a sale day begins (time of Beijing) where a game's `sale.dayStarts` says nothing. */
export const DAY_STARTS = '12:00';

/** What a choice is in a result: lost, won, or void because the play is a push there (odds 1.00, every choice counts). */
export type ChoiceState = 0 | 1 | 2;
export const LOST: ChoiceState = 0;
export const WON: ChoiceState = 1;
export const VOID: ChoiceState = 2;

export interface CompiledSportPlay {
  readonly play: SportPlay;
  /** Where the choice stands among the play's; undefined for a code that it does not have. */
  index(choice: string): number | undefined;
  state(choice: number, result: Result, numbers: ScaledNumbers): ChoiceState;
  /** Measures that its conditions read. */
  readonly measures: ReadonlySet<string>;
}

/** "-1.5" → −150. For text that the schema let pass. */
export function scaledNumber(text: string): number {
  const [whole = '', part = ''] = text.split('.');
  const size = Number(whole.replace('-', '')) * NUMBER_SCALE + Number(part.padEnd(2, '0').slice(0, 2));
  return text.startsWith('-') ? -size : size;
}

/** Turns a play's conditions into tests. The semantic checks have seen to it that every name in them exists. */
export function compileSportPlay(play: SportPlay): CompiledSportPlay {
  const indexes = new Map(play.choices.map(({ code }, i) => [code, i]));
  const measures = new Set<string>();
  const push = play.push && compile(play.push, measures);
  const own = play.choices.map(({ when }) => compile(when.op === 'rest' ? when.when : when, measures));
  const rest = play.choices.map(({ when }) => when.op === 'rest');
  const named = own.filter((_, i) => !rest[i]);
  return {
    play,
    index: (choice) => indexes.get(choice),
    state(choice, result, numbers) {
      if (push?.(result, numbers)) return VOID;
      if (!own[choice]?.(result, numbers)) return LOST;
      return rest[choice] && named.some((test) => test(result, numbers)) ? LOST : WON;
    },
    measures,
  };
}

function compile(condition: Condition, measures: Set<string>): Test {
  switch (condition.op) {
    case 'all': {
      const tests = condition.conditions.map((part) => compile(part, measures));
      return (result, numbers) => tests.every((test) => test(result, numbers));
    }
    case 'rest':
      // Only at the top of a choice, which compileSportPlay reads itself; the semantic checks refuse it elsewhere.
      return compile(condition.when, measures);
    case 'score': {
      const { of, home, away } = condition;
      measures.add(of);
      return (result) => result[of]?.[0] === home && result[of]?.[1] === away;
    }
    case 'odd':
    case 'even': {
      const { of, op } = condition;
      const value = takeOf(condition.take);
      const remainder = op === 'odd' ? 1 : 0;
      measures.add(of);
      return (result) => result[of] !== undefined && Math.abs(value(...result[of])) % 2 === remainder;
    }
    case 'range':
      measures.add(condition.of);
      return range(condition);
  }
}

function range({ of, take, times = 1, plus, minus, from, to, above, below }: RangeCondition): Test {
  const value = takeOf(take);
  const least = from === undefined ? Number.NEGATIVE_INFINITY : scaledNumber(from);
  const most = to === undefined ? Number.POSITIVE_INFINITY : scaledNumber(to);
  const over = above === undefined ? Number.NEGATIVE_INFINITY : scaledNumber(above);
  const under = below === undefined ? Number.POSITIVE_INFINITY : scaledNumber(below);
  return (result, numbers) => {
    const pair = result[of];
    if (pair === undefined) return false;
    const sum =
      value(...pair) * times * NUMBER_SCALE +
      (plus === undefined ? 0 : (numbers[plus] as number)) -
      (minus === undefined ? 0 : (numbers[minus] as number));
    return sum >= least && sum <= most && sum > over && sum < under;
  };
}

function takeOf(take: RangeMeasure): (home: number, away: number) => number {
  switch (take) {
    case 'home':
      return (home) => home;
    case 'away':
      return (_, away) => away;
    case 'difference':
      return (home, away) => home - away;
    case 'total':
      return (home, away) => home + away;
  }
}

/** The numbers that a play's conditions and `needs` read, so that a ticket must bring them. */
export function numbersOf(play: SportPlay, numbers: readonly MatchNumber[]): readonly MatchNumber[] {
  const read = new Set((play.needs ?? []).map(({ number }) => number));
  const look = (condition: Condition): void => {
    if (condition.op === 'all') condition.conditions.forEach(look);
    else if (condition.op === 'rest') look(condition.when);
    else if (condition.op === 'range') {
      if (condition.plus !== undefined) read.add(condition.plus);
      if (condition.minus !== undefined) read.add(condition.minus);
    }
  };
  if (play.push) look(play.push);
  for (const { when } of play.choices) look(when);
  return numbers.filter(({ code }) => read.has(code));
}

/** The numbers of a match that a play depends on, as they are printed: −1, +6.5 of a handicap, 219.5 of a line; '' without any. */
export const printedNumbers = (play: SportPlay, numbers: readonly MatchNumber[], values: Readonly<Record<string, string>>): string =>
  numbersOf(play, numbers)
    .flatMap((number) => {
      const value = values[number.code];
      // A handicap of nothing is none.
      return value === undefined || (number.from < 0 && Number(value) === 0) ? [] : [printedNumber(number, value)];
    })
    .join(' ');

export const printedNumber = ({ from }: MatchNumber, value: string): string =>
  from < 0 && Number(value) > 0 ? `+${Number(value)}` : value.replace('-', '−');
