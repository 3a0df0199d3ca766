/** Loads a game with its rules and gives the blocks below it one runtime to share. */
import { useReadableValue } from '../core/use-current.ts';
import { type ReactNode, startTransition, useCallback, useEffect, useState } from 'react';
import type { ProviderProps } from '../core/contract.ts';
import { useHost, useRecovery } from '../core/hooks.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { SkeletonBlock } from '../kit/skeleton.tsx';
import { loadRules } from './rules.ts';
import type { GameRuntime } from './runtime.ts';
import { gameRuntime, openedRuntime } from './runtimes.ts';
import { GameContext } from './use-game.ts';

// The rules come with the first game: they are asked for before a game is opened. A failure shows when it is.
loadRules().catch(() => undefined);

/** What came of opening a game; neither while it is on its way. */
interface Opened {
  readonly code: string;
  readonly runtime?: GameRuntime;
  readonly failed?: boolean;
}

const NOT_YET: { readonly runtime?: never; readonly failed?: never } = {};

export default function GameProvider({ code: written, waiting, children }: ProviderProps): ReactNode {
  const host = useHost();
  const { games } = host.index.current;
  // Addresses are written in any case; a game has one code.
  const listed = games.find((game) => game.code.toLowerCase() === written.toLowerCase());
  const code = listed?.code ?? written;
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<Opened>({ code });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is what 重试 asks for
  useEffect(() => {
    let wanted = true;
    let release: (() => void) | undefined;
    gameRuntime(host, code).then(
      (runtime) => {
        if (!wanted) return;
        release = runtime.hold();
        // Drawn in slices: a board of fifty balls at once would keep a slow phone from a frame.
        startTransition(() => setOpened({ code, runtime }));
      },
      () => wanted && setOpened({ code, failed: true }),
    );
    return () => {
      wanted = false;
      release?.();
    };
  }, [host, code, attempt]);

  const retry = useCallback(() => {
    setOpened({ code });
    setAttempt((before) => before + 1);
  }, [code]);
  // A game that was open before is drawn at once.
  const { runtime = openedRuntime(host, code), failed } = opened.code === code ? opened : NOT_YET;
  useRecovery(failed ? retry : undefined);

  if (runtime)
    return (
      <GameContext value={runtime}>
        <Suspended runtime={runtime} />
        {children}
      </GameContext>
    );
  if (code === '') return <NoGame title="请先选择彩种" note="选好彩种和号码后再投注。" />;
  if (!failed) return waiting ?? <SkeletonBlock rows={6} />;
  // An empty index means that nothing is known yet, not that the game does not exist.
  if (games.length > 0 && !listed) return <NoGame title="游戏不存在" note="该游戏可能已下架，请选择其他游戏。" />;
  return <ErrorState text="游戏加载失败，请检查网络" onRetry={retry} />;
}

function NoGame(texts: { readonly title: string; readonly note: string }): ReactNode {
  const host = useHost();
  return (
    <Empty {...texts} picture="not-found">
      {/* The product's front page is where games are chosen. */}
      <Button variant="primary" onClick={() => host.navigate('/')}>
        去选彩种
      </Button>
    </Empty>
  );
}

/** A game that is switched off says so on its own page, above all else. */
function Suspended({ runtime }: { readonly runtime: GameRuntime }): ReactNode {
  const { game } = useReadableValue(runtime.version);
  return game.disabled ? (
    <p className="card error-line" role="alert">
      {game.disabled}
    </p>
  ) : null;
}
