import { describe, expect, it } from 'vitest';
import type { Zone } from '../../../engine/descriptions/types.ts';
import { drawEvents, LONGEST_MS, revealTimes } from '../../../engine/screens/lottery/draw-events.ts';

const zone = (id: string, pick: number): Zone => ({ id, label: id, kind: 'digits', from: 0, to: 9, pick });
const many = Array.from({ length: 20 }, (_, at) => at % 10);

describe('events of a draw', () => {
  it('reveal each number once, zone by zone, with a double pause between zones, and end', () => {
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

  it('of a draw without numbers are the end alone', () => {
    expect(drawEvents([zone('a', 1)], {})).toEqual([{ type: 'complete', at: 0 }]);
  });

  it('of dice and cars begin after their animation, and end within the longest time all the same', () => {
    for (const look of ['die', 'car'] as const) {
      const times = revealTimes(drawEvents([{ ...zone('a', 10), look }], { a: many.slice(0, 10) }));
      expect(times).toHaveLength(10);
      expect(times[0]).toBeGreaterThan(480);
      expect(times.at(-1)).toBeLessThanOrEqual(LONGEST_MS);
    }
  });
});
