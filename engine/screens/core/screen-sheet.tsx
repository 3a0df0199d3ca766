/** Another screen in a sheet: it has a store of its own, which loads while the sheet is open. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ErrorState } from '../kit/error-state.tsx';
import { Sheet } from '../kit/sheet.tsx';
import { SkeletonBlock } from '../kit/skeleton.tsx';
import type { ScreenSheet as Opened } from './actions.ts';
import type { ScreenDocument } from './contract.ts';
import { useHost, useRecovery } from './hooks.ts';
import { ScreenContent, useOpenedScreen } from './screen-view.tsx';
import './screen-sheet.css';

export default function ScreenSheet({ sheet, onClose }: { readonly sheet: Opened; readonly onClose: () => void }): ReactNode {
  const { document, error, retry } = useDocument(sheet.screen);
  const store = useOpenedScreen(document, sheet.params);
  useRecovery(error ? retry : undefined);
  useEffect(() => store?.within(onClose), [store, onClose]);
  return (
    <Sheet open blocks title={sheet.title} onClose={onClose}>
      <div className="screen-sheet">
        {store ? <ScreenContent store={store} /> : error ? <ErrorState text={error} onRetry={retry} /> : <SkeletonBlock rows={6} />}
      </div>
    </Sheet>
  );
}

function useDocument(code: string) {
  const host = useHost();
  const [loaded, setLoaded] = useState<{ readonly document?: ScreenDocument; readonly error?: string }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is what 重试 asks for
  useEffect(() => {
    let wanted = true;
    host.loadDocument<ScreenDocument>('screen', code).then(
      (document) => wanted && setLoaded({ document }),
      () => wanted && setLoaded({ error: '内容加载失败，请检查网络' }),
    );
    return () => {
      wanted = false;
    };
  }, [host, code, attempt]);
  const retry = useCallback(() => {
    setLoaded({});
    setAttempt((before) => before + 1);
  }, []);
  return { ...loaded, retry };
}
