import type { Anywhere as AnywhereRule, Draw, Line, PickedValue, Slice } from '../../descriptions/types.ts';
import { binomial, sample, subsets } from '../math.ts';
import {
  areaOf,
  type BoundSlice,
  bindSlice,
  type CompiledArea,
  picksOf,
  placeIndex,
  RuleDefinitionError,
  type RuleContext,
  sliceLength,
} from '../zones.ts';
import { type KindPlay, NO_WINS, type Part, type Wins } from './kind.ts';

/**
 * A rule on its own slice, or with `anywhere` on every way to choose places (任选): a bet then is a way to choose and a bet of the
 * rule on just those places. `size` is how many numbers the rule's bets have.
 */
export function anywhere(
  context: RuleContext,
  of: Slice,
  rule: AnywhereRule | undefined,
  size: number,
  make: (slice: BoundSlice) => KindPlay,
): KindPlay {
  const slice = bindSlice(context, of);
  const { code } = context.play;
  if (!rule) {
    if (size !== sliceLength(slice))
      throw new RuleDefinitionError(code, `the bets have ${size} numbers, the slice has ${sliceLength(slice)}`);
    return make(slice);
  }
  const area = areaOf(context, rule.area);
  if (area.area.kind !== 'options') throw new RuleDefinitionError(code, `area ${rule.area} must be an options area`);
  if (rule.choose !== size) throw new RuleDefinitionError(code, `the bets have ${size} numbers, ${rule.choose} places are chosen`);
  if (area.values.length < rule.choose) throw new RuleDefinitionError(code, `area ${rule.area} has fewer than ${rule.choose} places`);
  for (const place of area.values) {
    const index = placeIndex(context, slice.zone, String(place));
    if (slice.places && !slice.places.includes(index)) throw new RuleDefinitionError(code, `place ${place} is not in the slice`);
  }
  return new Anywhere(code, area, rule.choose, (places) => make(bindSlice(context, { zone: of.zone, places })));
}

class Anywhere implements KindPlay {
  readonly tiers: readonly string[];
  readonly entries;
  private readonly play: string;
  private readonly area: CompiledArea;
  private readonly choose: number;
  private readonly make: (places: readonly string[]) => KindPlay;
  /** The rule on each way to choose places, made when first asked for: most are never bet on between two changes of a game. */
  private readonly ways = new Map<string, KindPlay>();
  /** Bets do not depend on where they stand, so any of the ways counts and lists them. */
  private readonly any: KindPlay;

  constructor(play: string, area: CompiledArea, choose: number, make: (places: readonly string[]) => KindPlay) {
    this.play = play;
    this.area = area;
    this.choose = choose;
    this.make = make;
    this.any = this.way(area.values.slice(0, choose));
    this.tiers = this.any.tiers;
    this.entries = this.any.entries;
  }

  private way(places: readonly PickedValue[]): KindPlay {
    const key = places.join();
    let way = this.ways.get(key);
    if (!way) {
      way = this.make(places as readonly string[]);
      this.ways.set(key, way);
    }
    return way;
  }

  /** The ways to choose among the places of a line, places in the order of the description. */
  private chosen(line: Line): PickedValue[][] {
    const picked = picksOf(line.picks, this.area.area.id);
    return [
      ...subsets(
        this.area.values.filter((place) => picked.includes(place)),
        this.choose,
      ),
    ];
  }

  count(line: Line): bigint {
    return binomial(picksOf(line.picks, this.area.area.id).length, this.choose) * this.any.count(line);
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

  random(random: (n: number) => number): Line {
    const places = sample(this.area.values, Math.max(this.choose, this.area.area.min), random);
    const { picks } = this.any.random(random);
    return { play: this.play, picks: { [this.area.area.id]: places, ...picks } };
  }

  kinds(): readonly Line[] {
    const places = this.area.values.slice(0, this.choose);
    const inner = this.any.kinds?.() ?? [...this.any.expand(this.any.random(() => 0))].slice(0, 1);
    return inner.map(({ picks }) => ({ play: this.play, picks: { [this.area.area.id]: places, ...picks } }));
  }

  parts(line: Line): readonly Part[] {
    return this.chosen(line).flatMap((places) =>
      this.way(places).parts({ ...line, picks: { ...line.picks, [this.area.area.id]: places } }),
    );
  }
}
