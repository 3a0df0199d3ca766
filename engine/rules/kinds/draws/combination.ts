import type { CombinationRule, Draw, Line, PickedValue } from '../../../descriptions/types.ts';
import { type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import { binomial, smallBinomial, subsets } from '../../math.ts';
import type { Touch } from '../../draw-space.ts';
import { type BoundSlice, bindSlice, picksOf, RuleDefinitionError, type RuleContext, refuseRepeats, sliceNumbers } from '../../zones.ts';
import { type AreaChoice, CountedCombination, choicesOf } from '../combination.ts';
import { type KindPlay, NO_WINS, type LinePart, type RuleKind, type Wins } from '../kind.ts';

interface Pick extends AreaChoice {
  readonly slices: readonly BoundSlice[];
  /** One more than the largest number that can be picked or drawn. */
  readonly size: number;
}

/** The wins of single bets are looked up in a table if it has at most this many entries. The table of every known game is much smaller. */
const MOST_CELLS = 1 << 16;

/** For each number, the slices of a pick in which it was drawn, as bits. */
type Membership = Uint8Array;

/** The rule `combination`. A pick has as many hits on a slice as it has values among the drawn numbers of the slice. */
export const combination: RuleKind<CombinationRule> = {
  compile(context, rule) {
    refuseRepeats(
      context,
      rule.picks.map((p) => p.area),
    );
    const choices = choicesOf(context, rule);
    const picks = rule.picks.map((p, i): Pick => {
      const choice = choices[i] as AreaChoice;
      const slices = p.of.map((slice) => bindSlice(context, slice));
      // Values ascend, so the last one is the largest.
      let last = Number(choice.values.at(-1) ?? Number.NEGATIVE_INFINITY);
      for (const { zone } of slices) last = Math.max(last, zone.to);
      const size = 1 + last;
      return { ...choice, slices, size };
    });
    const width = picks.reduce((sum, p) => sum + p.slices.length, 0);
    for (const tier of rule.tiers)
      for (const hits of tier.hits)
        if (hits.length !== width) throw new RuleDefinitionError(context.play.code, `tier ${tier.tier}: ${width} hit figures expected`);
    return picks.every((p) => p.slices.length === 1) ? new Plain(context, rule, picks) : new Layered(context, rule, picks);
  },
  /** The picks that count as hits: the drawn ones, or, if every tier needs 0 hits (不中), the others. */
  hits(rule, { own, drawn }) {
    // The hit numbers of a tier are ordered by pick, and within a pick by slice.
    let at = 0;
    return Object.fromEntries(
      rule.picks.map(({ area, of }) => {
        const figures = rule.tiers.flatMap((tier) => tier.hits.flatMap((row) => row.slice(at, at + of.length)));
        at += of.length;
        const missing = figures.every((figure) => figure === 0);
        const there = new Set<PickedValue>(of.flatMap((slice) => drawn(slice)));
        return [area, own(area).filter((value) => there.has(value) !== missing)];
      }),
    );
  },
};

abstract class Combination extends CountedCombination<Pick> implements KindPlay {
  readonly rule: CombinationRule;
  readonly tiers: readonly string[];

  constructor(context: RuleContext, rule: CombinationRule, picks: readonly Pick[]) {
    super(context, picks);
    this.rule = rule;
    this.tiers = rule.tiers.map((t) => t.tier);
  }

  *expand(line: Line): Generator<Line> {
    const chosen: Record<string, readonly PickedValue[]> = {};
    const picks = this.picks;
    function* chooseFrom(index: number): Generator<Line> {
      const p = picks[index];
      if (!p) {
        const bet = { play: line.play, picks: { ...chosen } };
        yield line.bankers === undefined ? bet : { ...bet, bankers: line.bankers };
        return;
      }
      const bankers = picksOf(line.bankers, p.area).length;
      for (const subset of subsets(picksOf(line.picks, p.area), p.choose - bankers)) {
        chosen[p.area] = subset;
        yield* chooseFrom(index + 1);
      }
    }
    yield* chooseFrom(0);
  }

  abstract against(draw: Draw): (line: Line) => Wins;

  /** For each row of hits, a winning line needs that many drawn values of each slice, and enough other values for the rest of the bet. */
  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const picks = this.picks.map((p) => {
      const drawn = p.slices.map((slice) => sliceNumbers(slice, draw).map((v) => cells.value(p.area, v)));
      const any = new Set(drawn.flat());
      return { choose: p.choose, drawn, rest: p.values.map((v) => cells.value(p.area, v)).filter((cell) => !any.has(cell)) };
    });
    return winningCondition(
      this.rule.tiers.flatMap(({ hits: vectors }) =>
        vectors.map((hits) => {
          let at = 0;
          return picks.flatMap(({ choose, drawn, rest }) => {
            const own = hits.slice(at, (at += drawn.length));
            const hitClauses = drawn.map((values, slice) => ({ cells: values, least: own[slice] as number }));
            return [...hitClauses, { cells: rest, least: choose - own.reduce((sum, n) => sum + n, 0) }];
          });
        }),
      ),
    );
  }

  parts(line: Line): readonly LinePart[] {
    const touches: Touch[] = [];
    for (const p of this.picks) {
      const sets = [picksOf(line.picks, p.area) as readonly number[], picksOf(line.bankers, p.area) as readonly number[]];
      const numeric = mayCoincide(p.slices);
      for (const slice of p.slices) {
        touches.push({ zone: slice.zone.id, places: slice.places, sets, unordered: slice.places === undefined, numeric });
      }
    }
    return [{ line, touches }];
  }
}

