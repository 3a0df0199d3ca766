/**
 * What a screen may ask for, as plain data: the check of screens in engine/descriptions may not import this folder, so the server, the
 * tools and the workshop hand it over.
 */
import { type Definition, fieldSchema, requiredFields } from './define.ts';
import { TABLE } from './table.ts';

/** A JSON Schema without anything that is not data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export interface CallVocabulary {
  /** As the specification writes it. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly idempotent: boolean;
  readonly signed: boolean;
  readonly session: 'none' | 'optional' | 'player' | 'token';
  /** Whether it changes nothing, the state or money; a source of a screen may only be a call that changes nothing. */
  readonly changes: 'nothing' | 'state' | 'money';
  readonly fields: Readonly<
    Record<string, { readonly required: boolean; readonly type: 'text' | 'integer' | 'boolean'; readonly schema: JsonSchema }>
  >;
  /** `models` of an answer with status 0. */
  readonly answer: JsonSchema;
}

/** By path in lower case, without query. */
export type Vocabulary = Readonly<Record<string, CallVocabulary>>;

export const vocabulary = (): Vocabulary => vocabularyOf(TABLE);

/** The words of some calls. */
export function vocabularyOf(calls: readonly Definition[]): Vocabulary {
  const words = calls.map((row): [string, CallVocabulary] => {
    const required = new Set(requiredFields(row));
    const { properties } = plain(fieldSchema(row)) as { properties?: Record<string, JsonSchema> };
    const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
      const type = schema.type === 'integer' || schema.type === 'boolean' ? schema.type : ('text' as const);
      return [name, { required: required.has(name), type, schema }] as const;
    });
    const { path, method, idempotent = false, signed = false, session, changes = 'nothing' } = row;
    return [
      path.toLowerCase(),
      { path, method, idempotent, signed, session, changes, fields: Object.fromEntries(fields), answer: plain(row.answer) as JsonSchema },
    ];
  });
  return Object.fromEntries(words);
}

/** Without what TypeBox keeps beside the schema for its own use. */
const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema));
