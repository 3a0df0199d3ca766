/** Work that the visible page does not need waits until the page is idle. */

/** The page has what it needs by then (ms); a busy phone waits longer, but not forever. */
const REST_MS = 2_500;
const AT_LATEST_MS = 4_000;

/** Runs `work` when the browser has nothing else to do, or after 4 s; the returned function gives it up. */
export function onIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(idle);
}

/** Runs `work` once the page rests; the returned function gives it up. */
export function onIdleAfterLoad(work: () => void): () => void {
  let giveUp = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    giveUp = onIdle(work);
  }, REST_MS);
  return () => giveUp();
}

interface Connection {
  readonly saveData?: boolean;
}

/** The player asked the browser to save data: nothing is fetched ahead of need. */
export const isDataSaverOn = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;

/** No frame is painted while a page is hidden: work goes on after so long (ms) all the same. */
const PAINT_MS = 100;

/** Runs `work` once what was just changed has been painted, so that a tap is answered by the screen before the rest of it is done. */
export function afterPaint(work: () => void): void {
  let done = false;
  const run = (): void => {
    if (done) return;
    done = true;
    work();
  };
  setTimeout(run, PAINT_MS);
  // The callback comes before its frame is painted, and a task behind it comes after.
  requestAnimationFrame(() => setTimeout(run));
}
