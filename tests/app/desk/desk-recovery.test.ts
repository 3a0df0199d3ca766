/** The desk after an outage: it asks nobody while all is well, looks for the server once it did not answer, and tells its pages once. */
import { afterEach, expect, it, vi } from 'vitest';
import { createRecovery } from '../../../app/desk/recovery.ts';

afterEach(() => void vi.useRealTimers());

it('tells its pages once when the server is back, however many calls failed, and looks no further', async () => {
  vi.useFakeTimers();
  let up = false;
  const reach = vi.fn(async () => up);
  const onRecovered = vi.fn();
  const gone = vi.fn();
  const recovery = createRecovery(reach);
  recovery.on(onRecovered);
  recovery.on(gone)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reach).not.toHaveBeenCalled();

  recovery.lost();
  recovery.lost();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(reach).toHaveBeenCalledTimes(2);
  expect(onRecovered).not.toHaveBeenCalled();
  up = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reach).toHaveBeenCalledTimes(3);
  expect(onRecovered).toHaveBeenCalledOnce();

  up = false;
  recovery.lost();
  await vi.advanceTimersByTimeAsync(3_000);
  up = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(onRecovered).toHaveBeenCalledTimes(2);
  expect(gone).not.toHaveBeenCalled();
});
