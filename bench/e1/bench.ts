/** E1: what a tap costs on a board of 80 and of 500 cells, against a twin written by hand. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Cpu, type CpuMeter, cpuMeter, launch } from '../lib/browser.ts';
import type { Bench, Figure } from '../lib/figure.ts';
import { servePages } from '../lib/pages.ts';
import { summarise } from '../lib/rounds.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const SIZES = [80, 500] as const;
/** Picking and unpicking a dozen cells, this many times over. */
const TAPS = 240;

interface Side {
  readonly page: Page;
  readonly meter: CpuMeter;
  readonly samples: Cpu[];
}

const tap = (page: Page, taps: number) => page.evaluate((count) => window.bench.tap(count), taps);

const bench: Bench = {
  id: 'E1',
  title: 'a tap on a board of 80 and of 500 cells, summary bound',
  async run(context) {
    const address = await servePages(context, root, ['ours.html', 'twin.html']);
    // Frames as soon as they are wanted: a tap costs one frame, and waiting for the screen does not fill the run.
    const browser = await launch(context, ['--disable-frame-rate-limit', '--disable-gpu-vsync']);
    const view = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    const figures: Figure[] = [];
    const costs: Record<string, number> = {};

    for (const cells of SIZES) {
      const open = async (name: string): Promise<Side> => {
        const page = await view.newPage();
        page.on('pageerror', (error) => {
          throw error;
        });
        await page.goto(`${address}/${name}.html?cells=${cells}`);
        await page.waitForFunction(() => window.bench?.ready());
        return { page, meter: await cpuMeter(page), samples: [] };
      };
      const sides = { ours: await open('ours'), twin: await open('twin') };
      // Both must do the same thing, or the comparison means nothing.
      for (const { page } of Object.values(sides)) await tap(page, 11);
      const [says, twinSays] = [
        await sides.ours.page.evaluate(() => window.bench.summary()),
        await sides.twin.page.evaluate(() => window.bench.summary()),
      ];
      if (says !== twinSays) throw new Error(`the boards disagree: "${says}" and "${twinSays}"`);
      for (const { page } of Object.values(sides)) {
        await tap(page, 11);
        await tap(page, TAPS);
      }

      for (let round = 0; round < context.rounds; round++) {
        const order = round % 2 === 0 ? [sides.ours, sides.twin] : [sides.twin, sides.ours];
        for (const { page, meter, samples } of order) {
          await page.bringToFront();
          samples.push(await meter.measure(() => tap(page, TAPS)));
        }
      }
      for (const [kind, what, goal] of [
        ['task', 'whole main thread (script, style, layout, paint)', 1.15],
        ['script', 'script alone', undefined],
      ] as const) {
        const compared = summarise(
          sides.ours.samples.map((sample) => sample[kind] / TAPS),
          sides.twin.samples.map((sample) => sample[kind] / TAPS),
        );
        figures.push({
          id: `E1.${cells}.${kind}`,
          what: `CPU of a tap, ${cells} cells, ${what}`,
          value: compared.ratio,
          unit: '×',
          ...(goal === undefined ? {} : { goal: { at: 'most', value: goal } }),
          against: { what: 'hand-written React twin', ours: `${compared.a.toFixed(3)} ms`, theirs: `${compared.b.toFixed(3)} ms` },
          rounds: compared.rounds,
          range: compared.range,
        });
        costs[`ours.${kind}.${cells}`] = compared.a;
        costs[`twin.${kind}.${cells}`] = compared.b;
      }
      const renders = await sides.ours.page.evaluate(() => window.bench.rendersOfOneTap());
      const cellRenders = renders.filter((name) => name.startsWith('cell:')).length;
      const summaryRenders = renders.filter((name) => name === 'summary').length;
      figures.push({
        id: `E1.${cells}.cells`,
        what: `cells rendered by a tap, ${cells} cells`,
        value: cellRenders,
        unit: '',
        goal: { at: 'exactly', value: 1 },
        note: `rendered: ${renders.join(', ')}`,
      });
      figures.push({
        id: `E1.${cells}.renders`,
        what: `components rendered by a tap beside that cell (the summary), ${cells} cells`,
        value: renders.length - cellRenders,
        unit: '',
        goal: { at: 'exactly', value: 1 },
        ...(summaryRenders === 1 ? {} : { note: `summary rendered ${summaryRenders} times` }),
      });
      for (const { page } of Object.values(sides)) await page.close();
    }
    const [small, large] = SIZES;
    for (const kind of ['script', 'task'] as const) {
      const of = (side: string) => (costs[`${side}.${kind}.${large}`] as number) / (costs[`${side}.${kind}.${small}`] as number);
      figures.push({
        id: `E1.flat.${kind}`,
        // A frame of a long page costs the browser more in any implementation, so growth is compared with the twin's.
        what: `growth of a tap from ${small} to ${large} cells over the twin's, ${kind === 'script' ? 'script alone' : 'whole main thread'}`,
        value: of('ours') / of('twin'),
        unit: '×',
        goal: { at: 'most', value: 1.1 },
        against: { what: 'growth of the twin', ours: `${of('ours').toFixed(2)}×`, theirs: `${of('twin').toFixed(2)}×` },
      });
    }
    await browser.close();
    return figures;
  },
};
export default bench;