/** Whether one number can be drawn in two zones that a pick reads. If so, the odds depend on the number itself, and not only on whether it is picked. */
function mayCoincide(slices: readonly BoundSlice[]): boolean {
  const zones = [...new Set(slices.map((slice) => slice.zone))];
  return zones.some((a) => zones.some((b) => a !== b && a.excludes !== b.id && b.excludes !== a.id));
}

/** Sets bit s of every number that slice s of the pick has in this draw. */
function membershipOf(pick: Pick, draw: Draw): Membership {
  const member = new Uint8Array(pick.size);
  for (let s = 0; s < pick.slices.length; s++)
    for (const v of sliceNumbers(pick.slices[s] as BoundSlice, draw)) if (v >= 0) member[v] = (member[v] ?? 0) | (1 << s);
  return member;
}

/** Tables for settlement: the wins of single bets by their hits, and the hits of each tier as positions in a row of numbers of ways. */
interface Tables {
  readonly chooses: Int32Array;
  /** Index into `single`: the hits of pick i, times `strides[i]`, summed. `single` is empty if it would have more than MOST_CELLS entries. */
  readonly strides: Int32Array;
  readonly single: readonly Wins[];
  readonly tabled: boolean;
  /** A row holds, for each pick, the ways to have 0, 1, … hits. `begins[i]` is the position of pick i in it. */
  readonly begins: Int32Array;
  readonly width: number;
  /** The positions in that row of each (tier, hits) pair: n positions, one for each pick, then those of the next pair. */
  readonly patterns: Int32Array;
  readonly tierOf: readonly string[];
}

