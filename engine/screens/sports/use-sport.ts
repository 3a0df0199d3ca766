/** Gives the blocks of a sports game access to their shared SportRuntime. */
import { createContext, useContext } from 'react';
import type { SportRuntime } from './runtime.ts';

export const SportContext = createContext<SportRuntime | null>(null);

/** The runtime of the game on this screen. @throws outside a SportProvider: the screen description must name its game in `sport`. */
export function useSport(): SportRuntime {
  const runtime = useContext(SportContext);
  if (!runtime) throw new Error('block of a sports game outside one: the screen description needs "sport"');
  return runtime;
}
