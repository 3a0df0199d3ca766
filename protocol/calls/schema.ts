/**
 * The words that fields and answers of calls are written in: TypeBox schemas, which are plain JSON Schema with a TypeScript type.
 * Amounts are integer fen, instants unix milliseconds of the server's (possibly simulated) clock.
 */
import type { Static, TProperties, TSchema } from 'typebox';
import * as Type from 'typebox';

export { Type };

/** The TypeScript type of a schema, deeply readonly: answers are handed around and never changed. */
export type TypeOf<S extends TSchema> = Immutable<Static<S>>;
type Immutable<T> = T extends readonly (infer E)[]
  ? readonly Immutable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** An object with these properties and no others: what is not in the schema must not be in an answer either. */
export const object = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) });

export const list = <S extends TSchema>(items: S, description?: string) =>
  Type.Array(items, description === undefined ? {} : { description });
export const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
export const optional = Type.Optional;

export const text = (description?: string) => Type.String(description === undefined ? {} : { description });
export const count = (description?: string) => Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
export const flag = (description?: string) => Type.Boolean(description === undefined ? {} : { description });
export const oneOf = <const V extends string[]>(values: readonly [...V], description?: string) =>
  Type.Enum(values as [...V], description === undefined ? {} : { description });

/** A sum of money that is not negative. */
export const fen = (description = 'Integer fen.') =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, unit: 'fen', description });
/** A movement of money: negative leaves the wallet. */
export const signedFen = (description: string) => Type.Integer({ unit: 'fen', description });
export const instant = (description = 'Unix milliseconds.') => Type.Integer({ minimum: 0, unit: 'ms', description });
export const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

/** An id that the phone or the server made: a UUID. `of` names what it is the id of; another player's finds nothing. */
export const id = (of: string) => Type.String({ format: 'uuid', idOf: of, description: `UUID of the ${of}.` });

/** The same of something that is not its player's alone: another player finds it too, as far as it is for him to see. */
export const sharedId = (of: string) => Type.String({ format: 'uuid', description: `UUID of the ${of}.` });

/** A page of a list: `next` is the cursor of the following page, null on the last one. */
export const page = <S extends TSchema>(items: S, description?: string) =>
  object({ items: list(items), next: orNull(Type.String(), 'Cursor of the next page; null: there is none.') }, description);

/** Fields of a call whose answer is a page. A size beyond the limits is the nearest one within, and 20 when it is no number. */
export const paging = (most = 50) => ({
  cursor: optional(Type.String({ maxLength: 64, description: '`next` of the page before; left out: the first page.' })),
  size: Type.Integer({ minimum: 1, maximum: most, default: 20, clamp: true, description: `Rows of a page, at most ${most}.` }),
});

export const gameCode = Type.String({ minLength: 1, maxLength: 32, description: 'Game code; upper and lower case are the same.' });

/** A part of one of schemas/*.schema.json as a schema that stands alone: its references are replaced by what they refer to. */
export function described<T>(document: object, pointer = ''): ReturnType<typeof Type.Unsafe<T>> {
  const find = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Record<string, unknown>;
    const parts = Object.entries(rest).flatMap(([name, part]) => (name.startsWith('$') ? [] : [[name, inline(part)]]));
    return { ...(typeof $ref === 'string' ? (inline(find($ref)) as object) : {}), ...Object.fromEntries(parts) };
  };
  return Type.Unsafe<T>(inline(find(pointer)) as object);
}
