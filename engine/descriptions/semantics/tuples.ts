/** Values that a bet of a few numbers can have: sums, spans or single numbers. The semantic check finds values that no bet has. */
import type { TuplesRule, Zone } from '../types.ts';

/** Size of the cache. Plays such as 前三, 中三 and 后三 share an entry. The bound keeps a hostile file from filling the memory. */
const MAX_CACHED = 100;
const valuesCache = new Map<string, ReadonlySet<number>>();

/** All sums, spans or numbers (`rule.by`) that some bet of `size` numbers has. The result is cached. */
export function possibleValues(rule: TuplesRule, zone: Zone, size: number): ReadonlySet<number> {
  const key = JSON.stringify([rule.by, zone.from, zone.to, zone.kind === 'digits', size, rule.tiers.map(({ shapes }) => shapes ?? 0)]);
  const known = valuesCache.get(key);
  if (known) return known;
  if (valuesCache.size >= MAX_CACHED) valuesCache.clear();
  const found = listed(rule, zone, size);
  valuesCache.set(key, found);
  return found;
}

/** Goes through all bets, each as an ascending list of numbers. */
function listed(rule: TuplesRule, zone: Zone, size: number): Set<number> {
  const named = new Set(rule.tiers.flatMap(({ shapes }) => (shapes ?? []).map((shape) => [...shape].sort((a, b) => b - a).join())));
  const others = rule.tiers.some(({ shapes }) => shapes === undefined);
  const found = new Set<number>();
  const numbers: number[] = [];
  const visitBets = (least: number): void => {
    if (numbers.length < size) {
      for (let value = least; value <= zone.to; value++) {
        numbers.push(value);
        visitBets(zone.kind === 'digits' ? value : value + 1);
        numbers.pop();
      }
      return;
    }
    const times = [...new Set(numbers)].map((value) => numbers.filter((other) => other === value).length);
    if (!others && !named.has(times.sort((a, b) => b - a).join())) return;
    if (rule.by === 'sum') found.add(numbers.reduce((a, b) => a + b, 0));
    else if (rule.by === 'span') found.add((numbers[size - 1] as number) - (numbers[0] as number));
    else for (const value of numbers) found.add(value);
  };
  visitBets(zone.from);
  return found;
}
