/**
 * Generated ways through the floating ball and the tutorial, by fingers, keys and a clock that stands still between two steps: after each
 * the page must show the state that the model is in.
 */
import type { CDPSession, Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { floatingBallMachine, type BallPlace, readPlace } from '../../engine/machines/floating-ball.ts';
import { tutorialMachine } from '../../engine/machines/tutorial.ts';
import { coverage } from '../../engine/replay/index.ts';
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { stateAfter, type WalkEvent, walkModel } from './support/walker.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

const SIZE = 52;
const MARGIN = 8;

/** Through the game centre to the game, where the tutorial stands; from then on the test moves the time. */
async function openGame(page: Page): Promise<void> {
  await page.getByText('幸运转盘').click();
  await expect(page).toHaveURL(/\/iframePage$/);
  await expect(page.getByRole('dialog', { name: '悬浮球怎么用' })).toBeVisible();
  // Late enough that the ball under the tutorial has faded, early enough for the tutorial.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_500);
}

async function start(page: Page): Promise<void> {
  await page.clock.install();
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/gamecenter/demo`);
}

test('the floating ball', async ({ page }) => {
  await start(page);
  await openGame(page);
  await page.getByRole('dialog').getByRole('button', { name: '进入游戏' }).click();
  const fingers: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: string, points: readonly { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] });
  /** A point of the box, on the page: the app's column stands in the middle of a wide one. */
  const onPage = ({ x, y }: { readonly x: number; readonly y: number }) =>
    page.evaluate(
      (at) => {
        const { left, top } = (document.querySelector('.web-frame') as HTMLElement).getBoundingClientRect();
        return { x: at.x + left, y: at.y + top };
      },
      { x, y },
    );
  const box = () =>
    page.evaluate(() => {
      const { clientWidth: width, clientHeight: height } = document.querySelector('.web-frame') as HTMLElement;
      return { width, height };
    });
  const stored = (): Promise<BallPlace | undefined> =>
    page
      .evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.ballPlace'))?.[1] ?? null)
      .then((text) => readPlace(text));
  const input = async () => {
    const place = await stored();
    return { ...(await box()), size: SIZE, margin: MARGIN, ...(place ? { place } : {}) };
  };
  const middle = ({ context }: AnyMachineSnapshot) => ({ x: context.x + SIZE / 2, y: context.y + SIZE / 2 });
  const isBack = (event: WalkEvent, value: unknown) =>
    (event.type === 'ACTIVATE' && value === 'tapped') || (event.type === 'RELEASE' && value === 'pressedAgain');
  const faded = [{ type: 'FADE_DUE' }];
  /** Where the finger is, and whether the last step led back. */
  let finger = { x: 0, y: 0 };
  let wentBack = false;

  const walk = await walkModel({
    machine: floatingBallMachine,
    input: await input(),
    before: faded,
    events: (snapshot) => {
      const { value, context } = snapshot;
      const pressed = [
        { type: 'MOVE', x: finger.x + 2, y: finger.y + 1 },
        { type: 'MOVE', x: context.width / 2 - 60, y: 200 },
        { type: 'RELEASE' },
        { type: 'CANCEL' },
      ];
      const press = { type: 'PRESS', ...middle(snapshot) };
      const keys = ['left', 'right', 'up', 'down'].map((to) => ({ type: 'KEY', to }));
      const turned = { type: 'RESIZE', width: context.height, height: context.width };
      switch (value) {
        case 'idle':
          return [press, { type: 'ACTIVATE' }, ...keys, { type: 'FADE_DUE' }, turned];
        case 'faded':
          return [press, { type: 'ACTIVATE' }, ...keys, turned];
        case 'tapped':
          return [{ type: 'TAP_DUE' }, press, { type: 'ACTIVATE' }];
        case 'dragging':
          return [{ type: 'MOVE', x: context.width / 2 + 30, y: 260 }, ...pressed.slice(2)];
        default:
          return pressed;
      }
    },
    key: ({ context }) => JSON.stringify([context.width, context.place.side]),
    act: async (event, { value }) => {
      wentBack = isBack(event, value);
      const ball = page.getByRole('button', { name: /^悬浮球/ });
      const arrows = { left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' } as const;
      switch (event.type) {
        case 'PRESS':
          finger = { x: Number(event.x), y: Number(event.y) };
          await touch('touchStart', [await onPage(finger)]);
          return;
        case 'MOVE':
          await touch('touchMove', [await onPage({ x: Number(event.x), y: Number(event.y) })]);
          return;
        case 'RELEASE':
          await touch('touchEnd', []);
          return;
        case 'CANCEL':
          await touch('touchCancel', []);
          return;
        case 'TAP_DUE':
          return page.clock.runFor(250);
        case 'FADE_DUE':
          return page.clock.runFor(2_000);
        case 'ACTIVATE':
          await ball.focus();
          return page.keyboard.press('Enter');
        case 'KEY':
          await ball.focus();
          return page.keyboard.press(arrows[event.to as keyof typeof arrows]);
        default: {
          const { width, height } = page.viewportSize() as { width: number; height: number };
          await page.setViewportSize({ width: height, height: width });
          // The app's column is not as wide as a phone on its side.
          await expect.poll(async () => (await box()).height).toBe(width);
          return { type: 'RESIZE', ...(await box()) };
        }
      }
    },
    again: async () => {
      if (!wentBack) return undefined;
      await expect(page).toHaveURL(/gamecenter/);
      await page.clock.resume();
      await openGame(page);
      await page.getByRole('dialog').getByRole('button', { name: '进入游戏' }).click();
      return stateAfter(floatingBallMachine, await input(), faded);
    },
    // Where it stands, not where it is going: a finger that comes down while it still slides there would miss it.
    see: () =>
      page.evaluate(() => {
        const ball = document.querySelector<HTMLElement>('.floating-ball');
        const box = document.querySelector('.web-frame')?.getBoundingClientRect();
        const at = ball?.getBoundingClientRect();
        return {
          state: ball?.dataset.state,
          x: Math.round((at?.left ?? NaN) - (box?.left ?? 0)),
          y: Math.round((at?.top ?? NaN) - (box?.top ?? 0)),
        };
      }),
    shows: ({ value, context }) => ({ state: value, x: Math.round(context.x), y: Math.round(context.y) }),
  });
  console.log(`floatingBall: ${walk.steps} steps, ${new Set(walk.taken).size} different ones`);
  const runSummaries = walk.runs.map(({ start: { value, context }, events }) => ({ start: { value, context }, events }));
  expect(coverage(floatingBallMachine, runSummaries).transitions.missing).toEqual([]);
});

test('the tutorial', async ({ page }) => {
  await start(page);
  const runs: { input: unknown; events: WalkEvent[] }[] = [];
  /** One opening of the game, until the tutorial is gone. */
  const once = async (...types: string[]) => {
    await openGame(page);
    const now = await page.evaluate(() => Date.now());
    const dialog = page.getByRole('dialog', { name: '悬浮球怎么用' });
    const shown = Number(/\d+/.exec((await dialog.getByRole('timer').textContent()) ?? '')?.[0]);
    const events: WalkEvent[] = [{ type: 'SHOW', now: now - (10 - shown) * 1_000 }];
    let seconds = shown;
    for (const type of types) {
      if (type === 'TICK') {
        await page.clock.runFor(1_000);
        seconds -= 1;
        events.push({ type, now: now + (shown - seconds) * 1_000 });
        if (seconds > 0) await expect(dialog.getByRole('timer')).toContainText(`${seconds} 秒后自动进入`);
      } else {
        await dialog.getByRole('button', { name: type === 'ENTER' ? '进入游戏' : '返回' }).click();
        events.push({ type });
      }
    }
    if (seconds > 0 && types.every((type) => type === 'TICK')) {
      await page.clock.runFor(seconds * 1_000);
      events.push({ type: 'TICK', now: now + 60_000 });
    }
    await expect(dialog).toBeHidden();
    runs.push({ input: { seconds: 10 }, events });
  };
  await once('TICK', 'LEAVE');
  await expect(page).toHaveURL(/gamecenter/);
  await page.clock.resume();
  await once('ENTER');
  await page.goto(`${server.url}/gamecenter/demo`);
  await page.clock.resume();
  await once('TICK', 'TICK', 'TICK');
  await expect(page.getByRole('button', { name: /^悬浮球/ })).toBeVisible();
  expect(coverage(tutorialMachine, runs).transitions.missing).toEqual([]);
});
