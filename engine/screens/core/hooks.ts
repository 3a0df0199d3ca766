/** What blocks call: the screen they are on, the product that hosts it, the data that the screen loads. */
import { createContext, useCallback, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Host, Scope, ScreenRuntime, SourceState } from './contract.ts';
import type { Dependencies } from './plan.ts';
import type { ScreenStore } from './store.ts';

export const HostContext = createContext<Host | null>(null);
export const ScreenContext = createContext<ScreenStore | null>(null);
/** The names that the groups around a block add. */
export const ScopeContext = createContext<Scope>(Object.freeze({}));

/** The product. Throws outside a HostContext, since a block without a host is a programming error. */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('no HostContext');
  return host;
}

/** Runs `again` when the network or the server is back; undefined while there is nothing to try again. */
export function useRecovery(again: (() => void) | undefined): void {
  const host = useHost();
  useEffect(() => {
    if (!again) return;
    addEventListener('online', again);
    const stop = host.onRecovered?.(again);
    return () => {
      removeEventListener('online', again);
      stop?.();
    };
  }, [host, again]);
}

/** The screen store with its whole interface; blocks want `useScreen`. */
export function useScreenStore(): ScreenStore {
  const store = useContext(ScreenContext);
  if (!store) throw new Error('no ScreenContext');
  return store;
}

/** The screen as a block sees it, within the scope that it stands in. */
export function useScreen(): ScreenRuntime {
  const store = useScreenStore();
  const scope = useContext(ScopeContext);
  return useMemo((): ScreenRuntime => {
    const within = (extra: Scope | undefined): Scope => (extra ? { ...scope, ...extra } : scope);
    return {
      document: store.document,
      params: store.params,
      query: store.query,
      scope,
      text: (text, extra) => store.text(text, within(extra)),
      value: (expression, extra) => store.value(expression, within(extra)),
      test: (expression, extra) => store.test(expression, within(extra)),
      act: (action, extra) => store.act(action, within(extra)),
      go: (target) => store.go(target),
    };
  }, [store, scope]);
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
export function useSource<T = unknown>(name: string | undefined): SourceState<T> {
  const store = useScreenStore();
  const source = name === undefined ? undefined : store.source(name);
  return useSyncExternalStore(source?.subscribe ?? nothing, source?.state ?? (() => NO_SOURCE)) as SourceState<T>;
}

/** A named value of the screen's own state (a chosen filter); sources whose parameters read it load again. */
export function useScreenState<T = string>(name: string | undefined): readonly [T | undefined, (value: T) => void] {
  const store = useScreenStore();
  const subscribe = useCallback(
    (listener: () => void) => (name === undefined ? () => {} : store.watchState(name, listener)),
    [store, name],
  );
  const value = useSyncExternalStore(subscribe, () => (name === undefined ? undefined : store.state[name])) as T | undefined;
  const set = useCallback((next: T) => name !== undefined && store.setState(name, next), [store, name]);
  return [value, set];
}

/** Renders the caller again when something that these dependencies name changes. */
export function useDependencies(dependencies: Dependencies): void {
  useWatchedStore(useScreenStore(), dependencies);
}

/** The same outside of the screen, such as in its header. */
export function useWatchedStore(store: ScreenStore, dependencies: Dependencies): void {
  const watched = useMemo(() => countedChanges(store, dependencies), [store, dependencies]);
  useSyncExternalStore(watched.subscribe, watched.count);
}

/**
 * Changes as a number, since a hook wants a value that differs when something changed. React subscribes some time after it rendered, and
 * an answer may come in between: the value is then compared with that of the render.
 */
function countedChanges(store: ScreenStore, dependencies: Dependencies) {
  let changes = 0;
  let seen = store.read(dependencies);
  return {
    subscribe: (listener: () => void) => {
      const stop = store.watch(dependencies, () => {
        changes += 1;
        seen = store.read(dependencies);
        listener();
      });
      const now = store.read(dependencies);
      if (now.some((value, at) => !Object.is(value, seen[at]))) {
        changes += 1;
        seen = now;
      }
      return stop;
    },
    count: () => changes,
  };
}
