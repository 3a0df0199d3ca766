/** Validators of requests and answers, compiled when the first one needs them: to compile those of all calls is a tenth of every start. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyServerOptions } from 'fastify';
import { UUID } from '../../../protocol/uuid.ts';

/** One for all: our schemas name what is taken and given; nothing is removed, converted or added on the way. */
const ajv = new Ajv({ removeAdditional: false, coerceTypes: false, allErrors: false, strict: false });
addFormats.default(ajv);
ajv.addFormat('uuid', UUID);

/** Checks a value; the first error, or undefined when there is none. */
export function lazyValidator(schema: object): (value: unknown) => ErrorObject | undefined {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? undefined : compiled.errors?.[0];
  };
}

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

function compiler({ schema }: { schema: object }) {
  const first = lazyValidator(schema);
  // Fastify reads the errors off the function that it was given.
  const validate: { (value: unknown): boolean; errors?: ErrorObject[] | null } = (value) => {
    const error = first(value);
    validate.errors = error === undefined ? null : [error];
    return error === undefined;
  };
  return validate;
}

/** For routes that are no calls (the workshop's); none of them says what its answer is. Left out, Fastify loads two compilers at every start. */
export const lazyCompilers = { buildValidator: () => compiler, buildSerializer: () => () => JSON.stringify } as unknown as Compilers;
