/** What blocks call: the screen they are on, the product that hosts it, the data that the screen loads. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { getVersion, subscribe } from 'valtio';
import type { Host, ScreenRuntime, SourceState } from './contract.ts';
import type { ScreenStore } from './store.ts';

export const HostContext = createContext<Host | null>(null);
export const ScreenContext = createContext<ScreenStore | null>(null);

/** The product. Throws outside a HostContext, since a block without a host is a programming error. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost: no HostContext above this block');
  return host;
}

/** The screen store with its whole interface; blocks want `useScreen`. */
export function useScreenStore(): ScreenStore {
  const store = useContext(ScreenContext);
  if (!store) throw new Error('useScreen: no ScreenContext above this block');
  return store;
}

export function useScreen(): ScreenRuntime {
  return useScreenStore();
}

const NO_SOURCE: SourceState<never> = {
  status: 'error',
  data: undefined,
  error: '页面描述中没有这个数据源',
  reload: () => {},
  more: undefined,
  loadingMore: false,
};
const nothing = () => () => {};

/** State of a named source of the screen; renders the caller again when it changes. */
export function useSource<T = unknown>(name: string): SourceState<T> {
  const source = useScreenStore().source(name);
  return useSyncExternalStore(source?.subscribe ?? nothing, source?.state ?? (() => NO_SOURCE)) as SourceState<T>;
}

/** A named text of the screen's own state (a chosen filter); sources whose parameters read it load again. */
export function useScreenState(name: string): readonly [string, (value: string) => void] {
  const store = useScreenStore();
  const value = useSyncExternalStore(store.subscribe, () => store.state[name] ?? '');
  return [value, (next) => store.setState(name, next)];
}

/** Renders the caller again whenever the session's view changes, for texts that read `session`. */
export function useSessionVersion(active = true): number {
  const { session } = useHost();
  const listen = useCallback((listener: () => void) => subscribe(session, listener), [session]);
  return useSyncExternalStore(active ? listen : nothing, () => (active ? (getVersion(session) ?? 0) : 0));
}
