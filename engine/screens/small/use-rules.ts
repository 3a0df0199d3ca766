/** The description of a small game, for what is drawn from it: strips, lines, faces. */
import { useEffect, useState } from 'react';
import type { SmallGame } from '../../small/types.ts';
import { useHost } from '../core/hooks.ts';

/** `hash`: the version that is played, which is the one to be drawn. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is what 重试 asks for
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
