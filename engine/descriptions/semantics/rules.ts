/** A play's rule against its areas and the draw: what it names exists, a line can satisfy it, and what it pays for can happen. */
import type { Anywhere, Area, CombinationRule, CrossRule, DirectRule, GroupRule, NumbersArea, Play, Rule, TuplesRule } from '../types.ts';
import { countedKindOf } from '../../rules/kinds/table.ts';
import { checkPlace, checkSlice, type CheckedSlice, rangeSize, type Zones } from './draw.ts';
import type { Range } from './predicates.ts';
import { type ReportFinding, addDuplicates, unknownNameDetails } from './report.ts';
import { checkOptions } from './options.ts';
import { checkTierHits, checkMinimumPicks, type Context, type TierUse } from './rule-parts.ts';
import { possibleValues } from './tuples.ts';

/** What engine/rules can count without repeats in reasonable time; no game is near it. */
const MOST_DISTINCT_PLACES = 12;

export function checkRule(add: ReportFinding, play: Play, pointer: string, zones: Zones): readonly TierUse[] {
  const context: Context = {
    add,
    zones,
    areas: new Map(play.areas.map((area) => [area.id, area])),
    pointer: `${pointer}/rule`,
    used: new Set(),
  };
  const tiers = (CHECKS[play.rule.kind] as Check<Rule['kind']>)(context, play.rule, play.areas);
  for (const [index, area] of play.areas.entries()) {
    if (!context.used.has(area.id)) add('AREA_UNUSED', `${pointer}/areas/${index}/id`, { name: area.id });
    if (area.kind === 'numbers' && area.bankers !== undefined && !countedKindOf(play.rule)?.bankers) {
      add('BANKERS_RULE', `${pointer}/areas/${index}/bankers`, { kind: play.rule.kind });
    }
  }
  return tiers;
}

type Check<K extends Rule['kind']> = (
  context: Context,
  rule: Extract<Rule, { readonly kind: K }>,
  areas: readonly Area[],
) => readonly TierUse[];

/** What cannot be right of each kind. The compiler refuses a table that lacks one. */
const CHECKS: { readonly [K in Rule['kind']]: Check<K> } = {
  combination: checkCombination,
  cross: checkCross,
  direct: checkDirect,
  group: checkGroup,
  tuples: checkTuples,
  options: checkOptions,
};

function checkCombination(context: Context, rule: CombinationRule, areas: readonly Area[]): readonly TierUse[] {
  const { add, pointer } = context;
  /** Least and most hits of each (pick, slice) pair; undefined when something about the pair is wrong already. */
  const bounds: (Range | undefined)[] = [];
  for (const [index, pick] of rule.picks.entries()) {
    const at = `${pointer}/picks/${index}`;
    const area = numbersArea(context, pick.area, `${at}/area`);
    const slices = pick.of.map((slice, of) => checkSlice(add, slice, `${at}/of/${of}`, context.zones));
    bounds.push(...slices.map((slice) => (area === undefined || slice === undefined ? undefined : hitRange(area, pick.choose, slice))));
    if (area === undefined) continue;
    if (rule.picks.findIndex((other) => other.area === pick.area) < index) add('AREA_TWICE', `${at}/area`, { name: pick.area });
    const available = Math.min(area.max + (area.bankers?.max ?? 0), Math.max(rangeSize(area), 0));
    if (pick.choose > available) add('RULE_UNSATISFIABLE', `${at}/choose`, { needed: pick.choose, area: area.id, available });
    if (area.bankers !== undefined && (area.bankers.max >= pick.choose || area.bankers.min > area.bankers.max)) {
      const { min, max } = area.bankers;
      add('BANKERS_BOUNDS', `${areaPointer(context, areas, area)}/bankers`, { min, max, choose: pick.choose });
    } else checkMinimumPicks(context, area, pick.choose);
    if (slices.every((slice) => slice !== undefined)) checkInside(context, area, slices, `${at}/area`);
  }
  checkTierHits(context, rule.tiers, bounds);
  return rule.tiers.map((tier, index) => ({ tier: tier.tier, pointer: `${pointer}/tiers/${index}/tier` }));
}

