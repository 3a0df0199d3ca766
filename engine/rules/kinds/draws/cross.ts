import type { CrossRule, Draw, Line, PickedValue } from '../../../descriptions/types.ts';
import { type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import { type BoundSlice, bindSlice, RuleDefinitionError, type RuleContext, sliceNumbers } from '../../zones.ts';
import { CountedCross } from '../cross.ts';
import { type KindPlay, NO_WINS, type LinePart, type RuleKind, type Wins } from '../kind.ts';

export const cross: RuleKind<CrossRule> = {
  compile(context, rule) {
    for (const { tier, hits } of rule.tiers)
      if (hits.some((figures) => figures.length !== rule.of.length))
        throw new RuleDefinitionError(context.play.code, `tier ${tier}: ${rule.of.length} hit figures expected`);
    return new Cross(context, rule);
  },
  /** Drawn numbers count. */
  hits({ sides, of }, { own, drawn }) {
    const there = new Set<PickedValue>(of.flatMap((slice) => drawn(slice)));
    return Object.fromEntries(sides.map((area) => [area, own(area).filter((value) => there.has(value))]));
  },
};

/** The tier of a pair depends on how many of its numbers are in each slice of the draw. */
class Cross extends CountedCross implements KindPlay {
  readonly tiers: readonly string[];
  private readonly slices: readonly BoundSlice[];
  private readonly tierOf: ReadonlyMap<string, string>;

  constructor(context: RuleContext, rule: CrossRule) {
    super(context, rule);
    this.slices = rule.of.map((slice) => bindSlice(context, slice));
    this.tiers = rule.tiers.map(({ tier }) => tier);
    this.tierOf = new Map(rule.tiers.toReversed().flatMap(({ tier, hits }) => hits.map((figures) => [figures.join(), tier] as const)));
  }

  *expand(line: Line): Generator<Line> {
    const [a, b] = this.rows(line);
    const [first, second] = this.sides;
    const inA = new Set(a);
    const inB = new Set(b);
    for (const x of a)
      for (const y of b) {
        // A pair that both sides can give, either way round, is one bet.
        if (x === y || (x > y && inB.has(x) && inA.has(y))) continue;
        yield { play: line.play, picks: { [first.area.id]: [x], [second.area.id]: [y] } };
      }
  }

  /** As many numbers of each slice, on both sides together, as a tier names. */
  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const drawn = this.slices.map((slice) =>
      sliceNumbers(slice, draw).flatMap((number) => this.sides.map(({ area }) => cells.value(area.id, number))),
    );
    return winningCondition(
      [...this.tierOf.keys()].map((key) => key.split(',').map((least, slice) => ({ cells: drawn[slice] ?? [], least: Number(least) }))),
    );
  }

  against(draw: Draw): (line: Line) => Wins {
    // Which of the slices have a number, as bits.
    const seen = new Map<number, number>();
    for (const [index, slice] of this.slices.entries())
      for (const number of sliceNumbers(slice, draw)) seen.set(number, (seen.get(number) ?? 0) | (1 << index));
    const tierOf = (x: number, y: number): string | undefined =>
      this.tierOf.get(this.slices.map((_, index) => ((x >> index) & 1) + ((y >> index) & 1)).join());
    const cells = 1 << this.slices.length;
    return (line) => {
      const [a, b] = this.rows(line);
      const [inA, inB, both] = [new Array<number>(cells).fill(0), new Array<number>(cells).fill(0), new Array<number>(cells).fill(0)];
      const other = new Set(b);
      const add = (counts: number[], number: number): void => {
        const bits = seen.get(number) ?? 0;
        counts[bits] = (counts[bits] as number) + 1;
      };
      for (const number of a) {
        add(inA, number);
        if (other.has(number)) add(both, number);
      }
      for (const number of b) add(inB, number);
      const wins = new Map<string, bigint>();
      for (let x = 0; x < cells; x++)
        for (let y = 0; y < cells; y++) {
          const tier = tierOf(x, y);
          if (tier === undefined) continue;
          let pairs = (inA[x] as number) * (inB[y] as number);
          // Less a number that meets itself, and less the pairs of numbers of both sides that come a second time.
          const shared = both[x] as number;
          if (x === y) pairs -= shared + (shared * (shared - 1)) / 2;
          else if (x < y) pairs -= shared * (both[y] as number);
          if (pairs > 0) wins.set(tier, (wins.get(tier) ?? 0n) + BigInt(pairs));
        }
      return wins.size > 0 ? wins : NO_WINS;
    };
  }

  parts(line: Line): readonly LinePart[] {
    const sets = this.rows(line);
    const touches = this.slices.map(({ zone, places }) => ({ zone: zone.id, places, sets, unordered: places === undefined }));
    return [{ line, touches }];
  }
}
