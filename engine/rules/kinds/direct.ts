import type { DirectRule, Line, PickedValue } from '../../descriptions/types.ts';
import { randomSample } from '../math.ts';
import { numbersAreaOf, picksOf, placeIndex, type RuleContext, zoneOf } from '../zones.ts';
import { CountedSomePlaces, CountedSuffixes } from './direct-forms.ts';
import type { CountedKind, CountedRuleKind } from './kind.ts';

export interface Place {
  readonly area: string;
  readonly values: readonly PickedValue[];
  readonly minPicks: number;
  readonly zone: string;
  readonly index: number;
  readonly part: number;
}

export function placesOf(context: RuleContext, rule: DirectRule): readonly Place[] {
  return rule.parts.flatMap((part, index) =>
    part.places.map((p): Place => {
      const { area, values } = numbersAreaOf(context, p.area);
      const zone = zoneOf(context, p.zone);
      return { area: p.area, values, minPicks: area.min, zone: p.zone, index: placeIndex(context, zone, p.place), part: index };
    }),
  );
}

/** One value for each place, order mattering (直选). Its draws: draws/direct.ts. */
export class CountedDirect implements CountedKind {
  protected readonly play: string;
  protected readonly rule: DirectRule;
  protected readonly places: readonly Place[];

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    this.play = context.play.code;
    this.rule = rule;
    this.places = places;
  }

  count(line: Line): bigint {
    if (this.rule.distinct) return this.tuples(line);
    let bets = 1n;
    for (const p of this.places) bets *= BigInt(picksOf(line.picks, p.area).length);
    return bets;
  }

  *expand(line: Line): Generator<Line> {
    const { places, rule } = this;
    const chosen: PickedValue[] = [];
    function* fillPlaces(): Generator<Line> {
      const p = places[chosen.length];
      if (!p) {
        yield { play: line.play, picks: Object.fromEntries(places.map((place, i) => [place.area, [chosen[i] as PickedValue]])) };
        return;
      }
      for (const value of picksOf(line.picks, p.area)) {
        if (rule.distinct && chosen.includes(value)) continue;
        chosen.push(value);
        yield* fillPlaces();
        chosen.pop();
      }
    }
    yield* fillPlaces();
  }

  private tuples(line: Line): bigint {
    let total = 0n;
    for (const ways of this.assign(line, undefined).values()) total += ways;
    return total;
  }

  /** State (right places << n | filled places) → number of tuples without repetition, all places filled. */
  protected assign(line: Line, drawn: readonly number[] | undefined): Map<number, bigint> {
    const n = this.places.length;
    const open = new Map<number, number>();
    this.places.forEach((p, i) => {
      for (const v of picksOf(line.picks, p.area) as readonly number[]) open.set(v, (open.get(v) ?? 0) | (1 << i));
    });
    let states = new Map<number, bigint>([[0, 1n]]);
    for (const [value, mask] of open) {
      const next = new Map(states);
      for (const [state, ways] of states) {
        for (let i = 0; i < n; i++) {
          if (((mask >> i) & 1) === 0 || ((state >> i) & 1) === 1) continue;
          const right = drawn !== undefined && drawn[i] === value ? 1 << (n + i) : 0;
          const to = state | (1 << i) | right;
          next.set(to, (next.get(to) ?? 0n) + ways);
        }
      }
      states = next;
    }
    const filled = 2 ** n - 1;
    return new Map([...states].filter(([state]) => (state & filled) === filled));
  }

  random(random: (n: number) => number): Line {
    const picks: Record<string, readonly PickedValue[]> = {};
    const used = new Set<PickedValue>();
    for (const p of this.places) {
      const left = this.rule.distinct ? p.values.filter((v) => !used.has(v)) : p.values;
      const chosen = randomSample(left.length > 0 ? left : p.values, 1, random);
      for (const v of chosen) used.add(v);
      const extra = Math.max(0, p.minPicks - 1);
      const others = p.values.filter((v) => !chosen.includes(v));
      picks[p.area] = extra > 0 ? [...chosen, ...randomSample(others, Math.min(extra, others.length), random)] : chosen;
    }
    const line = { play: this.play, picks };
    // Rows of different ranges can leave a place without a value of its own; then the first bet of the full board stands in.
    if (!this.rule.distinct || this.count(line) > 0n) return line;
    const board = { play: this.play, picks: Object.fromEntries(this.places.map((p) => [p.area, p.values])) };
    for (const bet of this.expand(board)) return bet;
    return line;
  }
}

export const direct: CountedRuleKind<DirectRule> = {
  compile(context, rule) {
    const places = placesOf(context, rule);
    if (rule.choose !== undefined) return new CountedSomePlaces(context, rule, places);
    return rule.suffixes ? new CountedSuffixes(context, rule, places) : new CountedDirect(context, rule, places);
  },
  zone: ({ parts }, area) => parts.flatMap(({ places }) => places).find((place) => place.area === area)?.zone,
  fewestAreas: ({ choose }) => (choose === undefined ? undefined : { least: choose, label: '号码' }),
};
