import { type ReactNode, useMemo } from 'react';
import type { ScreenDescription } from '../../engine/screens/core/contract.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';
import { sourceCacheOf } from '../../engine/screens/core/screen-view.tsx';
import { ScreenStore } from '../../engine/screens/core/store.ts';
import { useApp } from './context.ts';

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** The one action of a header. It reads the address and the session; sources belong to the content under it. */
export function HeaderAction({
  description,
  params = NONE,
  query = NONE,
}: {
  readonly description: ScreenDescription;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}): ReactNode {
  const { host } = useApp();
  const store = useMemo(
    () => new ScreenStore({ plan: compileScreen(description), host, cache: sourceCacheOf(host), params, query, back: false }),
    [description, host, params, query],
  );
  const action = description.headerAction;
  if (!action) return null;
  return (
    <button type="button" className="header__action" onClick={() => void store.act(action.action)}>
      {store.text(action.label)}
    </button>
  );
}
