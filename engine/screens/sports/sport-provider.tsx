/** Loads a sports game and gives the blocks below it one runtime to share. */
import { useReadableValue } from '../core/use-current.ts';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ProviderProps } from '../core/contract.ts';
import { useHost, useRecovery } from '../core/hooks.ts';
import { Button } from '../kit/button.tsx';
import { Empty } from '../kit/empty.tsx';
import { ErrorState } from '../kit/error-state.tsx';
import { SkeletonCards } from '../kit/skeleton.tsx';
import { type SportRuntime, sportRuntime } from './runtime.ts';
import { SportContext } from './use-sport.ts';
import './sports.css';

type Loading =
  | { readonly state: 'loading' | 'failed'; readonly code: string }
  | { readonly state: 'ready'; readonly code: string; readonly runtime: SportRuntime };

export default function SportProvider({ code: written, children }: ProviderProps): ReactNode {
  const host = useHost();
  // Addresses are written in any case; a game has one code.
  const code = host.index.current.games.find((game) => game.code.toLowerCase() === written.toLowerCase())?.code ?? written;
  const [attempt, setAttempt] = useState(0);
  const [loading, setLoading] = useState<Loading>({ state: 'loading', code });

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is what 重试 asks for
  useEffect(() => {
    let wanted = true;
    let release: (() => void) | undefined;
    sportRuntime(host, code).then(
      (runtime) => {
        if (!wanted) return;
        release = runtime.hold();
        setLoading({ state: 'ready', code, runtime });
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

  if (loading.state === 'ready' && loading.code === code)
    return (
      <SportContext value={loading.runtime}>
        <Suspended runtime={loading.runtime} />
        {children}
      </SportContext>
    );
  if (!failed) return <SkeletonCards />;
  // An empty index means that nothing is known yet, not that the game does not exist.
  const { games } = host.index.current;
  if (games.length > 0 && !games.some((game) => game.code === code))
    return (
      <Empty title="没有这个游戏" note="它可能已经下架，请选择其他游戏。" picture="not-found">
        <Button variant="primary" onClick={() => host.navigate('/')}>
          去选彩种
        </Button>
      </Empty>
    );
  return <ErrorState text="赛事加载失败，请检查网络" onRetry={retry} />;
}

/** A game that is switched off says so on its own page, above all else. */
function Suspended({ runtime }: { readonly runtime: SportRuntime }): ReactNode {
  useReadableValue(runtime.version);
  const disabled = runtime.host.index.current.games.find(({ code }) => code === runtime.code)?.disabled;
  return disabled ? (
    <p className="card error-line" role="alert">
      {disabled}
    </p>
  ) : null;
}
