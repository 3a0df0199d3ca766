/** A screen that the app opens by itself, in a sheet over the current page. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useOpenedScreen, useScreenTitle } from '../../engine/screens/core/screen-view.tsx';
import { Sheet } from '../../engine/screens/kit/sheet.tsx';
import { useScreenDocument } from '../host/documents.ts';
import { type NewsSheet, ui } from '../host/ui.ts';
import { ScreenBody } from './page.tsx';

const close = (): void => {
  ui.news = null;
};

export default function NewsSheet({ address }: { readonly address: string }): ReactNode {
  const { news } = useSnapshot(ui);
  const opened = useRef(address);
  // An action of the sheet that leads to another page closes the sheet.
  useEffect(() => {
    if (opened.current !== address) close();
  }, [address]);
  return news ? <Opened key={news.screen} news={news} /> : null;
}

function Opened({ news }: { readonly news: NewsSheet }): ReactNode {
  const { description, error, retry } = useScreenDocument(news.screen);
  const params = useMemo(() => ({ ...news.params }), [news]);
  const store = useOpenedScreen(description, params);
  const title = useScreenTitle(store);
  return (
    <Sheet open blocks title={title} onClose={close}>
      <ScreenBody store={store} error={error} onRetry={retry} />
    </Sheet>
  );
}
