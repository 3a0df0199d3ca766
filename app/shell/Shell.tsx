/** The frame around screens: which page is shown, how it moves in and out, and what lies over all pages. */
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';
import { HostContext } from '../../engine/screens/hooks.ts';
import { sourceCacheOf } from '../../engine/screens/ScreenView.tsx';
import type { RouteMatch } from '../../engine/descriptions/routes.ts';
import type { App } from '../host/host.ts';
import { ui } from '../host/ui.ts';
import { type Direction, TRANSITION_MS } from '../navigation/index.ts';
import { AppContext } from './context.ts';
import { Overlays } from './Overlays.tsx';
import { Page } from './Page.tsx';
import { TabShell } from './TabShell.tsx';

/** One page as it stands in the frame. */
interface Layer {
  readonly key: number;
  readonly address: string;
  readonly match: RouteMatch | undefined;
  /** Reached by going back: lists and scroll positions are as they were. */
  readonly back: boolean;
}

interface Frame {
  readonly current: Layer;
  readonly leaving: Layer | undefined;
  readonly direction: Direction;
}

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Shell({ app }: { readonly app: App }): ReactNode {
  const { navigator, host, boot } = app;
  const [path] = useBrowserLocation();
  const search = useSearch();
  // The search comes with its question mark.
  const address = path + search;
  const [frame, setFrame] = useState<Frame | undefined>(undefined);
  const keys = useRef(0);

  // Before the browser paints, so that the old page never stands under the new address.
  useLayoutEffect(() => {
    const direction = navigator.arrive(address);
    const admission = navigator.admit(address);
    if ('login' in admission) {
      navigator.toLogin(address);
      return;
    }
    const match = 'show' in admission ? admission.show : undefined;
    setFrame((before) => {
      if (before?.current.address === address) return before;
      keys.current += 1;
      const current: Layer = { key: keys.current, address, match, back: direction === 'backward' };
      const moves = before && direction !== 'none' && !reducedMotion();
      return { current, leaving: moves ? before.current : undefined, direction: moves ? direction : 'none' };
    });
  }, [address, navigator]);

  const leavingKey = frame?.leaving?.key;
  useEffect(() => {
    if (leavingKey === undefined) return;
    const timer = setTimeout(
      () => setFrame((now) => (now?.leaving?.key === leavingKey ? { ...now, leaving: undefined, direction: 'none' } : now)),
      TRANSITION_MS + 20,
    );
    return () => clearTimeout(timer);
  }, [leavingKey]);

  useEffect(() => {
    const change = (): void => {
      ui.online = window.navigator.onLine;
    };
    change();
    addEventListener('online', change);
    addEventListener('offline', change);
    return () => {
      removeEventListener('online', change);
      removeEventListener('offline', change);
    };
  }, []);

  // What one player loaded is not for the next: the cache of lists goes with the session.
  useEffect(() => {
    let who = host.session.mid;
    return subscribeKey(host.session, 'mid', (mid) => {
      if (who && mid !== who) sourceCacheOf(host).clear();
      who = mid;
    });
  }, [host]);

  const home = boot.brand.tabs[0]?.screen;
  const draw = useCallback(
    (layer: Layer): ReactNode =>
      layer.match && layer.match.route.screen === home ? (
        <TabShell back={layer.back} />
      ) : (
        <Page address={layer.address} match={layer.match} back={layer.back} />
      ),
    [home],
  );

  return (
    <AppContext value={app}>
      <HostContext value={host}>
        <div className="frame">
          {frame?.leaving ? (
            <div key={frame.leaving.key} className={`layer layer--leave-${frame.direction}`} inert aria-hidden="true">
              {draw(frame.leaving)}
            </div>
          ) : null}
          {frame ? (
            <div key={frame.current.key} className={`layer layer--enter-${frame.direction}`}>
              {draw(frame.current)}
            </div>
          ) : null}
          <Overlays />
        </div>
      </HostContext>
    </AppContext>
  );
}
