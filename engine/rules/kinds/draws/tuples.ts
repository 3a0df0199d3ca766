import type { Draw, Line, TuplesRule } from '../../../descriptions/types.ts';
import { allMarked, type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import type { Touch } from '../../draw-space.ts';
import { MOST_TUPLES, type TupleSpace } from '../../tuple-space.ts';
import { areaOf, type BoundSlice, type CompiledArea, picksOf, RuleDefinitionError, type RuleContext, sliceNumbers } from '../../zones.ts';
import { type KindPlay, NO_WINS, type LinePart, type RuleKind, type Wins } from '../kind.ts';
import { CountedTuples, sizeOf, spaceOf } from '../tuples.ts';
import { anywhere } from './anywhere.ts';

export const tuples: RuleKind<TuplesRule> = {
  compile(context, rule) {
    const area = areaOf(context, rule.area);
    const wanted = rule.by === 'entry' ? 'lines' : 'numbers';
    if (area.area.kind !== wanted) throw new RuleDefinitionError(context.play.code, `area ${rule.area} must be a ${wanted} area`);
    const size = sizeOf(context, rule);
    return anywhere(context, rule.of, rule.anywhere, size, (slice) => {
      const ordered = rule.order === 'direct';
      if (ordered && slice.zone.kind === 'set') throw new RuleDefinitionError(context.play.code, `zone ${slice.zone.id} has no order`);
      if ((slice.zone.to - slice.zone.from + 1) ** size > MOST_TUPLES)
        throw new RuleDefinitionError(context.play.code, `more than ${MOST_TUPLES} ways to fill ${size} places`);
      for (const tier of rule.tiers)
        for (const shape of tier.shapes ?? [])
          if (shape.reduce((a, b) => a + b, 0) !== size)
            throw new RuleDefinitionError(context.play.code, `a shape of tier ${tier.tier} is not of ${size} numbers`);
      return new Tuples(context, rule, area, slice, spaceOf(rule, slice, size));
    });
  },
  /** An entry, a sum or a span counts when it wins by itself. */
  hits: ({ area }, { line, own, wins }) => ({
    [area]: own(area).filter((value) => wins({ ...line, picks: { ...line.picks, [area]: [value] } })),
  }),
};

class Tuples extends CountedTuples implements KindPlay {
  readonly tiers: readonly string[];
  private readonly slice: BoundSlice;
  private readonly won: readonly Wins[];

  constructor(context: RuleContext, rule: TuplesRule, area: CompiledArea, slice: BoundSlice, space: TupleSpace) {
    super(context, rule, area, space);
    this.slice = slice;
    this.tiers = rule.tiers.map((t) => t.tier);
    this.won = rule.tiers.map((t) => new Map([[t.tier, 1n]]));
  }

  *expand(line: Line): Generator<Line> {
    const picks = picksOf(line.picks, this.rule.area);
    const codes = this.codes(picks);
    for (const code of codes ? codes.list : this.space.all())
      if (codes || this.meets(this.space.numbers(code), picks)) yield this.bet(code, line.play);
  }

  private bet(code: number, play = this.play): Line {
    return { play, picks: { [this.rule.area]: [this.space.text(code)] } };
  }

  against(draw: Draw): (line: Line) => Wins {
    const numbers = sliceNumbers(this.slice, draw);
    const drawn = this.space.codeOf(numbers);
    const tier = drawn < 0 ? -1 : this.space.tierOf(drawn);
    if (tier < 0) return () => NO_WINS;
    const code = this.space.canonical(drawn);
    const won = this.won[tier] as Wins;
    return (line) => {
      const picks = picksOf(line.picks, this.rule.area);
      const codes = this.codes(picks);
      return (codes ? codes.has(code) : this.meets(numbers, picks)) ? won : NO_WINS;
    };
  }

  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const numbers = sliceNumbers(this.slice, draw);
    const drawn = this.space.codeOf(numbers);
    if (drawn < 0 || this.space.tierOf(drawn) < 0) return [];
    const { by, area } = this.rule;
    if (by === 'entry') return winningCondition([[allMarked(numbers.map((number, place) => cells.entry(place, number)))]]);
    if (by === 'has') return winningCondition([[{ cells: numbers.map((number) => cells.value(area, number)), least: 1 }]]);
    return winningCondition([[{ cells: [cells.value(area, this.figure(numbers))], least: 1 }]]);
  }

  /** One bet of each tier: those of a tier are all as likely, and pay the same. */
  kinds(): readonly Line[] {
    const found = new Map<number, Line>();
    for (const code of this.space.all()) {
      const tier = this.space.tierOf(code);
      if (!found.has(tier)) found.set(tier, this.bet(code));
      if (found.size === this.tiers.length) break;
    }
    return [...found.values()];
  }

  parts(line: Line): readonly LinePart[] {
    const picks = picksOf(line.picks, this.rule.area);
    const codes = this.codes(picks);
    const { zone, places } = this.slice;
    const whole = { zone: zone.id, places };
    const unordered = places === undefined && !this.space.ordered;
    if (!codes) {
      if (this.rule.by !== 'has') return [{ line, touches: [{ ...whole, sets: [], numeric: true, unordered }] }];
      return [{ line, touches: [{ ...whole, sets: (picks as readonly number[]).map((v) => [v]), unordered }] }];
    }
    // Numbers that no entry has at a place are all the same there; those that some entry has are each their own.
    const used = Array.from({ length: this.space.size }, () => new Set<number>());
    for (const code of codes.list) this.space.numbers(code).forEach((n, i) => void used[this.space.ordered ? i : 0]?.add(n));
    const singles = (set: ReadonlySet<number> | undefined) => [...(set ?? [])].map((v) => [v]);
    if (!this.space.ordered) return [{ line, touches: [{ ...whole, sets: singles(used[0]), unordered }] }];
    const at = places ?? used.map((_, i) => i);
    return [{ line, touches: at.map((place, i): Touch => ({ zone: zone.id, places: [place], sets: singles(used[i]), placewise: true })) }];
  }
}
