// @vitest-environment happy-dom
/** A net win counts up once, sounds and vibrates; everything else stays calm. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { virtualClock } from '../../../../engine/drivers/timers.ts';
import { writeSetting } from '../../../../engine/screens/core/settings.ts';
import { COUNT_MS, CountUp, countedFen } from '../../../../engine/screens/kit/count-up.tsx';
import { loadBlocks } from '../examples/draw.tsx';
import { type TestHost, testHost } from '../support/host.ts';
import { clear, showScreen } from '../support/show.tsx';

const chimes = vi.hoisted(() => vi.fn());
vi.mock('../../../../engine/screens/lottery/stage-sound.ts', () => ({ winSound: chimes, endSound: vi.fn(), revealSound: vi.fn() }));
const vibrations = vi.fn();

describe('the count', () => {
  it('rises from nothing to the amount in whole fen, in at most 1.2 s', () => {
    const steps = Array.from({ length: 41 }, (_, at) => countedFen(123_457, (at * COUNT_MS) / 40));
    expect(steps[0]).toBe(0);
    expect(steps.at(-1)).toBe(123_457);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.every(Number.isInteger)).toBe(true);
    expect(COUNT_MS).toBeLessThanOrEqual(1_200);
  });

  let root: Root | undefined;
  afterEach(() => act(async () => root?.unmount()));
  async function mount(counts: boolean) {
    const clock = virtualClock(5);
    const element = document.body.appendChild(document.createElement('p'));
    root = createRoot(element);
    await act(async () => root?.render(<CountUp fen={123_450} counts={counts} clock={clock} />));
    const value = () => element.querySelector('.count-up__value')?.textContent;
    const now = () => element.querySelector('.count-up__now');
    return { clock, value, now };
  }

  it('leaves the final amount in the page, and takes the moving one away at its end', async () => {
    const { clock, value, now } = await mount(true);
    expect(value()).toBe('+¥1,234.50');
    expect(now()?.textContent).toBe('¥0.00');
    expect(now()?.getAttribute('aria-hidden')).toBe('true');
    await act(async () => clock.advance(COUNT_MS / 2));
    expect(value()).toBe('+¥1,234.50');
    expect(now()?.textContent).toMatch(/^\+¥1,0\d\d\.\d\d$/);
    await act(async () => clock.advance(COUNT_MS));
    expect(now()).toBeNull();
    expect(clock.pending).toBe(0);
  });

  it('is left out when the amount is to stand there at once', async () => {
    const { clock, now } = await mount(false);
    expect(now()).toBeNull();
    expect(clock.pending).toBe(0);
  });
});

describe('the head of a win', () => {
  beforeAll(async () => {
    Object.assign(navigator, { vibrate: vibrations });
    await loadBlocks();
  });
  beforeEach(() => {
    chimes.mockClear();
    vibrations.mockClear();
  });
  afterEach(clear);

  const show = (host: TestHost, net: number, more: object = {}) =>
    showScreen(host, [{ block: 'win-head', key: 'o1', status: '恭喜中奖', net: String(net), ...more }]);
  const loud = (now = 0): TestHost => {
    const host = testHost({}, { now: () => now });
    writeSetting(host.storage, 'drawSound', true);
    return host;
  };
  const counts = (element: HTMLElement) => element.querySelectorAll('.count-up__now').length;
  const sounded = () => vi.waitFor(() => expect(chimes).toHaveBeenCalledTimes(1));

  it('counts, sounds and vibrates once; a replay shows the amount at once', async () => {
    const host = loud();
    expect(counts(await show(host, 100))).toBe(1);
    await sounded();
    expect(vibrations).toHaveBeenCalledTimes(1);
    await clear();
    const replay = await show(host, 100);
    expect(replay.textContent).toContain('+¥1.00');
    expect(counts(replay)).toBe(0);
    expect(vibrations).toHaveBeenCalledTimes(1);
    expect(chimes).toHaveBeenCalledTimes(1);
  });

  it.each([0, -1, -200])('shows nothing for a net result of %d fen, and stays calm', async (net) => {
    const element = await show(loud(), net);
    expect(element.querySelector('.win-head')).toBeNull();
    expect(vibrations).not.toHaveBeenCalled();
    expect(chimes).not.toHaveBeenCalled();
  });

  it('makes no sound while the sound of draws is off', async () => {
    const host = testHost();
    await show(host, 100);
    expect(vibrations).toHaveBeenCalledTimes(1);
    expect(chimes).not.toHaveBeenCalled();
  });

  it('of a draw long ago is gold and calm', async () => {
    const element = await show(loud(3_600_000), 100, { at: '1' });
    expect(element.querySelector('.win-head')).not.toBeNull();
    expect(counts(element)).toBe(0);
    expect(vibrations).not.toHaveBeenCalled();
    expect(chimes).not.toHaveBeenCalled();
  });

  it('neither counts nor vibrates under reduced motion', async () => {
    const before = window.matchMedia;
    window.matchMedia = ((query: string) => ({
      matches: query.includes('reduce'),
      addEventListener() {},
      removeEventListener() {},
    })) as never;
    try {
      expect(counts(await show(loud(), 100))).toBe(0);
      expect(vibrations).not.toHaveBeenCalled();
      await sounded();
    } finally {
      window.matchMedia = before;
    }
  });
});
