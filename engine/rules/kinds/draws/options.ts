import type { Draw, Line, OptionsRule, PickedValue } from '../../../descriptions/types.ts';
import { type CompiledPredicate, compilePredicate } from '../../predicate.ts';
import type { Touch } from '../../space.ts';
import { areaOf, picksOf, RuleDefinitionError, type RuleContext } from '../../zones.ts';
import { binomial, subsets } from '../../math.ts';
import { type KindPlay, NO_WINS, type Part, type RuleKind, type Wins } from '../kind.ts';
import { CountedOptions } from '../options.ts';

interface Case {
  readonly when: CompiledPredicate;
  readonly tier: string;
}

export const options: RuleKind<OptionsRule> = {
  kind: 'options',
  compile(context, rule) {
    const cases = new Map<string, Map<PickedValue, Case[]>>([...context.areas.keys()].map((area) => [area, new Map()]));
    rule.cases.forEach((c) => {
      const { area, values, has } = areaOf(context, c.area);
      const tier = rule.combine === 'all' ? rule.tier : c.tier;
      if (tier === undefined) throw new RuleDefinitionError(context.play.code, `a case of area ${c.area} has no tier`);
      const entry = { when: compilePredicate(context, c.when, area.kind === 'numbers'), tier };
      for (const value of c.values ?? values) {
        if (!has.has(value)) throw new RuleDefinitionError(context.play.code, `area ${c.area} has no value ${value}`);
        const list = cases.get(c.area)?.get(value);
        if (list) list.push(entry);
        else cases.get(c.area)?.set(value, [entry]);
      }
    });
    if (rule.combine === 'choose') return new Chosen(context, rule, cases);
    return new Options(context, rule, cases);
  },
};

class Options extends CountedOptions implements KindPlay {
  readonly tiers: readonly string[];
  protected readonly cases: ReadonlyMap<string, ReadonlyMap<PickedValue, readonly Case[]>>;
  private readonly tier: string | undefined;

  constructor(context: RuleContext, rule: OptionsRule, cases: ReadonlyMap<string, ReadonlyMap<PickedValue, readonly Case[]>>) {
    super(context, rule);
    this.cases = cases;
    this.tier = rule.tier;
    this.tiers = rule.combine === 'all' && rule.tier !== undefined ? [rule.tier] : [...new Set(rule.cases.flatMap((c) => c.tier ?? []))];
  }

  *expand(line: Line): Generator<Line> {
    if (this.each) {
      for (const { area } of this.areas)
        for (const value of picksOf(line.picks, area.id)) yield { play: line.play, picks: { [area.id]: [value] } };
      return;
    }
    const chosen: PickedValue[] = [];
    const areas = this.areas;
    function* step(): Generator<Line> {
      const next = areas[chosen.length];
      if (!next) {
        yield { play: line.play, picks: Object.fromEntries(areas.map(({ area }, i) => [area.id, [chosen[i] as PickedValue]])) };
        return;
      }
      for (const value of picksOf(line.picks, next.area.id)) {
        chosen.push(value);
        yield* step();
        chosen.pop();
      }
    }
    yield* step();
  }

  /** The tier that a value comes to in a draw; undefined where no case of it holds. */
  protected tiersIn(draw: Draw): (area: string, value: PickedValue) => string | undefined {
    // What each value comes to in this draw is the same for every line.
    const known = new Map<string, Map<PickedValue, string | undefined>>();
    return (area, value) => {
      let values = known.get(area);
      if (!values) {
        values = new Map();
        known.set(area, values);
      }
      if (!values.has(value))
        values.set(
          value,
          this.cases
            .get(area)
            ?.get(value)
            ?.find((c) => c.when.holds(draw, value))?.tier,
        );
      return values.get(value);
    };
  }

  against(draw: Draw): (line: Line) => Wins {
    const tierOf = this.tiersIn(draw);
    if (!this.each)
      return (line) => {
        let ways = 1n;
        for (const { area } of this.areas) {
          let right = 0;
          for (const value of picksOf(line.picks, area.id)) if (tierOf(area.id, value) !== undefined) right++;
          if (right === 0) return NO_WINS;
          ways *= BigInt(right);
        }
        return new Map([[this.tier as string, ways]]);
      };
    return (line) => {
      let wins: Map<string, bigint> | undefined;
      for (const { area } of this.areas)
        for (const value of picksOf(line.picks, area.id)) {
          const tier = tierOf(area.id, value);
          if (tier === undefined) continue;
          wins ??= new Map();
          wins.set(tier, (wins.get(tier) ?? 0n) + 1n);
        }
      return wins ?? NO_WINS;
    };
  }

  /** Options are looked at one by one. */
  kinds(): readonly Line[] {
    return [...this.expand({ play: this.play, picks: Object.fromEntries(this.areas.map(({ area, values }) => [area.id, values])) })];
  }

  parts(line: Line): readonly Part[] {
    const touches = (area: string): Touch[] =>
      picksOf(line.picks, area).flatMap((value) => (this.cases.get(area)?.get(value) ?? []).flatMap((c) => c.when.touches(value)));
    if (!this.each) return [{ line, touches: this.areas.flatMap(({ area }) => touches(area.id)) }];
    // Wins add up area by area, so each area is a part of its own.
    return this.areas.flatMap(({ area }) => {
      const picks = picksOf(line.picks, area.id);
      return picks.length > 0 ? [{ line: { play: line.play, picks: { [area.id]: picks } }, touches: touches(area.id) }] : [];
    });
  }
}

/** A bet takes several values of the one area (连肖, 特码包三). Of the tiers of those that hold the one counts that stands first among the prizes. */
class Chosen extends Options {
  private readonly any: boolean;
  /** Tiers in the order of the prizes. */
  private readonly ranked: readonly string[];

  constructor(context: RuleContext, rule: OptionsRule, cases: ReadonlyMap<string, ReadonlyMap<PickedValue, readonly Case[]>>) {
    super(context, rule, cases);
    this.any = rule.wins === 'any';
    const named = new Set(this.tiers);
    this.ranked = context.play.prizes.flatMap(({ tier }) => (named.has(tier) ? [tier] : []));
  }

  override *expand(line: Line): Generator<Line> {
    for (const { area } of this.areas)
      for (const subset of subsets([...picksOf(line.picks, area.id)], this.choose as number))
        yield { play: line.play, picks: { [area.id]: subset } };
  }

  override against(draw: Draw): (line: Line) => Wins {
    const tierOf = this.tiersIn(draw);
    const choose = this.choose as number;
    const [{ area } = { area: { id: '' } }] = this.areas;
    return (line) => {
      const picks = picksOf(line.picks, area.id);
      const holding = new Map<string, number>();
      let held = 0;
      for (const value of picks) {
        const tier = tierOf(area.id, value);
        if (tier === undefined) continue;
        holding.set(tier, (holding.get(tier) ?? 0) + 1);
        held += 1;
      }
      // Ways to choose from what is left as values of the first tiers are taken away: the difference is what has that tier.
      let left = this.any ? picks.length : held;
      let wins: Map<string, bigint> | undefined;
      for (const tier of this.ranked) {
        const own = holding.get(tier) ?? 0;
        if (own === 0) continue;
        const ways = binomial(left, choose) - binomial(left - own, choose);
        left -= own;
        if (ways > 0n) (wins ??= new Map()).set(tier, ways);
      }
      return wins ?? NO_WINS;
    };
  }

  override parts(line: Line): readonly Part[] {
    return [{ line, touches: super.parts(line).flatMap((part) => part.touches) }];
  }
}
