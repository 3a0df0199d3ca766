/**
 * A part of a block whose code comes when it is first shown. Unlike React's `lazy`, which remembers a failure for ever, it is fetched again
 * on 重试 and as soon as the network or the server is back, and a part that is there already is drawn at once.
 */
import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { ErrorState } from '../kit/error-state.tsx';
import { useRecovery } from './hooks.ts';

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Fetches the code before it is shown. A failure shows when it is. */
  readonly preload: () => void;
}

/** `waiting` stands in its place meanwhile, and should be as high. */
export function lazyPart<P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>, waiting: ReactNode): LazyPart<P> {
  let known: ComponentType<P> | undefined;
  const fetchPart = async (): Promise<ComponentType<P>> => (known = (await load()).default);

  function Part(props: P): ReactNode {
    const [part, setPart] = useState<{ readonly component: ComponentType<P> | undefined }>(() => ({ component: known }));
    const [failed, setFailed] = useState(false);
    const [attempt, setAttempt] = useState(0);
    const { component } = part;
    // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is what 重试 asks for
    useEffect(() => {
      if (component) return;
      let wanted = true;
      fetchPart().then(
        (loaded) => wanted && setPart({ component: loaded }),
        () => wanted && setFailed(true),
      );
      return () => {
        wanted = false;
      };
    }, [component, attempt]);
    const again = useCallback(() => {
      setFailed(false);
      setAttempt((before) => before + 1);
    }, []);
    useRecovery(failed ? again : undefined);
    if (component) return createElement(component, props);
    return failed ? <ErrorState inline text="内容加载失败，请检查网络" onRetry={again} /> : waiting;
  }
  Part.preload = (): void => void fetchPart().catch(() => {});
  return Part;
}
