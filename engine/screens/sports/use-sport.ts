/** How the blocks of sports games reach what they share. Each hook wakes its caller for its own value alone. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Watched } from '../lottery/value.ts';
import type { SportRuntime } from './runtime.ts';

export const SportContext = createContext<SportRuntime | null>(null);

/** Throws outside a SportProvider: a screen with these blocks must say which game it is of (`sport`). */
export function useSport(): SportRuntime {
  const runtime = useContext(SportContext);
  if (!runtime) throw new Error('block of a sports game outside one: the screen description needs "sport"');
  return runtime;
}

export function useWatched<T>(value: Watched<T>): T {
  return useSyncExternalStore(value.subscribe, value.get);
}
