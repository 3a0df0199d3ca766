/** The phone of the workshop: the game's own screens, by the same blocks and rules that players run. */
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../engine/screens/kit/kit.css';
import { Empty } from '../../engine/screens/kit/empty.tsx';
import '../shell/shell.css';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import type { ScreenDescription } from '../../engine/screens/core/contract.ts';
import { gameBlocks } from '../../engine/screens/lottery/register.ts';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import { Icon } from '../../engine/screens/kit/icon.tsx';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import { ScreenView } from '../../engine/screens/core/screen-view.tsx';
import { type Boot, fetchBoot } from '../host/boot.ts';
import { applyTheme } from '../host/brand.ts';
import { createPreviewHost, type PreviewHost } from './preview-host.ts';
import type { PreviewMessage } from './preview-message.ts';

registerBlocks(GENERIC_BLOCKS);
registerBlocks(gameBlocks);

interface Shown {
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
}

const TOAST_MS = 2_000;

function Phone({ boot }: { readonly boot: Boot }): ReactNode {
  const [code, setCode] = useState('');
  const [pages, setPages] = useState<readonly Shown[]>([]);
  const [board, setBoard] = useState<Game | undefined>(undefined);
  const [toast, setToast] = useState('');
  const host = useMemo(
    () =>
      createPreviewHost({
        index: boot.index,
        toast: setToast,
        navigate: (to) => {
          const match = matchRoute(boot.routes as RoutesDescription, to);
          const screen = match?.route.screen;
          // Board and confirmation belong to the game; the rest of the app is not here.
          if (match && screen && 'gameCode' in match.params) setPages((before) => [...before, { screen, params: match.params }]);
          else setToast(`预览不打开 ${to}`);
        },
        back: () => setPages((before) => before.slice(0, -1)),
      }),
    [boot],
  );
  useEffect(() => {
    if (toast === '') return;
    const timer = setTimeout(() => setToast(''), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<PreviewMessage>): void => {
      if (source !== parent || origin !== location.origin || data.preview !== 'game' || data.game === undefined) return;
      const { game } = data;
      host.show(game);
      setCode((before) => {
        if (before !== game.code) setPages([]);
        return game.code;
      });
      setBoard(game);
    };
    addEventListener('message', listen);
    parent.postMessage({ preview: 'ready' } satisfies PreviewMessage, location.origin);
    return () => removeEventListener('message', listen);
  }, [host]);

  if (code === '' || board === undefined)
    return <Empty title="这里会是玩家的手机" note="选一个彩种；描述没有问题时，它就在这里运行。" icon="ticket" />;
  const top = pages.at(-1);
  return (
    <HostContext value={host}>
      <div className="frame">
        <Page
          key={`${code} ${pages.length}`}
          host={host}
          screen={top?.screen ?? board.screen}
          gameCode={code}
          params={top?.params}
          onBack={top ? host.back : undefined}
        />
        <div className="toast" role="status">
          {toast === '' ? null : <p className="toast__text">{toast}</p>}
        </div>
      </div>
    </HostContext>
  );
}

function Page({
  host,
  screen,
  gameCode,
  params,
  onBack,
}: {
  readonly host: PreviewHost;
  readonly screen: string;
  readonly gameCode: string;
  readonly params: Readonly<Record<string, string>> | undefined;
  readonly onBack: (() => void) | undefined;
}): ReactNode {
  const [description, setDescription] = useState<ScreenDescription | undefined>(undefined);
  const [title, setTitle] = useState('');
  const given = useMemo(() => ({ gameCode, path: '', title: '', ...params }), [gameCode, params]);
  useEffect(() => {
    let wanted = true;
    host.loadDocument<ScreenDescription>('screen', screen).then(
      (document) => wanted && setDescription(document),
      (error: unknown) => host.toast(String(error)),
    );
    return () => {
      wanted = false;
    };
  }, [host, screen]);
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
      <main className="page__main" tabIndex={-1}>
        {description ? <ScreenView description={description} params={given} onTitle={setTitle} /> : null}
      </main>
    </div>
  );
}

const element = document.getElementById('app');
if (!element) throw new Error('preview.html has no #app');
const root = createRoot(element);
fetchBoot().then(
  (boot) => {
    applyTheme(boot.brand.theme, document.documentElement);
    root.render(
      <StrictMode>
        <Phone boot={boot} />
      </StrictMode>,
    );
  },
  (error: unknown) => root.render(<p role="alert">{String(error)}</p>),
);
