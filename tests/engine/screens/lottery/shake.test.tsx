// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MotionSample, shakeDetector } from '../../../../engine/drivers/shake.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { readGame } from './support/games.ts';
import { button, clear, press, render, createGameStage, until } from './support/stage.tsx';

/** A hand that moves to and fro, a sample each 60 ms. */
const shaken = (times: number, strength: number, from = 0): MotionSample[] =>
  Array.from({ length: times }, (_, at) => ({ x: at % 2 === 0 ? strength : -strength, y: 0, z: 9.8, at: from + at * 60 }));

describe('a shake', () => {
  const count = (samples: readonly MotionSample[]): number => {
    const detect = shakeDetector();
    return samples.filter((sample) => detect(sample)).length;
  };

  it('is several strong movements in a short time', () => {
    expect(count(shaken(6, 12))).toBe(1);
  });

  it('is not a walk, and not a phone that is put down', () => {
    expect(count(shaken(60, 3))).toBe(0);
    expect(count([...shaken(2, 20), ...shaken(40, 1, 200)])).toBe(0);
    // Strong movements, but seconds apart.
    expect(count(Array.from({ length: 10 }, (_, at) => ({ x: at % 2 === 0 ? 20 : -20, y: 0, z: 0, at: at * 1000 })))).toBe(0);
  });

  it('is heard once, however long the hand goes on', () => {
    expect(count(shaken(18, 15))).toBe(1);
    expect(count(shaken(60, 15))).toBe(3);
  });
});

describe('shaking for a random bet', () => {
  class Motion extends Event {
    accelerationIncludingGravity: { x: number; y: number; z: number };
    readonly #at: number;
    constructor({ x, y, z, at }: MotionSample) {
      super('devicemotion');
      this.accelerationIncludingGravity = { x, y, z };
      this.#at = at;
    }
    override get timeStamp(): number {
      return this.#at;
    }
  }
  let at = 0;
  const shake = () =>
    act(async () => {
      at += 10_000;
      for (const sample of shaken(6, 15, at)) dispatchEvent(new Motion(sample));
    });
  const allow = (requestPermission?: () => Promise<string>) => {
    vi.stubGlobal('DeviceMotionEvent', Object.assign(class {}, requestPermission ? { requestPermission } : {}));
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  };
  beforeEach(() => {
    at = 0;
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    await clear();
  });
  async function board() {
    const set = createGameStage(await readGame('ssq'));
    const { element, unmount } = await render(
      set.host,
      <GameProvider code="ssq">
        <BallBoard />
        <BetBar />
      </GameProvider>,
    );
    await until(() => element.querySelector('.pick') !== null);
    // What listens to the phone comes after the board.
    await act(async () => void (await import('../../../../engine/screens/lottery/blocks/bet-bar/shake-picks.tsx')));
    await act(async () => {});
    const picked = () => element.querySelectorAll('.pick.cur').length;
    return { set, element, unmount, picked };
  }

  it('picks, and picks again; what was picked by hand stays', async () => {
    allow();
    const { set, element, unmount, picked } = await board();
    await shake();
    expect(picked()).toBe(7);
    await shake();
    expect(picked()).toBe(7);
    await press(button(element, '清空'));
    await press(element.querySelector('.pick'));
    await shake();
    expect(picked()).toBe(1);
    expect(set.toasts.at(-1)).toContain('已有选号');
    await unmount();
  });

  it('waits for permission where it is needed, and says what else there is when it is refused', async () => {
    let answer = 'denied';
    allow(async () => answer);
    const { set, element, unmount, picked } = await board();
    await shake();
    expect(picked()).toBe(0);
    await press(button(element, '机选多注'));
    await until(() => element.querySelector('[role=switch]') !== null);
    const toggle = element.querySelector<HTMLElement>('[role=switch]');
    await press(toggle);
    expect(toggle?.getAttribute('aria-checked')).toBe('false');
    expect(set.toasts.at(-1)).toContain('机选');
    answer = 'granted';
    await press(toggle);
    expect(toggle?.getAttribute('aria-checked')).toBe('true');
    // Not while a sheet is open: then the hand is busy with something else.
    await shake();
    expect(picked()).toBe(0);
    await act(async () => element.querySelector('dialog')?.close());
    await shake();
    expect(picked()).toBe(7);
    await unmount();
  });

  it('is not offered where there is nothing to shake', async () => {
    const { element, unmount } = await board();
    await press(button(element, '机选多注'));
    expect(element.querySelector('[role=switch]')).toBeNull();
    await unmount();
  });
});
