/** In tests and development every answer is checked against the table of calls: its status must be one that the call may give, its models of that status's schema. */
import { type Definition, statusesOf } from '../../../protocol/calls/define.ts';
import { modelsOf } from '../../../protocol/calls/refusals.ts';
import { type Envelope, STATUS, type StatusName } from '../../../protocol/status.ts';
import { lazyValidator } from './validators.ts';

const NAMES = new Map(Object.entries(STATUS).map(([name, code]) => [code as number, name as StatusName]));

/** Makes the check of a call's answers: the fault of one, or undefined. */
export function answerCheck(definition: Definition): (answer: Envelope<unknown>) => string | undefined {
  const allowed = new Map(statusesOf(definition).map((name) => [name, lazyValidator(modelsOf(definition, name))]));
  const title = `${definition.method} ${definition.path}`;
  return ({ status, models }) => {
    const name = NAMES.get(status);
    const valid = name === undefined ? undefined : allowed.get(name);
    if (valid === undefined)
      return `${title} answered status ${status} (${name ?? 'unknown'}), which its definition does not list; add it to refuses`;
    const error = valid(models);
    if (error === undefined) return undefined;
    const extra = (error.params as { additionalProperty?: string }).additionalProperty;
    return `${title}, status ${status}: models${error.instancePath} ${error.message}${extra === undefined ? '' : `: ${extra}`}`;
  };
}
