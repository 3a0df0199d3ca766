/**
 * Building blocks for the schemas of calls. They are TypeBox schemas: plain JSON Schema with a TypeScript type.
 * Amounts are integer fen. Instants are unix milliseconds of the server's clock, which may be simulated.
 */
import type { Static, TProperties, TSchema } from 'typebox';
import * as Type from 'typebox';

export { Type };

/** The TypeScript type of a schema, deeply readonly, because answers are shared and must not be changed. */
export type TypeOf<S extends TSchema> = Immutable<Static<S>>;
type Immutable<T> = T extends readonly (infer E)[]
  ? readonly Immutable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** An object with exactly these properties. An answer with any other property does not match. */
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

/** An amount of money in fen, 0 or more. */
export const fen = (description = 'Integer fen.') =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, unit: 'fen', description });
/** A movement of money in fen. A negative one leaves the wallet. */
export const signedFen = (description: string) => Type.Integer({ unit: 'fen', description });
export const instant = (description = 'Unix milliseconds.') => Type.Integer({ minimum: 0, unit: 'ms', description });
export const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description });

/** UUID of a thing that belongs to one player. `of` names the thing. The server finds it only for its owner. */
export const id = (of: string) => Type.String({ format: 'uuid', idOf: of, description: `UUID of the ${of}.` });

/** UUID of a thing that other players may find too. What they see of it depends on the call. */
export const sharedId = (of: string) => Type.String({ format: 'uuid', description: `UUID of the ${of}.` });

/** The number of a record that people read to each other; its UUID stays what calls take. */
export const orderNo = text("Its number for people: the date of its placing on the product's wall clock and a counter, 20261129-0001234.");

/** A page of a list. `next` is the cursor of the following page, null on the last one. */
export const page = <S extends TSchema>(items: S, description?: string) =>
  object({ items: list(items), next: orNull(Type.String(), 'Cursor of the next page; null: there is none.') }, description);

/**
 * Fields of a call whose answer is a page. `clamp` is a keyword of our own (server/platform/http/fields.ts): a size outside the limits becomes the
 * nearest limit, and a size that is no number becomes the default.
 */
export const paging = (most = 50) => ({
  cursor: optional(Type.String({ maxLength: 64, description: '`next` of the page before; left out: the first page.' })),
  size: Type.Integer({ minimum: 1, maximum: most, default: 20, clamp: true, description: `Rows of a page, at most ${most}.` }),
});

export const gameCode = Type.String({ minLength: 1, maxLength: 32, description: 'Game code; upper and lower case are the same.' });

/**
 * A part of a document of schemas/*.schema.json as a self-contained schema: every `$ref` is replaced by the definition that it names.
 * `pointer` is a JSON pointer without escapes. `T` is the TypeScript type; nothing checks that it fits.
 */
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
