/**
 * The clock of a schedule: a fixed offset from UTC ("+08:00"), or the clock of a place with its daylight saving ("Europe/Paris"). Offsets of
 * places come from the time zone data of the platform (Intl). Home loads this file: it is short.
 */
import { DAY_MS } from './time-units.ts';

export interface ScheduleClock {
  readonly utcOffset?: string;
  readonly timeZone?: string;
}

/** "+08:00" → ms to add to UTC for the wall clock. */
export function offsetMs(utcOffset: string): number {
  const [hours = 0, minutes = 0] = utcOffset.slice(1).split(':').map(Number);
  return (utcOffset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Ms to add to UTC for the wall clock at an instant (unix ms). @throws RangeError for a place that the platform does not know. */
export function clockOffset({ utcOffset = '+00:00', timeZone }: ScheduleClock, atMs: number): number {
  if (timeZone === undefined) return offsetMs(utcOffset);
  let format = formats.get(timeZone);
  // Swedish is written as in ISO 8601: 2027-03-28 03:00:00.
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })));
  const second = Math.floor(atMs / 1000) * 1000;
  return Date.parse(`${format.format(second)}Z`) - second;
}

/**
 * The instant (unix ms) of a wall clock; `wallMs` is the wall clock as if it were UTC. Of a time that comes twice, when clocks go back, it is
 * the first. A time that does not exist, when clocks go forward, is as much later as the clock is put forward.
 */
export function instantOnClock(clock: ScheduleClock, wallMs: number): number {
  const [before, after] = [-DAY_MS, DAY_MS].map((apart) => wallMs - clockOffset(clock, wallMs + apart)) as [number, number];
  // The offset of the day before is wrong only for a time after the change that exists with the later offset.
  return before + clockOffset(clock, before) !== wallMs && after + clockOffset(clock, after) === wallMs ? after : before;
}
