/** The rules come as chunks of their own: what a board needs when the first game opens, chances and prizes when the page rests. */
export type Rules = typeof import('../../rules/board.ts');
export type Chances = typeof import('../../rules/chances.ts');

/** One load for all who ask; a chunk that did not arrive is asked for again next time. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    loading.catch(() => (loading = undefined));
    return loading;
  };
}

export const loadRules: () => Promise<Rules> = once(() => import('../../rules/board.ts'));
export const loadChances: () => Promise<Chances> = once(() => import('../../rules/chances.ts'));
