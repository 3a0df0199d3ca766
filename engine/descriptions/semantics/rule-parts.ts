/** What the checks of every kind of rule share: what they know, tiers, the hits that tiers name, and the fewest picks of an area. */
import type { Area, HitTier } from '../types.ts';
import type { Zones } from './draw.ts';
import type { Range } from './predicates.ts';
import { type ReportFinding, addDuplicates } from './report.ts';

export interface Context {
  readonly add: ReportFinding;
  readonly zones: Zones;
  readonly areas: ReadonlyMap<string, Area>;
  readonly pointer: string;
  /** Areas that some part of the rule has named. */
  readonly used: Set<string>;
}

/** A tier that the rule can give, and where it says so. */
export interface TierUse {
  readonly tier: string;
  readonly pointer: string;
}

/** The fewest picks of an area make a bet, with as many bankers as may stand beside them: else `min` lets through what is no bet. */
export function checkMinimumPicks(
  { add, pointer, areas }: Pick<Context, 'add' | 'pointer' | 'areas'>,
  area: Exclude<Area, { readonly kind: 'lines' }>,
  choose: number,
): void {
  const bankers = (area.kind === 'numbers' && area.bankers?.max) || 0;
  // AREA_BOUNDS and RULE_UNSATISFIABLE report errors of the bounds themselves.
  const least = choose - bankers;
  if (area.min >= least || area.min > area.max || area.max < least) return;
  const at = `${pointer.slice(0, -'/rule'.length)}/areas/${[...areas.keys()].indexOf(area.id)}/min`;
  add('AREA_LEAST', at, { choose, bankers, min: area.min, least });
}

export function checkTierHits(context: Context, tiers: readonly HitTier[], bounds: readonly (Range | undefined)[]): void {
  const { add, pointer } = context;
  addDuplicates(
    add,
    tiers,
    ({ tier }) => tier,
    (index) => `${pointer}/tiers/${index}/tier`,
    '奖级|tiers',
  );
  const owner = new Map<string, string>();
  for (let index = 0; index < tiers.length; index += 1) {
    const { tier, hits } = tiers[index] as HitTier;
    for (let which = 0; which < hits.length; which += 1) {
      const vector = hits[which] as readonly number[];
      const at = (): string => `${pointer}/tiers/${index}/hits/${which}`;
      if (vector.length !== bounds.length) {
        add('HITS_LENGTH', at(), { found: vector.length, wanted: String(bounds.length) });
        continue;
      }
      for (let part = 0; part < vector.length; part += 1) {
        const count = vector[part] as number;
        const range = bounds[part];
        if (range !== undefined && (count < range[0] || count > range[1])) {
          add('HITS_IMPOSSIBLE', `${at()}/${part}`, { hits: count, least: range[0], most: range[1] });
        }
      }
      const key = vector.join(', ');
      const other = owner.get(key);
      if (other !== undefined) add('HITS_TWICE', at(), { hits: key, tier: other });
      else owner.set(key, tier);
    }
  }
}
