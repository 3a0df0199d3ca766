import type { Draw, Line, PickedValue, TuplesRule } from '../../descriptions/types.ts';
import { sample } from '../math.ts';
import type { Touch } from '../space.ts';
import { MOST_TUPLES, type TupleSpace, tupleSpace } from '../tuples.ts';
import {
  type BoundSlice,
  bindSlice,
  type CompiledArea,
  areaOf,
  picksOf,
  RuleDefinitionError,
  type RuleContext,
  sliceLength,
  sliceNumbers,
} from '../zones.ts';
import { anywhere } from './anywhere.ts';
import { type Entries, type KindPlay, NO_WINS, type Part, type RuleKind, type Wins } from './kind.ts';

/**
 * One number for each place of a slice. The bets are typed (单式), or a picked number stands for all bets with that sum, that span
 * or that number in them (和值, 跨度, 包胆).
 *
 * A single bet is written as an entry ("005"), also in a play of sums: a sum alone cannot say which bet. The algebra counts,
 * expands and settles that form; tickets hold it only where the area is one for entries.
 */
export const tuples: RuleKind<TuplesRule> = {
  kind: 'tuples',
  compile(context, rule) {
    const area = areaOf(context, rule.area);
    const wanted = rule.by === 'entry' ? 'lines' : 'numbers';
    if (area.area.kind !== wanted) throw new RuleDefinitionError(context.play.code, `area ${rule.area} must be a ${wanted} area`);
    const size = rule.anywhere?.choose ?? sliceLength(bindSlice(context, rule.of));
    return anywhere(context, rule.of, rule.anywhere, size, (slice) => {
      const ordered = rule.order === 'direct';
      if (ordered && slice.zone.kind === 'set') throw new RuleDefinitionError(context.play.code, `zone ${slice.zone.id} has no order`);
      if ((slice.zone.to - slice.zone.from + 1) ** size > MOST_TUPLES)
        throw new RuleDefinitionError(context.play.code, `more than ${MOST_TUPLES} ways to fill ${size} places`);
      for (const tier of rule.tiers)
        for (const shape of tier.shapes ?? [])
          if (shape.reduce((a, b) => a + b, 0) !== size)
            throw new RuleDefinitionError(context.play.code, `a shape of tier ${tier.tier} is not of ${size} numbers`);
      return new Tuples(context, rule, area, slice, tupleSpace(slice.zone, size, ordered, rule.tiers));
    });
  },
};

/** The different codes of a list of entries. */
interface Codes {
  readonly size: number;
  has(code: number): boolean;
  readonly list: Iterable<number>;
}

/** From this many entries on a table is quicker than a set. */
const TABLED = 64;

class Tuples implements KindPlay {
  readonly tiers: readonly string[];
  readonly entries: Entries | undefined;
  private readonly play: string;
  private readonly rule: TuplesRule;
  private readonly area: CompiledArea;
  private readonly slice: BoundSlice;
  private readonly space: TupleSpace;
  private readonly won: readonly Wins[];
  /** Entries are read once: picks are never changed in place. */
  private readonly read = new WeakMap<readonly PickedValue[], Codes>();
  private counts: Map<number, number> | undefined;

  constructor(context: RuleContext, rule: TuplesRule, area: CompiledArea, slice: BoundSlice, space: TupleSpace) {
    this.play = context.play.code;
    this.rule = rule;
    this.area = area;
    this.slice = slice;
    this.space = space;
    this.tiers = rule.tiers.map((t) => t.tier);
    this.won = rule.tiers.map((t) => new Map([[t.tier, 1n]]));
    this.entries = rule.by === 'entry' ? { area: rule.area, space } : undefined;
  }

  /** The codes of typed entries or of a single bet; undefined when the picks are sums, spans or numbers. */
  private codes(picks: readonly PickedValue[]): Codes | undefined {
    if (this.rule.by !== 'entry' && typeof picks[0] !== 'string') return undefined;
    const known = this.read.get(picks);
    if (known) return known;
    const { space } = this;
    let codes: Codes;
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
    this.read.set(picks, codes);
    return codes;
  }

  /** What a pick is compared with: the sum or the span of a bet; for `has` nothing, as a bet has several numbers. */
  private figure(numbers: readonly number[]): number {
    if (this.rule.by === 'sum') return numbers.reduce((a, b) => a + b, 0);
    return Math.max(...numbers) - Math.min(...numbers);
  }

  private meets(numbers: readonly number[], picks: readonly PickedValue[]): boolean {
    return this.rule.by === 'has' ? numbers.some((n) => picks.includes(n)) : picks.includes(this.figure(numbers));
  }

  count(line: Line): bigint {
    const picks = picksOf(line.picks, this.rule.area);
    if (picks.length === 0) return 0n;
    const codes = this.codes(picks);
    if (codes) return BigInt(codes.size);
    if (this.rule.by === 'has') {
      let bets = 0;
      for (const code of this.space.all()) if (this.meets(this.space.numbers(code), picks)) bets++;
      return BigInt(bets);
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
    return { play: this.play, picks: { [area.id]: sample(values, Math.min(values.length, Math.max(1, area.min)), random) } };
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

  parts(line: Line): readonly Part[] {
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

function marked(table: Uint8Array): Iterable<number> {
  return {
    *[Symbol.iterator]() {
      for (let code = 0; code < table.length; code++) if (table[code] === 1) yield code;
    },
  };
}
