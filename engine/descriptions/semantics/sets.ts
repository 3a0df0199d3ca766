/** Checks named sets of numbers: unique ids, tables in the order of their days, and no unknown name in conditions, options and areas. */
import type { Fact, NumberSet, PlayGroup, Zone } from '../types.ts';
import { type ReportFinding, addDuplicates, unknownNameDetails } from './report.ts';

export function checkSets(add: ReportFinding, sets: readonly NumberSet[], pointer: string): void {
  addDuplicates(
    add,
    sets,
    (set) => set.id,
    (index) => `${pointer}/${index}/id`,
    '号码集|sets',
  );
  for (const [s, { tables }] of sets.entries())
    for (const [t, { from }] of tables.entries()) {
      const before = t === 0 ? undefined : (tables[t - 1]?.from ?? '');
      if (before !== undefined && (from === undefined || from <= before))
        add('SET_ORDER', `${pointer}/${s}/tables/${t}`, { from: from ?? '—' });
    }
}

export function checkSetNames(add: ReportFinding, groups: readonly PlayGroup[], pointer: string, sets: readonly NumberSet[]): void {
  const known = new Set(sets.map(({ id }) => id));
  for (const [g, group] of groups.entries())
    for (const [p, play] of group.plays.entries()) {
      const at = `${pointer}/${g}/plays/${p}`;
      for (const [a, area] of play.areas.entries())
        for (const [o, { set }] of (area.kind === 'options' ? area.options : []).entries())
          if (set !== undefined && !known.has(set)) add('SET_UNKNOWN', `${at}/areas/${a}/options/${o}/set`, unknownNameDetails(set, known));
      for (const [a, area] of play.areas.entries())
        for (const [b, { set }] of (area.kind === 'numbers' ? (area.by ?? []) : []).entries())
          if (typeof set === 'string' && !known.has(set))
            add('SET_UNKNOWN', `${at}/areas/${a}/by/${b}/set`, unknownNameDetails(set, known));
      if (play.rule.kind !== 'options') continue;
      for (const [c, { when }] of play.rule.cases.entries()) checkNamesIn(add, when, `${at}/rule/cases/${c}/when`, known);
    }
}

/** Reports unknown sets in the facts of a result. */
export function checkFactSets(add: ReportFinding, facts: readonly Fact[], pointer: string, sets: readonly NumberSet[]): void {
  const known = new Set(sets.map(({ id }) => id));
  checkNamesIn(add, facts, pointer, known);
}

/** Reports unknown sets in the signs of zones (生肖). */
export function checkSignSets(add: ReportFinding, zones: readonly Zone[], pointer: string, sets: readonly NumberSet[]): void {
  const known = new Set(sets.map(({ id }) => id));
  for (const [z, { signs = [] }] of zones.entries())
    for (const [s, { numbers }] of signs.entries())
      if (typeof numbers === 'string' && !known.has(numbers))
        add('SET_UNKNOWN', `${pointer}/${z}/signs/${s}/numbers`, unknownNameDetails(numbers, known));
}

function checkNamesIn(add: ReportFinding, node: unknown, pointer: string, known: ReadonlySet<string>): void {
  if (allKnown(node, known)) return;
  for (const [where, name] of namesIn(node, pointer)) if (!known.has(name)) add('SET_UNKNOWN', where, unknownNameDetails(name, known));
}

/** Whether every name that `namesIn` finds is known. Most files have only known names, and then no pointer is built. */
function allKnown(node: unknown, known: ReadonlySet<string>): boolean {
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) {
    for (const item of node) if (typeof item === 'object' && !allKnown(item, known)) return false;
    return true;
  }
  for (const key in node) {
    const child = (node as Record<string, unknown>)[key];
    if (key === 'set' && typeof child === 'string') {
      if (!known.has(child)) return false;
    } else if (key === 'sets' && Array.isArray(child)) {
      for (const set of child) if (typeof set === 'string' && !known.has(set)) return false;
    } else if (typeof child === 'object' && !allKnown(child, known)) return false;
  }
  return true;
}

/** Every name in a `set` or `sets`, with its pointer. Recursion is safe, because the parser limits the depth of a file. */
function* namesIn(node: unknown, pointer: string): Generator<[string, string]> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node)) {
    const at = `${pointer}/${key}`;
    if (key === 'set' && typeof child === 'string') yield [at, child];
    else if (key === 'sets' && Array.isArray(child))
      for (const [index, set] of child.entries()) {
        if (typeof set === 'string') yield [`${at}/${index}`, set];
      }
    else yield* namesIn(child, at);
  }
}
