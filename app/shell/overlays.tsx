import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { matchRoute } from '../../engine/descriptions/routes.ts';
import { formatInstant } from '../../engine/descriptions/screens/time.ts';
import { useHost } from '../../engine/screens/core/hooks.ts';
import { PartBoundary } from '../../engine/screens/core/part-boundary.tsx';
import { Icon, type IconName } from '../../engine/screens/kit/icon.tsx';
import { type AppOffer, ui } from '../host/ui.ts';
import { useApp } from './context.ts';

/** Nothing is asked on the first screen. */
const ResultSheet = lazy(() => import('./result-sheet.tsx'));
const NewsSheet = lazy(() => import('./news-sheet.tsx'));
const OfferStrip = lazy(() => import('./offer-strip.tsx'));
const QuestionSheet = lazy(() => import('./question-sheet.tsx'));

/** What lies over all pages. */
export function Overlays({ address }: { readonly address: string }): ReactNode {
  return (
    <>
      <Notice />
      <Toast />
      <Question />
      <ResultsOver address={address} />
      <NewsOver address={address} />
      <OfferOver address={address} />
    </>
  );
}

/** Offline, an outage, maintenance: said once at the edge, while everything that is already here stays usable. It goes by itself. */
function Notice(): ReactNode {
  const { online, down, lastAnswerAt, maintenance } = useSnapshot(ui);
  const { offsetMinutes = 0 } = useHost();
  const since = lastAnswerAt > 0 ? `内容更新于 ${formatInstant(lastAnswerAt, offsetMinutes, 'time')}` : '';
  const offline = down && since ? `网络已断开，${since}` : '网络已断开，恢复后会自动继续';
  const text = !online ? offline : down ? `连接中断，正在重试… ${since}` : maintenance;
  return (
    <div className="notice" role="status">
      {text ? (
        <p className="notice__text">
          <Icon name={online && !down ? 'tools' : 'offline'} size={16} />
          {text}
        </p>
      ) : null}
    </div>
  );
}

const ICONS: Readonly<Record<string, IconName>> = { success: 'check', fail: 'close' };

function Toast(): ReactNode {
  const { toast } = useSnapshot(ui);
  const icon = toast?.icon ? ICONS[toast.icon] : undefined;
  const element = useRef<HTMLDivElement>(null);
  const id = toast?.id;
  useLayoutEffect(() => {
    if (id !== undefined) showOnTop(element.current);
  }, [id]);
  return (
    <div className="toast" role="status" aria-live="polite" popover="manual" ref={element}>
      {toast ? (
        <p className="toast__text" key={toast.id}>
          {icon ? <Icon name={icon} size={22} /> : toast.icon === 'loading' ? <span className="toast__turning" aria-hidden="true" /> : null}
          {toast.text}
        </p>
      ) : null}
    </div>
  );
}

/**
 * To the top of the top layer, so that a message is seen over a dialog that was opened before. Opening lays the page out at once, so a toast
 * that is open already stays as it is while no dialog may stand over it. Where popovers are unknown it stands in the page.
 */
function showOnTop(element: HTMLDivElement | null): void {
  if (!element || typeof element.showPopover !== 'function') return;
  if (element.matches(':popover-open')) {
    if (!document.querySelector('dialog[open]')) return;
    element.hidePopover();
  }
  element.showPopover();
}

function Question(): ReactNode {
  const { question } = useSnapshot(ui);
  return question ? (
    <PartBoundary over>
      <Suspense fallback={null}>
        <QuestionSheet text={question.text} />
      </Suspense>
    </PartBoundary>
  ) : null;
}

/** Results of own orders; nothing is loaded before there is one. */
function ResultsOver({ address }: { readonly address: string }): ReactNode {
  const { results } = useSnapshot(ui);
  return results ? (
    <PartBoundary over>
      <Suspense fallback={null}>
        <ResultSheet address={address} />
      </Suspense>
    </PartBoundary>
  ) : null;
}

/** What the app says by itself; nothing is loaded before there is something. */
function NewsOver({ address }: { readonly address: string }): ReactNode {
  const { news } = useSnapshot(ui);
  return news ? (
    <PartBoundary over>
      <Suspense fallback={null}>
        <NewsSheet address={address} />
      </Suspense>
    </PartBoundary>
  ) : null;
}

/** Sections of routes on which nothing is typed, picked or paid: an offer waits until the player is on one of them. */
const CALM: ReadonlySet<string> = new Set(['home', 'content', 'results', 'other']);

/** What the app offers by itself; nothing is loaded before there is something. */
function OfferOver({ address }: { readonly address: string }): ReactNode {
  const { offer } = useSnapshot(ui);
  return offer ? <Offered offer={offer} address={address} /> : null;
}

function Offered({ offer, address }: { readonly offer: AppOffer; readonly address: string }): ReactNode {
  const section = matchRoute(useApp().boot.routes, address)?.route.section;
  return section !== undefined && CALM.has(section) ? (
    <PartBoundary over>
      <Suspense fallback={null}>
        <OfferStrip offer={offer} />
      </Suspense>
    </PartBoundary>
  ) : null;
}
