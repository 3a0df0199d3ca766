/** The phone of the workshop: drafts of games and screens, by the same blocks and rules that players run. */
import { type ReactNode, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../engine/screens/kit/kit.css';
import { Empty } from '../../engine/screens/kit/empty.tsx';
import '../shell/shell.css';
import '../shell/bars.css';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { LOTTERY_BLOCKS } from '../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../engine/screens/sports/register.ts';
import type { CallResult } from '../../engine/screens/core/contract.ts';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { Boot } from '../host/boot.ts';
import { fetchBoot } from '../host/fetch-boot.ts';
import { applyBrand } from '../host/brand.ts';
import { createPreviewHost, type PreviewHost } from './preview-host.ts';
import { callDesk } from './calls.ts';
import type { PreviewDraft, PreviewMessage, ScreenPreview, TextPreview } from './preview-message.ts';
import { DocumentPage, PublishedPage } from './preview-page.tsx';

registerBlocks(GENERIC_BLOCKS);
registerBlocks(LOTTERY_BLOCKS);
registerBlocks(SPORT_BLOCKS);
registerBlocks(SMALL_BLOCKS);

/** A page of players at its address. */
interface Shown {
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** undefined: no screen has this address. */
function pageAt(routes: Boot['routes'], address: string): Shown | undefined {
  const match = matchRoute(routes, address);
  const screen = match?.route.screen;
  if (match === undefined || screen === undefined) return undefined;
  return { screen, params: { title: match.route.title ?? '', ...match.params, path: address }, query: queryOf(address) };
}
const queryOf = (address: string): Readonly<Record<string, string>> =>
  URL.canParse(address, location.origin) ? Object.fromEntries(new URL(address, location.origin).searchParams) : {};

/** Asks the server, which answers as it would if the draft were in force. */
async function ask(
  { kind, code, text }: TextPreview,
  path: string,
  params: Readonly<Record<string, string>>,
): Promise<CallResult<unknown>> {
  const reply = await callDesk<{ answer: Envelope<unknown> }>('POST', 'file/preview', {
    kind,
    code,
    text,
    path,
    params: JSON.stringify(params),
  });
  if (!reply.ok) return { ok: false, status: reply.status, msg: reply.msg, inDoubt: false };
  const { status, models, msg } = reply.models.answer;
  return status === STATUS.ok ? { ok: true, models, msg } : { ok: false, status, msg, inDoubt: false, models };
}

const TOAST_MS = 2_000;

function Phone({ boot }: { readonly boot: Boot }): ReactNode {
  const [draft, setDraft] = useState<PreviewDraft | undefined>(undefined);
  const [pages, setPages] = useState<readonly Shown[]>([]);
  const [toast, setToast] = useState('');
  const host = useMemo(
    () =>
      createPreviewHost({
        boot,
        toast: setToast,
        navigate: (to, ofText) => {
          const page = pageAt(boot.routes, to);
          // Board and confirmation belong to a game; what a text leads to is a page without one. The rest of the app is not here.
          if (page && ofText !== 'gameCode' in page.params) setPages((before) => [...before, page]);
          else setToast(`预览不打开 ${to}`);
        },
        back: () => setPages((before) => before.slice(0, -1)),
        ask,
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
      if (source !== parent || origin !== location.origin || data.preview === 'ready') return;
      host.show(data).then(
        () =>
          setDraft((before) => {
            if (before === undefined || codeOf(before) !== codeOf(data)) setPages([]);
            return data;
          }),
        (error: unknown) => setToast(String(error)),
      );
    };
    addEventListener('message', listen);
    parent.postMessage({ preview: 'ready' } satisfies PreviewMessage, location.origin);
    return () => removeEventListener('message', listen);
  }, [host]);

  if (draft === undefined)
    return <Empty title="这里会是玩家的手机" note="打开一个文件；描述没有问题时，会在这里运行。" picture="not-open" />;
  return (
    <HostContext value={host}>
      <div className="frame">
        <Top key={`${codeOf(draft)} ${pages.length}`} boot={boot} host={host} draft={draft} page={pages.at(-1)} />
        <div className="toast" role="status">
          {toast === '' ? null : <p className="toast__text">{toast}</p>}
        </div>
      </div>
    </HostContext>
  );
}

const codeOf = (draft: PreviewDraft): string => {
  if (draft.preview === 'game') return `game ${draft.game.code}`;
  if (draft.preview === 'text') return `text ${draft.kind} ${draft.code} ${draft.address}`;
  return draft.preview === 'sport' ? `sport ${draft.sport.code}` : `screen ${draft.screen.code}`;
};

interface TopProps {
  readonly boot: Boot;
  readonly host: PreviewHost;
  readonly draft: PreviewDraft;
  /** A page that was opened from the draft. */
  readonly page: Shown | undefined;
}

function Top({ boot, host, draft, page }: TopProps): ReactNode {
  const gameCode = host.gameCode();
  const params = useMemo(() => ({ gameCode, path: '', title: '', ...page?.params }), [gameCode, page]);
  const version = draft.preview === 'text' ? draft.text : undefined;
  if (page) return <PublishedPage code={page.screen} host={host} params={params} query={page.query} version={version} onBack={host.back} />;
  if (draft.preview === 'game') return <PublishedPage code={draft.game.screen} host={host} params={params} onBack={undefined} />;
  if (draft.preview === 'sport' || draft.preview === 'text')
    return <AddressedPage boot={boot} host={host} address={draft.address} version={version} />;
  return <DraftPage boot={boot} host={host} draft={draft} />;
}

/** The page that has an address, with what is drafted for it. */
function AddressedPage({
  boot,
  host,
  address,
  version,
}: Pick<TopProps, 'boot' | 'host'> & { readonly address: string; readonly version: string | undefined }): ReactNode {
  const page = useMemo(() => pageAt(boot.routes, address), [boot, address]);
  if (page === undefined) return <Empty title="没有界面" note={`路径 ${address} 没有对应的界面。`} picture="not-found" />;
  return <PublishedPage key={page.screen} code={page.screen} host={host} {...page} version={version} onBack={undefined} />;
}

function DraftPage({ boot, host, draft }: Omit<TopProps, 'draft' | 'page'> & { readonly draft: ScreenPreview }): ReactNode {
  const { screen, address } = draft;
  const gameCode = host.gameCode();
  const params = useMemo(() => {
    const match = matchRoute(boot.routes, address);
    const own = match?.route.screen === screen.code ? { title: match.route.title ?? '', ...match.params } : { title: '' };
    return { path: address, ...own, ...(screen.game === undefined ? {} : { gameCode }) };
  }, [boot, address, screen.code, screen.game, gameCode]);
  const query = useMemo(() => queryOf(address), [address]);
  return <DocumentPage document={screen} host={host} params={params} query={query} onBack={host.back} />;
}

const element = document.getElementById('app');
if (!element) throw new Error('preview.html has no #app');
const root = createRoot(element);
fetchBoot().then(
  (boot) => {
    void applyBrand(boot.brand);
    root.render(
      <StrictMode>
        <Phone boot={boot} />
      </StrictMode>,
    );
  },
  (error: unknown) => root.render(<p role="alert">{String(error)}</p>),
);
