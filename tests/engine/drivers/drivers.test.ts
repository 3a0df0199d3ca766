import { describe, expect, it, vi } from 'vitest';
import { openEventStream, RECONNECT_PAUSES_MS, SILENCE_MS } from '../../../engine/drivers/event-stream.ts';
import { sendRequest, type WireResult } from '../../../engine/drivers/network.ts';
import { namespacedStore } from '../../../engine/drivers/storage.ts';
import { realClock, virtualClock } from '../../../engine/drivers/timers.ts';
import { FakeEvents, memoryStorage, settle } from '../../app/platform/world.ts';

describe('virtual clock', () => {
  it('runs timers at their own time, those that a timer starts included', () => {
    const clock = virtualClock(1_000);
    const seen: number[] = [];
    clock.after(10, () => {
      seen.push(clock.now());
      clock.after(10, () => seen.push(clock.now()));
    });
    clock.after(15, () => seen.push(clock.now()));
    clock.after(5, () => seen.push(-1))();
    clock.advance(100);
    expect(seen).toEqual([1_010, 1_015, 1_020]);
    expect([clock.now(), clock.pending]).toEqual([1_100, 0]);
  });
});

describe('real clock', () => {
  it('runs a timer once when it is due, and never after it was cancelled', () => {
    vi.useFakeTimers();
    try {
      const seen: string[] = [];
      realClock.after(10, () => seen.push('due'));
      const cancel = realClock.after(10, () => seen.push('cancelled'));
      vi.advanceTimersByTime(9);
      expect(seen).toEqual([]);
      cancel();
      vi.advanceTimersByTime(20);
      expect(seen).toEqual(['due']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('storage', () => {
  it('puts the brand in front of every key, and sees only its own', () => {
    const web = memoryStorage({ 'other.token': 'x' });
    const store = namespacedStore('caipu', () => web);
    store.set('token', 't');
    expect(web.dump()).toEqual({ 'other.token': 'x', 'caipu.token': 't' });
    expect([store.get('token'), store.keys(), store.durable]).toEqual(['t', ['token'], true]);
    expect(namespacedStore('third', () => web).get('token')).toBeNull();
    store.remove('token');
    expect([store.get('token'), web.dump()]).toEqual([null, { 'other.token': 'x' }]);
  });
  it.each([
    [
      'throws',
      () => {
        throw new Error('denied');
      },
    ],
    ['gives nothing', () => undefined],
    [
      'refuses writing',
      () => ({
        ...memoryStorage(),
        setItem: () => {
          throw new Error('quota');
        },
      }),
    ],
  ])('keeps values in memory when the browser %s', (_how, open) => {
    const store = namespacedStore('caipu', open as never);
    store.set('a', '1');
    expect([store.get('a'), store.keys(), store.durable]).toEqual(['1', ['a'], false]);
    store.remove('a');
    expect([store.get('a'), store.keys()]).toEqual([null, []]);
  });
  it('reads back what was written after the quota ran out, and forgets what was removed', () => {
    const web = memoryStorage({ 'caipu.a': 'old' });
    let full = false;
    const store = namespacedStore('caipu', () => ({
      ...web,
      get length() {
        return web.length;
      },
      setItem: (key: string, value: string) => {
        if (full) throw new Error('quota');
        web.setItem(key, value);
      },
      removeItem: (key: string) => {
        if (full) throw new Error('quota');
        web.removeItem(key);
      },
    }));
    full = true;
    store.set('a', 'new');
    expect([store.get('a'), store.durable]).toEqual(['new', false]);
    store.remove('a');
    expect(store.get('a')).toBeNull();
    full = false;
    store.set('a', 'newest');
    expect([store.get('a'), web.getItem('caipu.a')]).toEqual(['newest', 'newest']);
  });
});

describe('network', () => {
  const run = async (response: () => Promise<Response>) => {
    const results: WireResult[] = [];
    sendRequest(response, { method: 'GET', url: '/x' }, (result) => results.push(result));
    await settle();
    return results;
  };
  it('answers, whatever the HTTP status', async () => {
    expect(await run(async () => new Response('{"status":4}', { status: 409 }))).toEqual([
      { ok: true, httpStatus: 409, body: { status: 4 } },
    ]);
  });
  it('fails without a response, and with one that is no JSON', async () => {
    expect(await run(async () => Promise.reject(new TypeError('Failed to fetch')))).toEqual([
      { ok: false, reason: 'network', message: 'Failed to fetch' },
    ]);
    expect(await run(async () => new Response('<html>', { status: 502 }))).toMatchObject([{ ok: false, reason: 'body', httpStatus: 502 }]);
  });
  it('says nothing after it was aborted, and aborts the transfer', async () => {
    const finish = vi.fn();
    let signal: AbortSignal | null | undefined;
    const abort = sendRequest(
      (_url, init) => {
        signal = init.signal;
        return new Promise(() => undefined);
      },
      { method: 'GET', url: '/x' },
      finish,
    );
    abort();
    await settle();
    expect([finish.mock.calls.length, signal?.aborted]).toEqual([0, true]);
  });
});

describe('event stream', () => {
  function make() {
    const clock = virtualClock();
    const sources: FakeEvents[] = [];
    const events: unknown[] = [];
    const opens: boolean[] = [];
    let token = '';
    const stream = openEventStream({
      url: () => `/events${token}`,
      open: (url) => {
        const made = new FakeEvents(url);
        sources.push(made);
        return made;
      },
      clock,
      names: ['draw'],
      onEvent: (event) => events.push(event),
      onOpen: (first) => opens.push(first),
    });
    return {
      clock,
      sources,
      events,
      opens,
      stream,
      last: () => sources.at(-1) as FakeEvents,
      setToken: (text: string) => {
        token = text;
      },
    };
  }
  it('passes events on, named or not, and ignores what is no JSON', () => {
    const { last, events } = make();
    last().open();
    last().say({ type: 'draw', issue: '1' });
    last().onmessage?.({ data: '{"type":"index"}' });
    last().onmessage?.({ data: 'hello' });
    expect(events).toEqual([{ type: 'draw', issue: '1' }, { type: 'index' }]);
  });
  it('opens again after an error with growing pauses, which an opening resets', () => {
    const { clock, sources, last, opens, stream } = make();
    last().open();
    for (const pause of RECONNECT_PAUSES_MS) {
      const before = sources.length;
      last().fail();
      expect(last().closed).toBe(true);
      clock.advance(pause - 1);
      expect(sources).toHaveLength(before);
      clock.advance(1);
      expect(sources).toHaveLength(before + 1);
    }
    last().open();
    expect([opens, stream.connected]).toEqual([[true, false], true]);
    last().fail();
    clock.advance(RECONNECT_PAUSES_MS[0]);
    expect(stream.connected).toBe(false);
    last().open();
    expect(stream.connected).toBe(true);
  });
  it('one over which nothing comes any more is opened again, and a comment is something', () => {
    const { clock, sources, last, opens } = make();
    last().open();
    for (let times = 0; times < 4; times += 1) {
      last().onchunk?.();
      clock.advance(SILENCE_MS - 1);
    }
    expect(sources).toHaveLength(1);
    clock.advance(1 + RECONNECT_PAUSES_MS[0]);
    expect([sources.length, sources[0]?.closed]).toEqual([2, true]);
    last().open();
    expect(opens).toEqual([true, false]);
    // The driver ignores data and silence of the stream that it gave up.
    sources[0]?.onchunk?.();
    clock.advance(2 * SILENCE_MS);
    expect(sources).toHaveLength(2);
  });
  it('one that was silent while the timers of its page slept is opened again when the page wakes', () => {
    const { clock, sources, last, stream } = make();
    last().open();
    last().onchunk?.();
    stream.wake();
    expect(sources).toHaveLength(1);
    vi.spyOn(clock, 'now').mockReturnValue(clock.now() + SILENCE_MS);
    stream.wake();
    expect([sources.length, sources[0]?.closed]).toEqual([2, true]);
    // The one that is being opened is left alone.
    stream.wake();
    expect(sources).toHaveLength(2);
  });
  it('restarts with a new address, and a closed one stays closed', () => {
    const { clock, sources, last, stream, setToken } = make();
    setToken('?tk=1');
    stream.restart();
    expect([sources[0]?.closed, last().url]).toEqual([true, '/events?tk=1']);
    sources[0]?.fail();
    clock.advance(60_000);
    expect(sources).toHaveLength(2);
    stream.close();
    last().fail();
    clock.advance(60_000);
    expect([sources.length, last().closed]).toEqual([2, true]);
  });
});
