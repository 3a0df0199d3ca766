/** E11: the frames of a draw on its stage, on a processor slowed down four times: digits, dice, and the race of ten. */
import type { Page } from '@playwright/test';
import type { Bench, Figure } from './lib/figure.ts';
import { percentile } from './lib/rounds.ts';
import { startVisit } from './lib/visit.ts';

const SLOWER = 4;
const GAMES = [
  ['digits', '/ssc/jlffc'],
  ['dice', '/k3/ffk3'],
  ['race', '/xyft/jspk10'],
] as const;
/** The server's clock runs this many times as fast, so that a game of a minute draws often enough; the stage itself plays in real time. */
const CLOCK = 4;
/** A frame of sixty a second; its instants have a precision of a tenth of a millisecond. */
const FRAME_MS = 16.8;

declare global {
  interface Window {
    benchFrames?: { times: number[]; over: number };
  }
}

/** Records the times between frames while the stage shows a card and balls are missing on it. Counts finished draws in `over`. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frameLog = { times: [] as number[], over: 0 };
    window.benchFrames = frameLog;
    let last = 0;
    let rolling = false;
    // A method and not a named function: tsx wraps named functions in a helper that the page does not have.
    const loop = {
      frame(now: number): void {
        const rolls = Boolean(document.querySelector('.stage-card')?.querySelector('.stage__slot:not(.is-there)'));
        if (rolling && last > 0) frameLog.times.push(now - last);
        if (rolling && !rolls) frameLog.over += 1;
        last = now;
        rolling = rolls;
        requestAnimationFrame(loop.frame);
      },
    };
    requestAnimationFrame(loop.frame);
  });
}

const bench: Bench = {
  id: 'E11',
  title: 'frames of the draw stage on a slow phone',
  async run(context) {
    const { url, page, stop } = await startVisit(context, { CAIPU_CLOCK: String(CLOCK), NODE_ENV: 'test' });
    const session = await page.context().newCDPSession(page);
    const figures: Figure[] = [];
    for (const [id, path] of GAMES) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.goto(url + path);
      await page.locator('.board button.pick').first().waitFor();
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await watch(page);
      const draws = context.quick ? 1 : 3;
      await page.waitForFunction((wanted) => (window.benchFrames?.over ?? 0) >= wanted, draws, { timeout: 300_000 });
      // The browser reports tenths of a millisecond. Rounding removes the error of binary fractions in their differences.
      const times = (await page.evaluate(() => window.benchFrames?.times ?? [])).map((ms) => Math.round(ms * 10) / 10);
      const longest = Math.max(...times);
      const note = `${times.length} frames of ${draws} draws, half within ${percentile(times, 0.5).toFixed(1)} ms`;
      figures.push(
        {
          id: `E11.${id}`,
          what: `draw stage, ${id}, at ${SLOWER}× throttle: time between frames, 95 %`,
          value: percentile(times, 0.95),
          unit: 'ms',
          goal: { at: 'most', value: FRAME_MS },
          note,
        },
        {
          id: `E11.${id}.longest`,
          what: `draw stage, ${id}, at ${SLOWER}× throttle: the longest time between two frames`,
          value: longest,
          unit: 'ms',
          goal: { at: 'most', value: 50 },
        },
      );
    }
    await stop();
    return figures;
  },
};
export default bench;
