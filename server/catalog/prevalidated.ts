/**
 * What of the product's own descriptions was found good by this program before (prevalidate.ts, for the build:
 * `node dist/server/main.js prevalidate`): those are not checked again at each start, which took most of a second. A file is known by its kind, its
 * name and its whole text, so whatever is changed, dropped or added is checked as ever; and what was found good was found so by the very checks of
 * this program, since the list lies beside it and goes with it. Where there is no list yet (the first start of a fresh clone; the sources), all are
 * checked.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '../../engine/descriptions/canonical.ts';
import type { SportFile } from '../../engine/descriptions/sports/types.ts';

/** Tests of the sources set it. */
declare const __PROVEN_DESCRIPTIONS__: readonly string[] | undefined;

/** Beside the program. */
export const PREVALIDATED_FILE = fileURLToPath(new URL('prevalidated.json', import.meta.url));

export type IsPrevalidated = (proof: string) => boolean;

const prevalidated: ReadonlySet<string> = new Set(typeof __PROVEN_DESCRIPTIONS__ === 'undefined' ? readList() : __PROVEN_DESCRIPTIONS__);
export const isPrevalidated: IsPrevalidated = (proof) => prevalidated.has(proof);

function readList(): readonly string[] {
  try {
    return JSON.parse(readFileSync(PREVALIDATED_FILE, 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}

const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** The digest of a file. The text is hashed unchanged because it may be long. The JSON before it ends with a bracket, so two files cannot have the same input. */
export const fileDigest = (kind: string, path: string, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['file', kind, basename(path)]))
    .update(text)
    .digest('base64url');

/** The digest of a sports game, the game that its `like` names, and the tables of passes. */
export const derivedGameDigest = (file: SportFile, base: SportFile, tables: Iterable<string>): string =>
  digest(['like', canonicalJson(file), canonicalJson(base), [...tables].sort().join()]);

/** The digest of a set of files whose check as a set found nothing, from the proofs of the files. Undefined if a file has no proof. */
export function setDigest(files: Iterable<{ readonly proof?: string | undefined }>): string | undefined {
  const proofs = [...files].map(({ proof }) => proof);
  return proofs.includes(undefined) ? undefined : digest(['set', ...(proofs as string[]).sort()]);
}
