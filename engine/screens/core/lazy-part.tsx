/**
 * A part of a block whose code comes when it is first shown. Unlike React's `lazy`, which remembers a failure for ever, it is fetched again
 * on 重试 and as soon as the network or the server is back, and a part that is there already is drawn at once. Where 重试 does not help,
 * since the browser remembers the failure, the page is opened again.
 */
import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../kit/error-state.tsx';
import { useHost, useRecovery } from './hooks.ts';

export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Fetches the code before it is shown. A failure shows when it is. */
  readonly preload: () => void;
}

/** `waiting` stands in its place meanwhile, and should be as high; a function where the height depends on the properties. */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  waiting: ReactNode | ((props: P) => ReactNode),
): LazyPart<P> {
  let known: ComponentType<P> | undefined;
  const fetchPart = async (): Promise<ComponentType<P>> => (known = (await load()).default);

  function Part(props: P): ReactNode {
    const host = useHost();
    /** The player asked for it once more. */
    const pressed = useRef(false);
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
        () => {
          if (!wanted) return;
          setFailed(true);
          if (pressed.current) void host.reopen?.();
          pressed.current = false;
        },
      );
      return () => {
        wanted = false;
      };
    }, [component, attempt, host]);
    const again = useCallback(() => {
      setFailed(false);
      setAttempt((before) => before + 1);
    }, []);
    useRecovery(failed ? again : undefined);
    if (component) return createElement(component, props);
    const retry = (): void => {
      pressed.current = true;
      again();
    };
    if (failed) return <ErrorState inline text="内容加载失败，请检查网络" onRetry={retry} />;
    return typeof waiting === 'function' ? waiting(props) : waiting;
  }
  Part.preload = (): void => void fetchPart().catch(() => {});
  return Part;
}
