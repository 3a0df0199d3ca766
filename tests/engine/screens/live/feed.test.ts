/** The feed of live scores: when it asks, what it tells whom, and what an idle page costs. Time is moved by hand. */
import { describe, expect, it } from 'vitest';
import { createTicker } from '../../../../engine/screens/sports/live/ticker.ts';
import { createFeed, STALE_MS } from '../../../../engine/screens/sports/live/feed.ts';
import type { LiveAnswer, LiveMatch } from '../../../../engine/screens/sports/live/matches.ts';

const match = (id: string, version: number, goals = 0): LiveMatch => ({
  id,
  sport: 'football',
  league: 'L',
  home: { id: 'h', name: '主' },
  away: { id: 'a', name: '客' },
  startsAt: 0,
  state: 'first',
  measures: { full: [goals, 0] },
  events: [],
  version,
});
const answer = (version: number, matches: readonly LiveMatch[], full = true): LiveAnswer => ({
  version,
  full,
  demo: true,
  leagues: [{ code: 'L', name: '联赛', short: '联', tone: 'blue' }],
  matches,
});

/** A clock that a test moves: timers run when it passes them. `speed` is that of the server's clock beside it. */
function byHand(speed = 1) {
  let here = 0;
  let seen = true;
  const timers = new Set<{ at: number; run: () => void }>();
  const looks = new Set<() => void>();
  let fired = 0;
  const time = {
    here: () => here,
    now: () => 1_000_000 + here * speed,
    seen: () => seen,
    random: () => 0.5,
    after(ms: number, run: () => void) {
      const timer = { at: here + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    onSeen(listener: () => void) {
      looks.add(listener);
      return () => void looks.delete(listener);
    },
  };
  return {
    time,
    fired: () => fired,
    timers: () => timers.size,
    advance(ms: number) {
      const until = here + ms;
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers.delete(next);
        here = next.at;
        fired += 1;
        next.run();
      }
      here = until;
    },
    look(on: boolean) {
      seen = on;
      if (on) for (const listener of [...looks]) listener();
    },
  };
}

function world() {
  const clock = byHand();
  const requests: Record<string, string>[] = [];
  const answers: (LiveAnswer | 'lost')[] = [];
  const listeners = new Set<(event: never) => void>();
  const followed: string[] = [];
  const feed = createFeed(
    {
      now: clock.time.now,
      call: (async (_path: string, params: Record<string, string>) => {
        requests.push(params);
        const next = answers.shift() ?? 'lost';
        return next === 'lost' ? { ok: false, status: -1, msg: '网络不给力', inDoubt: false } : { ok: true, models: next };
      }) as never,
      on: (_type, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      follow: (topic) => {
        followed.push(topic);
        return () => void followed.splice(followed.indexOf(topic), 1);
      },
      onRecovered: () => () => {},
    },
    '/live',
    clock.time,
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    clock,
    requests,
    answers,
    feed,
    followed,
    settle,
    say: (event: object) => [...listeners].forEach((listener) => listener(event as never)),
  };
}

describe('the feed', () => {
  it('follows its topic while it is held, and then asks for what changed since', async () => {
    const { feed, followed, requests, answers, settle } = world();
    answers.push(answer(5, [match('a', 5)]), answer(7, [match('a', 7, 1)], false));
    const leave = feed.hold();
    const other = feed.hold();
    await settle();
    expect([followed, requests]).toEqual([['live'], [{}]]);
    leave();
    leave();
    expect(followed).toEqual(['live']);
    other();
    expect(followed).toEqual([]);
    feed.hold();
    await settle();
    expect(requests).toEqual([{}, { since: '5' }]);
    expect(feed.match('a')?.measures).toEqual({ full: [1, 0] });
  });

  it('tells of a change those alone who watch that match', async () => {
    const { feed, answers, settle, say } = world();
    answers.push(answer(5, [match('a', 4), match('b', 5)]));
    feed.hold();
    await settle();
    const messages: string[] = [];
    feed.watchMatch('a', () => messages.push('a'));
    feed.watchMatch('b', () => messages.push('b'));
    feed.watch(() => messages.push('list'));
    feed.onChange(({ changed }) => messages.push(`changed ${changed}`));
    say({ type: 'live', from: 5, version: 6, matches: [match('b', 6, 1)] });
    expect(messages).toEqual(['b', 'list', 'changed b']);
    say({ type: 'live', from: 5, version: 6, matches: [match('b', 6, 1)] });
    expect(messages).toHaveLength(3);
  });

  it('asks for what lies in a gap, once, a moment later', async () => {
    const { feed, clock, requests, answers, settle, say } = world();
    answers.push(answer(5, [match('a', 5)]), answer(9, [match('a', 9, 2)], false));
    feed.hold();
    await settle();
    say({ type: 'live', from: 7, version: 8, matches: [match('a', 8, 1)] });
    say({ type: 'live', missed: true });
    expect([requests.length, feed.match('a')?.version]).toEqual([1, 8]);
    clock.advance(1_000);
    await settle();
    expect(requests).toEqual([{}, { since: '5' }]);
    expect(feed.match('a')?.version).toBe(9);
  });

  it('says after a minute of silence that the scores may be old, and that no more once it hears something', async () => {
    const { feed, clock, requests, answers, settle, say } = world();
    answers.push(answer(5, [match('a', 5)]));
    feed.hold();
    await settle();
    const states: string[] = [];
    feed.watchStatus(() => states.push(`${feed.status().state}${feed.status().stale ? ' stale' : ''}`));
    clock.advance(25_000);
    await settle();
    // The feed queries the server before it calls a silent stream old.
    expect([requests.length, states]).toEqual([2, ['ready']]);
    clock.advance(STALE_MS - 25_000 - 1);
    await settle();
    expect(feed.status().stale).toBe(false);
    clock.advance(1);
    await settle();
    expect(feed.status()).toMatchObject({ stale: true, error: '网络不给力' });
    say({ type: 'live', from: 5, version: 6, matches: [match('a', 6, 1)] });
    expect(feed.status()).toMatchObject({ stale: false, error: undefined });
  });

  it('that never had an answer says why, and shows it when it comes', async () => {
    const { feed, answers, settle } = world();
    feed.hold();
    await settle();
    expect(feed.status()).toMatchObject({ state: 'error', error: '网络不给力', stale: false });
    answers.push(answer(5, [match('a', 5)]));
    feed.reload();
    await settle();
    expect(feed.status()).toMatchObject({ state: 'ready', error: undefined });
  });

  it('rests while nobody looks, and asks at once when somebody does again', async () => {
    const { feed, clock, requests, answers, settle } = world();
    answers.push(answer(5, [match('a', 5)]), answer(6, [], false));
    feed.hold();
    await settle();
    clock.look(false);
    clock.advance(600_000);
    await settle();
    // The timer that was set runs out once; nothing is asked by the minute.
    expect(requests.length).toBeLessThanOrEqual(2);
    const before = requests.length;
    clock.look(true);
    await settle();
    expect(requests.length).toBe(before + 1);
  });
});

describe('one timer for all clocks', () => {
  it('wakes when the first of them changes, and calls that one alone', () => {
    const clock = byHand();
    const beat = createTicker(clock.time);
    const called: string[] = [];
    const minute = (name: string, from: number) => {
      let next = from;
      return { next: () => 1_000_000 + next, due: () => void (called.push(name), (next += 60_000)) };
    };
    for (let n = 0; n < 50; n++) beat.add(minute(`m${n}`, 1_000 * (n + 1)));
    expect(clock.timers()).toBe(1);
    clock.advance(50_000);
    expect(called).toEqual(Array.from({ length: 50 }, (_, n) => `m${n}`));
    expect([clock.fired(), clock.timers()]).toEqual([50, 1]);
  });
  it('sleeps a minute where clocks change by the minute, not at all where none runs, and not while nobody looks', () => {
    const clock = byHand();
    const beat = createTicker(clock.time);
    let next: number | undefined = 1_060_000;
    const stop = beat.add({ next: () => next, due: () => (next = (next ?? 0) + 60_000) });
    clock.advance(600_000);
    expect(clock.fired()).toBe(10);
    clock.look(false);
    clock.advance(600_000);
    expect(clock.fired()).toBe(11);
    clock.look(true);
    expect(next).toBe(1_720_000);
    next = undefined;
    beat.changed();
    expect(clock.timers()).toBe(0);
    stop();
  });
  it('keeps up with a server whose clock runs fast', () => {
    const clock = byHand(60);
    const beat = createTicker(clock.time);
    let called = 0;
    let next = 1_000_000 + 60_000;
    beat.add({ next: () => next, due: () => void ((called += 1), (next += 60_000)) });
    // A minute of the server's clock is a second here.
    clock.advance(62_000);
    expect(called).toBeGreaterThan(50 - 61);
    clock.advance(20_000);
    const before = called;
    clock.advance(10_000);
    expect(called - before).toBeGreaterThanOrEqual(9);
  });
});
