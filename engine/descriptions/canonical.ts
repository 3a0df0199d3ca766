/**
 * Canonical JSON and content hashes. Descriptions that differ only in white space and in the order of properties have the same canonical
 * text, and so the same hash.
 */

/**
 * JSON with properties sorted by code unit, without white space and without `undefined`. Throws for values that JSON cannot hold. `known`:
 * texts of frozen objects that were written before, such as the plays that the games of a family share.
 */
export function canonicalJson(value: unknown, known?: Pick<WeakMap<object, string>, 'get'>): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`canonical JSON has no ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item === undefined ? null : item, known)).join(',')}]`;
  if (typeof value === 'object') {
    const text = known?.get(value);
    if (text !== undefined) return text;
    const record = value as Record<string, unknown>;
    const parts: string[] = [];
    for (const key of Object.keys(record).sort()) {
      if (record[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(record[key], known)}`);
    }
    return `{${parts.join(',')}}`;
  }
  throw new TypeError(`canonical JSON has no ${typeof value}`);
}

/** SHA-256 of UTF-8 text as lower-case hex. The caller provides it, because the engine imports no library of Node. */
export type Sha256Hex = (text: string) => string;

/** 128 bits of SHA-256: enough that no two descriptions ever share a name, short enough for a URL. */
export const HASH_LENGTH = 32;

/** The hash that names a version of a description; a ticket is sold and settled under one version. */
export function contentHash(value: unknown, sha256: Sha256Hex): string {
  return sha256(canonicalJson(value)).slice(0, HASH_LENGTH);
}

/** Freezes a plain JSON value all the way down and returns it: descriptions are shared, so nobody may change one. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    // Most values are numbers and texts: skipping them here saves a call for each. Inner values come first, because that order is faster.
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object') deepFreeze(item);
    } else for (const key in value) if (typeof value[key] === 'object') deepFreeze(value[key]);
    Object.freeze(value);
  }
  return value;
}
