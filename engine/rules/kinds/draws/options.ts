import type { Draw, Line, OptionsRule, PickedValue, Zone } from '../../../descriptions/types.ts';
import { type CompiledPredicate, compilePredicate } from '../../predicate.ts';
import { type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import type { Touch } from '../../draw-space.ts';
import { areaOf, picksOf, RuleDefinitionError, type RuleContext } from '../../zones.ts';
import { binomial, subsets } from '../../math.ts';
import { type KindPlay, NO_WINS, type LinePart, type RuleKind, type Wins } from '../kind.ts';
import { CountedOptions } from '../options.ts';

interface Case {
  readonly when: CompiledPredicate;
  readonly tier: string;
}

export const options: RuleKind<OptionsRule> = {
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
    if (rule.combine === 'pass') return new Passed(context, rule, cases);
    return new Options(context, rule, cases);
  },
  /** An option counts when it wins by itself; with `all`, when a winning bet of the line holds it; with `choose`, when its condition holds. */
  hits: ({ combine }, { line, wins }) =>
    Object.fromEntries(
      Object.entries(line.picks).map(([area, values]) => [
        area,
        values.filter((value) =>
          wins({ play: line.play, picks: combine === 'all' ? { ...line.picks, [area]: [value] } : { [area]: [value] } }),
        ),
      ]),
    ),
  /** Values of a bet that takes several are looked at one by one; a leg counts when it is not lost. */
  single: ({ combine, cases, legs }, play) =>
    combine === 'choose' || combine === 'pass'
      ? {
          ...play,
          rule: { kind: 'options', combine: 'each', cases },
          prizes: legs?.map((tier) => ({ kind: 'fixed' as const, tier, name: tier, fen: 1 })) ?? play.prizes,
        }
      : undefined,
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
    function* fillAreas(): Generator<Line> {
      const next = areas[chosen.length];
      if (!next) {
        yield { play: line.play, picks: Object.fromEntries(areas.map(({ area }, i) => [area.id, [chosen[i] as PickedValue]])) };
        return;
      }
      for (const value of picksOf(line.picks, next.area.id)) {
        chosen.push(value);
        yield* fillAreas();
        chosen.pop();
      }
    }
    yield* fillAreas();
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

  /** The cells that come to something in a draw, area by area. */
  protected holding(draw: Draw, cells: CellIndex): readonly (readonly number[])[] {
    const tierOf = this.tiersIn(draw);
    return this.areas.map(({ area, values }) =>
      values.filter((value) => tierOf(area.id, value) !== undefined).map((value) => cells.value(area.id, value)),
    );
  }

  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const holding = this.holding(draw, cells);
    return winningCondition([this.each ? [{ cells: holding.flat(), least: 1 }] : holding.map((own) => ({ cells: own, least: 1 }))]);
  }

  /** Options are looked at one by one. */
  kinds(): readonly Line[] {
    return [...this.expand({ play: this.play, picks: Object.fromEntries(this.areas.map(({ area, values }) => [area.id, values])) })];
  }

  parts(line: Line): readonly LinePart[] {
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
      // Ways to choose from the rest after removing the values of the first tiers: the difference has that tier.
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

  override demand(draw: Draw, cells: CellIndex): WinningCondition {
    return winningCondition([[{ cells: this.holding(draw, cells).flat(), least: this.any ? 1 : (this.choose as number) }]]);
  }

  override parts(line: Line): readonly LinePart[] {
    return [{ line, touches: super.parts(line).flatMap((part) => part.touches) }];
  }
}

/** A bet takes one value of each area that is picked from (过关); how many of these legs came to what decides the tier, and one that came to nothing loses it. */
class Passed extends Options {
  override readonly tiers: readonly string[];
  private readonly legs: readonly string[];
  private readonly tierOf: ReadonlyMap<string, string>;
  private readonly zones: readonly Zone[];
  private readonly alike: boolean;

  constructor(context: RuleContext, rule: OptionsRule, cases: ReadonlyMap<string, ReadonlyMap<PickedValue, readonly Case[]>>) {
    super(context, rule, cases);
    const { legs = [], tiers = [] } = rule;
    for (const one of rule.cases)
      if (!legs.includes(one.tier as string)) throw new RuleDefinitionError(context.play.code, `no leg comes to ${one.tier}`);
    this.legs = legs;
    this.tiers = tiers.map(({ tier }) => tier);
    this.tierOf = new Map(tiers.toReversed().flatMap(({ tier, hits }) => hits.map((figures) => [figures.join(), tier] as const)));
    this.zones = [...context.zones.values()];
    this.alike = this.isAlike();
  }

  override *expand(line: Line): Generator<Line> {
    const rows = this.filled(line);
    if (rows.length < (this.least as number)) return;
    yield* this.take(rows, 0, {});
  }

