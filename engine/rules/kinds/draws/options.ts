import type { Draw, Line, OptionsRule, PickedValue } from '../../../descriptions/types.ts';
import { type CompiledPredicate, compilePredicate } from '../../predicate.ts';
import type { Touch } from '../../space.ts';
import { areaOf, picksOf, RuleDefinitionError, type RuleContext } from '../../zones.ts';
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
    return new Options(context, rule, cases);
  },
};

class Options extends CountedOptions implements KindPlay {
  readonly tiers: readonly string[];
  private readonly cases: ReadonlyMap<string, ReadonlyMap<PickedValue, readonly Case[]>>;
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

  against(draw: Draw): (line: Line) => Wins {
    // What each value comes to in this draw is the same for every line.
    const known = new Map<string, Map<PickedValue, string | undefined>>();
    const tierOf = (area: string, value: PickedValue): string | undefined => {
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
