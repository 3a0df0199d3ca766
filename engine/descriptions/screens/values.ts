/** Values as expressions see them, and what an expression is evaluated in. */

/** Longest text that an expression may build (characters). */
export const MAX_TEXT = 10_000;

/** The texts of the codes that a product uses (a status, a kind), by the name of the list and the code. */
export type CodeTerms = Readonly<Record<string, Readonly<Record<string, { readonly text: string; readonly tone?: string }>>>>;

export interface EvaluationContext {
  /** Value of a bare name; undefined when there is none. */
  lookup(name: string): unknown;
  /** Minutes east of UTC that instants are written in. */
  readonly offsetMinutes: number;
  /** Unix ms of the server's clock as the phone knows it. */
  now(): number;
  readonly terms: CodeTerms;
}

export function asText(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'object') return '';
  return String(value).slice(0, MAX_TEXT);
}

export function read(object: unknown, key: unknown): unknown {
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  if (typeof object === 'string') return key === 'length' ? object.length : undefined;
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return undefined;
  const value = (object as Record<string | number, unknown>)[key];
  return typeof value === 'function' ? undefined : value;
}
