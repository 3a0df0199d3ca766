/** E16: the frames of a scratch card under the finger, of reels and of dice, on a processor slowed down four times. */
import type { CDPSession, Page } from '@playwright/test';
import { Client } from '../tests/server/support/client.ts';
import { lobbyOf } from '../tests/server/support/scratch.ts';
import { logIn } from './lib/browser.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { percentile } from './lib/rounds.ts';
import { startVisit } from './lib/visit.ts';

const SLOWER = 4;
/** A frame of sixty a second; its instants have a precision of a tenth of a millisecond. */
const FRAME_MS = 16.8;
const FAMILY = 'deng2';

declare global {
  interface Window {
    benchMoves?: { times: number[]; over: number };
  }
}

/** Keeps the time between frames while something matches `selector`, or, without one, always. */
async function watch(page: Page, selector: string | undefined): Promise<void> {
  await page.evaluate((wanted) => {
    const frameLog = { times: [] as number[], over: 0 };
    window.benchMoves = frameLog;
    let last = 0;
    let before = false;
    const loop = {
      frame(now: number): void {
        if (window.benchMoves !== frameLog) return;
        const moves = wanted === undefined || document.querySelector(wanted) !== null;
        if (before && last > 0) frameLog.times.push(now - last);
        if (before && !moves) frameLog.over += 1;
        last = now;
        before = moves;
        requestAnimationFrame(loop.frame);
      },
    };
    requestAnimationFrame(loop.frame);
  }, selector);
}

const frames = async (page: Page): Promise<readonly number[]> =>
  (await page.evaluate(() => window.benchMoves?.times ?? [])).map((ms) => Math.round(ms * 10) / 10);

function figuresOf(id: string, what: string, times: readonly number[]): Figure[] {
  if (times.length === 0) throw new Error(`${what}: nothing moved`);
  return [
    {
      id: `E16.${id}`,
      what: `${what} at ${SLOWER}× throttle: time between frames, 95 %`,
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: { at: 'most', value: FRAME_MS },
      note: `${times.length} frames, half within ${percentile(times, 0.5).toFixed(1)} ms`,
    },
    {
      id: `E16.${id}.longest`,
      what: `${what} at ${SLOWER}× throttle: the longest time between two frames`,
      value: Math.max(...times),
      unit: 'ms',
      goal: { at: 'most', value: 50 },
    },
  ];
}

/** A finger goes to and fro over the upper third of the coat, a move each frame: the card stays closed meanwhile. */
async function stroke(page: Page, session: CDPSession, ms: number): Promise<void> {
  const box = await page.locator('.scratch__coat').boundingBox();
  if (box === null) throw new Error('there is no coat');
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const until = performance.now() + ms;
  await touch('touchStart', box.x + 8, box.y + 12);
  for (let n = 0; performance.now() < until; n += 1) {
    const along = (n % 40) / 40;
    const there = Math.floor(n / 40) % 2 === 0 ? along : 1 - along;
    await touch('touchMove', box.x + 8 + there * (box.width - 16), box.y + 12 + ((n / 4) % (box.height / 3)));
    // A finger reports sixty times a second.
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await touch('touchEnd', 0, 0);
}

const bench: Bench = {
  id: 'E16',
  title: 'frames of a scratch card, reels and dice on a slow phone',
  async run(context) {
    const { url, page, stop } = await startVisit(context, { CAIPU_CARDS: 'on', NODE_ENV: 'test' });
    const session = await page.context().newCDPSession(page);
    const throttle = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
    const client = await new Client(url).register();
    await logIn(page, url);
    const until = performance.now() + 120_000;
    while ((await lobbyOf(client, { type: FAMILY })).models.types[0]?.pool === null) {
      if (performance.now() > until) throw new Error('no pool of scratch cards came on sale');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const figures: Figure[] = [];

    await page.goto(`${url}/ScratchLobby`);
    await page.getByRole('button', { name: '买 1 张' }).first().click();
    await page.locator('.scratch__coat').waitFor();
    await throttle(SLOWER);
    // The first touch asks the server what the card holds; from then on only the coat is at work.
    await stroke(page, session, 500);
    await watch(page, undefined);
    await stroke(page, session, context.quick ? 2_000 : 5_000);
    figures.push(...figuresOf('scratch', 'a finger on a scratch card', await frames(page)));
    await throttle(1);

    for (const [id, what, path, bet, roll, selector] of [
      ['reels', 'reels', '/SlotMachine', undefined, /^转一次/, '.reels__reel--moving'],
      ['dice', 'dice in their cup', '/LYB/LYB', /^大/, /^摇骰/, '.cup--shaking'],
    ] as const) {
      await page.goto(url + path);
      if (bet) await page.getByRole('button', { name: bet }).first().click();
      await page.getByRole('button', { name: roll }).waitFor();
      await throttle(SLOWER);
      await watch(page, selector);
      for (let n = 1; n <= (context.quick ? 2 : 6); n += 1) {
        await page.getByRole('button', { name: roll }).click();
        await page.waitForFunction((wanted) => (window.benchMoves?.over ?? 0) >= wanted, n, { timeout: 60_000 });
        await page.waitForFunction((name) => document.querySelector(name) === null, selector);
      }
      figures.push(...figuresOf(id, what, await frames(page)));
      await throttle(1);
    }
    await stop();
    return figures;
  },
};
export default bench;
