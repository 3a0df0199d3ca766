/**
 * A player's submissions without a known outcome, from the records of submissions.ts. It has a file of its own because every page loads that
 * driver. The search for `"sent":{` may also match a finished submission, which has no effect.
 */
import type { NamespacedStore } from './storage.ts';

/** Scopes of a player's submissions that have not ended. */
export function unfinishedSubmissionScopes(store: Pick<NamespacedStore, 'get' | 'keys'>, mid: string): string[] {
  const mine = `submission.${mid}.`;
  return store.keys().flatMap((name) => (name.startsWith(mine) && store.get(name)?.includes('"sent":{') ? [name.slice(mine.length)] : []));
}
