import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { RouteMatch } from '../../engine/descriptions/routes.ts';
import { ErrorState } from '../../engine/screens/kit/error-state.tsx';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { SkeletonBlock } from '../../engine/screens/kit/skeleton.tsx';
import { ScreenContent, useOpenedScreen, useScreenTitle } from '../../engine/screens/core/screen-view.tsx';
import type { ScreenStore } from '../../engine/screens/core/store.ts';
import { useScreenDocument } from '../host/documents.ts';
import { usePrefetch } from '../host/prefetch.ts';
import { useApp } from './context.ts';
import { HeaderAction } from './header-action.tsx';
import { useScroll, wasLeftScrolled } from './use-scroll.ts';

/** Screens of this app for routes that have none of their own, and for paths that are no route. */
const NOT_OPEN = 'not-open';
const NOT_FOUND = 'not-found';

export interface PageProps {
  readonly address: string;
  readonly match: RouteMatch | undefined;
  readonly back: boolean;
}

/** A screen on a page of its own: header with the way back, content, scroll position. */
export const Page = memo(function Page({ address, match, back }: PageProps): ReactNode {
  const app = useApp();
  const route = match?.route;
  const code = match ? (route?.screen ?? NOT_OPEN) : NOT_FOUND;
  const { description, error, retry } = useScreenDocument(code);
  const main = useRef<HTMLElement>(null);
  const params = useMemo(() => ({ title: route?.title ?? '', path: address, ...match?.params }), [route, match, address]);
  const query = useMemo(() => Object.fromEntries(new URL(address, 'http://app.invalid').searchParams), [address]);
  const [whole] = useState(() => back && wasLeftScrolled(address));
  const store = useOpenedScreen(description, params, query, back, whole);
  const title = useScreenTitle(store);
  useScroll(main, address, back);
  usePrefetch(description, app.boot.routes);
  useDocumentTitle(title || route?.title || '');

  // Users of screen readers and keyboards arrive in the new page, not in the removed one.
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
  }, []);

  const theme = description?.theme ?? route?.theme;
  return (
    <div className={theme ? 'page theme page--themed' : 'page'} data-theme={theme}>
      {description?.layout === 'plain' ? null : (
        <header className="header">
          <button type="button" className="icon-button header__back" aria-label="返回" onClick={() => app.navigator.back()}>
            <Icon name="back" />
          </button>
          <h1 className="header__title">{title || route?.title || ''}</h1>
          <span className="header__side">{store ? <HeaderAction store={store} /> : null}</span>
        </header>
      )}
      <main className="page__main" ref={main} tabIndex={-1} data-scroller data-screen={code}>
        <ScreenBody store={store} error={error} onRetry={retry} />
      </main>
    </div>
  );
});

export function ScreenBody({
  store,
  error,
  onRetry,
}: {
  readonly store: ScreenStore | undefined;
  readonly error: string;
  readonly onRetry: () => void;
}): ReactNode {
  if (store) return <ScreenContent store={store} />;
  return error ? <ErrorState text={error} onRetry={onRetry} /> : <SkeletonBlock rows={6} />;
}

export function useDocumentTitle(title: string): void {
  const { name } = useApp().boot.brand;
  useEffect(() => {
    document.title = title && title !== name ? `${title} · ${name}` : name;
  }, [title, name]);
}