function checkCross(context: Context, rule: CrossRule): readonly TierUse[] {
  const { add, pointer } = context;
  const slices = rule.of.map((slice, of) => checkSlice(add, slice, `${pointer}/of/${of}`, context.zones));
  const whole = slices.every((slice) => slice !== undefined);
  for (const [index, id] of rule.sides.entries()) {
    const at = `${pointer}/sides/${index}`;
    const area = numbersArea(context, id, at);
    if (rule.sides.indexOf(id) < index) add('AREA_TWICE', at, { name: id });
    if (area !== undefined && whole) checkInside(context, area, slices, at);
  }
  // Two different numbers; where the numbers may repeat, they count once.
  checkTierHits(
    context,
    rule.tiers,
    slices.map((slice) => slice && [0, Math.min(2, slice.count)]),
  );
  return rule.tiers.map(({ tier }, index) => ({ tier, pointer: `${pointer}/tiers/${index}/tier` }));
}

function hitRange(area: NumbersArea, choose: number, { zone, count }: CheckedSlice): Range {
  const most = Math.min(choose, count);
  // Of `choose` different numbers, those that are not drawn must find room among the numbers that are not drawn.
  const covers = area.from >= zone.from && area.to <= zone.to;
  const forced = zone.kind !== 'digits' && covers ? choose + count - rangeSize(zone) : 0;
  return [Math.min(Math.max(0, forced), most), most];
}

/** How many places can have a value that no other has: each value goes to the place whose values end first, which leaves the most for the others. */
function placesWithOwnValue(areas: readonly NumbersArea[]): number {
  const left = areas.toSorted((a, b) => a.to - b.to);
  const first = Math.min(...areas.map(({ from }) => from));
  const last = Math.max(...areas.map(({ to }) => to));
  for (let value = first; value <= last; value += 1) {
    const at = left.findIndex(({ from, to }) => from <= value && value <= to);
    if (at >= 0) left.splice(at, 1);
  }
  return areas.length - left.length;
}

function checkDirect(context: Context, rule: DirectRule): readonly TierUse[] {
  const { add, pointer, zones } = context;
  const seen = new Set<string>();
  const areas = new Set<string>();
  const picked: NumbersArea[] = [];
  const found = rule.parts.reduce((sum, part) => sum + part.places.length, 0);
  if (rule.distinct === true && found > MOST_DISTINCT_PLACES)
    add('DISTINCT_PLACES', `${pointer}/distinct`, { found, most: MOST_DISTINCT_PLACES });
  for (const [index, part] of rule.parts.entries()) {
    for (const [at, place] of part.places.entries()) {
      const here = `${pointer}/parts/${index}/places/${at}`;
      const area = numbersArea(context, place.area, `${here}/area`);
      if (area !== undefined && areas.has(area.id)) add('AREA_TWICE', `${here}/area`, { name: area.id });
      if (area !== undefined) {
        areas.add(area.id);
        picked.push(area);
      }
      const zone = zones.get(place.zone);
      if (zone === undefined) {
        add('ZONE_UNKNOWN', `${here}/zone`, unknownNameDetails(place.zone, zones.keys()));
        continue;
      }
      if (!checkPlace(add, zone, place.place, `${here}/place`)) continue;
      const name = `${place.zone}/${place.place}`;
      if (seen.has(name)) add('PLACE_TWICE', `${here}/place`, { place: place.place });
      seen.add(name);
      if (area !== undefined) checkInside(context, area, [{ zone, count: 1 }], `${here}/area`);
    }
  }
  if (rule.distinct === true && found <= MOST_DISTINCT_PLACES && picked.length === found && placesWithOwnValue(picked) < found)
    add('DISTINCT_NONE', `${pointer}/distinct`, { needed: found, available: placesWithOwnValue(picked) });
  if (rule.choose !== undefined || rule.suffixes === true) {
    const plain = rule.parts.length === 1 && rule.parts[0]?.score === 'count' && rule.distinct !== true;
    if (!plain || (rule.choose !== undefined && rule.suffixes === true)) add('DIRECT_FORM', pointer);
    if (rule.choose !== undefined && rule.choose > found)
      add('RULE_UNSATISFIABLE', `${pointer}/choose`, { needed: rule.choose, area: [...areas].join(' '), available: found });
  }
  checkTierHits(
    context,
    rule.tiers,
    rule.parts.map((part) => [rule.suffixes === true ? 1 : 0, Math.min(rule.choose ?? part.places.length, part.places.length)]),
  );
  return rule.tiers.map((tier, index) => ({ tier: tier.tier, pointer: `${pointer}/tiers/${index}/tier` }));
}

