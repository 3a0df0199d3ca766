/** The rules come as chunks of their own: what a board needs when the first game opens, chances and prizes when somebody asks. */
export type Rules = typeof import('../../rules/board.ts');

let loading: Promise<Rules> | undefined;

export function loadRules(): Promise<Rules> {
  loading ??= import('../../rules/board.ts');
  // A chunk that did not arrive is asked for again next time.
  loading.catch(() => (loading = undefined));
  return loading;
}
