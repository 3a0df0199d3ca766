import type { GroupRule, Line, PickedValue } from '../../descriptions/types.ts';
import { binomial, randomSample, smallBinomial, subsets } from '../math.ts';
import { numbersAreaOf, picksOf, type RuleContext } from '../zones.ts';
import { anywhere, CountedAnywhere } from './anywhere.ts';
import type { CountedKind, CountedRuleKind } from './kind.ts';

export interface Role {
  readonly area: string;
  readonly values: readonly PickedValue[];
  readonly minPicks: number;
  readonly times: number;
  readonly choose: number;
  /** Another role picks from the same area (组三: pair and single from one row). */
  readonly shared: boolean;
}

export function rolesOf(context: RuleContext, rule: GroupRule): readonly Role[] {
  return rule.roles.map((role): Role => {
    const { area, values } = numbersAreaOf(context, role.area);
    const shared = rule.roles.some((other) => other !== role && other.area === role.area);
    return { area: role.area, values, minPicks: area.min, times: role.times, choose: role.choose, shared };
  });
}

/** Numbers of a bet. */
export const sizeOf = (roles: readonly Role[]): number => roles.reduce((sum, role) => sum + role.times * role.choose, 0);

export type Pools = readonly (readonly PickedValue[])[];

/**
 * An unordered shape: each role takes `choose` different values, each standing `times` times; no value in two roles.
 *
 * A single bet of a play whose roles share an area is written as its multiset (3 3 5): the row alone cannot say which value
 * is the pair. The algebra counts, expands and settles that form; tickets hold rows without repeats.
 * Its draws: draws/group.ts.
 */
export class CountedGroup implements CountedKind {
  protected readonly play: string;
  protected readonly roles: readonly Role[];
  protected readonly areas: readonly string[];

  constructor(context: RuleContext, roles: readonly Role[]) {
    this.play = context.play.code;
    this.roles = roles;
    this.areas = [...new Set(roles.map((role) => role.area))];
  }

  /** What each role may take: its area's picks, or for a multiset the values that stand as often as the role asks. */
  protected pools(line: Line): Pools {
    return this.roles.map((role) => {
      const picks = picksOf(line.picks, role.area);
      if (!role.shared || new Set(picks).size === picks.length) return picks;
      return [...new Set(picks)].filter((v) => picks.filter((w) => w === v).length === role.times);
    });
  }

  count(line: Line): bigint {
    const pools = this.pools(line);
    const [first, second] = this.roles;
    if (first && this.roles.length === 1) return binomial(pools[0]?.length ?? 0, first.choose);
    if (first && second && this.roles.length === 2) return overlapCount(pools[0] ?? [], first.choose, pools[1] ?? [], second.choose);
    return disjointCount(
      pools,
      this.roles.map((role) => role.choose),
    );
  }

  *expand(line: Line): Generator<Line> {
    const pools = this.pools(line);
    const { roles, areas } = this;
    const taken: (readonly PickedValue[])[] = [];
    function* fillRoles(): Generator<Line> {
      const role = roles[taken.length];
      if (!role) {
        const picks: Record<string, readonly PickedValue[]> = {};
        for (const area of areas)
          picks[area] = roles.flatMap((r, i) => {
            if (r.area !== area) return [];
            const values = taken[i] ?? [];
            return r.shared ? values.flatMap((v) => new Array(r.times).fill(v) as PickedValue[]) : values;
          });
        yield { play: line.play, picks };
        return;
      }
      const free = (pools[taken.length] ?? []).filter((v) => !taken.some((values) => values.includes(v)));
      for (const subset of subsets(free, role.choose)) {
        taken.push(subset);
        yield* fillRoles();
        taken.pop();
      }
    }
    yield* fillRoles();
  }

