/**
 * Draws an opened screen: the tree of its blocks, each behind its own error boundary, loading and retry. The store is opened by the page
 * (`useOpenedScreen`), so that the header above and the content below share one.
 */
import {
  createElement,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  startTransition,
} from 'react';
import { asText } from '../../descriptions/screens/expression.ts';
import { blocksInView, viewsOf } from '../../descriptions/screens/views.ts';
import { ScreenSkeleton, SkeletonBlock } from '../kit/skeleton.tsx';
import type { Host, ScreenDocument } from './contract.ts';
import { ScopeContext, ScreenContext, useDependencies, useHost, useRecovery, useScreen, useScreenStore } from './hooks.ts';
import { compileScreen, providerProperty, type LeafBlock, type NodePlan, type ScreenPlan } from './plan.ts';
import { isDataSaverOn, onIdleAfterLoad } from './idle-callback.ts';
import { PartBoundary } from './part-boundary.tsx';
import { blockComponent, blockShapes, blocksLoaded, loadBlocks, preloadBlocks, providers, resetBlock } from './registry.ts';
import { SourceCache } from './source-cache.ts';
import { ScreenStore } from './store.ts';
import { useSlices } from './use-slices.ts';
import { IN_DOUBT_TEXT, useSubmissionState } from './use-action.ts';

const development = import.meta.env?.DEV ?? false;

/** One cache for each host: it lives as long as the product does. */
const caches = new WeakMap<Host, SourceCache>();
export function sourceCacheOf(host: Host): SourceCache {
  let cache = caches.get(host);
  if (!cache) {
    cache = new SourceCache(host);
    caches.set(host, cache);
  }
  return cache;
}

/** Most screens ask nothing. */
const ConfirmSheet = lazy(() => import('../kit/confirm-sheet.tsx'));
const ScreenSheet = lazy(() => import('./screen-sheet.tsx'));

