/** E13: what a game page costs that nobody touches, and what a thousand route changes leave behind. */
import type { CDPSession, Page } from '@playwright/test';
import { cpuMeter } from './lib/browser.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { startVisit } from './lib/visit.ts';

const BOARDS = [
  ['ssq', '/ssq'],
  ['jlffc', '/ssc/jlffc'],
] as const;
const CHANGES = 1_000;

/** Bytes of JavaScript that are still in use. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function change(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const addresses = ['/ssq', '/betRecord', '/ssc/jlffc', '/result'];
    for (let n = 0; n < count; n++) {
      history.pushState(null, '', addresses[n % addresses.length]);
      dispatchEvent(new PopStateEvent('popstate'));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }, times);
}

const bench: Bench = {
  id: 'E13',
  title: 'an idle game page, and what route changes leave',
  async run(context) {
    const { url, page, stop } = await startVisit(context);
    const figures: Figure[] = [];
    const seconds = context.quick ? 20 : 60;
    for (const [id, path] of BOARDS) {
      await page.goto(url + path);
      await page.locator('.board button.pick').first().waitFor();
      // What is fetched ahead of need has come by then.
      await page.waitForTimeout(10_000);
      const meter = await cpuMeter(page);
      const { task, script, style, layout } = await meter.measure(() => page.waitForTimeout(seconds * 1_000));
      const each = (ms: number) => (ms / seconds).toFixed(1);
      figures.push({
        id: `E13.${id}`,
        what: `main thread of the idle board of ${id}, a second`,
        value: task / seconds,
        unit: 'ms',
        goal: { at: 'most', value: 5 },
        note: `${seconds} s; script ${each(script)}, style ${each(style)}, layout ${each(layout)}`,
      });
    }
    const session = await page.context().newCDPSession(page);
    const changes = context.quick ? CHANGES / 5 : CHANGES;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await change(page, 40);
    const before = await heap(session);
    await change(page, changes);
    const left = (await heap(session)) - before;
    figures.push({
      id: 'E13.heap',
      what: `JavaScript memory that ${changes} route changes leave`,
      value: left / 1_048_576,
      unit: 'MB',
      goal: { at: 'most', value: 5 },
    });
    await stop();
    return figures;
  },
};
export default bench;
