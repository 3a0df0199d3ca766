// @vitest-environment happy-dom
/** A tap is over with its commit. */
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { HostContext } from '../../../../engine/screens/core/hooks.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import type { Result } from '../../../../engine/screens/lottery/calls.ts';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { readGame } from './support/games.ts';
import { button, pageOf, createGameStage } from './support/stage.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;

const scheduler = vi.hoisted(() => {
  // React's scheduler takes the function that begins its tasks once, when it is loaded.
  const real = globalThis.setImmediate;
  const counted = { tasks: 0, done: () => new Promise<void>((resolve) => real(() => real(resolve))) };
  globalThis.setImmediate = ((work: () => void) => {
    counted.tasks += 1;
    return real(work);
  }) as typeof setImmediate;
  return counted;
});

it('a tap has React do nothing in a task of its own, on the board and in the bar', async () => {
  const ssq = await readGame('ssq');
  const set = createGameStage(ssq);
  set.page = pageOf(
    ssq,
    ['100', '099'].map((issue) => ({ issue, numbers: { red: [1, 2, 3, 4, 5, 6], blue: [7] } }) as unknown as Result),
  );
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <HostContext value={set.host}>
      <GameProvider code="ssq">
        <BallBoard />
        <BetBar />
      </GameProvider>
    </HostContext>,
  );
  await vi.waitFor(() => button(element, '红球 05'));
  // The last that arrives.
  await vi.waitFor(() => expect(element.querySelector('.recent-draws')).not.toBeNull());
  // React for development has a task after every commit that took time: by this clock none does.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const tap = async (name: string): Promise<void> => {
    // A scheduler that is at work needs no other task: what the page loads is drawn first.
    do {
      scheduler.tasks = 0;
      await scheduler.done();
    } while (scheduler.tasks > 0);
    button(element, name).click();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(button(element, name).getAttribute('aria-pressed')).toBe('true');
  };
  expect(scheduler.tasks).toBeGreaterThan(0);
  for (const name of ['红球 01', '红球 02']) await tap(name);
  const reason = () => element.querySelector('.bet-bar__reason')?.textContent;
  for (const [name, lacks] of [
    ['红球 03', '还差 3 个红球、1 个蓝球'],
    ['红球 04', '还差 2 个红球、1 个蓝球'],
  ] as const) {
    await tap(name);
    expect(reason()).toBe(lacks);
    expect(scheduler.tasks).toBe(0);
  }
  for (const name of ['红球 05', '红球 06', '蓝球 01']) await tap(name);
  // What changes with a bet that is whole is the sum.
  await tap('红球 07');
  expect(element.querySelector('.bet-bar__figures')?.textContent).toBe('7 注 · ¥14');
  expect(scheduler.tasks).toBe(0);
  vi.restoreAllMocks();
  root.unmount();
});
