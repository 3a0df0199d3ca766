/** E9: taps on the boards of three games on a processor slowed down four times, and the long tasks of warm route changes. */
import type { Locator, Page } from '@playwright/test';
import { type CpuMeter, cpuMeter } from './lib/browser.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { percentile } from './lib/rounds.ts';
import { startVisit } from './lib/visit.ts';

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
    const measurements = { durations: [] as number[], presses: [] as number[], longTasks: [] as number[] };
    window.benchTaps = measurements;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
        if (!entry.interactionId) continue;
        if (entry.name === 'click') measurements.durations.push(entry.duration);
        if (entry.name === 'pointerdown') measurements.presses.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) measurements.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
}

const readMeasurements = (page: Page) => page.evaluate(() => window.benchTaps ?? { durations: [], presses: [], longTasks: [] });

/** A page rests after REST_MS without a request and without a long task. The wait ends after REST_LIMIT_MS at the latest. */
const REST_MS = 1_000;
const REST_LIMIT_MS = 20_000;
/** Nobody leaves a page sooner: its motion has ended, and what moves is drawn by other threads of the same two cores. */
const STAY_MS = 400;

/** Waits until the page rests: the bench measures taps, and not the loading of the page's files. */
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
function settledDurations(durations: readonly number[], count: number): number[] {
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

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The positions of buttons that no floating element covers. */
const places = (cells: Locator): Promise<readonly Place[]> =>
  cells.evaluateAll((all) =>
    all
      .map((each) => each.getBoundingClientRect())
      .filter(({ top, bottom }) => top > 200 && bottom < innerHeight - 160)
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  );

interface Phone {
  readonly page: Page;
  readonly url: string;
  readonly meter: CpuMeter;
  /** Times slower than this machine; 1 for as it is. */
  throttle(rate: number): Promise<void>;
  /** The `n`th of many taps, which go from one place to the next. */
  tap(places: readonly Place[], n: number): Promise<void>;
}

const bench: Bench = {
  id: 'E9',
  title: 'taps and warm route changes on a slow phone',
  async run(context) {
    const { url, page, stop } = await startVisit(context);
    const phone = await phoneOf(page, url);
    const figures: Figure[] = [];
    const taps = context.quick ? TAPS / 2 : TAPS;
    const bare = await bareTaps(phone, taps);
    for (const [id, path] of BOARDS) figures.push(...(await boardTaps(context, phone, { id, path, taps, bare })));
    await phone.throttle(1);
    for (const way of WAYS) figures.push(await routeTasks(context, phone, way));
    await stop();
    return figures;
  },
};
export default bench;

async function phoneOf(page: Page, url: string): Promise<Phone> {
  const session = await page.context().newCDPSession(page);
  return {
    page,
    url,
    meter: await cpuMeter(page),
    throttle: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
    async tap(at, n) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at[n % at.length] ?? { x: 0, y: 0 }] });
      await page.waitForTimeout(HOLD_MS);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
}

/** Durations of interactions, ms: of clicks, and of the touches before them. */
interface Durations {
  readonly clicks: readonly number[];
  readonly presses: readonly number[];
}

async function tapAll({ page, tap }: Phone, at: readonly Place[], taps: number): Promise<Durations> {
  await watch(page);
  for (let n = 0; n < taps; n++) await tap(at, n);
  const { durations, presses } = await readMeasurements(page);
  return { clicks: settledDurations(durations, taps), presses: settledDurations(presses, taps) };
}

/** Taps on the bare page: what no page can go below. */
async function bareTaps(phone: Phone, taps: number): Promise<Durations> {
  const { page } = phone;
  await page.setContent(BARE);
  await phone.throttle(SLOWER);
  await rests(page);
  return tapAll(phone, await places(page.locator('button')), taps);
}

interface BoardTaps {
  readonly id: string;
  readonly path: string;
  readonly taps: number;
  readonly bare: Durations;
}

