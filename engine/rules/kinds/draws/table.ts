import type { Rule } from '../../../descriptions/types.ts';
import { combination } from './combination.ts';
import { cross } from './cross.ts';
import { direct } from './direct.ts';
import { group } from './group.ts';
import type { RuleKind, DrawTable } from '../kind.ts';
import { options } from './options.ts';
import { tuples } from './tuples.ts';

/** The rule kinds by name, draws included. A phone loads this in a worker, after the board. */
export const ruleKinds: DrawTable = {
  combination,
  cross,
  direct,
  group,
  tuples,
  options,
};

/** Undefined for a rule that no schema has let pass. */
export const ruleKindOf = ({ kind }: Rule): RuleKind | undefined => (Object.hasOwn(ruleKinds, kind) ? ruleKinds[kind] : undefined);