  /** One bet, or the smallest line that the areas allow when a row cannot hold a single bet (组三 needs two values: two bets). */
  random(random: (n: number) => number): Line {
    const attempt = (): Line => {
      const picks: Record<string, readonly PickedValue[]> = {};
      const used = new Set<PickedValue>();
      for (const area of this.areas) {
        const own = this.roles.filter((role) => role.area === area);
        const needed = own.reduce((sum, role) => sum + role.choose, 0);
        const values = own[0]?.values ?? [];
        const fresh = values.filter((v) => !used.has(v));
        const chosen = randomSample(fresh, Math.min(needed, fresh.length), random);
        for (const v of chosen) used.add(v);
        const others = values.filter((v) => !chosen.includes(v));
        const extra = Math.min(Math.max(0, (own[0]?.minPicks ?? 0) - needed), others.length);
        picks[area] = extra > 0 ? [...chosen, ...randomSample(others, extra, random)] : chosen;
      }
      return { play: this.play, picks };
    };
    const line = attempt();
    if (this.count(line) > 0n) return line;
    // Only areas of different ranges come here; the first bet of the full board is always there.
    const board = { play: this.play, picks: Object.fromEntries(this.roles.map((role) => [role.area, role.values])) };
    for (const bet of this.expand(board)) {
      const picks = Object.fromEntries(Object.entries(bet.picks).map(([area, values]) => [area, [...new Set(values)]]));
      return { play: this.play, picks };
    }
    return line;
  }
}

export const group: CountedRuleKind<GroupRule> = {
  compile(context, rule) {
    const roles = rolesOf(context, rule);
    const make = (): CountedKind => new CountedGroup(context, roles);
    return anywhere(context, rule.of, rule.anywhere, sizeOf(roles), make, (...all) => new CountedAnywhere(...all));
  },
  zone: ({ of }) => of.zone,
  /** Three times in 三同号. Where roles share an area, its values stand differently often. */
  times({ roles }, area) {
    const own = roles.filter((role) => role.area === area);
    return own.length === 1 ? (own[0] as (typeof own)[number]).times : 1;
  },
};

/** How many values two pools share: by bits where values are small numbers. */
function shared(a: readonly PickedValue[], b: readonly PickedValue[]): number {
  let mask = 0;
  for (let i = 0; i < b.length; i++) {
    const value = b[i];
    if (typeof value !== 'number' || value > 31) {
      const set = new Set(b);
      return a.filter((v) => set.has(v)).length;
    }
    mask |= 1 << value;
  }
  let both = 0;
  for (let i = 0; i < a.length; i++) {
    const value = a[i] as number;
    if (value < 32 && (mask >>> value) & 1) both++;
  }
  return both;
}

/** Two roles: sum over how many of the first role's values come from the overlap. */
function overlapCount(a: readonly PickedValue[], chooseA: number, b: readonly PickedValue[], chooseB: number): bigint {
  const both = shared(a, b);
  // Small pools, small numbers: at most 100 values and four chosen, far below 2^53. The slip asks at every tap.
  if (chooseA + chooseB <= 4 && a.length <= 100 && b.length <= 100) {
    let total = 0;
    for (let i = 0; i <= both && i <= chooseA; i++)
      total += smallBinomial(both, i) * smallBinomial(a.length - both, chooseA - i) * smallBinomial(b.length - i, chooseB);
    return BigInt(total);
  }
  let total = 0n;
  for (let i = 0; i <= Math.min(both, chooseA); i++)
    total += binomial(both, i) * binomial(a.length - both, chooseA - i) * binomial(b.length - i, chooseB);
  return total;
}

/** Any number of roles: values fall into classes by the pools that hold them; a class hands some of its values to each role. */
export function disjointCount(pools: Pools, choose: readonly number[]): bigint {
  const classes = new Map<number, number>();
  for (const value of new Set(pools.flat())) {
    const mask = pools.reduce((bits, pool, i) => (pool.includes(value) ? bits | (1 << i) : bits), 0);
    classes.set(mask, (classes.get(mask) ?? 0) + 1);
  }
  let states = new Map<string, { left: readonly number[]; ways: bigint }>([[choose.join(), { left: choose, ways: 1n }]]);
  for (const [mask, size] of classes) {
    const next: typeof states = new Map();
    const hand = (role: number, free: number, left: readonly number[], ways: bigint): void => {
      if (role === pools.length) {
        const key = left.join();
        next.set(key, { left, ways: ways + (next.get(key)?.ways ?? 0n) });
        return;
      }
      const most = (mask >> role) & 1 ? Math.min(free, left[role] ?? 0) : 0;
      for (let x = 0; x <= most; x++)
        hand(
          role + 1,
          free - x,
          left.map((n, i) => (i === role ? n - x : n)),
          ways * binomial(free, x),
        );
    };
    for (const { left, ways } of states.values()) hand(0, size, left, ways);
    states = next;
  }
  return states.get(choose.map(() => 0).join())?.ways ?? 0n;
}
