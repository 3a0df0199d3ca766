import { numbersOfSet } from '../../descriptions/sets.ts';
import type { CrossRule, Line, NumbersArea, PickedSet, PickedValue } from '../../descriptions/types.ts';
import { randomSample } from '../math.ts';
import { numbersAreaOf, picksOf, refuseRepeats, type RuleContext } from '../zones.ts';
import type { CountedKind, CountedRuleKind } from './kind.ts';

interface Side {
  readonly area: NumbersArea;
  readonly values: readonly number[];
}

/**
 * 对碰: a bet is two different numbers, one of each side, and each pair is one bet, whichever side gives which. Its draws: draws/cross.ts.
 */
export class CountedCross implements CountedKind {
  protected readonly play: string;
  protected readonly sides: readonly [Side, Side];

  constructor(context: RuleContext, rule: CrossRule) {
    refuseRepeats(context, rule.sides);
    const [a, b] = rule.sides.map((id) => {
      const { area, values } = numbersAreaOf(context, id);
      return { area: area as NumbersArea, values: values as readonly number[] };
    });
    this.play = context.play.code;
    this.sides = [a as Side, b as Side];
  }

  protected rows(line: Line): readonly [readonly number[], readonly number[]] {
    return [
      picksOf(line.picks, this.sides[0].area.id) as readonly number[],
      picksOf(line.picks, this.sides[1].area.id) as readonly number[],
    ];
  }

  /** |A| × |B|, less the numbers that would meet themselves, less the pairs that both sides can give. */
  count(line: Line): bigint {
    const [a, b] = this.rows(line);
    const other = new Set(b);
    const both = a.filter((number) => other.has(number)).length;
    return BigInt(a.length * b.length - both - (both * (both - 1)) / 2);
  }

  /** One pair; of sides that are picked by sets (生肖), one set of each. */
  random(random: (n: number) => number): Line {
    const [a, b] = this.sides;
    for (let tries = 0; tries < 100; tries++) {
      const line = { play: this.play, picks: { [a.area.id]: pickOf(a, random), [b.area.id]: pickOf(b, random) } };
      const [first, second] = this.rows(line);
      if (first.every((number) => !second.includes(number))) return line;
    }
    // A generator that always gives the same: the first numbers of both sides that make a pair.
    const [first] = a.values;
    const second = b.values.find((number) => number !== first);
    return { play: this.play, picks: { [a.area.id]: [first as number], [b.area.id]: [second as number] } };
  }
}

function pickOf({ area, values }: Side, random: (n: number) => number): readonly PickedValue[] {
  const { by } = area;
  if (by === undefined || by.length === 0) return randomSample(values, Math.max(1, area.min), random);
  return [...numbersOfSet(by[random(by.length)] as PickedSet)];
}

export const cross: CountedRuleKind<CrossRule> = {
  compile: (context, rule) => new CountedCross(context, rule),
  unnamed: true,
  zone: ({ of }) => of[0]?.zone,
};
