/** The virtual clock, by which tests move timers. */
import { expect, it } from 'vitest';
import { virtualClock } from '../../../engine/drivers/timers.ts';

it('runs each timer once at its own time, those of one time in the order in which they were set', () => {
  const clock = virtualClock(100);
  const ran: string[] = [];
  const note = (name: string) => () => ran.push(`${name} ${clock.now()}`);
  clock.after(30, note('c'));
  clock.after(10, note('a'));
  clock.after(10, note('b'));
  clock.after(-5, note('past'));
  expect(clock.pending).toBe(4);
  clock.advance(9);
  expect([ran, clock.now(), clock.pending]).toEqual([['past 100'], 109, 3]);
  clock.advance(21);
  expect([ran, clock.now(), clock.pending]).toEqual([['past 100', 'a 110', 'b 110', 'c 130'], 130, 0]);
});

it('runs what a timer starts relative to that timer, and no timer that was cancelled', () => {
  const clock = virtualClock();
  const ran: number[] = [];
  clock.after(10, () => clock.after(10, () => ran.push(clock.now())));
  const cancel = clock.after(15, () => ran.push(-1));
  cancel();
  cancel();
  clock.advance(19);
  expect(ran).toEqual([]);
  clock.advance(1);
  expect([ran, clock.pending]).toEqual([[20], 0]);
});
