/**
 * The days on which a weekly schedule draws: its weekdays without days off (休市), with extra draws and moved ones. Draw days are counted without
 * gaps, so that the n-th draw and its day are found from each other without a walk over years.
 */
import { type DayCount, dayCount, dayNumber, mergedRanges, weekdaysBefore } from './sessions.ts';
import type { WeeklySchedule } from './types.ts';

export interface WeeklyTimetable extends DayCount {
  /** Whether a day has a draw. */
  has(day: number): boolean;
}

const made = new WeakMap<WeeklySchedule, WeeklyTimetable>();

export function weeklyTimetable(schedule: WeeklySchedule): WeeklyTimetable {
  const known = made.get(schedule);
  if (known) return known;
  const table = make(schedule);
  made.set(schedule, table);
  return table;
}

type Range = readonly [from: number, end: number];

const isIn = (ranges: readonly Range[], day: number): boolean => ranges.some(([from, end]) => from <= day && day < end);

/** An extra draw counts once, on a weekday of the schedule too. */
function make({ days, off = [], extra = [], moved = [] }: WeeklySchedule): WeeklyTimetable {
  const weekdays = weekdaysBefore(days);
  const regular = (day: number): boolean => weekdays(day + 1) > weekdays(day);
  const away = off.map(({ from, to }): Range => [dayNumber(from), dayNumber(to) + 1]);
  // A calendar moves the draws of all its games: one that does not draw on that day, or is closed then, has nothing to move.
  const moves = moved.map(({ from, to }): Range => [dayNumber(from), dayNumber(to)]).filter(([from]) => regular(from) && !isIn(away, from));
  const without = mergedRanges([...away, ...moves.map(([from]): Range => [from, from + 1])]);
  const added = [...new Set([...extra.map(dayNumber), ...moves.map(([, to]) => to)])].filter((day) => !regular(day) || isIn(without, day));
  const count = dayCount(days, without, added);
  return { ...count, has: (day) => count.before(day + 1) > count.before(day) };
}
