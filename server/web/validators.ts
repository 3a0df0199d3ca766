/** Validators of requests, compiled when the first request needs one: to compile those of all calls is a tenth of every start. */
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

export function lazyValidators(): FastifySchemaCompiler<unknown> {
  // Our schemas name what a call takes; common parameters and unknown ones pass by.
  const ajv = new Ajv({ removeAdditional: false, coerceTypes: false, allErrors: false, strict: false });
  addFormats.default(ajv);
  return ({ schema }) => {
    let compiled: ValidateFunction | undefined;
    // Fastify reads the errors off the function that it was given.
    const validate = (data: unknown): boolean => {
      compiled ??= ajv.compile(schema as object);
      const valid = compiled(data) as boolean;
      (validate as { errors?: ValidateFunction['errors'] }).errors = compiled.errors;
      return valid;
    };
    return validate;
  };
}
