import type { Line, OptionsRule, PickedValue } from '../../descriptions/types.ts';
import { binomial, randomSample } from '../math.ts';
import { type CompiledArea, picksOf, type RuleContext } from '../zones.ts';
import type { CountedKind, CountedRuleKind } from './kind.ts';

/**
 * Each option is a bet of its own, or one option of every area makes a bet, or of every area that is picked from, or so many of the one area. Predicates
 * over the draw decide: draws/options.ts.
 */
export class CountedOptions implements CountedKind {
  protected readonly play: string;
  protected readonly each: boolean;
  /** Values of a bet, where it takes several of the one area. */
  protected readonly choose: number | undefined;
  /** Fewest areas of a bet, where it takes a value of each that is picked from (过关). */
  protected readonly least: number | undefined;
  protected readonly areas: readonly CompiledArea[];

  constructor(context: RuleContext, rule: OptionsRule) {
    this.play = context.play.code;
    this.each = rule.combine === 'each';
    this.choose = rule.combine === 'choose' ? rule.choose : undefined;
    this.least = rule.combine === 'pass' ? rule.least : undefined;
    this.areas = [...context.areas.values()];
  }

  count(line: Line): bigint {
    const { choose } = this;
    if (choose !== undefined)
      return this.areas.reduce((bets, { area }) => bets * binomial(picksOf(line.picks, area.id).length, choose), 1n);
    if (this.least !== undefined) {
      const filled = this.areas.map(({ area }) => picksOf(line.picks, area.id).length).filter((picked) => picked > 0);
      return filled.length < this.least ? 0n : filled.reduce((bets, picked) => bets * BigInt(picked), 1n);
    }
    if (!this.each) return this.areas.reduce((bets, { area }) => bets * BigInt(picksOf(line.picks, area.id).length), 1n);
    return BigInt(this.areas.reduce((bets, { area }) => bets + picksOf(line.picks, area.id).length, 0));
  }

  random(random: (n: number) => number): Line {
    const picks: Record<string, readonly PickedValue[]> = {};
    if (this.choose !== undefined) {
      for (const { area, values } of this.areas) picks[area.id] = randomSample(values, Math.max(this.choose, area.min), random);
      return { play: this.play, picks };
    }
    if (!this.each) {
      const wanted = new Set(this.least === undefined ? this.areas : randomSample(this.areas, this.least, random));
      for (const one of this.areas) if (one.area.min > 0) wanted.add(one);
      for (const { area, values } of wanted) picks[area.id] = randomSample(values, Math.max(1, area.min), random);
      return { play: this.play, picks };
    }
    // An area that must be picked from is; otherwise one value of all areas together, so that each is as likely.
    for (const { area, values } of this.areas) if (area.min > 0) picks[area.id] = randomSample(values, area.min, random);
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
  compile: (context, rule) => new CountedOptions(context, rule),
  choose: ({ choose }) => choose,
  fewestAreas: ({ combine, least }) => (combine === 'pass' ? { least: least ?? 1, label: '关' } : undefined),
};
