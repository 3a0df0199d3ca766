/**
 * What the player is likely to open next is fetched while the page rests: the slip opens although the server has gone, and no tap waits for
 * a chunk. Which pages those are the screen's description says (`next`). Nothing is fetched for who saves data.
 */
import { useEffect } from 'react';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Host, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { savesData, whenAtRest } from '../../engine/screens/core/at-rest.ts';
import { useHost } from '../../engine/screens/core/hooks.ts';
import { preloadScreen } from '../../engine/screens/core/screen-view.tsx';
import { prepareScreen } from './documents.ts';

/** Screens that these addresses show, each once. */
export function screensOf(routes: RoutesDescription, addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((address) => matchRoute(routes, address)?.route.screen).filter((code) => code !== undefined))];
}

async function fetchNext(host: Host, routes: RoutesDescription, addresses: readonly string[]): Promise<void> {
  for (const code of screensOf(routes, addresses)) {
    const screen = await prepareScreen(host, code);
    if (screen) void preloadScreen(screen);
  }
}

/** Fetches what follows `screen` once the page rests. */
export function usePrefetch(screen: ScreenDocument | undefined, routes: RoutesDescription): void {
  const host = useHost();
  const next = screen?.next;
  useEffect(() => {
    if (!next || savesData()) return;
    return whenAtRest(() => void fetchNext(host, routes, next));
  }, [host, routes, next]);
}
