/**
 * Prefetches likely next pages while the page is idle, so that the slip opens although the server has gone, and no tap waits for
 * a chunk. The screen's description names the pages (`next`). With the browser's data saver nothing is prefetched.
 */
import { useEffect } from 'react';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Host, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { isDataSaverOn, onIdleAfterLoad } from '../../engine/screens/core/idle-callback.ts';
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

/**
 * Fetches what follows `screen` once the page rests, and what every menu entry is opened with: the page itself carries it only where it
 * shows a menu. What did not come is fetched when it is needed.
 */
export function usePrefetch(screen: ScreenDocument | undefined, routes: RoutesDescription): void {
  const host = useHost();
  const next = screen?.next;
  const shown = screen !== undefined;
  useEffect(() => {
    if (!shown || isDataSaverOn()) return;
    return onIdleAfterLoad(() => {
      host.loadDocument('menu', 'codes').catch(() => undefined);
      if (next) void fetchNext(host, routes, next);
    });
  }, [host, routes, next, shown]);
}
