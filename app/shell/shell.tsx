/** The frame around screens: which page is shown, how it moves in and out, and what lies over all pages. */
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { subscribeKey } from 'valtio/utils';
import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';
import { clearDrafts } from '../../engine/screens/core/drafts.ts';
import { markPresses } from '../../engine/screens/core/press.ts';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import { sourceCacheOf } from '../../engine/screens/core/screen-view.tsx';
import type { App } from '../host/host.ts';
import { ui } from '../host/ui.ts';
import { AppContext } from './context.ts';
import { Overlays } from './overlays.tsx';
import { Page } from './page.tsx';
import { showAddress, type ShownPage, useShownPages } from './pages.ts';
import { TabShell } from './tab-shell.tsx';

export function Shell({ app }: { readonly app: App }): ReactNode {
  const { host, boot } = app;
  const [path] = useBrowserLocation();
  const search = useSearch();
  // The search comes with its question mark.
  const address = path + search;
  const { current, leaving, direction } = useShownPages(app);

  useLayoutEffect(() => showAddress(app, address), [address, app]);

  useEffect(() => markPresses(document), []);

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

  useEffect(() => {
    let who = host.session.mid;
    return subscribeKey(host.session, 'mid', (mid) => {
      // What one player loaded is not for the next, and what a visitor typed is not for a player.
      if (who) sourceCacheOf(host).clear();
      else clearDrafts(host.storage, who, mid);
      who = mid;
    });
  }, [host]);

  const home = boot.brand.tabs[0]?.screen;
  const draw = ({ address: at, match, back }: ShownPage): ReactNode =>
    match && match.route.screen === home ? <TabShell back={back} /> : <Page address={at} match={match} back={back} />;

  return (
    <AppContext value={app}>
      <HostContext value={host}>
        <div className="frame">
          {leaving ? (
            // Not `inert`, which would style every element of it again: a shield takes the touches (shell.css).
            <div key={leaving.key} className={`layer layer--leave layer--leave-${direction}`} aria-hidden="true">
              {draw(leaving)}
            </div>
          ) : null}
          {current ? (
            <div key={current.key} className={`layer layer--enter-${direction}`}>
              {draw(current)}
            </div>
          ) : null}
          <Overlays address={address} />
        </div>
      </HostContext>
    </AppContext>
  );
}
