/** Two forms of direct bets that do not take every place: any few of them (任选直选), and the last ones (组合). */
import type { DirectRule, Draw, Line, PickedValue } from '../../descriptions/types.ts';
import { sample, subsets } from '../math.ts';
import type { Touch } from '../space.ts';
import { elementarySums } from '../symmetric.ts';
import { picksOf, RuleDefinitionError, type RuleContext } from '../zones.ts';
import type { Place } from './direct.ts';
import { type KindPlay, NO_WINS, type Part, type Wins } from './kind.ts';

/** The tier of each number of right places. Throws when the rule asks for what these forms do not have. */
function tiersOf(context: RuleContext, rule: DirectRule): Map<number, string> {
  const { code } = context.play;
  if (rule.distinct || rule.parts.length !== 1 || rule.parts[0]?.score !== 'count' || (rule.choose !== undefined && rule.suffixes))
    throw new RuleDefinitionError(code, 'choose and suffixes are each for one part that counts, without distinct');
  return new Map(rule.tiers.flatMap((t) => t.hits.map((hits) => [hits[0] as number, t.tier] as const)));
}

const rowsOf = (places: readonly Place[], line: Line) => places.map((p) => picksOf(line.picks, p.area));

const drawnOf = (places: readonly Place[], draw: Draw) => places.map((p) => draw.numbers[p.zone]?.[p.index] as number);

/** Each place is decided by whether its number is among the picks. */
const touchesOf = (places: readonly Place[], line: Line): Touch[] =>
  places.flatMap((p) => {
    const picks = picksOf(line.picks, p.area) as readonly number[];
    return picks.length > 0 ? [{ zone: p.zone, places: [p.index], sets: [picks], placewise: true }] : [];
  });

/** A bet takes `choose` of the places that something is picked for, and one value for each. */
export class SomePlaces implements KindPlay {
  readonly tiers: readonly string[];
  private readonly play: string;
  private readonly places: readonly Place[];
  private readonly choose: number;
  private readonly tierOf: ReadonlyMap<number, string>;

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    this.tierOf = tiersOf(context, rule);
    this.tiers = rule.tiers.map((t) => t.tier);
    this.play = context.play.code;
    this.places = places;
    this.choose = rule.choose as number;
    if (this.choose > places.length) throw new RuleDefinitionError(this.play, `${this.choose} of ${places.length} places cannot be chosen`);
  }

  /** The elementary symmetric sum of the rows' lengths. */
  count(line: Line): bigint {
    const lengths = rowsOf(this.places, line).map((row) => row.length);
    return elementarySums(lengths, this.choose)[this.choose] as bigint;
  }

  *expand(line: Line): Generator<Line> {
    const filled = this.places.filter((p) => picksOf(line.picks, p.area).length > 0);
    for (const chosen of subsets(filled, this.choose)) {
      const values: PickedValue[] = [];
      yield* step();
      function* step(): Generator<Line> {
        const place = chosen[values.length];
        if (!place) {
          yield { play: line.play, picks: Object.fromEntries(chosen.map((p, i) => [p.area, [values[i] as PickedValue]])) };
          return;
        }
        for (const value of picksOf(line.picks, place.area)) {
          values.push(value);
          yield* step();
          values.pop();
        }
      }
    }
  }

  against(draw: Draw): (line: Line) => Wins {
    const drawn = drawnOf(this.places, draw);
    return (line) => {
      // ways[k][h]: k places taken so far, h of them right.
      const ways = Array.from({ length: this.choose + 1 }, () => new Array<bigint>(this.choose + 1).fill(0n));
      (ways[0] as bigint[])[0] = 1n;
      rowsOf(this.places, line).forEach((row, i) => {
        if (row.length === 0) return;
        const right = row.includes(drawn[i] as number) ? 1n : 0n;
        const wrong = BigInt(row.length) - right;
        for (let k = this.choose; k > 0; k--) {
          const now = ways[k] as bigint[];
          const before = ways[k - 1] as bigint[];
          for (let h = k; h >= 0; h--)
            now[h] = (now[h] as bigint) + (before[h] as bigint) * wrong + (h > 0 ? (before[h - 1] as bigint) * right : 0n);
        }
      });
      let wins: Map<string, bigint> | undefined;
      for (const [hits, tier] of this.tierOf) {
        const count = ways[this.choose]?.[hits] ?? 0n;
        if (count === 0n) continue;
        wins ??= new Map();
        wins.set(tier, (wins.get(tier) ?? 0n) + count);
      }
      return wins ?? NO_WINS;
    };
  }

  random(random: (n: number) => number): Line {
    const must = this.places.filter((p) => p.minPicks > 0);
    const free = this.places.filter((p) => p.minPicks === 0);
    const chosen = new Set([...must, ...sample(free, Math.max(0, this.choose - must.length), random)]);
    const picks: Record<string, readonly PickedValue[]> = {};
    for (const p of this.places) if (chosen.has(p)) picks[p.area] = sample(p.values, Math.max(1, p.minPicks), random);
    return { play: this.play, picks };
  }

  parts(line: Line): readonly Part[] {
    return [{ line, touches: touchesOf(this.places, line) }];
  }
}

