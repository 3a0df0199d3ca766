/** One event stream for all tabs of a browser, as pure logic: tabs, locks and channels are put up here by hand. */
import { describe, expect, it } from 'vitest';
import type { EventStream } from '../../../engine/drivers/event-stream.ts';
import { ANSWER_MS, ASK_MS, type ChannelLike, openSharedStream, type Sharing } from '../../../engine/drivers/shared-stream.ts';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import { FakeEvents } from '../../app/platform/world.ts';

interface Tab {
  readonly stream: EventStream;
  readonly events: unknown[];
  /** 'first' or 'again' at each opening, 'lost' when the stream broke. */
  readonly openings: string[];
  seen: boolean;
  group: string;
  /** True: the browser has frozen the tab. It neither answers nor hears, and keeps its lock. */
  frozen: boolean;
}

interface Waiting {
  readonly held: (release: () => void) => void;
  readonly taken: () => void;
  stopped: boolean;
}

function browser() {
  const clock = virtualClock(1_000);
  const streams: FakeEvents[] = [];
  const channels = new Map<string, Set<ChannelLike & { readonly tab: () => Tab | undefined }>>();
  const locks = new Map<string, { holder: Waiting | undefined; readonly queue: Waiting[] }>();
  const grant = (name: string): void => {
    const lock = locks.get(name);
    if (!lock || lock.holder) return;
    const next = lock.queue.shift();
    if (!next) return;
    if (next.stopped) return grant(name);
    lock.holder = next;
    next.held(() => {
      if (lock.holder === next) lock.holder = undefined;
      grant(name);
    });
  };
  const sharing = (id: string, tab: () => Tab | undefined): Sharing => ({
    id,
    seen: () => tab()?.seen ?? true,
    channel: (name) => {
      const all = channels.get(name) ?? new Set();
      channels.set(name, all);
      const channel = {
        tab,
        onmessage: null as ChannelLike['onmessage'],
        postMessage: (message: unknown) => {
          if (tab()?.frozen) return;
          for (const other of [...all])
            if (other !== channel && !other.tab()?.frozen) other.onmessage?.({ data: structuredClone(message) });
        },
        close: () => void all.delete(channel),
      };
      all.add(channel);
      return channel;
    },
    lock(name, steal, held, taken) {
      const lock = locks.get(name) ?? { holder: undefined, queue: [] };
      locks.set(name, lock);
      const mine: Waiting = { held, taken, stopped: false };
      if (steal) {
        const before = lock.holder;
        lock.holder = undefined;
        lock.queue.unshift(mine);
        grant(name);
        if (before && !before.stopped) before.taken();
      } else {
        lock.queue.push(mine);
        grant(name);
      }
      return () => {
        mine.stopped = true;
      };
    },
  });
  let tabs = 0;
  const open = (group = 'visitors'): Tab => {
    tabs += 1;
    const tab: Tab = { stream: undefined as never, events: [], openings: [], seen: true, group, frozen: false };
    const stream = openSharedStream({
      clock,
      url: () => `/events?${tab.group}`,
      open: (url) => {
        const events = new FakeEvents(url);
        streams.push(events);
        return events;
      },
      names: ['draw'],
      onEvent: (event) => void tab.events.push((event as { issue: string }).issue),
      onOpen: (first) => void tab.openings.push(first ? 'first' : 'again'),
      onLost: () => void tab.openings.push('lost'),
      group: () => tab.group,
      sharing: sharing(`tab${tabs}`, () => tab),
    });
    return Object.assign(tab, { stream });
  };
  const live = (): FakeEvents[] => streams.filter(({ closed }) => !closed);
  const draw = (issue: string): void => live()[0]?.say({ type: 'draw', issue });
  return { clock, open, streams, live, draw };
}

