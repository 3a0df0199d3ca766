/** The operators' desk. A wide window shows the menu beside the page. A phone shows the page only, and the first page has the menu. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import { Icon, type IconName } from '../../engine/screens/kit/icon.tsx';
import type { Boot } from '../host/boot.ts';
import { saveText } from '../host/save-text.ts';
import { renameCurrentPage } from '../shell/use-scroll.ts';
import { workshopTabsFor } from '../workshop/tabs-of.ts';
import { logout, type DeskStart } from './calls.ts';
import { createDeskHost, type DeskMenu } from './desk-host.ts';
import { DeskPage } from './desk-page.tsx';

const BASE = '/operator/desk';
const WORKSHOP = `${BASE}/workshop`;
const TOAST_MS = 2_500;

/** Path and query below the desk: "/players?q=1". */
const here = (): string => `${location.pathname.slice(BASE.length) || '/'}${location.search}`;

interface Place {
  readonly address: string;
  readonly back: boolean;
  /** Pages opened since the desk itself. Above 0, going back stays on the desk. */
  readonly depth: number;
  /** Counts navigations. As the page's React key, it makes the page load again when the operator chooses it again. */
  readonly visit: number;
}

export interface DeskProps {
  readonly boot: Boot;
  readonly start: DeskStart;
  readonly onSecondStep: () => void;
}

export function Desk({ boot, start, onSecondStep }: DeskProps): ReactNode {
  const [place, setPlace] = useState<Place>(() => ({ address: here(), back: false, depth: 0, visit: 0 }));
  const [toast, setToast] = useState('');

  useEffect(() => {
    const moved = (): void =>
      setPlace(({ depth, visit }) => ({ address: here(), back: true, depth: Math.max(0, depth - 1), visit: visit + 1 }));
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  useEffect(() => {
    if (toast === '') return;
    const timer = setTimeout(() => setToast(''), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  const navigate = useCallback((to: string, replace: boolean) => {
    const address = `${BASE}${to === '/' ? '' : to}`;
    const stays = replace || address === `${location.pathname}${location.search}`;
    if (stays) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    setPlace(({ depth, visit }) => ({ address: to, back: false, depth: stays ? depth : depth + 1, visit: visit + 1 }));
  }, []);
  const host = useMemo(
    () =>
      createDeskHost({
        boot,
        start,
        navigate,
        setQuery: (changes) => {
          const url = new URL(location.href);
          for (const [name, value] of Object.entries(changes))
            if (value === '') url.searchParams.delete(name);
            else url.searchParams.set(name, value);
          history.replaceState(history.state, '', url);
          renameCurrentPage(here());
        },
        toast: setToast,
        functions: {
          logout: () => void logout(),
          secondStep: onSecondStep,
          workshop: () => location.assign(WORKSHOP),
          saveFile: ({ name = '', text = '' }) => saveText(name, text),
        },
      }),
    [boot, start, navigate, onSecondStep],
  );
  const entries = (start.menu as DeskMenu | null)?.entries ?? [];
  const path = place.address.split('?', 1)[0];
  return (
    <HostContext value={host}>
      <div className="office">
        <nav className="office__menu" aria-label="后台菜单">
          <p className="office__who">
            <strong>{start.name}</strong>
            <span>{start.roleName}</span>
          </p>
          <ul>
            {entries.map(({ code, label, url = '', icon }) => (
              <li key={code}>
                <button type="button" aria-current={path === url ? 'page' : undefined} onClick={() => navigate(url, false)}>
                  <Icon name={(icon?.name ?? 'list') as IconName} />
                  {label}
                </button>
              </li>
            ))}
            <li>
              <button type="button" aria-current={path === '/sessions' ? 'page' : undefined} onClick={() => navigate('/sessions', false)}>
                <Icon name="lock" />
                我的登录
              </button>
            </li>
            {workshopTabsFor(start.rights).length === 0 ? null : (
              <li>
                <a href={WORKSHOP}>
                  <Icon name="gear" />
                  工作台
                </a>
              </li>
            )}
            <li>
              <button type="button" onClick={() => void logout()}>
                <Icon name="back" />
                退出登录
              </button>
            </li>
          </ul>
        </nav>
        <div className="office__page frame">
          <DeskPage
            key={place.visit}
            address={place.address}
            start={start}
            back={place.back}
            onBack={path === '/' ? undefined : place.depth > 0 ? host.back : () => navigate('/', true)}
          />
          <div className="toast" role="status">
            {toast === '' ? null : <p className="toast__text">{toast}</p>}
          </div>
        </div>
      </div>
    </HostContext>
  );
}
