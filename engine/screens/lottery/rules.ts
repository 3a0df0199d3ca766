/** The rules come as a chunk of their own, when the first game opens: they are not part of the first load. */
export type Rules = typeof import('../../rules/index.ts');

let loading: Promise<Rules> | undefined;

export function loadRules(): Promise<Rules> {
  loading ??= import('../../rules/index.ts');
  // A chunk that did not arrive is asked for again next time.
  loading.catch(() => (loading = undefined));
  return loading;
}
