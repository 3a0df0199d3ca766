/**
 * Timetables of a day with sessions (场): draws with breaks between them, past midnight, on some weekdays and not on days off (休市). Days and
 * draws are counted without gaps, so that the n-th playing day and its day are found from each other without walking.
 */
import type { SessionsSchedule } from './types.ts';
import { DAY_MS } from './time-units.ts';

export const DAY_SECONDS = 86_400;
/** 1970-01-01 was a Thursday, so the Monday of its week is day -3. */
export const FIRST_MONDAY = -3;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

export interface SessionTimetable {
  /** Draws of a playing day. */
  readonly draws: number;
  /** Seconds from the midnight that begins the day to its draw `index`, from 0; past 86,400 where it falls on the next day. */
  secondOf(index: number): number;
  /** Playing days before a day, counted from a day that is the same for every day asked. */
  played(day: number): number;
  /** The n-th playing day by that count, in days since 1970-01-01. */
  dayOf(nth: number): number;
}

const made = new WeakMap<SessionsSchedule, SessionTimetable>();

export function sessionTimetable(schedule: SessionsSchedule): SessionTimetable {
  const known = made.get(schedule);
  if (known) return known;
  const table = make(schedule);
  made.set(schedule, table);
  return table;
}

/** "2026-01-01" → days since 1970-01-01. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

function make({ sessions, days = EVERY_DAY, off = [] }: SessionsSchedule): SessionTimetable {
  const starts: { readonly index: number; readonly second: number; readonly every: number }[] = [];
  let index = 0;
  for (const { first, everySeconds, draws } of sessions) {
    let second = secondsOfDay(first);
    // A session that is written with an earlier time than the one before it is after midnight.
    const before = starts.at(-1);
    if (before && second < before.second) second += DAY_SECONDS;
    starts.push({ index, second, every: everySeconds });
    index += draws;
  }
  const { before: played, dayOf } = dayCount(days, mergedRanges(off.map(({ from, to }) => [dayNumber(from), dayNumber(to) + 1] as const)));

  return {
    draws: index,
    secondOf(at) {
      const start = starts.findLast((each) => each.index <= at) ?? { index: 0, second: 0, every: 0 };
      return start.second + (at - start.index) * start.every;
    },
    played,
    dayOf,
  };
}

/** How many of these weekdays (1 Monday … 7 Sunday) lie before a day, counted from the Monday of the first week of 1970. */
export const weekdaysBefore =
  (days: readonly number[]) =>
  (day: number): number => {
    const week = Math.floor((day - FIRST_MONDAY) / 7);
    const rest = day - FIRST_MONDAY - week * 7;
    return week * days.length + days.filter((each) => each - 1 < rest).length;
  };

export interface DayCount {
  /** Days that count before a day. Days are counted from 1970-01-01. */
  before(day: number): number;
  /** The day of the n-th by that count. */
  dayOf(nth: number): number;
}

/** Counts these weekdays outside `without`, which is in order, and the days of `added` besides. */
export function dayCount(
  days: readonly number[],
  without: readonly (readonly [number, number])[],
  added: readonly number[] = [],
): DayCount {
  const weekdays = weekdaysBefore(days);
  const away = without.reduce((sum, [from, end]) => sum + end - from, 0);
  // Asked hundreds of times for each issue list, so the weekdays in earlier ranges are summed once.
  let sum = 0;
  const ranges = without.map(([from, end]) => {
    const missed = sum - weekdays(from);
    sum = missed + weekdays(end);
    return { from, end, missed };
  });
  const before = (day: number): number => {
    const last = ranges.findLast(({ from }) => from < day);
    return weekdays(day) + added.filter((each) => each < day).length - (last ? last.missed + weekdays(Math.min(day, last.end)) : 0);
  };
  return {
    before,
    dayOf(nth) {
      const about = FIRST_MONDAY + Math.floor((nth * 7) / days.length);
      let low = about - 8 - 7 * added.length;
      let high = about + 8 + 7 * away;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (before(middle + 1) > nth) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}

/** Days off written twice are off once. Ends are not in the ranges. */
export function mergedRanges(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const result: [number, number][] = [];
  for (const [from, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], end);
    else if (end > from) result.push([from, end]);
  }
  return result;
}

/** "08:50:00" → seconds since midnight. */
export function secondsOfDay(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
