/** Loads the description of a small game, from which its blocks draw strips, lines and faces. */
import { useEffect, useState } from 'react';
import type { SmallGame } from '../../small/types.ts';
import { useHost } from '../core/hooks.ts';

/** `hash`: the version of the round. The blocks must draw this version, although a newer one may be published. */
export function useRules(
  code: string | undefined,
  hash: string | undefined,
): {
  readonly rules: SmallGame | undefined;
  readonly failed: boolean;
  readonly again: () => void;
} {
  const host = useHost();
  const [rules, setRules] = useState<SmallGame>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: 重试 raises `attempt` to load again
  useEffect(() => {
    if (!code || !hash) return;
    let wanted = true;
    host.loadDocument<SmallGame>('small', code, hash).then(
      (loaded) => wanted && setRules(loaded),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [host, code, hash, attempt]);
  return {
    rules,
    failed,
    again: () => {
      setFailed(false);
      setAttempt((before) => before + 1);
    },
  };
}
