/**
 * E3: the engine's board beside those of others on one page each, with the same markup and styles and without a bet bar: what a tap costs,
 * and what drawing the board costs from what describes it. Raw React is E1's twin: written by hand, each cell subscribed to its own key.
 */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Cpu, type CpuMeter, cpuMeter, launch } from '../lib/browser.ts';
import type { Bench, Figure } from '../lib/figure.ts';
import { servePages } from '../lib/pages.ts';
import { summarise } from '../lib/rounds.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SIZES = [80, 500] as const;
const TAPS = 240;
/** Boards drawn in a round. */
const MOUNTS = 12;

const SIDES = {
  ours: 'e1/ours.html',
  raw: 'e1/twin.html',
  xstate: 'e3/xstate.html',
  a2ui: 'e3/a2ui.html',
} as const;
const PEERS = [
  ['raw', 'hand-written React', undefined],
  ['xstate', 'XState and useSelector', 1],
  ['a2ui', "A2UI's React renderer 0.11.1", 1],
] as const;

interface Side {
  readonly page: Page;
  readonly meter: CpuMeter;
  readonly taps: Cpu[];
  readonly mounts: Cpu[];
}

const bench: Bench = {
  id: 'E3',
  title: 'a board of 80 and of 500 cells beside those of others, tapped and drawn',
  async run(context) {
    const address = await servePages(context, root, Object.values(SIDES));
    const browser = await launch(context, ['--disable-frame-rate-limit', '--disable-gpu-vsync']);
    const view = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
    const figures: Figure[] = [];
    for (const cells of SIZES) {
      const sides = new Map<string, Side>();
      for (const [name, file] of Object.entries(SIDES)) {
        const page = await view.newPage();
        page.on('pageerror', (error) => {
          throw error;
        });
        await page.goto(`${address}/${file}?cells=${cells}&bar=no`);
        await page.waitForFunction(() => window.bench?.ready());
        sides.set(name, { page, meter: await cpuMeter(page), taps: [], mounts: [] });
      }
      const tap = (page: Page, taps: number) => page.evaluate((count) => window.bench.tap(count), taps);
      // All must show the same cells, and the same of them picked after the same taps, or the comparison means nothing.
      const shown = new Set<string>();
      for (const { page } of sides.values()) {
        await tap(page, 11);
        shown.add(await page.evaluate(() => `${window.bench.picked()}\n${document.querySelector('.board')?.innerHTML}`));
      }
      if (shown.size > 1) throw new Error(`the boards differ: ${[...shown].map((text) => text.slice(0, 600)).join('\n\n')}`);
      for (const { page } of sides.values()) {
        await tap(page, 11);
        await tap(page, TAPS);
        await page.evaluate((count) => window.bench.mount(count), MOUNTS);
      }
      for (let round = 0; round < context.rounds; round++) {
        const order = round % 2 === 0 ? [...sides.values()] : [...sides.values()].reverse();
        for (const { page, meter, taps, mounts } of order) {
          await page.bringToFront();
          taps.push(await meter.measure(() => tap(page, TAPS)));
          mounts.push(await meter.measure(() => page.evaluate((count) => window.bench.mount(count), MOUNTS)));
        }
      }
      const ours = sides.get('ours') as Side;
      for (const [name, what, goal] of PEERS) {
        const theirs = sides.get(name) as Side;
        for (const [kind, does, times] of [
          ['taps', 'a tap', TAPS],
          ['mounts', 'drawing', MOUNTS],
        ] as const) {
          const of = (side: Side) => side[kind].map(({ task }) => task / times);
          const script = (side: Side) =>
            summarise(
              side[kind].map((cpu) => cpu.script / times),
              side[kind].map((cpu) => cpu.script / times),
            ).a;
          const compared = summarise(of(ours), of(theirs));
          figures.push({
            id: `E3.${cells}.${name}.${kind === 'taps' ? 'tap' : 'mount'}`,
            what: `CPU of ${does}, ${cells} cells, whole main thread, over ${what}`,
            value: compared.ratio,
            unit: '×',
            ...(goal === undefined ? {} : { goal: { at: 'most' as const, value: goal } }),
            against: { what, ours: `${compared.a.toFixed(3)} ms`, theirs: `${compared.b.toFixed(3)} ms` },
            rounds: compared.rounds,
            range: compared.range,
            note: `script ${script(ours).toFixed(3)} and ${script(theirs).toFixed(3)} ms`,
          });
        }
      }
      for (const { page } of sides.values()) await page.close();
    }
    await browser.close();
    return figures;
  },
};
export default bench;
