/** E12: what moves by itself on every screen that is opened cold, over a network on which its parts come one after the other. */
import type { Page } from '@playwright/test';
import { logIn } from './lib/browser.ts';
import type { Bench } from './lib/figure.ts';
import { routeAddresses } from './lib/routes.ts';
import { startVisit } from './lib/visit.ts';

/** A usual 4G: bytes a second, and ms to the server and back. */
const NETWORK = { offline: false, downloadThroughput: 500_000, uploadThroughput: 250_000, latency: 80 };
/** After the last answer, for what comes late (ms). */
const REST_MS = 1_500;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
declare global {
  interface Window {
    benchShifts?: { value: number; what: string }[];
  }
}

async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shiftLog: { value: number; what: string }[] = [];
    window.benchShifts = shiftLog;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const [first] = sources;
        const element = first?.node instanceof Element ? first.node : first?.node?.parentElement;
        shiftLog.push({
          value,
          what: `${element?.className || element?.tagName} ${Math.round(first?.previousRect.top ?? 0)}→${Math.round(first?.currentRect.top ?? 0)}`,
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const bench: Bench = {
  id: 'E12',
  title: 'what moves by itself on screens that are opened cold',
  async run(context) {
    const { url, page, stop } = await startVisit(context);
    await logIn(page, url);
    await watch(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.emulateNetworkConditions', NETWORK);
    const all = routeAddresses();
    const moved: { path: string; sum: number; what: string }[] = [];
    for (const path of context.quick ? all.filter((_, at) => at % 2 === 0) : all) {
      await page.goto(url + path);
      await page.waitForFunction(() => document.querySelector('#app main, #app [role=tabpanel]') && !document.querySelector('.skeleton'));
      await page.waitForTimeout(REST_MS);
      const shifts = await page.evaluate(() => window.benchShifts ?? []);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      moved.push({ path, sum, what: shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join(', ') });
    }
    await stop();
    moved.sort((a, b) => b.sum - a.sum);
    const largestShifts = moved.filter(({ sum }) => sum > 0.002).slice(0, 8);
    return [
      {
        id: 'E12.cold',
        what: `the most that moves by itself on one of ${moved.length} screens opened cold (CLS)`,
        value: Math.round((moved[0]?.sum ?? 0) * 1000) / 1000,
        unit: '',
        goal: { at: 'most', value: 0.02 },
        note: largestShifts.map(({ path, sum, what }) => `${path} ${sum.toFixed(3)} (${what})`).join('; ') || 'nothing moves',
      },
    ];
  },
};
export default bench;
