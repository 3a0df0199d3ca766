/** What was published while the database was away is taken over once it is back, without another change. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActivator } from '../../../server/catalog/activation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a failed take-over is tried again until it worked, keeps the other kinds back from nothing, and is an alarm meanwhile', async () => {
  const done: string[] = [];
  let away = true;
  const states: number[] = [];
  const takeOver = createActivator({
    kinds: [
      async () => {
        if (away) throw new Error('the database is away');
        done.push('games');
      },
      async () => void done.push('sports'),
    ],
    onActivated: () => done.push('taken'),
    alarms: { report: (_name, active) => void states.push(active) },
    log: () => {},
  });
  takeOver.changed();
  expect(takeOver.pending()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([done, states]).toEqual([['sports'], [1]]);
  // After half a second, then a second, then two …
  await vi.advanceTimersByTimeAsync(500 + 1_000);
  expect(states).toEqual([1, 1, 1]);
  expect(takeOver.pending()).toBe(true);
  away = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(states.at(-1)).toBe(0);
  expect(done.slice(-3)).toEqual(['games', 'sports', 'taken']);
  expect(takeOver.pending()).toBe(false);
  await takeOver.close();
});

it('a take-over that failed is not retried after the process has ended', async () => {
  let tries = 0;
  const takeOver = createActivator({
    kinds: [
      async () => {
        tries += 1;
        throw new Error('the database is away');
      },
    ],
    onActivated: () => {},
    alarms: { report: () => {} },
    log: () => {},
  });
  takeOver.changed();
  await vi.advanceTimersByTimeAsync(0);
  await takeOver.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
});
