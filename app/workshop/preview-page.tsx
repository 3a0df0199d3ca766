/** A page of the phone: header as the app draws it, and the blocks of a screen. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';
import { ScreenContent, useOpenedScreen, useScreenTitle } from '../../engine/screens/core/screen-view.tsx';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { HeaderAction } from '../shell/header-action.tsx';
import type { PreviewHost } from './preview-host.ts';

export interface PreviewPageProps {
  readonly host: PreviewHost;
  /** The same objects as long as the page is the same. */
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** When this version changes, the sources of the page are loaded again. */
  readonly version?: string | undefined;
  readonly onBack: (() => void) | undefined;
}

/** A screen as it is published. */
export function PublishedPage({ code, ...page }: PreviewPageProps & { readonly code: string }): ReactNode {
  const { host } = page;
  const [document, setDocument] = useState<ScreenDocument | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    host.loadDocument<ScreenDocument>('screen', code).then(
      (loaded) => wanted && setDocument(loaded),
      (error: unknown) => host.toast(String(error)),
    );
    return () => {
      wanted = false;
    };
  }, [host, code]);
  return <DocumentPage document={document} {...page} />;
}

export function DocumentPage({
  document,
  params,
  query,
  version,
  onBack,
}: PreviewPageProps & { readonly document: ScreenDocument | undefined }): ReactNode {
  const store = useOpenedScreen(document, params, query);
  const title = useScreenTitle(store);
  const loadedVersion = useRef(version);
  useEffect(() => {
    if (loadedVersion.current !== version) store?.reload();
    loadedVersion.current = version;
  }, [store, version]);
  const theme = document?.theme;
  const tab = document?.layout === 'tab';
  const look = tab ? (document.look === 'brand' ? 'tab tab--brand' : 'tab') : theme ? 'page theme page--themed' : 'page';
  const body = (
    <div className={look} data-theme={theme}>
      {document?.layout === 'plain' ? null : (
        <header className={tab ? 'header header--tab' : 'header'}>
          {tab ? null : onBack ? (
            <button type="button" className="icon-button header__back" aria-label="返回" onClick={onBack}>
              <Icon name="back" />
            </button>
          ) : (
            <span />
          )}
          <h1 className={tab ? 'header__page-title' : 'header__title'}>{title}</h1>
          <span className="header__side">{store ? <HeaderAction store={store} /> : null}</span>
        </header>
      )}
      <main className="page__main" tabIndex={-1}>
        {store ? <ScreenContent store={store} /> : null}
      </main>
    </div>
  );
  return tab ? <div className="page page--tabs">{body}</div> : body;
}
