/** Queries that led somewhere, kept on the phone, the newest first. */
import type { KeyValueStore } from '../../core/contract.ts';

const KEY = 'recentQueries';
const MOST = 10;

export function recentQueries(storage: KeyValueStore): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a query first; undefined forgets all of them. Returns what is kept then. */
export function rememberQuery(storage: KeyValueStore, q: string | undefined): readonly string[] {
  const kept = q === undefined ? [] : [q, ...recentQueries(storage).filter((each) => each !== q)].slice(0, MOST);
  if (kept.length === 0) storage.remove(KEY);
  else storage.set(KEY, JSON.stringify(kept));
  return kept;
}
