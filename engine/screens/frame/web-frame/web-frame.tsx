import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import {
  type FrameEffect,
  type FrameEvent,
  type FrameKind,
  type FrameRequest,
  framePageMachine,
  hasTools,
  recognisedMessage,
  titleOf,
} from '../../../machines/frame-page.ts';
import type { WebFrameBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PlayMoney } from '../../kit/play-money.tsx';
import { FloatingBall } from './floating-ball.tsx';
import { Tutorial } from './tutorial.tsx';
import { useModel } from '../../core/use-model.ts';
import './web-frame.css';

/**
 * A framed page may run scripts, store its own data, submit forms and open windows. It may not replace the app (no top navigation). The
 * model refuses addresses of the app's own origin, so `allow-same-origin` gives no access to the app.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock';
type Send = (event: FrameEvent) => void;
const LANDSCAPE = '(orientation: landscape)';

/** An outside page in the app, with a header or a floating ball. The model receives its messages, reduced by `recognisedMessage`. */
export default function WebFrame({ block }: BlockProps<WebFrameBlock>): ReactNode {
  const host = useHost();
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const name = useId();
  const { snapshot, send } = useModel<typeof framePageMachine, FrameEffect>(
    framePageMachine,
    () => ({ rules: block, appOrigin: location.origin, landscape: matchMedia(LANDSCAPE).matches }),
    (effect) => {
      switch (effect.do) {
        case 'load':
          // `loads` is the key of the iframe, so each load draws a new frame.
          return;
        case 'openOutside':
          window.open(effect.url, '_blank', 'noopener,noreferrer');
          return;
        case 'navigate':
          // The next page replaces the frame, so that going back does not open the frame again.
          return host.navigate(effect.to, { replace: true });
        case 'back':
          return host.back();
        case 'setMarker':
          return host.frame?.setMarker(effect.marker);
        case 'tab':
          return host.frame?.tab(effect.tabIndex);
        case 'clearLoginAfter':
          return host.frame?.clearLoginAfter();
      }
    },
    () => ({ type: 'OPEN', request: host.frame?.request() ?? null, marker: host.frame?.marker() ?? -1 }),
  );

  useMessages(frame, block, send);
  if (!snapshot) return null;
  const { context } = snapshot;
  const { request, kind, loads } = context;
  const title = titleOf(context);
  const back = (): void => send({ type: 'BACK' });
  const open = snapshot.matches('loading') || snapshot.matches('shown');

  return (
    <div className="web-frame" ref={box}>
      {open && !kind.header ? (
        <h1 className="visually-hidden">{title}</h1>
      ) : (
        <Bar title={title} theme={kind.theme} tools={open && hasTools(context)} send={send} />
      )}
      {open && request ? (
        <div className="web-frame__page" data-loads={loads}>
          {snapshot.matches('loading') ? (
            <p className="web-frame__wait" role="status">
              正在打开…
            </p>
          ) : null}
          <iframe
            key={loads}
            ref={frame}
            className="web-frame__frame"
            name={name}
            title={title || '外部页面'}
            src={request.method === 'POST' ? undefined : request.url}
            sandbox={SANDBOX}
            allow="fullscreen; autoplay; clipboard-write"
            referrerPolicy="no-referrer"
            onLoad={() => send({ type: 'LOADED' })}
          />
          {request.method === 'POST' ? <PostForm key={`form${loads}`} request={request} target={name} /> : null}
        </div>
      ) : snapshot.matches('refused') ? (
        <Empty
          title="无法打开该地址"
          note="地址不正确，或不允许在应用内显示。请返回后重试，如仍无法打开，请联系在线客服。"
          picture="blocked"
        >
          <Button variant="primary" onClick={back}>
            返回
          </Button>
        </Empty>
      ) : (
        <Empty title="没有要打开的页面" note="这里显示从应用内打开的外部页面，请返回后重新进入。" picture="not-found">
          <Button variant="primary" onClick={back}>
            返回
          </Button>
        </Empty>
      )}
      <p className="play-money-line web-frame__money">
        <PlayMoney />
      </p>
      {open && kind.ball ? <FloatingBall box={box} onReload={() => send({ type: 'RELOAD' })} onBack={back} /> : null}
      {open && kind.tutorialSeconds ? <Tutorial seconds={kind.tutorialSeconds} onBack={back} /> : null}
    </div>
  );
}

/** Sends the machine the messages of the framed page and the changes of the phone's orientation. */
function useMessages(frame: RefObject<HTMLIFrameElement | null>, block: WebFrameBlock, send: Send): void {
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent): void => {
      // Both can be null: a message without a source must not match a frame without a window.
      const own = source !== null && source === frame.current?.contentWindow;
      send({ type: 'MESSAGE', origin, own, data: recognisedMessage(block, data) });
    };
    const orientation = matchMedia(LANDSCAPE);
    const turn = ({ matches }: MediaQueryListEvent): void => send({ type: 'TURNED', landscape: matches });
    addEventListener('message', hear);
    orientation.addEventListener('change', turn);
    return () => {
      removeEventListener('message', hear);
      orientation.removeEventListener('change', turn);
    };
  }, [frame, send, block]);
}

interface BarProps {
  readonly title: string;
  readonly theme: FrameKind['theme'];
  /** Whether the buttons 刷新 and 外部打开 are shown. */
  readonly tools: boolean;
  readonly send: Send;
}

function Bar({ title, theme, tools, send }: BarProps): ReactNode {
  return (
    <header className={theme ? 'web-frame__bar theme' : 'web-frame__bar'} data-theme={theme}>
      <button type="button" className="icon-button" aria-label="返回" onClick={() => send({ type: 'BACK' })}>
        <Icon name="back" />
      </button>
      <h1 className="web-frame__title">{title || '外部页面'}</h1>
      <span className="web-frame__tools">
        {tools ? (
          <>
            <button type="button" className="web-frame__tool" onClick={() => send({ type: 'RELOAD' })}>
              刷新
            </button>
            <button type="button" className="web-frame__tool" onClick={() => send({ type: 'OPEN_OUTSIDE' })}>
              外部打开
            </button>
          </>
        ) : null}
      </span>
    </header>
  );
}

/** Submits its fields to the frame once, when form and frame are both mounted. */
function PostForm({ request, target }: { readonly request: FrameRequest; readonly target: string }): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    form.current?.submit();
  }, []);
  return (
    <form ref={form} action={request.url} method="post" target={target} hidden>
      {Object.entries(request.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
