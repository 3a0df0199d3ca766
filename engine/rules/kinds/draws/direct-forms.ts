import type { DirectRule, Draw, Line, PickedValue } from '../../../descriptions/types.ts';
import { allMarked, type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import { subsets } from '../../math.ts';
import type { Touch } from '../../draw-space.ts';
import { picksOf, RuleDefinitionError, type RuleContext } from '../../zones.ts';
import type { Place } from '../direct.ts';
import { CountedSomePlaces, CountedSuffixes, levelsOf, rowsOf } from '../direct-forms.ts';
import { type KindPlay, NO_WINS, type LinePart, type Wins } from '../kind.ts';

/** The tier of each number of right places. Throws when the rule asks for what these forms do not have. */
function tiersOf(context: RuleContext, rule: DirectRule): ReadonlyMap<number, string> {
  const { code } = context.play;
  if (rule.distinct || rule.parts.length !== 1 || rule.parts[0]?.score !== 'count' || (rule.choose !== undefined && rule.suffixes))
    throw new RuleDefinitionError(code, 'choose and suffixes are each for one part that counts, without distinct');
  return levelsOf(rule);
}

const drawnOf = (places: readonly Place[], draw: Draw) => places.map((p) => draw.numbers[p.zone]?.[p.index] as number);

/** So many sums are about the work of a plain line. */
const PLAIN_SUMS = 64;

/** The cells of the drawn values. */
const rightOf = (places: readonly Place[], draw: Draw, cells: CellIndex) => {
  const drawn = drawnOf(places, draw);
  return places.map((p, i) => cells.value(p.area, drawn[i] as number));
};

/** Each place is decided by whether its number is among the picks. */
const touchesOf = (places: readonly Place[], line: Line): Touch[] =>
  places.flatMap((p) => {
    const picks = picksOf(line.picks, p.area) as readonly number[];
    return picks.length > 0 ? [{ zone: p.zone, places: [p.index], sets: [picks], placewise: true }] : [];
  });

export class SomePlaces extends CountedSomePlaces implements KindPlay {
  readonly tiers: readonly string[];
  private readonly tierOf: ReadonlyMap<number, string>;

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    super(context, rule, places);
    this.tierOf = tiersOf(context, rule);
    this.tiers = rule.tiers.map((t) => t.tier);
    if (this.choose > places.length) throw new RuleDefinitionError(this.play, `${this.choose} of ${places.length} places cannot be chosen`);
  }

  *expand(line: Line): Generator<Line> {
    const filled = this.places.filter((p) => picksOf(line.picks, p.area).length > 0);
    for (const chosen of subsets(filled, this.choose)) {
      const values: PickedValue[] = [];
      yield* fillPlaces();
      function* fillPlaces(): Generator<Line> {
        const place = chosen[values.length];
        if (!place) {
          yield { play: line.play, picks: Object.fromEntries(chosen.map((p, i) => [p.area, [values[i] as PickedValue]])) };
          return;
        }
        for (const value of picksOf(line.picks, place.area)) {
          values.push(value);
          yield* fillPlaces();
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

  parts(line: Line): readonly LinePart[] {
    // For each place one sum for every pair of taken places and right places among them.
    const sums = (rowsOf(this.places, line).filter((row) => row.length > 0).length * this.choose * (this.choose + 1)) / 2;
    return [{ line, touches: touchesOf(this.places, line), weight: Math.ceil(sums / PLAIN_SUMS) }];
  }

  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const right = rightOf(this.places, draw, cells);
    return winningCondition([...this.tierOf.keys()].map((least) => [{ cells: right, least }]));
  }
}

export class Suffixes extends CountedSuffixes implements KindPlay {
  readonly tiers: readonly string[];
  readonly needed: readonly string[];

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    super(context, rule, places);
    tiersOf(context, rule);
    this.tiers = rule.tiers.map((t) => t.tier);
    this.needed = places.map(({ area }) => area).reverse();
    for (const [level] of this.levels)
      if (level < 1 || level > places.length) throw new RuleDefinitionError(this.play, `there is no suffix of ${level} places`);
  }

  *expand(line: Line): Generator<Line> {
    const { places } = this;
    const levels = this.levelsOf(line);
    const values: PickedValue[] = [];
    function* fillPlaces(): Generator<Line> {
      const place = places[values.length];
      if (!place) {
        const picks = Object.fromEntries(places.map((p, i) => [p.area, [values[i] as PickedValue]]));
        for (const [level] of levels) yield { play: line.play, picks: { ...picks, '#': [level] } };
        return;
      }
      for (const value of picksOf(line.picks, place.area)) {
        values.push(value);
        yield* fillPlaces();
        values.pop();
      }
    }
    yield* fillPlaces();
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

  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const right = rightOf(this.places, draw, cells);
    return winningCondition(this.levels.map(([level]) => [allMarked(right.slice(right.length - level))]));
  }

  kinds(): readonly Line[] {
    const line = { play: this.play, picks: Object.fromEntries(this.places.map((p) => [p.area, p.values.slice(0, 1)])) };
    return [...this.expand(line)];
  }

  parts(line: Line): readonly LinePart[] {
    const [only] = picksOf(line.picks, '#');
    const seen = typeof only === 'number' ? this.places.slice(this.places.length - only) : this.places;
    return [{ line, touches: touchesOf(seen, line) }];
  }
}
