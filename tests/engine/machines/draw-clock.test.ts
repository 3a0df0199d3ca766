import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type ClockEvent,
  type ClockIssue,
  type ClockSnapshot,
  drawClockMachine,
  secondsLeft,
  shareLeft,
} from '../../../engine/machines/draw-clock.ts';
import { effectsOf, walkPaths } from '../screens/lottery/support/walk.ts';

const issue = (n: number, at = n * 100_000): ClockIssue => ({
  issue: String(n),
  opensAt: at,
  closesAt: at + 95_000,
  drawsAt: at + 100_000,
});
const first = issue(1);
const sale = (each: ClockIssue | null, now: number): ClockEvent => ({ type: 'ISSUE', issue: each, now });
const tick = (now: number): ClockEvent => ({ type: 'TICK', now });

function run(...events: ClockEvent[]): { snapshot: ClockSnapshot; effects: Record<string, unknown>[] } {
  let [current] = initialTransition(drawClockMachine);
  const effects: Record<string, unknown>[] = [];
  for (const event of events) {
    const [next, actions] = transition(drawClockMachine, current, event);
    current = next;
    effects.push(...(effectsOf(actions) as Record<string, unknown>[]));
  }
  return { snapshot: current, effects };
}

describe('draw clock', () => {
  it('runs from open through closing, closed and drawing to drawn and settled', () => {
    const events = [sale(first, 100_000), tick(184_999), tick(185_000), tick(194_999), tick(195_000), tick(200_000)];
    const states = events.map((_, index) => run(...events.slice(0, index + 1)).snapshot.value);
    expect(states).toEqual(['open', 'open', 'closing', 'closing', 'closed', 'drawing']);
    const drawn = run(...events, { type: 'DRAW', issue: '1', now: 200_500 });
    expect(drawn.snapshot.value).toBe('drawn');
    expect(drawn.effects.map((effect) => effect.do)).toEqual(['announce', 'announce', 'closed', 'drawDue', 'drawn']);
    expect(run(...events, { type: 'DRAW', issue: '1', now: 200_500 }, { type: 'SETTLED', issue: '1' }).snapshot.value).toBe('settled');
  });

  it('shows 0 only when it is closed: a started second counts whole', () => {
    expect(secondsLeft(run(sale(first, 194_001)).snapshot.context)).toBe(1);
    expect(secondsLeft(run(sale(first, 194_999)).snapshot.context)).toBe(1);
    expect(secondsLeft(run(sale(first, 195_000)).snapshot.context)).toBe(0);
    expect(shareLeft(run(sale(first, 100_000)).snapshot.context)).toBe(1);
    expect(shareLeft(run(sale(first, 147_500)).snapshot.context)).toBe(0.5);
    expect(shareLeft(run(sale(null, 5)).snapshot.context)).toBe(0);
  });

  it('speaks at 60, 30 and 10 seconds, once each, however often it ticks', () => {
    const events: ClockEvent[] = [sale(first, 100_000)];
    for (let now = 100_250; now <= 194_750; now += 250) events.push(tick(now));
    const spoken = run(...events).effects.filter((effect) => effect.do === 'announce');
    expect(spoken.map(({ seconds }) => seconds)).toEqual([60, 30, 10]);
  });

  it('a phone that slept is right at its first tick, and speaks only what is still of use', () => {
    const over = run(sale(first, 100_000), tick(180_000));
    expect(over.effects).toEqual([{ do: 'announce', seconds: 30, issue: '1' }]);
    const past = run(sale(first, 100_000), tick(999_000));
    expect(past.snapshot.value).toBe('drawing');
    expect(past.effects.map((effect) => effect.do)).toEqual(['closed', 'drawDue']);
  });

  it('a phone clock that is set back neither reopens an issue nor adds time', () => {
    const { snapshot } = run(sale(first, 100_000), tick(196_000), tick(120_000));
    expect(snapshot.value).toBe('closed');
    expect(snapshot.context.now).toBe(196_000);
    const closing = run(sale(first, 100_000), tick(190_000), tick(110_000));
    expect(closing.snapshot.value).toBe('closing');
  });

  it('the server may move the closing: its word holds', () => {
    const later = { ...first, closesAt: first.closesAt + 60_000 };
    expect(run(sale(first, 190_000), sale(later, 190_100)).snapshot.value).toBe('open');
    const earlier = { ...first, closesAt: 150_000 };
    expect(run(sale(first, 160_000), sale(earlier, 160_100)).snapshot.value).toBe('closed');
  });

  it('sells the next issue while the last one is awaited, and knows when that is drawn', () => {
    const next = run(sale(first, 190_000), tick(195_000), sale(issue(2, 195_000), 195_100));
    expect(next.snapshot.value).toBe('open');
    expect(next.snapshot.context).toMatchObject({ issue: { issue: '2' }, awaiting: { issue: '1' } });
    const drawn = run(sale(first, 190_000), tick(195_000), sale(issue(2, 195_000), 195_100), { type: 'DRAW', issue: '1', now: 201_000 });
    expect(drawn.snapshot.value).toBe('open');
    expect(drawn.snapshot.context.awaiting).toBeNull();
    expect(drawn.effects.at(-1)).toEqual({ do: 'drawn', issue: '1' });
  });

  it('a result seen before the next issue is not awaited again', () => {
    const { snapshot } = run(
      sale(first, 190_000),
      tick(200_000),
      { type: 'DRAW', issue: '1', now: 200_100 },
      sale(issue(2, 195_000), 200_200),
    );
    expect(snapshot.value).toBe('open');
    expect(snapshot.context.awaiting).toBeNull();
  });

  it('results of other issues and games without an issue change nothing', () => {
    expect(run(sale(first, 100_000), { type: 'DRAW', issue: '77', now: 100_100 }).snapshot.value).toBe('open');
    const none = run(sale(null, 100_000), tick(200_000), { type: 'DRAW', issue: '1', now: 200_000 });
    expect(none.snapshot.value).toBe('idle');
    expect(none.effects).toEqual([]);
    expect(run(sale(first, 190_000), tick(200_000), sale(null, 200_100)).snapshot).toMatchObject({
      value: 'idle',
      context: { awaiting: { issue: '1' } },
    });
  });

  it('every transition of the model is walked', () => {
    const { edges, states } = walkPaths(drawClockMachine, {
      events: [
        sale(first, 100_000),
        sale(issue(2, 195_000), 195_100),
        sale(null, 100_000),
        tick(150_000),
        tick(186_000),
        tick(196_000),
        tick(201_000),
        { type: 'DRAW', issue: '1', now: 201_000 },
        { type: 'DRAW', issue: '2', now: 300_000 },
        { type: 'SETTLED', issue: '1' },
        { type: 'SETTLED', issue: '2' },
      ] as ClockEvent[],
      key: ({ context }) => `${context.issue?.issue}/${context.awaiting?.issue}/${context.now}`,
      holds: ({ value, context }) => {
        const { issue: current, now } = context;
        if (value === 'open' || value === 'closing') expect(now).toBeLessThan(current.closesAt);
        if (value === 'closed' || value === 'drawing') expect(now).toBeGreaterThanOrEqual(current.closesAt);
        if (value === 'idle') expect(current).toBeNull();
      },
    });
    expect([...states].sort()).toEqual(['closed', 'closing', 'drawing', 'drawn', 'idle', 'open', 'settled']);
    for (const edge of [
      'idle --ISSUE--> open',
      'open --TICK--> closing',
      'open --TICK--> closed',
      'open --TICK--> drawing',
      'closing --TICK--> closed',
      'closed --TICK--> drawing',
      'closed --ISSUE--> open',
      'drawing --DRAW--> drawn',
      'drawing --ISSUE--> open',
      'drawn --SETTLED--> settled',
      'settled --ISSUE--> open',
      'drawn --ISSUE--> open',
      'open --ISSUE--> idle',
    ])
      expect(edges, edge).toContain(edge);
  });
});
