/** Rules of options: each value has its case, conditions can hold, and choices and passes are whole. */
import type { Area, OptionsRule } from '../types.ts';
import { rangeSize } from './draw.ts';
import { checkPredicate, usesPick } from './predicates.ts';
import { unknownNameDetails } from './report.ts';
import { checkTierHits, checkMinimumPicks, type Context, type TierUse } from './rule-parts.ts';

const ignore = (): void => undefined;

/** Judging a condition pick by pick costs its size times the picks; past this many steps the whole range must do. */
const JUDGE_BUDGET = 20_000;

export function checkOptions(context: Context, rule: OptionsRule): readonly TierUse[] {
  const { add, pointer } = context;
  const tiers: TierUse[] = [];
  const spoken = new Map<string, Set<number | string>>();
  const valuesIn = new Map<Area, readonly (number | string)[]>();
  for (const [index, one] of rule.cases.entries()) {
    const at = `${pointer}/cases/${index}`;
    if (rule.combine !== 'all' && one.tier === undefined) add('CASE_TIER', at);
    if (rule.combine === 'all' && one.tier !== undefined) add('CASE_TIER_IGNORED', `${at}/tier`);
    if (rule.combine === 'pass' && one.tier !== undefined && !(rule.legs ?? [one.tier]).includes(one.tier))
      add('LEG_UNKNOWN', `${at}/tier`, unknownNameDetails(one.tier, rule.legs ?? []));
    if (rule.combine !== 'all' && rule.combine !== 'pass' && one.tier !== undefined) tiers.push({ tier: one.tier, pointer: `${at}/tier` });
    const area = context.areas.get(one.area);
    if (area === undefined) {
      add('AREA_UNKNOWN', `${at}/area`, unknownNameDetails(one.area, context.areas.keys()));
      continue;
    }
    context.used.add(area.id);
    let known = valuesIn.get(area);
    if (known === undefined) valuesIn.set(area, (known = valuesOf(area)));
    for (const [of, value] of (one.values ?? []).entries()) {
      if (!known.includes(value))
        add('OPTION_UNKNOWN', `${at}/values/${of}`, { area: area.id, ...unknownNameDetails(value, known.map(String)) });
    }
    const named = one.values === undefined ? undefined : new Set(one.values);
    const values = named === undefined ? known : known.filter((value) => named.has(value));
    const coveredValues = spoken.get(area.id);
    if (coveredValues === undefined) spoken.set(area.id, new Set(values));
    else for (const value of values) coveredValues.add(value);
    checkCase(context, area, values, rule.cases[index] as OptionsRule['cases'][number], `${at}/when`);
  }
  for (const [area, values] of spoken) {
    const silent = valuesOf(context.areas.get(area) as Area).filter((value) => !values.has(value));
    if (silent.length > 0) add('CASE_MISSING', `${pointer}/cases`, { area, name: String(silent[0]) });
  }
  checkChoose(context, rule);
  tiers.push(...checkPass(context, rule));
  if (rule.combine === 'all') {
    if (rule.tier === undefined) add('RULE_TIER', pointer);
    else tiers.push({ tier: rule.tier, pointer: `${pointer}/tier` });
  }
  return tiers;
}

function checkChoose({ add, pointer, areas }: Context, { combine, choose, wins }: OptionsRule): void {
  const [area] = areas.values();
  if (combine !== 'choose') {
    if (choose !== undefined || wins !== undefined) add('CHOOSE_FORM', pointer);
    return;
  }
  if (choose === undefined || wins === undefined || areas.size !== 1 || area === undefined) {
    add('CHOOSE_FORM', pointer);
    return;
  }
  const available = Math.min(area.max, valuesOf(area).length);
  if (choose > available) add('RULE_UNSATISFIABLE', `${pointer}/choose`, { needed: choose, area: area.id, available });
  else if (area.kind !== 'lines') checkMinimumPicks({ pointer, add, areas }, area, choose);
}

/** A pass (过关): how many legs it has, what they come to, and which tier that is. */
function checkPass(context: Context, { combine, least, legs, tiers }: OptionsRule): readonly TierUse[] {
  const { add, pointer, areas } = context;
  const written = [least, legs, tiers].filter((part) => part !== undefined).length;
  if (written !== (combine === 'pass' ? 3 : 0)) add('PASS_FORM', pointer);
  if (combine !== 'pass' || least === undefined || legs === undefined || tiers === undefined) return [];
  if (least > areas.size) add('PASS_LEAST', `${pointer}/least`, { least, areas: areas.size });
  checkTierHits(
    context,
    tiers,
    legs.map(() => [0, areas.size] as const),
  );
  for (const [index, { hits }] of tiers.entries())
    for (const [which, figures] of hits.entries()) {
      const sum = figures.reduce((all, figure) => all + figure, 0);
      if (figures.length === legs.length && (sum < least || sum > areas.size))
        add('PASS_HITS', `${pointer}/tiers/${index}/hits/${which}`, { sum, least, areas: areas.size });
    }
  return tiers.map(({ tier }, index) => ({ tier, pointer: `${pointer}/tiers/${index}/tier` }));
}

function checkCase(
  context: Context,
  area: Area,
  values: readonly (number | string)[],
  one: OptionsRule['cases'][number],
  pointer: string,
): void {
  const numbers = values.filter((value): value is number => typeof value === 'number');
  const words = area.kind === 'options';
  let reported = false;
  const judging = {
    add: context.add,
    zones: context.zones,
    pick: words || numbers.length === 0 ? undefined : ([Math.min(...numbers), Math.max(...numbers)] as const),
    onPickText: (at: string) => {
      if (words && !reported) context.add('PICK_TEXT', at, { area: area.id });
      reported = true;
    },
  };
  if (checkPredicate(judging, one.when, pointer) === 'never') {
    context.add('CASE_NEVER', pointer);
    return;
  }
  // Names have been checked once; from here only the verdict counts.
  if (numbers.length < 2 || !usesPick(one.when) || numbers.length * JSON.stringify(one.when).length > JUDGE_BUDGET) return;
  const { zones } = context;
  const loser = numbers.find(
    (value) => checkPredicate({ add: ignore, zones, pick: [value, value], onPickText: ignore }, one.when, '') === 'never',
  );
  if (loser !== undefined) context.add('CASE_NEVER_FOR', pointer, { name: loser });
}

function valuesOf(area: Area): readonly (number | string)[] {
  if (area.kind === 'options') return area.options.map(({ value }) => value);
  if (area.kind === 'lines') return [];
  return Array.from({ length: Math.max(rangeSize(area), 0) }, (_, index) => area.from + index);
}