  private *take(rows: readonly Row[], index: number, picks: Record<string, readonly PickedValue[]>): Generator<Line> {
    const row = rows[index];
    if (row === undefined) yield { play: this.play, picks };
    else for (const value of row.values) yield* this.take(rows, index + 1, { ...picks, [row.area]: [value] });
  }

  private filled(line: Line): readonly Row[] {
    return this.areas.flatMap(({ area: { id } }) => {
      const values = picksOf(line.picks, id);
      return values.length > 0 ? [{ area: id, values }] : [];
    });
  }

  override against(draw: Draw): (line: Line) => Wins {
    const comesTo = this.tiersIn(draw);
    return (line) => {
      const rows = this.filled(line);
      if (rows.length < (this.least as number)) return NO_WINS;
      // The number of ways to reach each count of legs of each sort, area after area.
      let ways = new Map<string, bigint>([[this.legs.map(() => 0).join(), 1n]]);
      for (const { area, values } of rows) {
        const outcomes = this.legs.map((leg) => BigInt(values.filter((value) => comesTo(area, value) === leg).length));
        const next = new Map<string, bigint>();
        for (const [key, before] of ways) {
          const figures = key.split(',').map(Number);
          for (const [which, count] of outcomes.entries()) {
            if (count === 0n) continue;
            const more = figures.map((figure, index) => figure + (index === which ? 1 : 0)).join();
            next.set(more, (next.get(more) ?? 0n) + before * count);
          }
        }
        if (next.size === 0) return NO_WINS;
        ways = next;
      }
      const wins = new Map<string, bigint>();
      for (const [key, count] of ways) {
        const tier = this.tierOf.get(key);
        if (tier !== undefined) wins.set(tier, (wins.get(tier) ?? 0n) + count);
      }
      return wins.size > 0 ? wins : NO_WINS;
    };
  }

  override demand(draw: Draw, cells: CellIndex): WinningCondition {
    return winningCondition([[{ cells: this.holding(draw, cells).flat(), least: this.least as number }]]);
  }

  /** Where every area asks the same of a place of its own, as the numbers are drawn alike, legs may change their places: each multiset of values once. */
  override kinds(): readonly Line[] {
    const least = this.least as number;
    const rows = this.areas.map(({ area, values }) => ({ area: area.id, values }));
    const kinds: Line[] = [];
    const { alike } = this;
    const addLegs = (from: number, picks: Record<string, readonly PickedValue[]>, legs: number, first: number): void => {
      if (legs >= least) kinds.push({ play: this.play, picks });
      for (let at = from; at < (alike ? Math.min(from + 1, rows.length) : rows.length); at++) {
        const row = rows[at] as Row;
        for (let index = alike ? first : 0; index < row.values.length; index++)
          addLegs(at + 1, { ...picks, [row.area]: [row.values[index] as PickedValue] }, legs + 1, index);
      }
    };
    addLegs(0, {}, 0, 0);
    return kinds;
  }

  /** Whether each area looks at one place of one zone, its own, and every value of it comes to the same there as in the other areas. */
  private isAlike(): boolean {
    const places = new Set<string>();
    const requirements = this.areas.map(({ area, values }) => {
      const cases = this.cases.get(area.id);
      const touches = values.flatMap((value) => (cases?.get(value) ?? []).flatMap(({ when }) => when.touches(value)));
      const [one] = touches;
      const at = one?.places?.[0];
      if (one === undefined || at === undefined) return undefined;
      const own = (touch: Touch): boolean =>
        touch.zone === one.zone && touch.placewise === true && touch.places?.length === 1 && touch.places[0] === at;
      if (!touches.every(own)) return undefined;
      places.add(`${one.zone} ${at}`);
      const zone = this.zones.find(({ id }) => id === one.zone);
      if (zone === undefined || zone.kind === 'set') return undefined;
      // What each number there means for each value.
      const numbers = Array.from({ length: zone.to - zone.from + 1 }, (_, i) => zone.from + i);
      const outcomes = numbers.map((number) => {
        const draw: Draw = { numbers: { [zone.id]: Object.assign(new Array<number>(zone.pick).fill(-1), { [at]: number }) } };
        const comesTo = this.tiersIn(draw);
        return values.map((value) => comesTo(area.id, value) ?? '');
      });
      return JSON.stringify([zone.id, outcomes]);
    });
    return places.size === this.areas.length && requirements.every((text) => text !== undefined && text === requirements[0]);
  }

  override parts(line: Line): readonly LinePart[] {
    const touches = super.parts(line).flatMap((part) => part.touches);
    return [{ line, touches: this.alike ? touches.map((touch) => ({ ...touch, symmetric: true })) : touches }];
  }
}

interface Row {
  readonly area: string;
  readonly values: readonly PickedValue[];
}
