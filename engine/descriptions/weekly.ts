/**
 * The days on which a weekly schedule draws: its weekdays without days off (休市), with extra draws and moved ones. Draw days are counted without
 * gaps, so that the n-th draw and its day are found from each other without a walk over years.
 */
import { dayNumber, FIRST_MONDAY, mergedRanges, weekdaysBefore } from './sessions.ts';
import type { WeeklySchedule } from './types.ts';

export interface WeeklyTimetable {
  /** Draws before a day, counted from a day that is the same for every day asked. Days are counted from 1970-01-01. */
  before(day: number): number;
  /** The day of the n-th draw by that count. */
  dayOf(nth: number): number;
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

/** Weekdays on which no day falls twice: an extra draw counts once, on a weekday of the schedule too. */
function make({ days, off = [], extra = [], moved = [] }: WeeklySchedule): WeeklyTimetable {
  const weekdays = weekdaysBefore(days);
  const regular = (day: number): boolean => weekdays(day + 1) > weekdays(day);
  const away = mergedRanges(off.map(({ from, to }) => [dayNumber(from), dayNumber(to) + 1] as const));
  const isAway = (day: number): boolean => {
    const range = away[upper(away, day, ([from]) => from) - 1];
    return range !== undefined && day < range[1];
  };
  // A calendar moves the draws of all its games: one that does not draw on that day, or is closed then, has nothing to move.
  const moves = moved
    .map(({ from, to }) => ({ from: dayNumber(from), to: dayNumber(to) }))
    .filter(({ from }) => regular(from) && !isAway(from));
  const without = mergedRanges([...away, ...moves.map(({ from }) => [from, from + 1] as const)]);
  const outside = (day: number): boolean => {
    const range = without[upper(without, day, ([from]) => from) - 1];
    return range === undefined || day >= range[1];
  };
  const added = [...new Set([...extra.map(dayNumber), ...moves.map(({ to }) => to)])]
    .filter((day) => !(regular(day) && outside(day)))
    .sort((a, b) => a - b);

  /** Weekdays in the ranges before each of them. */
  const missed = [0];
  for (const [from, end] of without) missed.push((missed.at(-1) ?? 0) + weekdays(end) - weekdays(from));
  const before = (day: number): number => {
    const passed = upper(without, day, ([from]) => from);
    const last = without[passed - 1];
    const off = last === undefined ? 0 : (missed[passed - 1] ?? 0) + weekdays(Math.min(day, last[1])) - weekdays(last[0]);
    return weekdays(day) - off + upper(added, day - 1, (each) => each);
  };
  const daysAway = without.reduce((sum, [from, end]) => sum + end - from, 0);
  return {
    before,
    has: (day) => before(day + 1) > before(day),
    dayOf(nth) {
      const about = FIRST_MONDAY + Math.floor((nth * 7) / days.length);
      let low = about - 8 - 7 * added.length;
      let high = about + 8 + 7 * daysAway;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (before(middle + 1) > nth) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}

/** How many items of an ascending list are at or before a value. */
function upper<T>(list: readonly T[], value: number, of: (item: T) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(list[middle] as T) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