function checkGroup(context: Context, rule: GroupRule): readonly TierUse[] {
  const { add, pointer } = context;
  const slice = checkSlice(add, rule.of, `${pointer}/of`, context.zones);
  const needed = new Map<string, number>();
  let size = 0;
  for (const [index, role] of rule.roles.entries()) {
    const at = `${pointer}/roles/${index}`;
    size += role.times * role.choose;
    if (rule.roles.findIndex((other) => other.times === role.times) < index) add('ROLE_TIMES_TWICE', `${at}/times`, { times: role.times });
    const area = numbersArea(context, role.area, `${at}/area`);
    if (area !== undefined && slice !== undefined) checkInside(context, area, [slice], `${at}/area`);
    if (slice !== undefined && slice.zone.kind !== 'digits' && role.times > 1) add('GROUP_REPEATS', `${at}/times`, { zone: slice.zone.id });
    // Roles that share an area need different values of it.
    needed.set(role.area, (needed.get(role.area) ?? 0) + role.choose);
    const want = needed.get(role.area) ?? 0;
    if (area !== undefined && want > area.max)
      add('RULE_UNSATISFIABLE', `${at}/choose`, { needed: want, area: area.id, available: area.max });
  }
  for (const [id, choose] of needed) {
    const area = context.areas.get(id);
    if (area?.kind === 'numbers') checkMinimumPicks(context, area, choose);
  }
  const wanted = rule.anywhere === undefined ? slice?.count : checkAnywhere(context, rule.anywhere, slice);
  if (wanted !== undefined && size !== wanted) add('GROUP_SIZE', `${pointer}/roles`, { found: size, wanted: String(wanted) });
  return [{ tier: rule.tier, pointer: `${pointer}/tier` }];
}

/** Any places (任选): the area's options are places of the slice. Returns how many numbers a bet has. */
function checkAnywhere(context: Context, rule: Anywhere, slice: CheckedSlice | undefined): number {
  const { add, pointer } = context;
  const area = context.areas.get(rule.area);
  const at = `${pointer}/anywhere`;
  if (area === undefined) add('AREA_UNKNOWN', `${at}/area`, unknownNameDetails(rule.area, context.areas.keys()));
  else {
    context.used.add(area.id);
    if (area.kind !== 'options') add('AREA_KIND', `${at}/area`, { name: area.id, wanted: 'options' });
    else {
      if (rule.choose > area.max) add('RULE_UNSATISFIABLE', `${at}/choose`, { needed: rule.choose, area: area.id, available: area.max });
      else checkMinimumPicks(context, area, rule.choose);
      if (slice !== undefined) {
        const places = (slice.zone.places ?? []).map(({ id }) => id);
        const foreign = area.options.find(({ value }) => !(slice.places ?? places).includes(value));
        if (foreign !== undefined)
          add('PLACE_UNKNOWN', `${at}/area`, { zone: slice.zone.id, ...unknownNameDetails(foreign.value, slice.places ?? places) });
      }
    }
  }
  return rule.choose;
}

/** What engine/rules keeps tables of. */
const MOST_TUPLES = 1_000_000;
/** Figures of more bets than this are not looked at one by one. */
const JUDGED_TUPLES = 200_000;

