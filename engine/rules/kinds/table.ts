import type { Rule } from '../../descriptions/types.ts';
import { combination } from './combination.ts';
import { cross } from './cross.ts';
import { direct } from './direct.ts';
import { group } from './group.ts';
import type { CountedRuleKind, CountedTable } from './kind.ts';
import { options } from './options.ts';
import { tuples } from './tuples.ts';

/** The rule kinds by name, as far as a phone waits for them. The other half is in draws/table.ts, so that a board loads no draws. */
export const countedKinds: CountedTable = {
  combination,
  cross,
  direct,
  group,
  tuples,
  options,
};

/** Undefined for a rule that no schema has let pass. */
export const countedKindOf = ({ kind }: Rule): CountedRuleKind | undefined =>
  Object.hasOwn(countedKinds, kind) ? countedKinds[kind] : undefined;
