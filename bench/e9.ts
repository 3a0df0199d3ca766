/** E9: taps on the boards of three games on a processor slowed down four times, and the long tasks of warm route changes. */
import type { Locator, Page } from '@playwright/test';
import { cpuMeter } from './lib/browser.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { percentile } from './lib/rounds.ts';
import { visit } from './lib/visit.ts';

const SLOWER = 4;
const BOARDS = [
  ['ssq', '/ssq'],
  ['jlffc', '/ssc/jlffc'],
  ['pk10', '/xyft/bjpk10'],
] as const;
/** Gone through by turns, each known from the round before. */
const ROUTES = ['/', '/ssq', '/resultDetailList/ssq', '/ssc/jlffc', '/'];
const MORE_ROUTES = [...ROUTES, '/MoreLottery', '/result', '/xyft/bjpk10', '/gpresultdetaillist', '/jczq', '/helpCenter', '/'];
const TAPS = 500;
/** So long (ms) a finger rests on the glass in a quick tap. */
const HOLD_MS = 60;
/** Taps whose cost is summed up. */
const METERED = 80;

declare global {
  interface Window {
    benchTaps?: { durations: number[]; presses: number[]; longTasks: number[] };
  }
}

/** Collects the durations of interactions (Event Timing) and of long tasks from here on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept = { durations: [] as number[], presses: [] as number[], longTasks: [] as number[] };
    window.benchTaps = kept;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
        if (!entry.interactionId) continue;
        if (entry.name === 'click') kept.durations.push(entry.duration);
        if (entry.name === 'pointerdown') kept.presses.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
}

const kept = (page: Page) => page.evaluate(() => window.benchTaps ?? { durations: [], presses: [], longTasks: [] });

/** A page rests when nothing was asked for and no task was long for so many ms; it is waited for so many at most. */
const REST_MS = 1_000;
const REST_LIMIT_MS = 20_000;
/** Nobody leaves a page sooner: its motion has ended, and what moves is drawn by other threads of the same two cores. */
const STAY_MS = 400;

/** Waits until the page rests: what is measured are taps, and not the loading of what comes with the page. */
async function rests(page: Page, least = REST_MS): Promise<boolean> {
  return page.evaluate(
    ([rest, limit]) =>
      new Promise<boolean>((resolve) => {
        const from = performance.now();
        let last = from;
        const observers = ['longtask', 'resource'].map((type) => {
          const observer = new PerformanceObserver(() => {
            last = performance.now();
          });
          observer.observe({ type });
          return observer;
        });
        const timer = setInterval(() => {
          const now = performance.now();
          if (now - last < rest && now - from < limit) return;
          clearInterval(timer);
          for (const observer of observers) observer.disconnect();
          resolve(now - last >= rest);
        }, 50);
      }),
    [least, REST_LIMIT_MS] as const,
  );
}

/** Events shorter than the observer's 16 ms are not told: they count as that. */
function told(durations: readonly number[], count: number): number[] {
  return [...durations, ...Array.from({ length: Math.max(0, count - durations.length) }, () => 16)];
}

/** As many buttons as a board shows, each marked by the touch and changed by the click: what Chromium itself takes on this machine, and no page can go below. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><style>
  body { margin: 210px 0 0 }
  button { width: 60px; height: 60px; margin: 6px; border: 0; border-radius: 50%; background: #eee }
  [data-pressed] { background: #aaa }
  .on { background: #c00 }
</style><script>
  for (let n = 0; n < 33; n++) {
    const button = document.createElement('button');
    button.className = 'pick';
    button.textContent = n;
    button.onpointerdown = () => button.setAttribute('data-pressed', '');
    button.onpointerup = () => requestAnimationFrame(() => button.removeAttribute('data-pressed'));
    button.onclick = () => button.classList.toggle('on');
    document.body.append(button);
  }
</script>`;

/** Where the buttons are that stand clear of what floats over the page. */
const places = (cells: Locator): Promise<{ readonly x: number; readonly y: number }[]> =>
  cells.evaluateAll((all) =>
    all
      .map((each) => each.getBoundingClientRect())
      .filter(({ top, bottom }) => top > 200 && bottom < innerHeight - 160)
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  );