function checkTuples(context: Context, rule: TuplesRule): readonly TierUse[] {
  const { add, pointer } = context;
  const slice = checkSlice(add, rule.of, `${pointer}/of`, context.zones);
  const size = rule.anywhere === undefined ? slice?.count : checkAnywhere(context, rule.anywhere, slice);
  const wanted = rule.by === 'entry' ? 'lines' : 'numbers';
  const area = context.areas.get(rule.area);
  if (area === undefined) add('AREA_UNKNOWN', `${pointer}/area`, unknownNameDetails(rule.area, context.areas.keys()));
  else {
    context.used.add(area.id);
    if (area.kind !== wanted) add('AREA_KIND', `${pointer}/area`, { name: area.id, wanted });
  }
  addDuplicates(
    add,
    rule.tiers,
    ({ tier }) => tier,
    (index) => `${pointer}/tiers/${index}/tier`,
    '奖级|tiers',
  );
  const owner = new Map<string, string>();
  for (const [index, { tier, shapes }] of rule.tiers.entries())
    for (const [which, shape] of (shapes ?? [undefined]).entries()) {
      const at = `${pointer}/tiers/${index}${shape ? `/shapes/${which}` : ''}`;
      const found = shape?.reduce((a, b) => a + b, 0);
      if (found !== undefined && size !== undefined && found !== size) add('GROUP_SIZE', at, { found, wanted: String(size) });
      const key = shape ? [...shape].sort((a, b) => b - a).join(', ') : '*';
      const other = owner.get(key);
      if (other !== undefined) add('HITS_TWICE', at, { hits: key, tier: other });
      else owner.set(key, tier);
    }
  if (slice !== undefined && size !== undefined) checkTupleSpace(context, rule, slice.zone, size, area);
  return rule.tiers.map((tier, index) => ({ tier: tier.tier, pointer: `${pointer}/tiers/${index}/tier` }));
}

function checkTupleSpace(context: Context, rule: TuplesRule, zone: CheckedSlice['zone'], size: number, area: Area | undefined): void {
  const { add, pointer } = context;
  const base = rangeSize(zone);
  if (zone.kind === 'set' && rule.order === 'direct') add('TUPLES_ORDER', `${pointer}/order`, { zone: zone.id });
  if (base < 1) return;
  const found = base ** size;
  if (found > MOST_TUPLES) {
    add('TUPLES_MANY', `${pointer}/of`, { base, size, found, most: MOST_TUPLES });
    return;
  }
  if (area?.kind !== 'numbers' || rule.by === 'entry' || found > JUDGED_TUPLES || area.from > area.to) return;
  const known = possibleValues(rule, zone, size);
  for (let value = area.from; value <= area.to; value++)
    if (!known.has(value)) {
      const what = { sum: '和值|sum', span: '跨度|span', has: '号码|number' }[rule.by];
      add('TUPLES_NONE', `${pointer}/area`, { name: value, what });
      return;
    }
}

/** The area of numbers that a rule names; adds the fault of the name or the kind. */
function numbersArea(context: Context, id: string, pointer: string): NumbersArea | undefined {
  const area = context.areas.get(id);
  if (area === undefined) {
    context.add('AREA_UNKNOWN', pointer, unknownNameDetails(id, context.areas.keys()));
    return undefined;
  }
  context.used.add(id);
  if (area.kind === 'numbers') return area;
  context.add('AREA_KIND', pointer, { name: id, wanted: 'numbers' });
  return undefined;
}

/** Numbers that can be picked but never drawn would take stakes for nothing. */
function checkInside(context: Context, area: NumbersArea, slices: readonly CheckedSlice[], pointer: string): void {
  const zoneFrom = Math.min(...slices.map(({ zone }) => zone.from));
  const zoneTo = Math.max(...slices.map(({ zone }) => zone.to));
  if (area.from > area.to || slices.some(({ zone }) => zone.from > zone.to)) return;
  if (area.from >= zoneFrom && area.to <= zoneTo) return;
  const zone = slices.map((slice) => slice.zone.id).join('/');
  context.add('AREA_OUTSIDE', pointer, { from: area.from, to: area.to, zone, zoneFrom, zoneTo });
}

function areaPointer(context: Context, areas: readonly Area[], area: Area): string {
  return `${context.pointer.slice(0, -'/rule'.length)}/areas/${areas.indexOf(area)}`;
}
