import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { EmptyDescription, Text } from '../../../descriptions/generated/screen.ts';
import type { SourceState } from '../../core/contract.ts';
import { useRecovery, useScreen, useScreenStore } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { DescribedEmpty } from './described-empty.tsx';
import { SourceError } from './source-error.tsx';
import { PULL_TRIGGER, usePull } from './use-pull.ts';
import './list-frame.css';

/** As high as a screen, so that what stands under a list does not move when it comes. */
const SKELETON_ROWS = 14;

/**
 * The life of a list: skeleton, rows, more rows, a clear end; nothing there and what to do next; what went wrong and 重试;
 * pull to refresh. What a row looks like is the caller's.
 */
export function ListFrame({
  source,
  items,
  empty,
  end,
  complete = true,
  children,
}: {
  readonly source: SourceState;
  readonly items: readonly unknown[];
  readonly empty: EmptyDescription | undefined;
  readonly end?: Text | undefined;
  /** Whether all rows that are there are drawn by now; the next page is asked for after that. */
  readonly complete?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const screen = useScreen();
  const store = useScreenStore();
  const root = useRef<HTMLDivElement>(null);
  const sentinel = useRef<HTMLDivElement>(null);
  const refresh = useCallback(() => store.reloadAll(), [store]);
  const { pulled, refreshing } = usePull(root, refresh);
  const { more, error, loadingMore, data } = source;
  // A page that did not come is asked for again as soon as the server is back; a list that did not is the screen's to load again.
  const again = source.status === 'error' ? source.reload : (more ?? source.reload);
  useRecovery(error && source.status !== 'error' ? again : undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer reports changes, and a list that stays at its end while rows come causes none: after each page it is observed again
  useEffect(() => {
    const element = sentinel.current;
    if (!element || !more || !complete || error || loadingMore || typeof IntersectionObserver === 'undefined') return;
    // The next page is asked for a screen before its end is reached. An error stops this: then the reader asks.
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), {
      root: element.closest('[data-scroller]'),
      rootMargin: '0px 0px 600px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [more, complete, error, loadingMore, data]);

  return (
    <div ref={root} className="list-frame">
      <p className="list-frame__pull" style={{ height: refreshing ? 40 : pulled }} aria-live="polite">
        {refreshing ? '正在刷新…' : pulled >= PULL_TRIGGER ? '松开刷新' : pulled > 0 ? '下拉刷新' : ''}
      </p>
      {source.data === undefined && source.status === 'loading' ? <SkeletonBlock rows={SKELETON_ROWS} /> : null}
      {source.data === undefined && source.status === 'error' ? <SourceError source={source} /> : null}
      {empty && source.data !== undefined && items.length === 0 && !more ? <DescribedEmpty empty={empty} /> : null}
      {items.length > 0 ? children : null}
      {/* A page may have nothing that is shown, and be followed by one that has. */}
      {items.length > 0 || more ? (
        <div ref={sentinel} className="list-frame__end" aria-live="polite">
          {error ? (
            <ErrorState text={error} onRetry={again} inline />
          ) : loadingMore ? (
            '正在加载…'
          ) : more ? (
            <Button variant="quiet" onClick={more}>
              加载更多
            </Button>
          ) : items.length > 5 ? (
            end ? (
              screen.text(end)
            ) : (
              '没有更多了'
            )
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