const bench: Bench = {
  id: 'E9',
  title: 'taps and warm route changes on a slow phone',
  async run(context) {
    const { url, page, stop } = await visit(context);
    const session = await page.context().newCDPSession(page);
    const meter = await cpuMeter(page);
    const figures: Figure[] = [];
    const taps = context.quick ? TAPS / 2 : TAPS;
    const tap = async (at: Awaited<ReturnType<typeof places>>, n: number) => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at[n % at.length] ?? { x: 0, y: 0 }] });
      await page.waitForTimeout(HOLD_MS);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };

    await page.setContent(BARE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await rests(page);
    await watch(page);
    const bareAt = await places(page.locator('button'));
    for (let n = 0; n < taps; n++) await tap(bareAt, n);
    const bare = await kept(page);
    const least = { click: percentile(told(bare.durations, taps), 0.98), press: percentile(told(bare.presses, taps), 0.98) };
    const against = (ours: number, theirs: number) => ({ what: 'a bare page of 33 buttons', ours: `${ours} ms`, theirs: `${theirs} ms` });

    for (const [id, path] of BOARDS) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.goto(url + path);
      const cells = page.locator('.board button.pick');
      await cells.first().waitFor();
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      if (!(await rests(page))) context.say(`${id} did not come to rest within ${REST_LIMIT_MS / 1000} s`);
      await watch(page);
      const boxes = await places(cells);
      for (let n = 0; n < taps; n++) await tap(boxes, n);
      const { durations, presses } = await kept(page);
      const all = told(durations, taps);
      const pressed = told(presses, taps);
      figures.push({
        id: `E9.${id}`,
        what: `${taps} taps on the board of ${id} at ${SLOWER}× throttle, from the touch to the next frame, 98 %`,
        value: percentile(all, 0.98),
        unit: 'ms',
        goal: { at: 'most', value: 100 },
        against: against(percentile(all, 0.98), least.click),
        note: `half within ${percentile(all, 0.5)} ms, the longest ${Math.max(...all)} ms`,
      });
      // The ball is marked in the handler of the touch (engine/screens/core/press.ts): the frame after it shows the pressed ball.
      figures.push({
        id: `E9.${id}.press`,
        what: `the same taps: from the touch to the frame that shows the ball pressed, 98 %`,
        value: percentile(pressed, 0.98),
        unit: 'ms',
        goal: { at: 'most', value: 50 },
        against: against(percentile(pressed, 0.98), least.press),
        note: `half within ${percentile(pressed, 0.5)} ms`,
      });
      // Times are those of a quiet machine; what a tap costs the thread holds on a busy one too.
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      const { task, script, style, layout } = await meter.measure(async () => {
        for (let n = 0; n < METERED; n++) {
          await tap(boxes, n);
          await page.waitForTimeout(HOLD_MS);
        }
      });
      const each = (ms: number) => (ms / METERED).toFixed(2);
      figures.push({
        id: `E9.${id}.thread`,
        what: `main thread of a tap on the board of ${id}, by the thread's own clock, without throttle`,
        value: task / METERED,
        unit: 'ms',
        note: `script ${each(script)}, style ${each(style)}, layout ${each(layout)}`,
      });
    }

    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    /** Changes the address, and waits until the page that was left is out of the document and the new one has what it shows. */
    const go = async (address: string, back = false) => {
      await page.evaluate(
        ([to, backwards]) => {
          // A round ends where the next one begins.
          if (location.pathname === to) return;
          for (const main of document.querySelectorAll('main')) main.dataset.left = '';
          if (backwards) history.back();
          else {
            history.pushState(null, '', to);
            dispatchEvent(new PopStateEvent('popstate'));
          }
        },
        [address, back] as const,
      );
      await page.waitForFunction(
        (to) => location.pathname === to && !document.querySelector('main[data-left], .skeleton, [aria-busy=true]'),
        address,
      );
      await rests(page, STAY_MS);
    };
    const MORE = `three boards, lobby, results, trends, matches, help) at ${SLOWER}× throttle`;
    for (const { id, rate, round, how, back } of [
      { id: 'E9.routes', rate: 1, round: ROUTES, how: 'change (home, two boards, results) without throttle' },
      { id: 'E9.routes.slow', rate: SLOWER, round: MORE_ROUTES, how: `change (home, ${MORE}` },
      { id: 'E9.routes.back', rate: SLOWER, round: MORE_ROUTES, how: `way back (home, ${MORE}`, back: true },
    ]) {
      for (const address of round) await go(address);
      await watch(page);
      const longTasks: number[] = [];
      for (let n = 0; n < (context.quick ? 1 : 3); n++) {
        if (back) for (const address of round) await go(address);
        const before = (await kept(page)).longTasks.length;
        await session.send('Emulation.setCPUThrottlingRate', { rate });
        const ways = back ? round.slice(0, -1).reverse() : round;
        for (const address of ways) await go(address, back);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
        longTasks.push(...(await kept(page)).longTasks.slice(before));
      }
      figures.push({
        id,
        what: `the longest task of a warm ${how}`,
        value: Math.max(0, ...longTasks),
        unit: 'ms',
        goal: { at: 'most', value: 50 },
        note: `${longTasks.length} tasks past 50 ms`,
      });
    }
    await stop();
    return figures;
  },
};
export default bench;
