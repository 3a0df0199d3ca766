/**
 * What of the product's own descriptions was found good when the server was built (prevalidate.ts): those are not checked again at each start, which
 * took most of a second. A file is known by its kind, its name and its whole text, so whatever is changed, dropped or added is checked as ever;
 * and what was found good was found so by the very checks that are built into this program. From the sources nothing is known.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { canonicalJson } from '../../engine/descriptions/canonical.ts';
import type { SportFile } from '../../engine/descriptions/sports/types.ts';

declare const __PROVEN_DESCRIPTIONS__: readonly string[] | undefined;

export type IsPrevalidated = (proof: string) => boolean;

const prevalidated: ReadonlySet<string> = new Set(typeof __PROVEN_DESCRIPTIONS__ === 'undefined' ? [] : __PROVEN_DESCRIPTIONS__);
export const isPrevalidated: IsPrevalidated = (proof) => prevalidated.has(proof);

const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Of a file by itself. The text, which may be long, is hashed as it is; what stands before it cannot run into it, for JSON ends with a bracket. */
export const fileDigest = (kind: string, path: string, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['file', kind, basename(path)]))
    .update(text)
    .digest('base64url');

/** Of a game on matches together with the one that it is like, among these tables of passes. */
export const derivedGameDigest = (file: SportFile, base: SportFile, tables: Iterable<string>): string =>
  digest(['like', canonicalJson(file), canonicalJson(base), [...tables].sort().join()]);

/** Of a set of files, by the proofs of each: nothing is wrong with one of them among the others. Undefined where one is not proven. */
export function setDigest(files: Iterable<{ readonly proof?: string | undefined }>): string | undefined {
  const proofs = [...files].map(({ proof }) => proof);
  return proofs.includes(undefined) ? undefined : digest(['set', ...(proofs as string[]).sort()]);
}
