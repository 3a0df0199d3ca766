// @vitest-environment happy-dom
/** A tap is over with its commit. */
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { HostContext } from '../../engine/screens/core/hooks.ts';
import BallBoard from '../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameProvider from '../../engine/screens/lottery/game-provider.tsx';
import { game } from './support/games.ts';
import { button, stage } from './support/stage.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;

const scheduler = vi.hoisted(() => {
  // React's scheduler takes the function that begins its tasks once, when it is loaded.
  const counted = { tasks: 0 };
  const real = globalThis.setImmediate;
  globalThis.setImmediate = ((work: () => void) => {
    counted.tasks += 1;
    return real(work);
  }) as typeof setImmediate;
  return counted;
});

it('a tap has React do nothing in a task of its own, on the board and in the bar', async () => {
  const set = stage(await game('ssq'));
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
  await vi.waitFor(() => expect(element.querySelector('.bet-bar')).not.toBeNull());
  // React for development has a task after every commit that took time: by this clock none does.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const tap = async (name: string): Promise<void> => {
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
    scheduler.tasks = 0;
    await tap(name);
    expect(reason()).toBe(lacks);
    expect(scheduler.tasks).toBe(0);
  }
  for (const name of ['红球 05', '红球 06', '蓝球 01']) await tap(name);
  // What changes with a bet that is whole is the sum.
  scheduler.tasks = 0;
  await tap('红球 07');
  expect(element.querySelector('.bet-bar__figures')?.textContent).toBe('7 注 · ¥14');
  expect(scheduler.tasks).toBe(0);
  root.unmount();
});
