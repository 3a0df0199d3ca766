/**
 * A player's submissions without a known outcome, from the records of submissions.ts. Apart from that driver, which every page
 * loads; a scope that is named here by mistake has no effect.
 */
import type { NamespacedStore } from './storage.ts';

/** Scopes of a player's submissions that are not at their end. */
export function unfinishedSubmissionScopes(store: Pick<NamespacedStore, 'get' | 'keys'>, mid: string): string[] {
  const mine = `submission.${mid}.`;
  return store.keys().flatMap((name) => (name.startsWith(mine) && store.get(name)?.includes('"sent":{') ? [name.slice(mine.length)] : []));
}
