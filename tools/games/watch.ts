/** `check --watch`: checks again whenever something in the folders changes, until it is ended. */
import { once } from 'node:events';
import { watch } from 'chokidar';

/** An editor that saves writes more than once: one check for what belongs together; ms. */
const GATHER_MS = 80;

/** Runs `check` now and after every change in `folders`; one at a time, and once more for what changed meanwhile. Ends with `signal`. */
export async function watchAndCheck(folders: readonly string[], check: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const watcher = watch([...folders], { ignoreInitial: true, ignored: (path) => /[\\/]\.[^\\/]+$/.test(path) });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(check);
    }, GATHER_MS);
  };
  // What changes from here on is seen: the first check is after the watch began.
  await once(watcher, 'ready');
  watcher.on('all', later);
  running = check();
  if (!signal.aborted) await once(signal, 'abort');
  clearTimeout(timer);
  await running;
  await watcher.close();
}
