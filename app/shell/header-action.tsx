import type { ReactNode } from 'react';
import { ScreenContext, useWatchedStore } from '../../engine/screens/core/hooks.ts';
import type { ScreenStore } from '../../engine/screens/core/store.ts';

/** The one action of a header; it reads what its screen reads, sources and state included. */
export function HeaderAction({ store }: { readonly store: ScreenStore }): ReactNode {
  return (
    <ScreenContext value={store}>
      <Shown store={store} />
    </ScreenContext>
  );
}

function Shown({ store }: { readonly store: ScreenStore }): ReactNode {
  const { header, headerDependencies } = store.plan;
  useWatchedStore(store, headerDependencies);
  const action = header?.action;
  if (!action || !store.test(action.when)) return null;
  return (
    <button type="button" className="header__action" onClick={() => void store.act(action.action)}>
      {store.text(action.label)}
    </button>
  );
}
