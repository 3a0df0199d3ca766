import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { RouteMatch } from '../../engine/descriptions/routes.ts';
import type { ScreenDescription } from '../../engine/screens/core/contract.ts';
import { ErrorState } from '../../engine/screens/kit/error-state.tsx';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { SkeletonBlock } from '../../engine/screens/kit/skeleton.tsx';
import { ScreenView } from '../../engine/screens/core/screen-view.tsx';
import { useScreenDescription } from '../host/documents.ts';
import { useApp } from './context.ts';
import { HeaderAction } from './header-action.tsx';
import { useScroll } from './use-scroll.ts';

/** Screens of this app for routes that have none of their own, and for paths that are no route. */
const NOT_OPEN = 'not-open';
const NOT_FOUND = 'not-found';

export interface PageProps {
  readonly address: string;
  readonly match: RouteMatch | undefined;
  readonly back: boolean;
}

/** A screen on a page of its own: header with the way back, content, scroll position. */
export function Page({ address, match, back }: PageProps): ReactNode {
  const app = useApp();
  const route = match?.route;
  const code = match ? (route?.screen ?? NOT_OPEN) : NOT_FOUND;
  const { description, error, retry } = useScreenDescription(code);
  const [title, setTitle] = useState('');
  const main = useRef<HTMLElement>(null);
  const params = useMemo(() => ({ title: route?.title ?? '', path: address, ...match?.params }), [route, match, address]);
  const query = useMemo(() => Object.fromEntries(new URL(address, 'http://app.invalid').searchParams), [address]);
  useScroll(main, address, back);
  useDocumentTitle(title || route?.title || '');

  // Whoever reads with a screen reader or moves by keyboard arrives in the new page, not in what is gone.
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
  }, []);

  const theme = themeStyle(app.boot.brand.themes, description?.theme ?? route?.theme);
  return (
    <div className={theme ? 'page theme page--themed' : 'page'} style={theme}>
      {description?.layout === 'plain' ? null : (
        <header className="header">
          <button type="button" className="icon-button header__back" aria-label="返回" onClick={() => app.navigator.back()}>
            <Icon name="back" />
          </button>
          <h1 className="header__title">{title || route?.title || ''}</h1>
          <span className="header__side">
            {description?.headerAction ? <HeaderAction description={description} params={params} query={query} /> : null}
          </span>
        </header>
      )}
      <main className="page__main" ref={main} tabIndex={-1} data-scroller data-screen={code}>
        <ScreenBody description={description} error={error} onRetry={retry} params={params} query={query} back={back} onTitle={setTitle} />
      </main>
    </div>
  );
}

export function ScreenBody({
  description,
  error,
  onRetry,
  params,
  query,
  back,
  onTitle,
}: {
  readonly description: ScreenDescription | undefined;
  readonly error: string;
  readonly onRetry: () => void;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly back: boolean;
  readonly onTitle: (title: string) => void;
}): ReactNode {
  if (description) return <ScreenView description={description} params={params} query={query} back={back} onTitle={onTitle} />;
  return error ? <ErrorState text={error} onRetry={onRetry} /> : <SkeletonBlock rows={6} />;
}

export function themeStyle(
  themes: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined,
  name: string | undefined,
): CSSProperties | undefined {
  const theme = name !== undefined && themes && Object.hasOwn(themes, name) ? themes[name] : undefined;
  return theme as CSSProperties | undefined;
}

export function useDocumentTitle(title: string): void {
  const { name } = useApp().boot.brand;
  useEffect(() => {
    document.title = title && title !== name ? `${title} · ${name}` : name;
  }, [title, name]);
}