describe('a stream that all tabs share', () => {
  it('twelve tabs open one connection, and each hears each event once', () => {
    const { open, live, draw } = browser();
    const tabs = Array.from({ length: 12 }, () => open());
    live()[0]?.open();
    draw('1');
    draw('2');
    expect(live()).toHaveLength(1);
    for (const tab of tabs) {
      expect(tab.events).toEqual(['1', '2']);
      expect(tab.openings).toEqual(['first']);
      expect(tab.stream.connected).toBe(true);
    }
  });

  it('a tab that comes later gets the message that the stream is open', () => {
    const { open, live, draw } = browser();
    open();
    live()[0]?.open();
    draw('1');
    const late = open();
    expect(late.openings).toEqual(['first']);
    draw('2');
    expect(late.events).toEqual(['2']);
  });

  it('when the leader is closed another tab takes over, and all load what they may have missed, once', () => {
    const { open, live, draw } = browser();
    const [one, two, three] = [open(), open(), open()];
    live()[0]?.open();
    one.stream.close();
    expect(live()).toHaveLength(1);
    live()[0]?.open();
    draw('1');
    for (const tab of [two, three]) {
      expect(tab.openings.filter((eachMessage) => eachMessage === 'again')).toHaveLength(1);
      expect(tab.events).toEqual(['1']);
    }
    expect(one.events).toEqual([]);
  });

  it('a leader that answers no more loses the lock to a tab that is looked at; when it wakes it listens, and learns that it missed something', () => {
    const { clock, open, live, draw, streams } = browser();
    const [asleep, hidden, shown] = [open(), open(), open()];
    live()[0]?.open();
    asleep.frozen = true;
    hidden.seen = false;
    clock.advance(ASK_MS + ANSWER_MS);
    const taken = streams.at(-1);
    expect(streams).toHaveLength(2);
    taken?.open();
    taken?.say({ type: 'draw', issue: '7' });
    expect([shown.events, hidden.events, asleep.events]).toEqual([['7'], ['7'], []]);
    expect(shown.openings).toEqual(['first', 'again']);
    asleep.frozen = false;
    asleep.stream.wake();
    expect(asleep.openings.at(-1)).toBe('again');
    draw('8');
    expect(live()).toHaveLength(1);
    expect(asleep.events).toEqual(['8']);
  });

  it('a hidden tab never takes the lock: the timers of hidden pages are slow, and all would take it in turn', () => {
    const { clock, open, live, streams } = browser();
    const [asleep, hidden] = [open(), open()];
    live()[0]?.open();
    asleep.frozen = true;
    hidden.seen = false;
    clock.advance(10 * (ASK_MS + ANSWER_MS));
    expect(streams).toHaveLength(1);
    hidden.seen = true;
    hidden.stream.wake();
    clock.advance(ANSWER_MS);
    expect(streams).toHaveLength(2);
  });

  it('a follower that slept finds out by the count, and one that missed nothing asks for nothing', () => {
    const { open, live, draw } = browser();
    open();
    const other = open();
    live()[0]?.open();
    other.stream.wake();
    expect(other.openings).toEqual(['first']);
    other.frozen = true;
    draw('1');
    other.frozen = false;
    other.stream.wake();
    expect(other.openings).toEqual(['first', 'again']);
  });

  it('a page that sleeps gives the lock back at once, and comes back as a follower', () => {
    const { open, live, draw } = browser();
    const [one, two] = [open(), open()];
    live()[0]?.open();
    one.stream.pause();
    expect(one.stream.connected).toBe(false);
    expect(live()).toHaveLength(1);
    live()[0]?.open();
    draw('1');
    one.stream.wake();
    expect(live()).toHaveLength(1);
    expect(one.openings.at(-1)).toBe('again');
    expect([one.events, two.events]).toEqual([[], ['1']]);
  });

  it('a stream that breaks is broken for all, and open again for all', () => {
    const { clock, open, live } = browser();
    const tabs = [open(), open()];
    live()[0]?.open();
    live()[0]?.fail();
    for (const tab of tabs) expect(tab.stream.connected).toBe(false);
    clock.advance(500);
    live()[0]?.open();
    for (const tab of tabs) expect(tab.openings).toEqual(['first', 'lost', 'again']);
  });

  it('while a hidden leader has no connection, a tab that is looked at connects', () => {
    const { open, live, streams } = browser();
    const [hidden, shown] = [open(), open()];
    live()[0]?.open();
    hidden.seen = false;
    live()[0]?.fail();
    expect(streams).toHaveLength(2);
    live()[0]?.open();
    expect(shown.stream.connected).toBe(true);
    expect(hidden.stream.connected).toBe(true);
  });

  it('logging in and out in one tab: tabs of different players never hear each other', () => {
    const { open, live } = browser();
    const [one, two] = [open(), open()];
    live()[0]?.open();
    two.group = 'player';
    two.stream.restart();
    expect(live().map(({ url }) => url)).toEqual(['/events?visitors', '/events?player']);
    for (const stream of live()) stream.open();
    live()[1]?.say({ type: 'draw', issue: 'mine' });
    expect([one.events, two.events]).toEqual([[], ['mine']]);
    // Another session begins where something may have been missed.
    expect(two.openings).toEqual(['first', 'again']);
    one.group = 'player';
    one.stream.restart();
    expect(live().map(({ url }) => url)).toEqual(['/events?player']);
    live()[0]?.say({ type: 'draw', issue: 'ours' });
    expect(one.events).toEqual(['ours']);
  });

  it('without locks each tab has a stream of its own, which sleeps and wakes with its page', () => {
    const clock = virtualClock(0);
    const streams: FakeEvents[] = [];
    const messages: string[] = [];
    const stream = openSharedStream({
      clock,
      url: () => '/events',
      open: (url) => {
        const events = new FakeEvents(url);
        streams.push(events);
        return events;
      },
      onEvent: () => undefined,
      onOpen: (first) => void messages.push(first ? 'first' : 'again'),
      group: () => '',
      sharing: undefined,
    });
    streams[0]?.open();
    stream.pause();
    expect(streams[0]?.closed).toBe(true);
    stream.wake();
    streams[1]?.open();
    expect(messages).toEqual(['first', 'again']);
    stream.close();
    stream.wake();
    expect(streams).toHaveLength(2);
  });
});
