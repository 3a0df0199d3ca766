import type { Anywhere as AnywhereRule, Draw, Line, PickedValue, Slice } from '../../../descriptions/types.ts';
import { allMarked, type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import { binomial, subsets } from '../../math.ts';
import { type BoundSlice, type CompiledArea, type RuleContext } from '../../zones.ts';
import { anywhere as spread, CountedAnywhere } from '../anywhere.ts';
import { type KindPlay, NO_WINS, type LinePart, type Wins } from '../kind.ts';

/** With more ways to choose places than this, `demand` gives no condition, and all tickets are candidates. */
const MOST_WAYS = 64n;

/** Like `anywhere` of kinds/anywhere.ts, for rules that also settle draws. */
export function anywhere(
  context: RuleContext,
  of: Slice,
  rule: AnywhereRule | undefined,
  size: number,
  make: (slice: BoundSlice) => KindPlay,
): KindPlay {
  return spread(context, of, rule, size, make, (play, area, choose, way) => new Anywhere(play, area, choose, way));
}

class Anywhere extends CountedAnywhere<KindPlay> implements KindPlay {
  readonly tiers: readonly string[];

  constructor(play: string, area: CompiledArea, choose: number, make: (places: readonly string[]) => KindPlay) {
    super(play, area, choose, make);
    this.tiers = this.any.tiers;
  }

  *expand(line: Line): Generator<Line> {
    for (const places of this.chosen(line))
      for (const bet of this.any.expand(line)) yield { play: bet.play, picks: { [this.area.area.id]: places, ...bet.picks } };
  }

  against(draw: Draw): (line: Line) => Wins {
    const known = new Map<string, (line: Line) => Wins>();
    const settle = (places: readonly PickedValue[]) => {
      const key = places.join();
      let found = known.get(key);
      if (!found) {
        found = this.way(places).against(draw);
        known.set(key, found);
      }
      return found;
    };
    return (line) => {
      let wins: Map<string, bigint> | undefined;
      for (const places of this.chosen(line))
        for (const [tier, count] of settle(places)(line)) {
          wins ??= new Map();
          wins.set(tier, (wins.get(tier) ?? 0n) + count);
        }
      return wins ?? NO_WINS;
    };
  }

  /** Alternatives: the condition of each way to choose places, with those places chosen. */
  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const { area, values } = this.area;
    if (binomial(values.length, this.choose) > MOST_WAYS) return undefined;
    return winningCondition(
      [...subsets([...values], this.choose)].flatMap((places) => {
        const chosen = allMarked(places.map((place) => cells.value(area.id, place)));
        return (this.way(places).demand(draw, cells) ?? [[]]).map((clauses) => [chosen, ...clauses]);
      }),
    );
  }

  kinds(): readonly Line[] {
    const places = this.area.values.slice(0, this.choose);
    const inner = this.any.kinds?.() ?? [...this.any.expand(this.any.random(() => 0))].slice(0, 1);
    return inner.map(({ picks }) => ({ play: this.play, picks: { [this.area.area.id]: places, ...picks } }));
  }

  parts(line: Line): readonly LinePart[] {
    return this.chosen(line).flatMap((places) =>
      this.way(places).parts({ ...line, picks: { ...line.picks, [this.area.area.id]: places } }),
    );
  }
}
