import { afterEach, expect, it, vi } from 'vitest';
import { stopOnSignals } from '../../server/platform/process/stop.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.removeAllListeners('SIGTERM');
  process.removeAllListeners('SIGINT');
});

it('a server that never comes to its end goes after a limit, and says so', async () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const lines: string[] = [];
  const drained = vi.fn();
  stopOnSignals({ drain: drained, close: () => new Promise(() => {}) }, (line) => lines.push(line), 1_000);
  process.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(20_900);
  expect([drained.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(200);
  expect(exit.mock.calls).toEqual([[1]]);
  expect(lines).toEqual(['SIGTERM: stopping', 'not stopped within 20 s: going all the same']);
});
