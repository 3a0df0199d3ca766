/** Loads a game with its rules and gives the blocks below it one runtime to share. */
import { type ReactNode, startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useHost, useRecovery } from '../core/hooks.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { SkeletonBlock } from '../kit/skeleton.tsx';
import { loadRules } from './rules.ts';
import type { GameRuntime } from './runtime.ts';
import { gameRuntime, knownRuntime } from './runtimes.ts';
import { GameContext } from './use-game.ts';

/** Fetches the rules before a game is opened. */
export const preloadRules = (): void => void loadRules().catch(() => undefined);

export interface GameProviderProps {
  readonly code: string;
  /** What stands there until the game is loaded. */
  readonly waiting?: ReactNode;
  readonly children?: ReactNode;
}

type Loading =
  | { readonly state: 'loading' | 'failed'; readonly code: string }
  | { readonly state: 'ready'; readonly code: string; readonly runtime: GameRuntime };

export default function GameProvider({ code: written, waiting, children }: GameProviderProps): ReactNode {
  const host = useHost();
  // Addresses are written in any case; a game has one code.
  const code = host.index.current.games.find((game) => game.code.toLowerCase() === written.toLowerCase())?.code ?? written;
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>({ state: 'loading', code });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is what 重试 asks for
  useEffect(() => {
    let wanted = true;
    let release: (() => void) | undefined;
    gameRuntime(host, code).then(
      (runtime) => {
        if (!wanted) return;
        release = runtime.hold();
        // Drawn in slices: a board of fifty balls at once would keep a slow phone from a frame.
        startTransition(() => setLoading({ state: 'ready', code, runtime }));
      },
      () => wanted && setLoading({ state: 'failed', code }),
    );
    return () => {
      wanted = false;
      release?.();
    };
  }, [host, code, attempt]);

  const retry = useCallback(() => {
    setLoading({ state: 'loading', code });
    setAttempt((before) => before + 1);
  }, [code]);
  const failed = loading.state === 'failed' && loading.code === code;
  useRecovery(failed ? retry : undefined);

  // A game that was open before is drawn at once.
  const runtime = loading.state === 'ready' && loading.code === code ? loading.runtime : knownRuntime(host, code);
  if (runtime)
    return (
      <GameContext value={runtime}>
        <Suspended runtime={runtime} />
        {children}
      </GameContext>
    );
  // The product's front page is where games are chosen.
  const choose = (
    <Button variant="primary" onClick={() => host.navigate('/')}>
      去选彩种
    </Button>
  );
  if (code === '')
    return (
      <Empty title="请先选择彩种" note="选好彩种和号码，再来这里。" picture="not-found">
        {choose}
      </Empty>
    );
  if (!failed) return waiting ?? <SkeletonBlock rows={6} />;
  // An empty index means that nothing is known yet, not that the game does not exist.
  const { games } = host.index.current;
  if (games.length > 0 && !games.some((game) => game.code === code))
    return (
      <Empty title="没有这个游戏" note="它可能已经下架，请选择其他游戏。" picture="not-found">
        {choose}
      </Empty>
    );
  return <ErrorState text="游戏加载失败，请检查网络" onRetry={retry} />;
}

/** A game that is switched off says so on its own page, above all else. */
function Suspended({ runtime }: { readonly runtime: GameRuntime }): ReactNode {
  const { game } = useSyncExternalStore(runtime.version.subscribe, runtime.version.get);
  return game.disabled ? (
    <p className="card error-line" role="alert">
      {game.disabled}
    </p>
  ) : null;
}
