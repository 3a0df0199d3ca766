import type { CombinationRule, Line, PickedValue } from '../../descriptions/types.ts';
import { binomial, randomSample } from '../math.ts';
import { numbersAreaOf, picksOf, type RuleContext } from '../zones.ts';
import type { CountedKind, CountedRuleKind } from './kind.ts';

/** How many of an area's values make a bet. */
export interface AreaChoice {
  readonly area: string;
  readonly values: readonly PickedValue[];
  readonly choose: number;
  readonly minPicks: number;
  readonly minBankers: number;
}

export function choicesOf(context: RuleContext, rule: CombinationRule): readonly AreaChoice[] {
  return rule.picks.map((p): AreaChoice => {
    const { area, values } = numbersAreaOf(context, p.area);
    const bankers = area.kind === 'numbers' ? area.bankers : undefined;
    return { area: p.area, values, choose: p.choose, minPicks: area.min, minBankers: bankers?.min ?? 0 };
  });
}

/** Choose `choose` of each area, order not mattering; bankers (胆) are in every bet. Its draws: draws/combination.ts. */
export class CountedCombination<C extends AreaChoice = AreaChoice> implements CountedKind {
  readonly picks: readonly C[];
  protected readonly play: string;

  constructor(context: RuleContext, picks: readonly C[]) {
    this.picks = picks;
    this.play = context.play.code;
  }

  count(line: Line): bigint {
    let bets = 1n;
    for (const p of this.picks) {
      const bankers = picksOf(line.bankers, p.area).length;
      bets *= binomial(picksOf(line.picks, p.area).length, p.choose - bankers);
    }
    return bets;
  }

  /** One bet; with an area that asks for bankers: its fewest bankers and then the rest, so one bet too. */
  random(random: (n: number) => number): Line {
    const picks: Record<string, readonly PickedValue[]> = {};
    const bankers: Record<string, readonly PickedValue[]> = {};
    for (const p of this.picks) {
      const rest = Math.max(p.minPicks, p.choose - p.minBankers);
      const drawn = randomSample(p.values, Math.min(p.values.length, p.minBankers + rest), random);
      const dan = new Set(p.minBankers > 0 ? randomSample(drawn, p.minBankers, random) : []);
      picks[p.area] = drawn.filter((v) => !dan.has(v));
      if (dan.size > 0) bankers[p.area] = [...dan];
    }
    return Object.keys(bankers).length > 0 ? { play: this.play, picks, bankers } : { play: this.play, picks };
  }
}

export const combination: CountedRuleKind<CombinationRule> = {
  compile: (context, rule) => new CountedCombination(context, choicesOf(context, rule)),
  unnamed: true,
  bankers: true,
  zone: ({ picks }, area) => picks.find((pick) => pick.area === area)?.of[0]?.zone,
  choose: ({ picks }, area) => picks.find((pick) => pick.area === area)?.choose,
};
