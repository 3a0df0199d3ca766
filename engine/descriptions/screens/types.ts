/**
 * What a name in an expression holds, as JSON Schema: the answers of calls are described in it, so no other language of types is needed.
 * `{}` is anything: nothing is reported about it.
 */
export type Type = { readonly [keyword: string]: unknown };

export const ANY: Type = Object.freeze({});
export const TEXT: Type = Object.freeze({ type: 'string' });
export const NUMBER: Type = Object.freeze({ type: 'number' });
export const BOOLEAN: Type = Object.freeze({ type: 'boolean' });

export const recordOf = (properties: Readonly<Record<string, Type>>): Type => ({ type: 'object', properties });
export const listOf = (items: Type): Type => ({ type: 'array', items });
export const unionOf = (...types: readonly Type[]): Type => {
  const all = types.flatMap(variantsOf);
  if (all.some(isAny)) return ANY;
  return all.length === 1 ? (all[0] as Type) : { anyOf: all };
};

const KEYWORDS = ['type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'patternProperties'];

export function isAny(type: Type): boolean {
  return !KEYWORDS.some((keyword) => keyword in type);
}

/** The alternatives of a union, without null: a missing value is read as nothing everywhere. */
export function variantsOf(type: Type): readonly Type[] {
  const variants = (type.anyOf ?? type.oneOf) as readonly Type[] | undefined;
  if (variants) return variants.flatMap((variant) => variantsOf(variant));
  if (Array.isArray(type.type))
    return (type.type as readonly unknown[]).filter((each) => each !== 'null').map((each): Type => ({ ...type, type: each }));
  return type.type === 'null' || type.const === null ? [] : [type];
}

/** The type of a member; undefined when no alternative has it. */
export function memberOf(type: Type, name: string): Type | undefined {
  if (isAny(type)) return ANY;
  const found = variantsOf(type)
    .map((variant) => memberOfOne(variant, name))
    .filter((member) => member !== undefined);
  return found.length === 0 ? undefined : unionOf(...found);
}

function memberOfOne(type: Type, name: string): Type | undefined {
  if (isAny(type)) return ANY;
  if (Array.isArray(type.allOf)) return unionOfDefined((type.allOf as readonly Type[]).map((part) => memberOf(part, name)));
  if (type.type === 'array' || type.type === 'string') return name === 'length' ? NUMBER : undefined;
  if (type.type !== 'object' && !type.properties) return undefined;
  const properties = (type.properties ?? {}) as Readonly<Record<string, Type>>;
  if (Object.hasOwn(properties, name)) return properties[name];
  const [pattern] = Object.values((type.patternProperties ?? {}) as Readonly<Record<string, Type>>);
  if (pattern) return pattern;
  const { additionalProperties } = type;
  if (typeof additionalProperties === 'object' && additionalProperties !== null) return additionalProperties as Type;
  // A record without a description may have any member; a described one has the named members.
  return additionalProperties === true || (!type.properties && additionalProperties !== false) ? ANY : undefined;
}

const unionOfDefined = (types: readonly (Type | undefined)[]): Type | undefined => {
  const found = types.filter((type) => type !== undefined);
  return found.length === 0 ? undefined : unionOf(...found);
};

/** Names of the members that a record is known to have. */
export function membersOf(type: Type): readonly string[] {
  return [
    ...new Set(
      variantsOf(type).flatMap((variant) => [
        ...Object.keys((variant.properties ?? {}) as object),
        ...((variant.allOf as readonly Type[] | undefined) ?? []).flatMap(membersOf),
      ]),
    ),
  ];
}

/** The type of the items of a list; undefined for what is no list. */
export function itemOf(type: Type): Type | undefined {
  if (isAny(type)) return ANY;
  const lists = variantsOf(type).filter((variant) => variant.type === 'array' || isAny(variant));
  if (lists.length === 0) return undefined;
  return unionOf(...lists.map((list) => (list.items as Type | undefined) ?? ANY));
}

/** The values that a text can have, when they are listed; undefined when it may be any text. */
export function valuesOf(type: Type): readonly string[] | undefined {
  if (isAny(type)) return undefined;
  const values: string[] = [];
  for (const variant of variantsOf(type)) {
    const listed = Array.isArray(variant.enum) ? variant.enum : 'const' in variant ? [variant.const] : undefined;
    if (!listed || listed.some((value) => typeof value !== 'string')) return undefined;
    values.push(...(listed as string[]));
  }
  return values.length === 0 ? undefined : [...new Set(values)];
}
