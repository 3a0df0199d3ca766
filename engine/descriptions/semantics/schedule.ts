/** Schedules: draws fit in their day, sales do not overlap, and no issue number comes twice. */
import { checkDays, drawsOn } from '../calendars.ts';
import { asciiMark } from '../fix-suggestions.ts';
import { drawsADay } from '../schedule.ts';
import { clockOffset } from '../schedule-clock.ts';
import { shortestGapSeconds } from '../shortest-gap.ts';
import { secondsOfDay } from '../sessions.ts';
import type { Schedule, SessionsSchedule, WeeklySchedule } from '../types.ts';
import type { ReportFinding } from './report.ts';

const DAY_SECONDS = 86_400;
/** A weekday comes at most 53 times in a year. */
const WEEKS = 53;

export function checkSchedule(add: ReportFinding, schedule: Schedule, pointer: string): void {
  if (schedule.kind === 'interval') {
    const last = secondsOfDay(schedule.first) + (schedule.drawsPerDay - 1) * schedule.everySeconds;
    // A draw at 24:00 exactly still belongs to the day that it ends.
    if (last > DAY_SECONDS) add('SCHEDULE_DAY', `${pointer}/drawsPerDay`, { last: clock(last) });
  }
  if (schedule.kind === 'sessions' && !checkSessions(add, schedule, pointer)) return;
  if (schedule.kind === 'weekly' && !(checkClock(add, schedule, pointer) && checkOwnDays(add, schedule, pointer))) return;
  const gap = shortestGapSeconds(schedule);
  // Draws that reach into the next day have no gap there, which is reported above.
  if (schedule.closeBeforeSeconds >= gap && gap >= 0)
    add('SCHEDULE_OVERLAP', `${pointer}/closeBeforeSeconds`, { close: schedule.closeBeforeSeconds, gap });
  checkIssue(add, schedule, `${pointer}/issue`);
}

/** False when the timetable makes no sense, so that its consequences are not reported. */
function checkSessions(add: ReportFinding, schedule: SessionsSchedule, pointer: string): boolean {
  const good = checkOff(add, schedule, pointer);
  if (shortestGapSeconds(schedule) > 0) return good;
  add('SCHEDULE_SESSIONS', `${pointer}/sessions`, {});
  return false;
}

function checkOff(add: ReportFinding, { off = [] }: Pick<SessionsSchedule | WeeklySchedule, 'off'>, pointer: string): boolean {
  let good = true;
  for (const [at, { from, to }] of off.entries())
    if (to < from) {
      add('SCHEDULE_OFF', `${pointer}/off/${at}/to`, { from, to });
      good = false;
    }
  return good;
}

/** A weekly game has one clock: an offset from UTC, or the clock of a place that this platform knows. */
function checkClock(add: ReportFinding, { utcOffset, timeZone }: WeeklySchedule, pointer: string): boolean {
  if (utcOffset === undefined && timeZone === undefined) add('SHAPE_MISSING', pointer, { property: 'utcOffset' });
  else if (utcOffset !== undefined && timeZone !== undefined) add('SCHEDULE_CLOCK', `${pointer}/utcOffset`, { zone: timeZone });
  else if (timeZone !== undefined && !isTimeZone(timeZone)) add('TIME_ZONE', `${pointer}/timeZone`, { zone: timeZone });
  else return true;
  return false;
}

/** Whether the platform has the time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    clockOffset({ timeZone }, 0);
    return true;
  } catch {
    return false;
  }
}

/** Days off, extra draws and moved ones of a weekly game itself; those of its calendar are checked with the calendar. */
function checkOwnDays(add: ReportFinding, schedule: WeeklySchedule, pointer: string): boolean {
  if (!checkOff(add, schedule, pointer)) return false;
  const { extra = [], moved = [] } = schedule;
  checkDays(add, extra, moved, (list, at) => `${pointer}/${list}/${at}`);
  for (const [at, { from }] of moved.entries())
    if (!drawsOn(schedule, from)) add('SCHEDULE_MOVED', `${pointer}/moved/${at}/from`, { day: from });
  return true;
}

function checkIssue(add: ReportFinding, schedule: Schedule, pointer: string): void {
  const fields: readonly string[] = schedule.issue.match(/\{[^{}]*\}|[{}]/g) ?? [];
  const unknown = fields.find((field) => !/^\{(yyyy|yy|MM|dd|(seq|run):[1-9])\}$/.test(field));
  if (unknown !== undefined) {
    add('ISSUE_FIELD', pointer, { field: unknown });
    return;
  }
  const odd = /[^A-Za-z0-9-]/u.exec(fields.reduce((text, field) => text.replace(field, ''), schedule.issue))?.[0];
  if (odd !== undefined) {
    add('ISSUE_TEXT', pointer, { text: odd, guess: asciiMark(odd) ?? '' });
    return;
  }
  const running = fields.some((field) => field.startsWith('{run'));
  const numbered = schedule.kind === 'sessions' && schedule.run !== undefined;
  if (running !== numbered) {
    add('ISSUE_RUN', pointer, {});
    return;
  }
  if (running) return;
  const sequence = fields.find((field) => field.startsWith('{seq'));
  const missing: string[] = [];
  if (!fields.some((field) => field.startsWith('{yy'))) missing.push('{yyyy}');
  if (schedule.kind !== 'weekly') missing.push(...['{MM}', '{dd}'].filter((field) => !fields.includes(field)));
  if (sequence === undefined) missing.push('{seq:n}');
  if (missing.length > 0) add('ISSUE_REPEATS', pointer, { missing: missing.join(' ') });
  if (sequence === undefined) return;
  const count = schedule.kind === 'weekly' ? schedule.days.length * WEEKS + mostExtra(schedule) : drawsADay(schedule);
  const width = Number(sequence.slice(5, -1));
  const needed = String(count).length;
  const period = schedule.kind === 'weekly' ? '年|year' : '天|day';
  if (width < needed) add('ISSUE_SEQ', pointer, { width, count, needed, period });
}

/** The most extra draws of a year that the game itself has. */
function mostExtra({ extra = [] }: WeeklySchedule): number {
  const years = new Map<string, number>();
  for (const day of extra) years.set(day.slice(0, 4), (years.get(day.slice(0, 4)) ?? 0) + 1);
  return Math.max(0, ...years.values());
}

function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
