/** Two forms of direct bets that do not take every place: any few of them (任选直选), and the last ones (组合). */
import type { DirectRule, Line, PickedValue } from '../../descriptions/types.ts';
import { randomSample } from '../math.ts';
import { elementarySums } from '../symmetric.ts';
import { picksOf, type RuleContext } from '../zones.ts';
import type { Place } from './direct.ts';
import type { CountedKind } from './kind.ts';

export const rowsOf = (places: readonly Place[], line: Line) => places.map((p) => picksOf(line.picks, p.area));

/** A bet takes `choose` of the places that something is picked for, and one value for each. */
export class CountedSomePlaces implements CountedKind {
  protected readonly play: string;
  protected readonly places: readonly Place[];
  protected readonly choose: number;

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    this.play = context.play.code;
    this.places = places;
    this.choose = rule.choose as number;
  }

  /** The elementary symmetric sum of the rows' lengths. */
  count(line: Line): bigint {
    const lengths = rowsOf(this.places, line).map((row) => row.length);
    return elementarySums(lengths, this.choose)[this.choose] as bigint;
  }

  random(random: (n: number) => number): Line {
    const must = this.places.filter((p) => p.minPicks > 0);
    const free = this.places.filter((p) => p.minPicks === 0);
    const chosen = new Set([...must, ...randomSample(free, Math.max(0, this.choose - must.length), random)]);
    const picks: Record<string, readonly PickedValue[]> = {};
    for (const p of this.places) if (chosen.has(p)) picks[p.area] = randomSample(p.values, Math.max(1, p.minPicks), random);
    return { play: this.play, picks };
  }
}

/**
 * One value for each place makes a bet for each tier, and that bet looks at so many last places alone. A single bet is written
 * with a row of its own, `#`, that says how many: the algebra understands that form, tickets do not hold it.
 */
export class CountedSuffixes implements CountedKind {
  protected readonly play: string;
  protected readonly places: readonly Place[];
  /** How many last places a bet looks at, and the tier that it then wins. */
  protected readonly levels: readonly (readonly [number, string])[];

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    this.levels = [...levelsOf(rule)];
    this.play = context.play.code;
    this.places = places;
  }

  protected levelsOf(line: Line): readonly (readonly [number, string])[] {
    const [only] = picksOf(line.picks, '#');
    return only === undefined ? this.levels : this.levels.filter(([level]) => level === only);
  }

  count(line: Line): bigint {
    let tuples = 1n;
    for (const row of rowsOf(this.places, line)) tuples *= BigInt(row.length);
    return tuples * BigInt(this.levelsOf(line).length);
  }

  random(random: (n: number) => number): Line {
    const picks = Object.fromEntries(this.places.map((p) => [p.area, randomSample(p.values, Math.max(1, p.minPicks), random)]));
    return { play: this.play, picks };
  }
}

/** The tier of each number of right places. */
export const levelsOf = (rule: DirectRule): ReadonlyMap<number, string> =>
  new Map(rule.tiers.flatMap((t) => t.hits.map((hits) => [hits[0] as number, t.tier] as const)));
