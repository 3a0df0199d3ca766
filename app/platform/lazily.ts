/**
 * Loads at the first call, and gives every later one the same promise, so that it is there in the same turn; after a failure the next call
 * loads again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
