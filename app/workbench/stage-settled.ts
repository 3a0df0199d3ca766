/** Waits until the phone shows a whole page. */
import { hasPendingSlices } from '../../engine/screens/core/use-slices.ts';
import type { App } from '../host/host.ts';
import { pagesOfApp } from '../shell/pages.ts';

/** What stands for a screen, or for a list on one, until it is there (kit/skeleton.tsx). */
const WAITING = '.skeleton-block, .skeleton-cards, .visually-hidden[aria-busy="true"]';
/** Longest wait for a screen or its descriptions, ms: then the state is given as it is. Four cold pages on two busy cores took more than 10 s. */
export const SETTLE_TIMEOUT_MS = 60_000;
/** Frames without anything on its way, after a wait. */
const STILL_FRAMES = 2;

/** Behind the tasks that wait now; a timer would wait 4 ms, which thousands of events feel. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function isDrawing(app: App): boolean {
  const page = [...document.querySelectorAll('.layer:not([aria-hidden])')].at(-1) ?? document.body;
  return !pagesOfApp(app).stand() || hasPendingSlices() || !page.querySelector('.page__main') || page.querySelector(WAITING) !== null;
}

/** False when something was still loading at the end of the wait. `isLoading`: descriptions are on their way. */
export async function stageSettled(app: App, isLoading: () => boolean): Promise<boolean> {
  const busy = (): boolean => isLoading() || isDrawing(app);
  // React takes what stores say in a microtask, and effects follow in a task.
  await nextTask();
  await nextTask();
  const until = performance.now() + SETTLE_TIMEOUT_MS;
  // What came while the stage waited is drawn by the next frame: a sheet is put into the page first and opened by an effect after it.
  for (let still = busy() ? 0 : STILL_FRAMES; still < STILL_FRAMES && performance.now() < until; still = busy() ? 0 : still + 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await nextTask();
  }
  return !busy();
}
