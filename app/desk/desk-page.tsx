/** One page of the desk: header with the way back, and the blocks of its screen. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import { ScreenContent, useOpenedScreen, useScreenTitle } from '../../engine/screens/core/screen-view.tsx';
import { Empty } from '../../engine/screens/kit/empty.tsx';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { useScroll, wasLeftScrolled } from '../shell/use-scroll.ts';
import type { DeskStart } from './calls.ts';

export interface DeskPageProps {
  /** Path and query below the desk. */
  readonly address: string;
  readonly start: DeskStart;
  /** Reached by going back: it stands where it was left. */
  readonly back: boolean;
  readonly onBack: (() => void) | undefined;
}

export function DeskPage({ address, start, back, onBack }: DeskPageProps): ReactNode {
  const match = matchRoute(start.routes as RoutesDescription, address);
  const document = match?.route.screen === undefined ? undefined : (start.screens[match.route.screen] as ScreenDocument | undefined);
  const params = useMemo(() => ({ path: address, title: '' }), [address]);
  const query = useMemo(() => Object.fromEntries(new URL(address, location.origin).searchParams), [address]);
  // The desk has no events for changes, not even for those of the page that the operator returns from: a cached list is
  // shown at once and reloaded.
  const [whole] = useState(() => back && wasLeftScrolled(address));
  const store = useOpenedScreen(document, params, query, false, whole);
  const title = useScreenTitle(store) || (document === undefined ? '页面不存在' : '');
  const main = useRef<HTMLElement>(null);
  useScroll(main, address, back);
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    globalThis.document.title = `${title} · 彩谱后台`;
  }, [title]);
  return (
    <div className="page">
      <header className="header">
        {onBack ? (
          <button type="button" className="icon-button header__back" aria-label="返回" onClick={onBack}>
            <Icon name="back" />
          </button>
        ) : (
          <span />
        )}
        <h1 className="header__title">{title}</h1>
        <span className="header__side" />
      </header>
      <main className="page__main" ref={main} tabIndex={-1} data-scroller data-screen={document?.code ?? ''}>
        {store ? (
          <ScreenContent store={store} />
        ) : (
          <Empty title="没有可查看的内容" note="页面不存在，或您的角色没有权限。" picture="not-open" />
        )}
      </main>
    </div>
  );
}
