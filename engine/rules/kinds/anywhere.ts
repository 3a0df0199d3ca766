import type { Anywhere, Line, PickedValue, Slice } from '../../descriptions/types.ts';
import { binomial, randomSample, subsets } from '../math.ts';
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
import type { CountedKind, EntryArea } from './kind.ts';

/**
 * A rule on its own slice, or with `anywhere` on every way to choose places (任选): a bet then is a way to choose and a bet of the
 * rule on just those places. `size` is how many numbers the rule's bets have; `spread` makes
 * the play of all these ways.
 */
export function anywhere<P extends CountedKind>(
  context: RuleContext,
  of: Slice,
  rule: Anywhere | undefined,
  size: number,
  make: (slice: BoundSlice) => P,
  spread: (play: string, area: CompiledArea, choose: number, make: (places: readonly string[]) => P) => P,
): P {
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
  return spread(code, area, rule.choose, (places) => make(bindSlice(context, { zone: of.zone, places })));
}

export class CountedAnywhere<P extends CountedKind = CountedKind> implements CountedKind {
  readonly entries: EntryArea | undefined;
  protected readonly play: string;
  protected readonly area: CompiledArea;
  protected readonly choose: number;
  private readonly make: (places: readonly string[]) => P;
  /** The rule on each way to choose places, made when first asked for: most are never bet on between two changes of a game. */
  private readonly ways = new Map<string, P>();
  /** Bets do not depend on where they stand, so any of the ways counts and lists them. */
  protected readonly any: P;

  constructor(play: string, area: CompiledArea, choose: number, make: (places: readonly string[]) => P) {
    this.play = play;
    this.area = area;
    this.choose = choose;
    this.make = make;
    this.any = this.way(area.values.slice(0, choose));
    this.entries = this.any.entries;
  }

  protected way(places: readonly PickedValue[]): P {
    const key = places.join();
    let way = this.ways.get(key);
    if (!way) {
      way = this.make(places as readonly string[]);
      this.ways.set(key, way);
    }
    return way;
  }

  /** The ways to choose among the places of a line, places in the order of the description. */
  protected chosen(line: Line): PickedValue[][] {
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

  random(random: (n: number) => number): Line {
    const places = randomSample(this.area.values, Math.max(this.choose, this.area.area.min), random);
    const { picks } = this.any.random(random);
    return { play: this.play, picks: { [this.area.area.id]: places, ...picks } };
  }
}
