import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Draw, Zone } from '../../../descriptions/types.ts';
import type { LoadedGame } from '../../core/contract.ts';
import { useHost } from '../../core/hooks.ts';

/**
 * Result of an async function, loaded again when `key` changes; the former result stays until the next arrives.
 * `load` is to be the same function as long as it loads the same thing.
 */
function useLoaded<T>(
  key: string,
  load: () => Promise<T>,
): { readonly value: T | undefined; readonly failed: boolean; readonly retry: () => void } {
  const [state, setState] = useState<{ readonly value: T | undefined; readonly failed: boolean }>({ value: undefined, failed: false });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (value) => wanted && setState({ value, failed: false }),
      () => wanted && setState(({ value }) => ({ value, failed: true })),
    );
    return () => {
      wanted = false;
    };
  }, [key, attempt, load]);
  return { ...state, retry: () => setAttempt((n) => n + 1) };
}

/** A description other than a game's, in its current version; without a code there is none, and nothing is loaded. */
export function useDocument<T>(kind: string, code: string | undefined) {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const hash = code === undefined ? '' : (current.documents[kind]?.[code] ?? '');
  const load = useCallback(async () => (code === undefined ? undefined : await host.loadDocument<T>(kind, code)), [host, kind, code]);
  return useLoaded<T | undefined>(`${kind}/${code}/${hash}`, load);
}

/** Several of one kind, in the order of their codes; there once all of them are. */
export function useDocuments<T>(kind: string, codes: readonly string[]) {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const names = codes.join(' ');
  const load = useCallback(
    async () => await Promise.all(names.split(' ').map((code) => host.loadDocument<T>(kind, code))),
    [host, kind, names],
  );
  return useLoaded<readonly T[]>(`${kind}/${codes.map((code) => `${code} ${current.documents[kind]?.[code] ?? ''}`).join('/')}`, load);
}

/** Which of these menu codes lead somewhere; undefined until it is known. Without codes nothing is asked. */
export function useOpenMenus(codes: readonly string[] | undefined): ReadonlySet<string> | undefined {
  const host = useHost();
  const key = codes?.join(' ') ?? '';
  const load = useCallback(async () => {
    const wanted = key === '' ? [] : key.split(' ');
    return { of: key, open: host.openMenus ? await host.openMenus(wanted) : new Set(wanted) };
  }, [host, key]);
  const { value, failed } = useLoaded(key, load);
  if (!codes) return undefined;
  // Results of other codes do not apply.
  if (value?.of === key) return value.open;
  // When it cannot be known, everything is shown: a tap says what is not open.
  return failed ? new Set(codes) : undefined;
}

/**
 * A game's description in its current version, or in the one that is asked for, since a ticket and a draw are understood by the version
 * that they were made under; undefined while it loads and for an unknown game.
 */
export function useGame(code: string, version?: string): LoadedGame | undefined {
  return useGameLoading(code, version).value;
}

/** The same, telling one that is still to come from one that could not be had. */
export function useGameLoading(code: string, version?: string): { readonly value: LoadedGame | undefined; readonly failed: boolean } {
  const host = useHost();
  const { current } = useSnapshot(host.index);
  const hash = version ?? current.games.find((game) => game.code === code)?.hash ?? '';
  const load = useCallback(async () => (code ? host.loadGame(code, version) : undefined), [host, code, version]);
  return useLoaded<LoadedGame | undefined>(`${code}/${hash}`, load);
}

/**
 * The zones to draw a result with: the game's own; plain ones made from the numbers when the result is older than the game's
 * present shape, or the game is no longer offered, so that an old result never disappears.
 */
export function zonesFor(game: LoadedGame | undefined, numbers: Draw['numbers']): readonly Zone[] {
  const zones = game?.game.draw.zones;
  if (zones?.every((zone) => numbers[zone.id]?.length === zone.pick)) return zones;
  return Object.entries(numbers).map(([id, drawn]) => ({
    id,
    label: '号码',
    kind: 'digits',
    from: 0,
    to: 99,
    pick: drawn.length,
    tone: 'red',
    look: 'digit',
  }));
}
