import { createHash } from 'node:crypto';
import { canonicalJson, HASH_LENGTH } from '../../engine/descriptions/canonical.ts';

/** A description as it is published: canonical JSON and the hash of it. */
export function publish(document: unknown): { readonly hash: string; readonly body: string } {
  const body = canonicalJson(document);
  return { hash: createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH), body };
}