function tablesOf(picks: readonly Pick[], tiers: CombinationRule['tiers']): Tables {
  const n = picks.length;
  const chooses = Int32Array.from(picks, (p) => p.choose);
  const strides = new Int32Array(n);
  const begins = new Int32Array(n);
  let cells = 1;
  let width = 0;
  picks.forEach((p, i) => {
    strides[i] = cells;
    begins[i] = width;
    cells *= p.choose + 1;
    width += p.choose + 1;
  });
  const tabled = cells <= MOST_CELLS;
  const single = new Map<number, Wins>();
  const patterns: number[] = [];
  const tierOf: string[] = [];
  for (const { tier, hits: vectors } of tiers) {
    const wins: Wins = new Map([[tier, 1n]]);
    for (const hits of vectors) {
      const cell = hits.reduce((sum, h, i) => sum + h * (strides[i] as number), 0);
      // A pick cannot have more hits than chosen values. If two tiers name the same hits, the first counts, because a bet wins one tier.
      if (hits.some((h, i) => h < 0 || h > (chooses[i] as number)) || single.has(cell)) continue;
      single.set(cell, wins);
      patterns.push(...hits.map((h, i) => (begins[i] as number) + h));
      tierOf.push(tier);
    }
  }
  return {
    chooses,
    strides,
    single: Array.from({ length: tabled ? cells : 0 }, (_, cell) => single.get(cell) ?? NO_WINS),
    tabled,
    begins,
    width,
    patterns: Int32Array.from(patterns),
    tierOf,
  };
}

/** The common and fast case: each pick has one slice. The number of bets with given hits is a product of binomial coefficients. */
class Plain extends Combination {
  private readonly areas: readonly string[];
  /** Made at the first draw, because many versions of a play are replaced before any draw. */
  private made: Tables | undefined;

  constructor(context: RuleContext, rule: CombinationRule, picks: readonly Pick[]) {
    super(context, rule, picks);
    this.areas = picks.map((p) => p.area);
  }

  private get tables(): Tables {
    return (this.made ??= tablesOf(this.picks, this.rule.tiers));
  }

  against(draw: Draw): (line: Line) => Wins {
    const { areas } = this;
    const { chooses, strides, single, tabled } = this.tables;
    const members = this.picks.map((p) => membershipOf(p, draw));
    const n = areas.length;
    const many = this.multiples(members);
    if (!tabled) return many;
    return (line) => {
      // Most tickets are single bets without bankers: count the hits and look the prize up.
      if (line.bankers !== undefined) return many(line);
      const { picks } = line;
      let cell = 0;
      for (let i = 0; i < n; i++) {
        const chosen = picks[areas[i] as string] as readonly number[] | undefined;
        if (chosen === undefined || chosen.length !== chooses[i]) return many(line);
        const member = members[i] as Membership;
        let hits = 0;
        for (let j = 0; j < chosen.length; j++) hits += member[chosen[j] as number] as number;
        cell += hits * (strides[i] as number);
      }
      return single[cell] as Wins;
    };
  }

  /** For lines of several bets or with bankers: computes for each pick the ways to have 0, 1, … hits, and multiplies them for each tier. */
  private multiples(members: readonly Membership[]): (line: Line) => Wins {
    const { areas } = this;
    const { chooses, begins, width, patterns, tierOf } = this.tables;
    const n = areas.length;
    // Buffers that every line reuses. For each pick: drawn bankers, drawn picks, other picks, and the ways by number of hits.
    const sure = new Int32Array(n);
    const hit = new Int32Array(n);
    const miss = new Int32Array(n);
    const ways = new Float64Array(width);
    return (line) => {
      for (let i = 0; i < n; i++) {
        const member = members[i] as Membership;
        const chosen = picksOf(line.picks, areas[i] as string) as readonly number[];
        const dan = picksOf(line.bankers, areas[i] as string) as readonly number[];
        let h = 0;
        for (let j = 0; j < chosen.length; j++) h += member[chosen[j] as number] as number;
        let b = 0;
        for (let j = 0; j < dan.length; j++) b += member[dan[j] as number] as number;
        sure[i] = b;
        hit[i] = h;
        miss[i] = chosen.length - h;
        const choose = chooses[i] as number;
        const rest = choose - dan.length;
        for (let k = 0; k <= choose; k++)
          ways[(begins[i] as number) + k] = smallBinomial(h, k - b) * smallBinomial(chosen.length - h, rest - (k - b));
      }
      let wins: Map<string, bigint> | undefined;
      for (let at = 0, t = 0; at < patterns.length; at += n, t++) {
        let small = 1;
        for (let i = 0; i < n; i++) small *= ways[patterns[at + i] as number] as number;
        if (small === 0) continue;
        // Floating-point integers are exact below 2^53. Every factor is at least 1 here, so a safe product means that each step was exact.
        const bets = small <= Number.MAX_SAFE_INTEGER ? BigInt(small) : this.exactly(line, at, sure, hit, miss);
        const tier = tierOf[t] as string;
        wins ??= new Map();
        wins.set(tier, (wins.get(tier) ?? 0n) + bets);
      }
      return wins ?? NO_WINS;
    };
  }

