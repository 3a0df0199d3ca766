/** E17: how long the app takes to start from the phone alone, without the network, at 4× CPU throttle: the first paint, and the games on home. */
import type { Page } from '@playwright/test';
import { SHELL } from '../protocol/offline-cache.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { median } from './lib/rounds.ts';
import { startVisit } from './lib/visit.ts';

const THROTTLE = 4;
const TILE = '.game-tile';

declare global {
  interface Window {
    benchTiles?: number;
  }
}

/** Notes the frame that shows the first game (ms since the page began). */
const watchTiles = (selector: string): void => {
  const look = (): void => {
    if (document.querySelector(selector)) window.benchTiles = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Asks the page until it says yes; `waitForFunction` does not wait for what a page promises. */
async function until(page: Page, holds: (name: string) => Promise<boolean>, name: string): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await page.evaluate(holds, name))) {
    if (performance.now() > end) throw new Error(`nothing is kept under ${name}`);
    await page.waitForTimeout(100);
  }
}

async function start(page: Page, url: string): Promise<{ readonly paint: number; readonly games: number }> {
  await page.goto(url);
  await page.waitForFunction(() => window.benchTiles !== undefined);
  return page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    games: window.benchTiles ?? Number.NaN,
  }));
}

const bench: Bench = {
  id: 'E17',
  title: 'start without the network, at 4× throttle',
  async run(context) {
    const { url, page, unplug, stop } = await startVisit(context);
    await page.addInitScript(watchTiles, TILE);
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await until(page, async (shell) => (await caches.match(shell)) !== undefined, SHELL);
    // A second visit: its answers go through the worker, which keeps them.
    await start(page, url);
    await until(page, async (store) => (await (await caches.open(store)).keys()).length > 0, 'caipu-answers-1');
    const session = await page.context().newCDPSession(page);
    await unplug();
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    await start(page, url);
    const starts: Awaited<ReturnType<typeof start>>[] = [];
    for (let round = 0; round < context.rounds; round += 1) starts.push(await start(page, url));
    await stop();
    const figure = (id: string, what: string, values: readonly number[]): Figure => ({
      id: `E17.${id}`,
      what: `start without the network, ${THROTTLE}× throttle: ${what}`,
      value: median(values),
      unit: 'ms',
      goal: { at: 'most', value: 1_000 },
      rounds: values.length,
      range: [Math.min(...values), Math.max(...values)],
    });
    return [
      figure(
        'paint',
        'first contentful paint',
        starts.map(({ paint }) => paint),
      ),
      figure(
        'games',
        'the games on home',
        starts.map(({ games }) => games),
      ),
    ];
  },
};
export default bench;
