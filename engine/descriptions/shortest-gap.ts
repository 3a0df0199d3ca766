/** The shortest time between two draws of a schedule, for the checks of descriptions and results. Phones do not load this file. */
import { DAY_SECONDS, sessionTimetable } from './sessions.ts';
import type { Schedule } from './types.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

/** Shortest time between two draws that follow each other, in seconds; the close must fit into it. 0 or less where sessions overlap. */
export function shortestGapSeconds(schedule: Schedule): number {
  if (schedule.kind === 'sessions') {
    const { draws, secondOf } = sessionTimetable(schedule);
    const overnight = shortestDays(schedule.days ?? EVERY_DAY) * DAY_SECONDS + secondOf(0) - secondOf(draws - 1);
    return Array.from({ length: draws - 1 }, (_, at) => secondOf(at + 1) - secondOf(at)).reduce((a, b) => Math.min(a, b), overnight);
  }
  if (schedule.kind === 'interval') {
    const overnight = DAY_SECONDS - (schedule.drawsPerDay - 1) * schedule.everySeconds;
    return schedule.drawsPerDay === 1 ? DAY_SECONDS : Math.min(schedule.everySeconds, overnight);
  }
  // An extra draw may be on the day before or after another one.
  if (schedule.extra?.length || schedule.moved?.length) return DAY_SECONDS;
  return shortestDays(schedule.days) * DAY_SECONDS;
}

/** Fewest days from one of these weekdays (1 Monday … 7 Sunday) to the next. */
function shortestDays(weekdays: readonly number[]): number {
  const days = weekdays.toSorted((a, b) => a - b);
  return Math.min(...days.map((day, at) => (at === 0 ? day + 7 - (days.at(-1) ?? day) : day - (days[at - 1] ?? day))));
}