async function boardTaps(context: Context, phone: Phone, { id, path, taps, bare }: BoardTaps): Promise<readonly Figure[]> {
  const { page, url } = phone;
  await phone.throttle(1);
  await page.goto(url + path);
  const cells = page.locator('.board button.pick');
  await cells.first().waitFor();
  await phone.throttle(SLOWER);
  if (!(await rests(page))) context.say(`${id} did not come to rest within ${REST_LIMIT_MS / 1000} s`);
  const boxes = await places(cells);
  const { clicks, presses } = await tapAll(phone, boxes, taps);
  const slow = (durations: readonly number[]) => percentile(durations, 0.98);
  const against = (ours: readonly number[], theirs: readonly number[]) => ({
    what: 'a bare page of 33 buttons',
    ours: `${slow(ours)} ms`,
    theirs: `${slow(theirs)} ms`,
  });
  return [
    {
      id: `E9.${id}`,
      what: `${taps} taps on the board of ${id} at ${SLOWER}× throttle, from the touch to the next frame, 98 %`,
      value: slow(clicks),
      unit: 'ms',
      goal: { at: 'most', value: 100 },
      against: against(clicks, bare.clicks),
      note: `half within ${percentile(clicks, 0.5)} ms, the longest ${Math.max(...clicks)} ms`,
    },
    // The ball is marked in the handler of the touch (engine/screens/core/press.ts): the frame after it shows the pressed ball.
    {
      id: `E9.${id}.press`,
      what: `the same taps: from the touch to the frame that shows the ball pressed, 98 %`,
      value: slow(presses),
      unit: 'ms',
      goal: { at: 'most', value: 50 },
      against: against(presses, bare.presses),
      note: `half within ${percentile(presses, 0.5)} ms`,
    },
    await threadOfTaps(phone, id, boxes),
  ];
}

/** Times are those of a quiet machine; what a tap costs the thread holds on a busy one too. */
async function threadOfTaps({ page, meter, throttle, tap }: Phone, id: string, boxes: readonly Place[]): Promise<Figure> {
  await throttle(1);
  const { task, script, style, layout } = await meter.measure(async () => {
    for (let n = 0; n < METERED; n++) {
      await tap(boxes, n);
      await page.waitForTimeout(HOLD_MS);
    }
  });
  const each = (ms: number) => (ms / METERED).toFixed(2);
  return {
    id: `E9.${id}.thread`,
    what: `main thread of a tap on the board of ${id}, by the thread's own clock, without throttle`,
    value: task / METERED,
    unit: 'ms',
    note: `script ${each(script)}, style ${each(style)}, layout ${each(layout)}`,
  };
}

/** Changes the address, and waits until the page that was left is out of the document and the new one has what it shows. */
async function go(page: Page, address: string, back = false): Promise<void> {
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
}

interface Way {
  readonly id: string;
  readonly rate: number;
  readonly round: readonly string[];
  readonly how: string;
  /** Measured is the way back through the history. */
  readonly back?: boolean;
}

const MORE = `three boards, lobby, results, trends, matches, help) at ${SLOWER}× throttle`;
const WAYS: readonly Way[] = [
  { id: 'E9.routes', rate: 1, round: ROUTES, how: 'change (home, two boards, results) without throttle' },
  { id: 'E9.routes.slow', rate: SLOWER, round: MORE_ROUTES, how: `change (home, ${MORE}` },
  { id: 'E9.routes.back', rate: SLOWER, round: MORE_ROUTES, how: `way back (home, ${MORE}`, back: true },
];

async function routeTasks(context: Context, { page, throttle }: Phone, { id, rate, round, how, back = false }: Way): Promise<Figure> {
  for (const address of round) await go(page, address);
  await watch(page);
  const longTasks: number[] = [];
  for (let n = 0; n < (context.quick ? 1 : 3); n++) {
    if (back) for (const address of round) await go(page, address);
    const before = (await readMeasurements(page)).longTasks.length;
    await throttle(rate);
    const ways = back ? round.slice(0, -1).reverse() : round;
    for (const address of ways) await go(page, address, back);
    await throttle(1);
    longTasks.push(...(await readMeasurements(page)).longTasks.slice(before));
  }
  return {
    id,
    what: `the longest task of a warm ${how}`,
    value: Math.max(0, ...longTasks),
    unit: 'ms',
    goal: { at: 'most', value: 50 },
    note: `${longTasks.length} tasks past 50 ms`,
  };
}
