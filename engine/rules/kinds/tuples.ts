import type { Line, PickedValue, TuplesRule } from '../../descriptions/types.ts';
import { randomSample } from '../math.ts';
import { type TupleSpace, tupleSpace } from '../tuple-space.ts';
import { areaOf, type BoundSlice, bindSlice, type CompiledArea, picksOf, type RuleContext, sliceLength } from '../zones.ts';
import { anywhere, CountedAnywhere } from './anywhere.ts';
import type { CountedKind, CountedRuleKind, EntryArea } from './kind.ts';

/** The different codes of a list of entries. */
export interface CodeSet {
  readonly size: number;
  has(code: number): boolean;
  readonly list: Iterable<number>;
}

/** From this many entries on a table is quicker than a set. */
const TABLED = 64;

/**
 * One number for each place of a slice. The bets are typed (单式), or a picked number stands for all bets with that sum, that span
 * or that number in them (和值, 跨度, 包胆).
 *
 * A single bet is written as an entry ("005"), also in a play of sums: a sum alone cannot say which bet. The algebra counts,
 * expands and settles that form; tickets hold it only where the area is one for entries.
 * Its draws: draws/tuples.ts.
 */
export class CountedTuples implements CountedKind {
  readonly entries: EntryArea | undefined;
  protected readonly play: string;
  protected readonly rule: TuplesRule;
  protected readonly area: CompiledArea;
  protected readonly space: TupleSpace;
  /** Entries are read once: picks are never changed in place. */
  private read: WeakMap<readonly PickedValue[], CodeSet> | undefined;
  private counts: Map<number, number> | undefined;

  constructor(context: RuleContext, rule: TuplesRule, area: CompiledArea, space: TupleSpace) {
    this.play = context.play.code;
    this.rule = rule;
    this.area = area;
    this.space = space;
    this.entries = rule.by === 'entry' ? { area: rule.area, space } : undefined;
  }

  /** The codes of typed entries or of a single bet; undefined when the picks are sums, spans or numbers. */
  protected codes(picks: readonly PickedValue[]): CodeSet | undefined {
    if (this.rule.by !== 'entry' && typeof picks[0] !== 'string') return undefined;
    const known = this.read?.get(picks);
    if (known) return known;
    const { space } = this;
    let codes: CodeSet;
    if (picks.length < TABLED) {
      const set = new Set<number>();
      for (const entry of picks) {
        const code = space.read(entry as string);
        if (code >= 0) set.add(code);
      }
      codes = { size: set.size, has: (code) => set.has(code), list: set };
    } else {
      const table = new Uint8Array(space.total);
      let size = 0;
      for (let i = 0; i < picks.length; i++) {
        const code = space.read(picks[i] as string);
        if (code < 0 || table[code]) continue;
        table[code] = 1;
        size++;
      }
      codes = { size, has: (code) => table[code] === 1, list: marked(table) };
    }
    (this.read ??= new WeakMap()).set(picks, codes);
    return codes;
  }

  /** What a pick is compared with: the sum or the span of a bet; for `has` nothing, as a bet has several numbers. */
  protected figure(numbers: readonly number[]): number {
    if (this.rule.by === 'sum') return numbers.reduce((a, b) => a + b, 0);
    return Math.max(...numbers) - Math.min(...numbers);
  }

  protected meets(numbers: readonly number[], picks: readonly PickedValue[]): boolean {
    return this.rule.by === 'has' ? numbers.some((n) => picks.includes(n)) : picks.includes(this.figure(numbers));
  }

  count(line: Line): bigint {
    const picks = picksOf(line.picks, this.rule.area);
    if (picks.length === 0) return 0n;
    const codes = this.codes(picks);
    if (codes) return BigInt(codes.size);
    if (this.rule.by === 'has') {
      const { from, base } = this.space;
      const known = new Set(picks.filter((value) => Number(value) >= from && Number(value) < from + base)).size;
      // All but those that have none of the picked numbers.
      return BigInt(this.space.betsWithin(base) - this.space.betsWithin(base - known));
    }
    let bets = 0;
    for (const value of picks) bets += this.betsOf(value as number);
    return BigInt(bets);
  }

  private betsOf(value: number): number {
    if (!this.counts) {
      this.counts = new Map();
      for (const code of this.space.all()) {
        const figure = this.figure(this.space.numbers(code));
        this.counts.set(figure, (this.counts.get(figure) ?? 0) + 1);
      }
    }
    return this.counts.get(value) ?? 0;
  }

  random(random: (n: number) => number): Line {
    const { area } = this.area;
    if (this.entries) {
      const all = this.space.all();
      const chosen = new Set<number>();
      for (let i = 0; i < area.min; i++) {
        let at = random(all.length);
        while (chosen.has(at) && chosen.size < all.length) at = (at + 1) % all.length;
        chosen.add(at);
      }
      return { play: this.play, picks: { [area.id]: [...chosen].map((at) => this.space.text(all[at] as number)) } };
    }
    const values = this.rule.by === 'has' ? this.area.values : this.area.values.filter((v) => this.betsOf(v as number) > 0);
    return { play: this.play, picks: { [area.id]: randomSample(values, Math.min(values.length, Math.max(1, area.min)), random) } };
  }
}

/** Numbers of a bet. */
export const sizeOf = (context: RuleContext, rule: TuplesRule): number => rule.anywhere?.choose ?? sliceLength(bindSlice(context, rule.of));

export const spaceOf = (rule: TuplesRule, slice: BoundSlice, size: number): TupleSpace =>
  tupleSpace(slice.zone, size, rule.order === 'direct', rule.tiers);

export const tuples: CountedRuleKind<TuplesRule> = {
  compile(context, rule) {
    const area = areaOf(context, rule.area);
    const size = sizeOf(context, rule);
    const make = (slice: BoundSlice): CountedKind => new CountedTuples(context, rule, area, spaceOf(rule, slice, size));
    return anywhere(context, rule.of, rule.anywhere, size, make, (...all) => new CountedAnywhere(...all));
  },
  zone: ({ by, of }) => (by === 'entry' || by === 'has' ? of.zone : undefined),
};

function marked(table: Uint8Array): Iterable<number> {
  return {
    *[Symbol.iterator]() {
      for (let code = 0; code < table.length; code++) if (table[code] === 1) yield code;
    },
  };
}
