// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDebouncer } from '../../../engine/screens/core/debounce.ts';
import { pageEnvironment } from '../../../engine/screens/core/page-environment.ts';

describe('work that waits until nobody asks', () => {
  beforeEach(() => vi.useFakeTimers());
  // In this order: a timer that was watched is one of those that stand for the real ones.
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is done once, the last that was asked, so long after that', () => {
    const done: number[] = [];
    const quiet = createDebouncer(250);
    for (let at = 0; at < 10; at += 1) {
      quiet.ask(() => done.push(at));
      vi.advanceTimersByTime(100);
    }
    expect(done).toEqual([]);
    vi.advanceTimersByTime(149);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(done).toEqual([9]);
    quiet.ask(() => done.push(10));
    vi.advanceTimersByTime(251);
    expect(done).toEqual([9, 10]);
  });

  it('has one timer, however often it is asked', () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const quiet = createDebouncer(250);
    for (let at = 0; at < 100; at += 1) quiet.ask(() => {});
    expect(set).toHaveBeenCalledTimes(1);
    quiet.giveUp();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not done when it was given up', () => {
    const work = vi.fn();
    const quiet = createDebouncer(250);
    quiet.ask(work);
    quiet.giveUp();
    vi.advanceTimersByTime(1000);
    expect(work).not.toHaveBeenCalled();
  });
});

describe('a page that is looked at again', () => {
  it('tells all who wait for it, and is listened for from the first of them on without an end', () => {
    const listening = new Set<unknown>();
    const left: number[] = [];
    const [add, remove] = [document.addEventListener.bind(document), document.removeEventListener.bind(document)];
    vi.spyOn(document, 'addEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
      listening.add(listener);
      add(type, listener);
    });
    vi.spyOn(document, 'removeEventListener').mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
      listening.delete(listener);
      left.push(listening.size);
      remove(type, listener);
    });
    const seen = [vi.fn(), vi.fn()];
    const ends = seen.map((each) => pageEnvironment.onSeen(each));
    document.dispatchEvent(new Event('visibilitychange'));
    ends[0]?.();
    document.dispatchEvent(new Event('visibilitychange'));
    ends[1]?.();
    pageEnvironment.onSeen(seen[0] as () => void)();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(seen.map((each) => each.mock.calls.length)).toEqual([1, 2]);
    expect(left).toEqual([2, 1, 1]);
    vi.restoreAllMocks();
  });
});