/** Fetches the code that a screen is drawn with, before it is opened. A failure shows when it is. Resolves when all of it is on its way. */
export async function preloadScreen(document: ScreenDocument): Promise<void> {
  const property = providerProperty(document);
  // A failure shows when the screen opens.
  if (property) providers[property]?.load().catch(() => undefined);
  await preloadBlocks(blocksInView(document));
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Opens a screen: its store loads sources while the caller is mounted. `params` and `query` are the same objects as long as the address is
 * the same; new ones open the screen anew. `back`: reached by going back, so cached lists are shown as they were; `whole`: scrolled as it
 * was, so it is drawn in one piece.
 */
export function useOpenedScreen(
  document: ScreenDocument | undefined,
  params: Readonly<Record<string, string>> = NONE,
  query: Readonly<Record<string, string>> = NONE,
  back = false,
  whole = false,
): ScreenStore | undefined {
  const host = useHost();
  const plan = document && compileScreen(document);
  const store = useMemo(
    () => plan && new ScreenStore({ plan, host, cache: sourceCacheOf(host), params, query, back, whole }),
    [plan, host, params, query, back, whole],
  );
  useEffect(() => {
    if (!store) return;
    store.start();
    return () => store.stop();
  }, [store]);
  // What failed without a network or a server is asked for again as soon as there is one.
  useRecovery(useMemo(() => store && (() => store.retryFailed()), [store]));
  return store;
}

const NO_DEPENDENCIES = Object.freeze({ sources: [], state: [], session: false, clock: false });

/** The title of an opened screen, '' while there is none; renders the caller again when it changes. */
export function useScreenTitle(store: ScreenStore | undefined): string {
  const watched = useMemo(() => {
    const dependencies = store?.plan.titleDependencies ?? NO_DEPENDENCIES;
    return { subscribe: (listener: () => void) => store?.watch(dependencies, listener) ?? (() => {}) };
  }, [store]);
  return useSyncExternalStore(watched.subscribe, () => store?.text(store.plan.title) ?? '');
}

/** A screen with a store of its own, without a header above it (previews, tests). */
export function ScreenView({
  description,
  params,
  query,
  back,
  onTitle,
}: {
  readonly description: ScreenDocument;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly back?: boolean;
  readonly onTitle?: (title: string) => void;
}): ReactNode {
  const store = useOpenedScreen(description, params, query, back);
  const title = useScreenTitle(store);
  useEffect(() => onTitle?.(title), [onTitle, title]);
  return store ? <ScreenContent store={store} /> : null;
}

/** A block that takes longer than this (ms) keeps the others waiting no more: each then has a placeholder of its own. */
const TOGETHER_MS = 3_000;

/**
 * True once the chunks of the blocks of the screen's first view are there: one placeholder stands for the page until then, so that no block
 * pushes another down when it arrives a moment later. The chunks travel at the same time; those of other views follow once the page rests.
 */
function useBlocks({ plan, query }: ScreenStore): boolean {
  const names = useMemo(() => blocksInView(plan.document, query), [plan, query]);
  const [waitedFor, waited] = useState<ScreenPlan>();
  const ready = waitedFor === plan || blocksLoaded(names);
  useEffect(() => {
    if (ready) return;
    // Drawn in slices: a tap that comes meanwhile is not kept waiting by a board of fifty balls.
    const go = (): void => startTransition(() => waited(plan));
    let wanted = true;
    const late = setTimeout(go, TOGETHER_MS);
    void loadBlocks(names).then(() => wanted && go());
    return () => {
      wanted = false;
      clearTimeout(late);
    };
  }, [ready, names, plan]);
  useEffect(() => {
    if (!ready || isDataSaverOn()) return;
    return onIdleAfterLoad(() => {
      void preloadBlocks([...viewsOf(plan.document).values()].flatMap((view) => blocksInView(plan.document, view)));
    });
  }, [ready, plan]);
  return ready;
}

/** If the code of a page is already loaded, so many blocks are rendered first, and then one at a time. */
const FIRST_BLOCKS = 3;
const moreBlocks = (drawn: number): number => drawn + 1;

/** The blocks of an opened screen. */
export function ScreenContent({ store }: { readonly store: ScreenStore }): ReactNode {
  const { plan } = store;
  const ready = useBlocks(store);
  // What was waited for comes together.
  const [whole] = useState(!ready || store.whole);
  const drawn = useSlices(plan.blocks.length, FIRST_BLOCKS, moreBlocks, whole);
  const blocks = plan.blocks.slice(0, drawn).map((node) => <Node key={node.key} node={node} />);
  const shown = new Set(blocksInView(plan.document, store.query));
  const waiting = <ScreenSkeleton shapes={blockShapes(plan.document.blocks.flatMap(({ block }) => (shown.has(block) ? [block] : [])))} />;
  return (
    <ScreenContext value={store}>
      {development && plan.problems.length > 0 ? <Problems problems={plan.problems} /> : null}
      <Shared store={store} waiting={waiting}>
        {ready ? blocks : waiting}
      </Shared>
      <ScreenQuestion />
      <ScreenOver />
    </ScreenContext>
  );
}

/** Another screen that an action opened in a sheet over this one. */
function ScreenOver(): ReactNode {
  const store = useScreenStore();
  const sheet = useSyncExternalStore(store.watchParts, store.screenSheet);
  if (!sheet) return null;
  return (
    <PartBoundary over>
      <Suspense fallback={null}>
        <ScreenSheet sheet={sheet} onClose={() => store.openScreen(undefined)} />
      </Suspense>
    </PartBoundary>
  );
}

/** The provider that the screen names stands around its blocks; `waiting` is shown until it is there. */
function Shared({
  store,
  waiting,
  children,
}: {
  readonly store: ScreenStore;
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const { provider, game } = store.plan;
  const Provider = provider && providers[provider]?.Component;
  if (!Provider || !game) return children;
  return (
    <PartBoundary>
      <Suspense fallback={waiting}>
        <Provider code={asText(store.value(game))} waiting={waiting}>
          {children}
        </Provider>
      </Suspense>
    </PartBoundary>
  );
}

/** The question before an action, wherever on the screen the action is. */
export function ScreenQuestion(): ReactNode {
  const store = useScreenStore();
  const question = useSyncExternalStore(store.watchParts, store.question);
  const doubt = useSubmissionState(question?.submission) === 'doubt';
  return question ? (
    <PartBoundary over>
      <Suspense fallback={null}>
        <ConfirmSheet
          key={question.title + question.text}
          title={question.title}
          text={question.text}
          yes={doubt ? IN_DOUBT_TEXT : question.yes}
          danger={question.danger}
          onYes={question.run}
          onClose={question.dismiss}
        />
      </Suspense>
    </PartBoundary>
  ) : null;
}

/** One block of the tree; left out while its condition is false. */
export const Node = memo(function Node({ node }: { readonly node: NodePlan }): ReactNode {
  const screen = useScreen();
  useDependencies(node.dependencies);
  if (!screen.test(node.block.when)) return null;
  return <BlockSlot node={node} />;
});

function BlockSlot({ node }: { readonly node: NodePlan }): ReactNode {
  const [{ attempt, insisted }, setAttempt] = useState({ attempt: 0, insisted: false });
  // Blocks read their scope through `useScreen`; a new one renders them again although their own properties are the same.
  useContext(ScopeContext);
  const name = node.block.block;
  const Block = blockComponent(name);
  if (!Block) return <UnknownBlock name={name} pointer={node.pointer} />;
  const retry = (pressed: boolean) => {
    resetBlock(name);
    setAttempt({ attempt: attempt + 1, insisted: pressed });
  };
  return (
    <PartBoundary key={attempt} pointer={node.pointer} onRetry={retry} insisted={insisted}>
      <Suspense fallback={<SkeletonBlock rows={2} />}>
        {/* Not JSX: the registry made this component long before, once. A group draws the blocks inside it. */}
        {createElement(Block, { block: node.block as LeafBlock, pointer: node.pointer, node })}
      </Suspense>
    </PartBoundary>
  );
}

/** Never a silent hole: development shows name and place, players a sentence that something is missing here. */
function UnknownBlock({ name, pointer }: { readonly name: string; readonly pointer: string }): ReactNode {
  const { document } = useScreenStore();
  if (!development)
    return (
      <p className="placeholder" data-block={name} data-pointer={pointer}>
        此处内容需要更新版本后查看
      </p>
    );
  return (
    <p className="placeholder placeholder--development" role="alert" data-block={name} data-pointer={pointer}>
      未知积木 <code>{name}</code>（{document.code} <code>{pointer}</code>）
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
