import { pageEnvironment } from '../core/page-environment.ts';

/** One clock for every countdown of a page: a second passing calls each of them once, and nobody while the page is not seen. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let forget: () => void = () => {};

const tick = (): void => {
  if (document.visibilityState === 'hidden') return;
  for (const listener of listeners) listener();
};

/** Calls `listener` each second, and at once when the page is looked at again; the returned function ends this. */
export function everySecond(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, 1000);
    forget = pageEnvironment.onSeen(tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    forget();
  };
}