  /**
   * The number of bets with the hits of the pattern at `at`, as a bigint. A pick contributes C(drawn picks, hits − drawn bankers) · C(other
   * picks, the rest of its choice).
   */
  private exactly(line: Line, at: number, sure: Int32Array, hit: Int32Array, miss: Int32Array): bigint {
    let exact = 1n;
    const { begins, chooses, patterns } = this.tables;
    for (let i = 0; i < this.areas.length; i++) {
      const bankers = picksOf(line.bankers, this.areas[i] as string).length;
      const h = (patterns[at + i] as number) - (begins[i] as number) - (sure[i] as number);
      exact *= binomial(hit[i] as number, h) * binomial(miss[i] as number, (chooses[i] as number) - bankers - h);
    }
    return exact;
  }
}

/**
 * A pick has several slices, such as a basic and a special zone. Its values are grouped by the slices in which they were drawn, and the joint
 * distribution of hits follows from the sizes of the groups.
 */
class Layered extends Combination {
  against(draw: Draw): (line: Line) => Wins {
    const members = this.picks.map((p) => membershipOf(p, draw));
    return (line) => {
      const distributions = this.picks.map((p, i) => distribution(p, members[i] as Membership, line));
      const wins = new Map<string, bigint>();
      for (const { tier, hits } of this.rule.tiers) {
        let total = 0n;
        for (const vector of hits) {
          let ways = 1n;
          let at = 0;
          this.picks.forEach((p, i) => {
            ways *= distributions[i]?.get(vector.slice(at, at + p.slices.length).join()) ?? 0n;
            at += p.slices.length;
          });
          total += ways;
        }
        if (total > 0n) wins.set(tier, (wins.get(tier) ?? 0n) + total);
      }
      return wins;
    };
  }
}

/** The number of ways to choose a bet from a line, by the hits on each slice, joined by commas. */
function distribution(pick: Pick, member: Membership, line: Line): Map<string, bigint> {
  const slices = pick.slices.length;
  const bankers = picksOf(line.bankers, pick.area) as readonly number[];
  const base: number[] = new Array(slices).fill(0);
  for (const v of bankers) for (let s = 0; s < slices; s++) base[s] = (base[s] as number) + (((member[v] ?? 0) >> s) & 1);
  const sizes = new Map<number, number>();
  for (const v of picksOf(line.picks, pick.area) as readonly number[]) sizes.set(member[v] ?? 0, (sizes.get(member[v] ?? 0) ?? 0) + 1);
  const classes = [...sizes];
  const result = new Map<string, bigint>();
  const chooseOfClass = (index: number, missing: number, hits: readonly number[], ways: bigint): void => {
    const entry = classes[index];
    if (!entry) {
      if (missing !== 0) return;
      const key = hits.join();
      result.set(key, (result.get(key) ?? 0n) + ways);
      return;
    }
    const [bits, size] = entry;
    for (let x = 0; x <= Math.min(size, missing); x++) {
      chooseOfClass(
        index + 1,
        missing - x,
        hits.map((h, s) => h + ((bits >> s) & 1) * x),
        ways * binomial(size, x),
      );
    }
  };
  chooseOfClass(0, pick.choose - bankers.length, base, 1n);
  return result;
}
