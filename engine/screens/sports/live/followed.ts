/** The matches that a player follows, kept on this phone. */
import { useCallback, useSyncExternalStore } from 'react';
import type { KeyValueStore } from '../../core/contract.ts';
import { useHost } from '../../core/hooks.ts';

const KEY = 'favouriteMatches';
/** The oldest are forgotten: a match is over in a few days. */
const MOST = 100;

const NONE: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const known = new WeakMap<KeyValueStore, { readonly text: string | null; readonly ids: ReadonlySet<string> }>();

/** What is kept may be of any version, or of no version at all. */
function read(text: string | null): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'string')) : NONE;
  } catch {
    return NONE;
  }
}

export function followedIn(storage: KeyValueStore): ReadonlySet<string> {
  const text = storage.get(KEY);
  const before = known.get(storage);
  if (before && before.text === text) return before.ids;
  const ids = read(text);
  known.set(storage, { text, ids });
  return ids;
}

export function follow(storage: KeyValueStore, id: string, on: boolean): void {
  const others = [...followedIn(storage)].filter((each) => each !== id);
  storage.set(KEY, JSON.stringify((on ? [...others, id] : others).slice(-MOST)));
  for (const listener of [...listeners]) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useFollowed(): ReadonlySet<string> {
  const { storage } = useHost();
  return useSyncExternalStore(subscribe, () => followedIn(storage));
}

/** Whether one match is followed; wakes its caller for this match alone. */
export function useFollows(id: string): readonly [on: boolean, set: (on: boolean) => void] {
  const { storage } = useHost();
  const on = useSyncExternalStore(subscribe, () => followedIn(storage).has(id));
  return [on, useCallback((next: boolean) => follow(storage, id, next), [storage, id])];
}