/**
 * One value for each place makes a bet for each tier, and that bet looks at so many last places alone. A single bet is written
 * with a row of its own, `#`, that says how many: the algebra understands that form, tickets do not hold it.
 */
export class Suffixes implements KindPlay {
  readonly tiers: readonly string[];
  private readonly play: string;
  private readonly places: readonly Place[];
  private readonly levels: readonly (readonly [number, string])[];

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    this.levels = [...tiersOf(context, rule)];
    this.tiers = rule.tiers.map((t) => t.tier);
    this.play = context.play.code;
    this.places = places;
    for (const [level] of this.levels)
      if (level < 1 || level > places.length) throw new RuleDefinitionError(this.play, `there is no suffix of ${level} places`);
  }

  private levelsOf(line: Line): readonly (readonly [number, string])[] {
    const [only] = picksOf(line.picks, '#');
    return only === undefined ? this.levels : this.levels.filter(([level]) => level === only);
  }

  count(line: Line): bigint {
    let tuples = 1n;
    for (const row of rowsOf(this.places, line)) tuples *= BigInt(row.length);
    return tuples * BigInt(this.levelsOf(line).length);
  }

  *expand(line: Line): Generator<Line> {
    const { places } = this;
    const levels = this.levelsOf(line);
    const values: PickedValue[] = [];
    function* step(): Generator<Line> {
      const place = places[values.length];
      if (!place) {
        const picks = Object.fromEntries(places.map((p, i) => [p.area, [values[i] as PickedValue]]));
        for (const [level] of levels) yield { play: line.play, picks: { ...picks, '#': [level] } };
        return;
      }
      for (const value of picksOf(line.picks, place.area)) {
        values.push(value);
        yield* step();
        values.pop();
      }
    }
    yield* step();
  }

  against(draw: Draw): (line: Line) => Wins {
    const drawn = drawnOf(this.places, draw);
    return (line) => {
      const rows = rowsOf(this.places, line);
      let right = 0;
      while (right < rows.length && rows[rows.length - 1 - right]?.includes(drawn[rows.length - 1 - right] as number)) right++;
      let wins: Map<string, bigint> | undefined;
      for (const [level, tier] of this.levelsOf(line)) {
        if (level > right) continue;
        // The places in front of the suffix are free: every value there makes a bet of its own, and all of them win.
        let bets = 1n;
        for (let i = 0; i < rows.length - level; i++) bets *= BigInt(rows[i]?.length ?? 0);
        wins ??= new Map();
        wins.set(tier, (wins.get(tier) ?? 0n) + bets);
      }
      return wins ?? NO_WINS;
    };
  }

  random(random: (n: number) => number): Line {
    const picks = Object.fromEntries(this.places.map((p) => [p.area, sample(p.values, Math.max(1, p.minPicks), random)]));
    return { play: this.play, picks };
  }

  kinds(): readonly Line[] {
    const line = { play: this.play, picks: Object.fromEntries(this.places.map((p) => [p.area, p.values.slice(0, 1)])) };
    return [...this.expand(line)];
  }

  parts(line: Line): readonly Part[] {
    const [only] = picksOf(line.picks, '#');
    const seen = typeof only === 'number' ? this.places.slice(this.places.length - only) : this.places;
    return [{ line, touches: touchesOf(seen, line) }];
  }
}
