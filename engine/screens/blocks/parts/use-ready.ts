import type { Expression, Text } from '../../../descriptions/generated/screen.ts';
import type { SourceState } from '../../core/contract.ts';
import { useScreenStore } from '../../core/hooks.ts';
import type { ScreenStore } from '../../core/store.ts';

type Leaf = Expression | Text | undefined;

/**
 * State of all sources that a block's texts and lists read, as one source: loading while one of them has no answer, error when one of
 * them failed without ever having had one. A block is rendered again when a source that its description names changes, so this is read
 * while rendering and subscribes to nothing itself.
 */
export function useReady(leaves: readonly Leaf[]): SourceState<true> {
  return readiness(useScreenStore(), leaves);
}

function readiness(store: ScreenStore, leaves: readonly Leaf[]): SourceState<true> {
  const names = new Set(
    leaves.flatMap((leaf) => leaf?.references.flatMap(({ name, member }) => (name === 'sources' && member ? [member] : [])) ?? []),
  );
  const missing = [...names].flatMap((name) => {
    const state = store.source(name)?.state();
    return state && state.data === undefined && state.status !== 'ready' ? [state] : [];
  });
  const failed = missing.find(({ status }) => status === 'error');
  return {
    status: failed ? 'error' : missing.length > 0 ? 'loading' : 'ready',
    data: missing.length > 0 ? undefined : true,
    error: failed?.error,
    refusal: failed?.refusal,
    reload: () => missing.forEach((state) => state.reload()),
    more: undefined,
    loadingMore: false,
  };
}
