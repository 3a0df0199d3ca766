import type { Line, OptionsRule, PickedValue } from '../../descriptions/types.ts';
import { sample } from '../math.ts';
import { type CompiledArea, picksOf, type RuleContext } from '../zones.ts';
import type { CountedKind, CountedRuleKind } from './kind.ts';

/** Each option is a bet of its own, or one option of every area makes a bet. Predicates over the draw decide: draws/options.ts. */
export class CountedOptions implements CountedKind {
  protected readonly play: string;
  protected readonly each: boolean;
  protected readonly areas: readonly CompiledArea[];

  constructor(context: RuleContext, rule: OptionsRule) {
    this.play = context.play.code;
    this.each = rule.combine === 'each';
    this.areas = [...context.areas.values()];
  }

  count(line: Line): bigint {
    if (!this.each) return this.areas.reduce((bets, { area }) => bets * BigInt(picksOf(line.picks, area.id).length), 1n);
    return BigInt(this.areas.reduce((bets, { area }) => bets + picksOf(line.picks, area.id).length, 0));
  }

  random(random: (n: number) => number): Line {
    const picks: Record<string, readonly PickedValue[]> = {};
    if (!this.each) {
      for (const { area, values } of this.areas) picks[area.id] = sample(values, Math.max(1, area.min), random);
      return { play: this.play, picks };
    }
    // An area that must be picked from is; otherwise one value of all areas together, so that each is as likely.
    for (const { area, values } of this.areas) if (area.min > 0) picks[area.id] = sample(values, area.min, random);
    if (Object.keys(picks).length > 0) return { play: this.play, picks };
    let at = random(this.areas.reduce((n, { values }) => n + values.length, 0));
    for (const { area, values } of this.areas) {
      if (at < values.length) return { play: this.play, picks: { [area.id]: [values[at] as PickedValue] } };
      at -= values.length;
    }
    return { play: this.play, picks };
  }
}

export const options: CountedRuleKind<OptionsRule> = {
  kind: 'options',
  compile: (context, rule) => new CountedOptions(context, rule),
};
