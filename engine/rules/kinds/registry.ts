import { combination } from './combination.ts';
import { direct } from './direct.ts';
import { group } from './group.ts';
import type { RuleKind } from './kind.ts';
import { options } from './options.ts';
import { tuples } from './tuples.ts';

/** Rule kinds by name. A second kind of one name is refused: which of them settles a bet must never depend on load order. */
export function createRegistry(kinds: readonly RuleKind[]): ReadonlyMap<string, RuleKind> {
  const registry = new Map<string, RuleKind>();
  for (const kind of kinds) {
    if (registry.has(kind.kind)) throw new Error(`rule kind ${kind.kind} is registered twice`);
    registry.set(kind.kind, kind);
  }
  return registry;
}

export const ruleKinds = createRegistry([combination, direct, group, tuples, options]);
