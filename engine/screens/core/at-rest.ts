/** What is wanted soon, but not for what the player looks at now, waits until the page rests. */

/** The page has what it needs by then (ms); a busy phone waits longer, but not forever. */
const REST_MS = 2_500;
const AT_LATEST_MS = 4_000;

/** Runs `work` once the page rests; the returned function gives it up. */
export function whenAtRest(work: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(work, { timeout: AT_LATEST_MS });
    else work();
  }, REST_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

interface Connection {
  readonly saveData?: boolean;
}

/** The player asked the browser to save data: nothing is fetched ahead of need. */
export const savesData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;
