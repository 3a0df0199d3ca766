/** Draws a screen description: its blocks in order, each behind its own error boundary, loading and retry. */
import {
  Component,
  createElement,
  memo,
  type ReactNode,
  Suspense,
  lazy,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ScreenDescription } from './contract.ts';
import { HostContext, ScreenContext, useHost, useScreenStore, useSessionVersion } from './hooks.ts';
import { ErrorState } from '../kit/error-state.tsx';
import { SkeletonBlock } from '../kit/skeleton.tsx';
import { type BlockPlan, compileScreen } from './plan.ts';
import { blockComponent, resetBlock } from './registry.ts';
import { SourceCache } from './sources.ts';
import { asText, ScreenStore } from './store.ts';

const development = import.meta.env?.DEV ?? false;

/** One cache for each host: it lives as long as the product does. */
const caches = new WeakMap<object, SourceCache>();
export function sourceCacheOf(host: ConstructorParameters<typeof SourceCache>[0]): SourceCache {
  let cache = caches.get(host);
  if (!cache) {
    cache = new SourceCache(host);
    caches.set(host, cache);
  }
  return cache;
}

/** Blocks of one game share a runtime of their own, which only screens of games load. */
const GameProvider = lazy(() => import('../lottery/game-provider.tsx'));

export interface ScreenViewProps {
  readonly description: ScreenDescription;
  /** The same objects as long as the address is the same: a new one opens the screen anew. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The screen was reached by going back: cached lists are shown as they were. */
  readonly back?: boolean;
  /** Is told the title whenever it changes. */
  readonly onTitle?: (title: string) => void;
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

export function ScreenView({ description, params = NONE, query = NONE, back = false, onTitle }: ScreenViewProps): ReactNode {
  const host = useHost();
  const plan = compileScreen(description);
  const store = useMemo(
    () => new ScreenStore({ plan, host, cache: sourceCacheOf(host), params, query, back }),
    [plan, host, params, query, back],
  );
  const session = useSessionVersion();
  useEffect(() => {
    store.start();
    return () => store.stop();
  }, [store]);
  useEffect(() => {
    if (session >= 0) store.refresh();
  }, [store, session]);
  // What failed without a network is asked for again as soon as there is one.
  useEffect(() => {
    const again = (): void => store.retryFailed();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [store]);

  const blocks = plan.blocks.map((block) => <BlockSlot key={block.key} plan={block} />);
  const code = plan.game ? asText(store.evaluate(plan.game)) : '';
  return (
    <ScreenContext value={store}>
      {onTitle ? <Title onTitle={onTitle} /> : null}
      {development && plan.problems.length > 0 ? <Problems problems={plan.problems} /> : null}
      {plan.game ? (
        <Suspense fallback={<SkeletonBlock rows={6} />}>
          <GameProvider code={code}>{blocks}</GameProvider>
        </Suspense>
      ) : (
        blocks
      )}
    </ScreenContext>
  );
}

function useDependencies({ dependencies }: BlockPlan): void {
  const store = useScreenStore();
  useSyncExternalStore(store.subscribe, () => (dependencies.state ? store.state : null));
  useSessionVersion(dependencies.session);
  // The number of sources of one block never changes while it is mounted, but hooks may not be called in a loop of unknown length:
  // one subscription to all of them, whose snapshot is a counter.
  const combined = useMemo(() => {
    let version = 0;
    return {
      subscribe: (listener: () => void) => {
        const stops = dependencies.sources.map((name) =>
          store.source(name)?.subscribe(() => {
            version += 1;
            listener();
          }),
        );
        return () => {
          for (const stop of stops) stop?.();
        };
      },
      version: () => version,
    };
  }, [store, dependencies]);
  useSyncExternalStore(combined.subscribe, combined.version);
}

const BlockSlot = memo(function BlockSlot({ plan }: { readonly plan: BlockPlan }): ReactNode {
  const store = useScreenStore();
  useDependencies(plan);
  const [attempt, setAttempt] = useState(0);
  if (plan.when && !store.evaluate(plan.when)) return null;
  const name = plan.block.block;
  const Block = blockComponent(name);
  if (!Block) return <UnknownBlock name={name} pointer={plan.pointer} />;
  const retry = () => {
    resetBlock(name);
    setAttempt(attempt + 1);
  };
  return (
    <BlockBoundary key={attempt} pointer={plan.pointer} onRetry={retry}>
      <Suspense fallback={<SkeletonBlock rows={2} />}>
        {/* Not JSX: the registry made this component long before, once. */}
        {createElement(Block, { block: plan.block, pointer: plan.pointer })}
      </Suspense>
    </BlockBoundary>
  );
});

/** Never a silent hole: development shows name and place, players a sentence that something is missing here. */
function UnknownBlock({ name, pointer }: { readonly name: string; readonly pointer: string }): ReactNode {
  const { description } = useScreenStore();
  if (!development)
    return (
      <p className="placeholder" data-block={name} data-pointer={pointer}>
        此处内容需要更新版本后查看
      </p>
    );
  return (
    <p className="placeholder placeholder--development" role="alert" data-block={name} data-pointer={pointer}>
      未知积木 <code>{name}</code>（{description.code} <code>{pointer}</code>）
    </p>
  );
}

function Problems({ problems }: { readonly problems: readonly { readonly pointer: string; readonly message: string }[] }): ReactNode {
  return (
    <ul className="placeholder placeholder--development" role="alert">
      {problems.map(({ pointer, message }) => (
        <li key={pointer}>
          <code>{pointer}</code> {message}
        </li>
      ))}
    </ul>
  );
}

interface BoundaryProps {
  readonly pointer: string;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** One block that fails leaves the others standing. A chunk that did not arrive is fetched again on 重试. */
class BlockBoundary extends Component<BoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };
  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const chunk = /import|chunk|fetch/i.test(error.message);
    return (
      <div data-pointer={this.props.pointer}>
        <ErrorState text={chunk ? '内容加载失败，请检查网络' : '这部分内容出错了'} onRetry={this.props.onRetry} />
        {development ? <pre className="placeholder placeholder--development">{error.stack ?? error.message}</pre> : null}
      </div>
    );
  }
}

function Title({ onTitle }: { readonly onTitle: (title: string) => void }): null {
  const store = useScreenStore();
  const host = useContext(HostContext);
  useSyncExternalStore(store.subscribe, () => store.state);
  // Titles may read sources; they are few, so each one is listened to.
  const [, tick] = useState(0);
  useEffect(() => {
    const names = new Set(store.plan.title.references.flatMap(({ name, member }) => (name === 'sources' && member ? [member] : [])));
    const stops = [...names].map((name) => store.source(name)?.subscribe(() => tick((n) => n + 1)));
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [store]);
  const title = host ? store.text(store.description.title) : '';
  useEffect(() => onTitle(title), [onTitle, title]);
  return null;
}
