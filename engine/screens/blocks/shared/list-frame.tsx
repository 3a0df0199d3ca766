import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { Action, SourceState } from '../../core/contract.ts';
import { useScreen, useScreenStore } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { isIconName } from '../../kit/icon.tsx';
import { SkeletonBlock } from '../../kit/skeleton.tsx';
import { PULL_TRIGGER, usePull } from './use-pull.ts';
import './list-frame.css';

export interface EmptyDescription {
  readonly title: string;
  readonly note?: string;
  readonly icon?: string;
  readonly action?: Action;
  readonly label?: string;
}

/**
 * The life of a list: skeleton, rows, more rows, a clear end; nothing there and what to do next; what went wrong and 重试;
 * pull to refresh. What a row looks like is the caller's.
 */
export function ListFrame({
  source,
  items,
  empty,
  end = '没有更多了',
  children,
}: {
  readonly source: SourceState;
  readonly items: readonly unknown[];
  readonly empty: EmptyDescription;
  readonly end?: string;
  readonly children: ReactNode;
}): ReactNode {
  const screen = useScreen();
  const store = useScreenStore();
  const root = useRef<HTMLDivElement>(null);
  const sentinel = useRef<HTMLDivElement>(null);
  const refresh = useCallback(() => store.reloadAll(), [store]);
  const { pulled, refreshing } = usePull(root, refresh);
  const { more } = source;

  useEffect(() => {
    const element = sentinel.current;
    if (!element || !more || source.error || typeof IntersectionObserver === 'undefined') return;
    // The next page is asked for a screen before its end is reached. An error stops this: then the reader asks.
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), {
      root: element.closest('[data-scroller]'),
      rootMargin: '0px 0px 600px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [more, source.error]);

  const action = empty.action;
  return (
    <div ref={root} className="list-frame">
      <p className="list-frame__pull" style={{ height: refreshing ? 40 : pulled }} aria-live="polite">
        {refreshing ? '正在刷新…' : pulled >= PULL_TRIGGER ? '松开刷新' : pulled > 0 ? '下拉刷新' : ''}
      </p>
      {source.data === undefined && source.status === 'loading' ? <SkeletonBlock rows={6} /> : null}
      {source.data === undefined && source.status === 'error' ? (
        <ErrorState text={source.error ?? '加载失败'} onRetry={source.reload} />
      ) : null}
      {source.data !== undefined && items.length === 0 ? (
        <Empty
          title={screen.text(empty.title)}
          note={empty.note && screen.text(empty.note)}
          icon={isIconName(empty.icon) ? empty.icon : 'list'}
        >
          {action ? (
            <Button variant="primary" onClick={() => void screen.act(action)}>
              {empty.label ?? '去看看'}
            </Button>
          ) : null}
        </Empty>
      ) : null}
      {items.length > 0 ? children : null}
      {items.length > 0 ? (
        <div ref={sentinel} className="list-frame__end" aria-live="polite">
          {source.error ? (
            <ErrorState text={source.error} onRetry={more ?? source.reload} inline />
          ) : source.loadingMore ? (
            '正在加载…'
          ) : more ? (
            <Button variant="quiet" onClick={more}>
              加载更多
            </Button>
          ) : items.length > 5 ? (
            end
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
