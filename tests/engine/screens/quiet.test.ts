// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDebouncer } from '../../../engine/screens/core/debounce.ts';
import { pageEnvironment } from '../../../engine/screens/core/page-environment.ts';

describe('createDebouncer', () => {
  beforeEach(() => vi.useFakeTimers());
  // Spies are removed first. A spy wraps a fake timer, and its removal after useRealTimers would bring that fake timer back.
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('runs only the last work, once, 250 ms after the last call', () => {
    const done: number[] = [];
    const debouncer = createDebouncer(250);
    for (let at = 0; at < 10; at += 1) {
      debouncer.ask(() => done.push(at));
      vi.advanceTimersByTime(100);
    }
    expect(done).toEqual([]);
    vi.advanceTimersByTime(149);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(done).toEqual([9]);
    debouncer.ask(() => done.push(10));
    vi.advanceTimersByTime(251);
    expect(done).toEqual([9, 10]);
  });

  it('has one timer for any number of calls', () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const debouncer = createDebouncer(250);
    for (let at = 0; at < 100; at += 1) debouncer.ask(() => {});
    expect(set).toHaveBeenCalledTimes(1);
    debouncer.giveUp();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not run work that was given up', () => {
    const work = vi.fn();
    const debouncer = createDebouncer(250);
    debouncer.ask(work);
    debouncer.giveUp();
    vi.advanceTimersByTime(1000);
    expect(work).not.toHaveBeenCalled();
  });
});

describe('pageEnvironment.onSeen', () => {
  it('calls every listener when the page becomes visible, and the document never loses its last listener', () => {
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
