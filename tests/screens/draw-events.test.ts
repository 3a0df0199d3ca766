import { describe, expect, it } from 'vitest';
import type { Zone } from '../../engine/descriptions/types.ts';
import { type DrawEvent, drawEvents, LONGEST_MS, play, type Schedule } from '../../engine/screens/lottery/draw-events.ts';

const zone = (id: string, pick: number): Zone => ({ id, label: id, kind: 'digits', from: 0, to: 9, pick });
const many = Array.from({ length: 20 }, (_, at) => at % 10);

/** Time that a test moves by hand. */
function clock() {
  let now = 0;
  const due: { at: number; run: () => void }[] = [];
  const schedule: Schedule = (run, ms) => {
    const entry = { at: now + ms, run };
    due.push(entry);
    return () => void due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0);
  };
  const advance = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const next = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      due.splice(due.indexOf(next), 1);
      now = next.at;
      next.run();
    }
    now = until;
  };
  return { schedule, advance };
}

describe('events of a draw', () => {
  it('reveal each number once, zone by zone, with a breath between zones, and end', () => {
    const events = drawEvents([zone('a', 2), zone('b', 1)], { a: [5, 5], b: [9] });
    expect(events.map((event) => (event.type === 'reveal' ? [event.zone, event.place, event.value, event.order] : event.type))).toEqual([
      ['a', 0, 5, 0],
      ['a', 1, 5, 1],
      ['b', 0, 9, 2],
      'complete',
    ]);
    const [first, second, third] = events.map(({ at }) => at) as [number, number, number];
    expect(third - second).toBe(2 * (second - first));
  });

  it('take no longer than two seconds, however many numbers there are', () => {
    const events = drawEvents([zone('a', 20)], { a: many });
    expect(events.at(-1)?.at).toBeLessThanOrEqual(LONGEST_MS);
    expect(LONGEST_MS).toBeLessThanOrEqual(2000);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(events).toHaveLength(21);
  });

  it('of nothing are just an end', () => {
    expect(drawEvents([zone('a', 1)], {})).toEqual([{ type: 'complete', at: 0 }]);
  });
});

describe('playing', () => {
  const events = drawEvents([zone('a', 3)], { a: [1, 2, 3] });
  const total = events.at(-1)?.at as number;
  const start = (speed?: number) => {
    const { schedule, advance } = clock();
    const played: DrawEvent[] = [];
    const player = play(events, (event) => played.push(event), speed, schedule);
    return { advance, played, player };
  };

  it('tells each event at its time', () => {
    const { advance, played } = start();
    advance((events[0]?.at as number) - 1);
    expect(played).toEqual([]);
    advance(1);
    expect(played).toEqual([events[0]]);
    advance(total);
    expect(played).toEqual(events);
  });

  it('at double speed is over in half the time', () => {
    const { advance, played } = start(2);
    advance(total / 2);
    expect(played).toEqual(events);
  });

  it('skipped tells the rest at once, and nothing twice', () => {
    const { advance, played, player } = start();
    advance(events[0]?.at as number);
    player.skip();
    expect(played).toEqual(events);
    player.skip();
    advance(total * 2);
    expect(played).toEqual(events);
  });

  it('stopped tells nothing more', () => {
    const { advance, played, player } = start();
    player.stop();
    advance(total * 2);
    player.skip();
    expect(played).toEqual([]);
  });
});
