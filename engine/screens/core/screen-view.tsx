/**
 * Renders an opened screen: the tree of its blocks, each with its own error boundary, loading state and retry. The page opens the store
 * (`useOpenedScreen`), so that the header and the content share one.
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
import type { Host, ScreenDocument, RawBlock } from './contract.ts';
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

/** One cache for each host, which lives as long as the host. */
const caches = new WeakMap<Host, SourceCache>();
export function sourceCacheOf(host: Host): SourceCache {
  let cache = caches.get(host);
  if (!cache) {
    cache = new SourceCache(host);
    caches.set(host, cache);
  }
  return cache;
}

/** Loaded when first needed, because most screens show neither a question nor a sheet. */
const ConfirmSheet = lazy(() => import('../kit/confirm-sheet.tsx'));
const ScreenSheet = lazy(() => import('./screen-sheet.tsx'));

/** Starts loading the code of a screen's blocks before the screen is opened. A failure shows when the screen is opened. Resolves when all loads have started. */
export async function preloadScreen(document: ScreenDocument): Promise<void> {
  const property = providerProperty(document);
  if (property) providers[property]?.load().catch(() => undefined);
  await preloadBlocks(blocksInView(document));
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Opens a screen: its store loads sources while the caller is mounted. The caller passes the same objects `params` and `query` as long as the
 * address is the same; new objects open the screen again. `back`: the player went back to the screen, so it shows cached lists. `whole`: the
 * scroll position is restored, so all blocks are rendered at once.
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
  // Loads that failed without a network or a server are repeated once it is back.
  useRecovery(useMemo(() => store && (() => store.retryFailed()), [store]));
  return store;
}

const NO_DEPENDENCIES = Object.freeze({ sources: [], state: [], session: false, clock: false });

/** The title of an opened screen, '' while no screen is open. The caller renders again when the title changes. */
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

/** After this time (ms) the blocks no longer wait for a slow one: each then has a placeholder of its own. */
const GATHER_MS = 3_000;

/**
 * True once the chunks of the blocks of the screen's first view are loaded. Until then one placeholder stands for the page, so that a block
 * that loads later does not push another down. The chunks load in parallel; the chunks of other views follow when the page is idle.
 */
function useBlocksReady({ plan, query }: ScreenStore): boolean {
  const names = useMemo(() => blocksInView(plan.document, query), [plan, query]);
  const [waitedFor, waited] = useState<ScreenPlan>();
  const ready = waitedFor === plan || blocksLoaded(names);
  useEffect(() => {
    if (ready) return;
    // A transition renders in slices, so that a board of fifty balls does not delay a tap.
    const go = (): void => startTransition(() => waited(plan));
    let wanted = true;
    const late = setTimeout(go, GATHER_MS);
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

/** Number of blocks that are rendered first if the code of a page is already loaded. The others follow one at a time. */
const FIRST_BLOCKS = 3;
const moreBlocks = (drawn: number): number => drawn + 1;

/** The name of the first block that is drawn for this one: a group is drawn as what it holds. */
function leading({ block, blocks }: RawBlock): string {
  const [first] = blocks ?? [];
  return first === undefined ? block : leading(first);
}

/** The blocks of an opened screen. */
export function ScreenContent({ store }: { readonly store: ScreenStore }): ReactNode {
  const { plan } = store;
  const ready = useBlocksReady(store);
  // If the page had to wait for code, all blocks are rendered at once.
  const [whole] = useState(!ready || store.whole);
  const drawn = useSlices(plan.blocks.length, FIRST_BLOCKS, moreBlocks, whole);
  const blocks = plan.blocks.slice(0, drawn).map((node) => <Node key={node.key} node={node} />);
  const shown = new Set(blocksInView(plan.document, store.query));
  const waiting = (
    <ScreenSkeleton shapes={blockShapes(plan.document.blocks.flatMap((block) => (shown.has(block.block) ? [leading(block)] : [])))} />
  );
  return (
    <ScreenContext value={store}>
      {development && plan.problems.length > 0 ? <Problems problems={plan.problems} /> : null}
      <ScreenProvider store={store} waiting={waiting}>
        {ready ? blocks : waiting}
      </ScreenProvider>
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

/** Wraps the blocks in the provider that the screen names. `waiting` is shown until the provider is loaded. */
function ScreenProvider({
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

/** The question that an action of any block of the screen shows before it runs. */
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

/** One block of the tree; not rendered while its condition is false. */
export const Node = memo(function Node({ node }: { readonly node: NodePlan }): ReactNode {
  const screen = useScreen();
  useDependencies(node.dependencies);
  if (!screen.test(node.block.when)) return null;
  return <BlockSlot node={node} />;
});

function BlockSlot({ node }: { readonly node: NodePlan }): ReactNode {
  const [{ attempt, insisted }, setAttempt] = useState({ attempt: 0, insisted: false });
  // Blocks read their scope through `useScreen`. A new scope renders them again although their own properties are the same.
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
        {/* Not JSX, which would look like a component made during render: the registry made this one once. `node` is for groups, which render the blocks inside them. */}
        {createElement(Block, { block: node.block as LeafBlock, pointer: node.pointer, node })}
      </Suspense>
    </PartBoundary>
  );
}

/** A block that this version does not know. Development shows its name and place, players a sentence that something is missing here. */
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
