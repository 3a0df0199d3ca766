import type { Rule } from '../../descriptions/types.ts';
import type { CountedKind, RuleKind } from './kind.ts';

/** Rule kinds by name. A second kind of one name is refused: which of them settles a bet must never depend on load order. */
export function createRegistry<P extends CountedKind>(kinds: readonly RuleKind<Rule, P>[]): ReadonlyMap<string, RuleKind<Rule, P>> {
  const registry = new Map<string, RuleKind<Rule, P>>();
  for (const kind of kinds) {
    if (registry.has(kind.kind)) throw new Error(`rule kind ${kind.kind} is registered twice`);
    registry.set(kind.kind, kind);
  }
  return registry;
}
