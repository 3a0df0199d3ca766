/**
 * E2: a list of matches against a twin written by hand: drawing it (100 matches as they are listed; 30 matches with every choice of the
 * game in the row), and on a processor slowed down four times what a tap costs and how it scrolls.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { cpuMeter, launch } from '../lib/browser.ts';
import type { Bench, Figure } from '../lib/figure.ts';
import { servePages } from '../lib/pages.ts';
import { percentile, summarise } from '../lib/rounds.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const LISTS = [
  ['list', 'matches=100', 'a list of 100 matches, six choices in each row'],
  ['all', 'matches=30&all', '30 matches with every choice of the game in the row'],
] as const;
const SLOWER = 4;
const TAPS = 120;
/** A frame of sixty a second; its instants have a precision of a tenth of a millisecond. */
const FRAME_MS = 16.8;

/** Scrolls as a finger does that flings, through the whole list, and keeps the time between frames. */
const scroll = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        let last = 0;
        // A method and not a function of a name of its own: tsx marks those by a helper that the page does not have.
        const loop = {
          frame(now: number): void {
            if (last > 0) times.push(now - last);
            last = now;
            const before = scrollY;
            scrollBy(0, 60);
            if (scrollY === before) resolve(times);
            else requestAnimationFrame(loop.frame);
          },
        };
        requestAnimationFrame(loop.frame);
      }),
  );

/** % of frames that come in time. */
const inTime = (frames: readonly number[]): number => (100 * frames.filter((ms) => ms <= FRAME_MS).length) / frames.length;

/** Some characters of both around where they begin to differ. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80));
  return `${part(one)} and ${part(other)}`;
}

const bench: Bench = {
  id: 'E2',
  title: 'a list of matches: drawing it, a tap, scrolling',
  async run(context) {
    const address = await servePages(context, root, ['ours.html', 'twin.html']);
    const browser = await launch(context);
    const view = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true });
    const figures: Figure[] = [];
    const open = async (name: string, query: string): Promise<Page> => {
      const page = await view.newPage();
      page.on('pageerror', (error) => {
        throw error;
      });
      await page.goto(`${address}/${name}.html?${query}`);
      await page.waitForFunction(() => window.listBench !== undefined);
      return page;
    };
    for (const [id, query, what] of LISTS) {
      const pages = { ours: await open('ours', query), twin: await open('twin', query) };
      const says = await Promise.all(Object.values(pages).map((page) => page.evaluate(() => window.listBench.text())));
      if (says[0] !== says[1]) throw new Error(`the lists disagree: ${firstDifference(says[0] ?? '', says[1] ?? '')}`);
      const sides = [];
      for (const page of Object.values(pages)) sides.push({ page, meter: await cpuMeter(page), samples: [] as number[] });
      const [ours, twin] = sides as [(typeof sides)[number], (typeof sides)[number]];
      for (let round = -1; round < context.rounds; round++)
        for (const { page, meter, samples } of round % 2 === 0 ? [ours, twin] : [twin, ours]) {
          await page.bringToFront();
          const { task } = await meter.measure(() => page.evaluate(() => window.listBench.mount()));
          // The first time is not counted.
          if (round >= 0) samples.push(task);
        }
      const compared = summarise(ours.samples, twin.samples);
      figures.push({
        id: `E2.${id}`,
        what: `drawing ${what}, whole main thread`,
        value: compared.ratio,
        unit: '×',
        goal: { at: 'most', value: 1.3 },
        against: { what: 'hand-written React twin', ours: `${compared.a.toFixed(0)} ms`, theirs: `${compared.b.toFixed(0)} ms` },
        rounds: compared.rounds,
        range: compared.range,
      });
      const renders = await ours.page.evaluate(() => window.listBench.rendersOfOneTap());
      figures.push({
        id: `E2.${id}.renders`,
        what: `components rendered by a tap on ${what}: the cell and the bar`,
        value: renders.length,
        unit: '',
        goal: { at: 'exactly', value: 2 },
        note: `rendered: ${renders.join(', ')}`,
      });

      await ours.page.bringToFront();
      const session = await view.newCDPSession(ours.page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      const drawn = await ours.page.evaluate(async () => {
        const from = performance.now();
        await window.listBench.mount();
        return performance.now() - from;
      });
      figures.push({
        id: `E2.${id}.slow`,
        what: `the same at ${SLOWER}× throttle, from nothing to the frame that shows it and can be tapped`,
        value: drawn,
        unit: 'ms',
        goal: { at: 'most', value: 1000 },
      });
      const taps = await ours.page.evaluate(async (times) => {
        const durations: number[] = [];
        for (let n = 0; n < times; n++) {
          const from = performance.now();
          await window.listBench.tap(1);
          durations.push(performance.now() - from);
        }
        return durations;
      }, TAPS);
      figures.push({
        id: `E2.${id}.tap`,
        what: `a tap on it at ${SLOWER}× throttle, to the frame that shows it, 98 % of ${TAPS}`,
        value: percentile(taps, 0.98),
        unit: 'ms',
        goal: { at: 'most', value: 100 },
        note: `half within ${percentile(taps, 0.5).toFixed(1)} ms`,
      });
      const frames = await scroll(ours.page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await twin.page.bringToFront();
      const other = await view.newCDPSession(twin.page);
      await other.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      const theirs = await scroll(twin.page);
      await other.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      figures.push(
        {
          id: `E2.${id}.scroll`,
          what: `frames of a fling through it at ${SLOWER}× throttle within ${FRAME_MS} ms`,
          value: inTime(frames),
          unit: '%',
          goal: { at: 'least', value: 95 },
          note: `${frames.length} frames; the twin’s ${inTime(theirs).toFixed(1)} %, its longest ${Math.max(...theirs).toFixed(0)} ms`,
        },
        {
          id: `E2.${id}.longest`,
          what: 'the longest frame of that fling',
          value: Math.max(...frames),
          unit: 'ms',
          goal: { at: 'most', value: 50 },
        },
      );
      for (const page of Object.values(pages)) await page.close();
    }
    await browser.close();
    return figures;
  },
};
export default bench;
