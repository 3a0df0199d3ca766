/** Queries of a player that led somewhere, kept among his drafts (core/drafts.ts), the newest first. */
import type { KeyValueStore } from '../../core/contract.ts';
import { readDraft, writeDraft } from '../../core/drafts.ts';

const FORM = 'recentQueries';
const MOST = 10;

export function recentQueries(storage: KeyValueStore, mid: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readDraft(storage, mid, FORM).queries ?? '[]');
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts a query first; undefined forgets all of them. Returns the stored list. */
export function rememberQuery(storage: KeyValueStore, mid: string, q: string | undefined): readonly string[] {
  const queries = q === undefined ? [] : [q, ...recentQueries(storage, mid).filter((each) => each !== q)].slice(0, MOST);
  writeDraft(storage, mid, FORM, queries.length === 0 ? {} : { queries: JSON.stringify(queries) });
  return queries;
}
