/** When a draw of a file was: by what is written, and by the schedule or the issue where only the day, or nothing, is. */
import { drawOfRun, drawsADay, issueAt, secondOfDraw } from '../../engine/descriptions/schedule.ts';
import { clockOffset, instantOnClock, offsetMs } from '../../engine/descriptions/schedule-clock.ts';
import { secondsOfDay } from '../../engine/descriptions/sessions.ts';
import { DAY_MS } from '../../engine/descriptions/time-units.ts';
import type { Schedule } from '../../engine/descriptions/types.ts';
import { weeklyTimetable } from '../../engine/descriptions/weekly.ts';
import type { WrittenDate } from './dates.ts';
import { dayOfIssue, dayStartOf, issueOfDay, readIssue, reckonedSince } from './issues.ts';

/** Unix ms of a draw. A time is in the game's time zone unless it names another. */
export function timeOf(schedule: Schedule, written: WrittenDate | undefined, issue: string): number | undefined {
  if (written === undefined) return timeByIssue(schedule, issue);
  const date = Date.UTC(written.year, written.month - 1, written.day);
  const { seconds, offset } = written;
  const at = dailyTime(schedule);
  // Midnight is how files write a day; a game that draws once a day draws at its own time then.
  if (seconds === undefined || (seconds === 0 && at !== undefined))
    return at === undefined ? timeByIssue(schedule, issue) : instantOnClock(schedule, date + secondsOfDay(at) * 1000);
  const wallMs = date + seconds * 1000;
  return offset === undefined ? instantOnClock(schedule, wallMs) : wallMs - offsetMs(offset);
}

const dailyTime = (schedule: Schedule): string | undefined =>
  schedule.kind === 'weekly' ? schedule.at : schedule.kind === 'interval' && schedule.drawsPerDay === 1 ? schedule.first : undefined;

/** Unix ms of a draw by its issue number. */
function timeByIssue(schedule: Schedule, issue: string): number | undefined {
  if (schedule.kind === 'weekly') {
    const day = dayOfIssue(schedule, issue);
    return day === undefined || reckonedSince(schedule) === 0
      ? undefined
      : instantOnClock(schedule, day + secondsOfDay(schedule.at) * 1000);
  }
  const read = readIssue(schedule.issue, issue);
  if (read === undefined) return undefined;
  const { run, seq, date } = read;
  if (run !== undefined) return drawOfRun(schedule, run);
  if (date === undefined || seq === undefined || seq < 1 || seq > drawsADay(schedule)) return undefined;
  return instantOnClock(schedule, date + secondOfDraw(schedule, seq - 1) * 1000);
}

/** Whether the schedule has a draw then: on that day, for a game of one draw a day. Years before the first known days off are not judged. */
export function isOnSchedule(schedule: Schedule, drawsAt: number): boolean {
  if (schedule.kind !== 'weekly') return issueAt(schedule, drawsAt - 1 - schedule.closeBeforeSeconds * 1000).drawsAt === drawsAt;
  const day = dayStartOf(schedule, drawsAt);
  return new Date(day).getUTCFullYear() < reckonedSince(schedule) || weeklyTimetable(schedule).has(day / DAY_MS);
}

/** The issue of a weekly draw that is on the schedule; undefined where numbers are not known. */
export function numberOfDraw(schedule: Schedule, drawsAt: number): string | undefined {
  return schedule.kind !== 'weekly' || reckonedSince(schedule) === 0 ? undefined : issueOfDay(schedule, dayStartOf(schedule, drawsAt));
}

/** Whether a draw is on the day that its issue number names. The last draws of a day may be after midnight. */
export function isOnItsDay(schedule: Schedule, issue: string, drawsAt: number): boolean {
  const day = schedule.kind === 'weekly' ? undefined : readIssue(schedule.issue, issue)?.date;
  if (schedule.kind === 'weekly' || day === undefined) return true;
  const since = drawsAt + clockOffset(schedule, drawsAt) - day;
  return since >= 0 && since <= Math.max(86_400, secondOfDraw(schedule, drawsADay(schedule) - 1)) * 1000;
}

/** The time of a draw on the game's clock. */
export function writeTime(schedule: Schedule, ms: number): string {
  return new Date(ms - (ms % 1000) + clockOffset(schedule, ms)).toISOString().slice(0, 19).replace('T', ' ');
}
