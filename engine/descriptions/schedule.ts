/**
 * Issues (期) of a game as its description schedules them. Arithmetic on unix ms and the clock of the
 * schedule (schedule-clock.ts). Draws are numbered without gaps (an ordinal), so that an issue and its neighbours are closed forms.
 */
import { dayNumber, secondsOfDay, sessionTimetable } from './sessions.ts';
import { clockOffset, instantOnClock } from './schedule-clock.ts';
import { DAY_MS } from './time-units.ts';
import type { IntervalSchedule, Schedule, SessionsSchedule, WeeklySchedule } from './types.ts';
import { weeklyTimetable } from './weekly.ts';

/** One issue. It is on sale from opensAt up to, not including, closesAt. All unix ms. */
export interface ScheduledIssue {
  readonly issue: string;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly drawsAt: number;
}

/**
 * The issues whose life, from opening to draw, touches the time from `fromMs` to before `toMs`:
 * `opensAt < toMs` and `drawsAt > fromMs`, oldest first. `issuesBetween(s, now, now + 1)` are those alive now.
 */
export function issuesBetween(schedule: Schedule, fromMs: number, toMs: number): ScheduledIssue[] {
  const issues: ScheduledIssue[] = [];
  for (let ordinal = firstDrawAfter(schedule, fromMs); ; ordinal += 1) {
    const issue = issueOf(schedule, ordinal);
    if (issue.opensAt >= toMs) return issues;
    issues.push(issue);
  }
}

/** The one issue that is on sale at `atMs`: sales follow each other without a gap, so there always is exactly one. */
export function issueAt(schedule: Schedule, atMs: number): ScheduledIssue {
  return issueOf(schedule, firstDrawAfter(schedule, atMs + schedule.closeBeforeSeconds * 1000));
}

/** `count` issues in order, beginning with the one that is on sale at `fromMs`. */
export function issuesFrom(schedule: Schedule, fromMs: number, count: number): ScheduledIssue[] {
  const first = firstDrawAfter(schedule, fromMs + schedule.closeBeforeSeconds * 1000);
  return Array.from({ length: count }, (_, index) => issueOf(schedule, first + index));
}

/**
 * The first issue that a schedule which takes the place of another gives, at `atMs`: what is on sale by the old one and has no place in the
 * new one is sold to its end. Undefined where the two agree on the issue on sale and on the next.
 */
export function firstIssueOf(now: Schedule, before: Schedule, atMs: number): ScheduledIssue | undefined {
  const same = (a: ScheduledIssue, b: ScheduledIssue) => a.issue === b.issue && a.closesAt === b.closesAt && a.drawsAt === b.drawsAt;
  const old = issuesFrom(before, atMs, 2) as [ScheduledIssue, ScheduledIssue];
  const planned = issuesFrom(now, atMs, 2) as [ScheduledIssue, ScheduledIssue];
  if (same(old[0], planned[0])) return same(old[1], planned[1]) ? undefined : planned[1];
  // As openIssues has it (server/lottery/draws/open-issues.ts).
  return issueAt(now, Math.max(atMs, old[0].closesAt));
}

/** The last `count` issues drawn at or before `atMs`, oldest first; fewer where running numbers (`run`) begin among them. */
export function issuesBefore(schedule: Schedule, atMs: number, count: number): ScheduledIssue[] {
  const end = firstDrawAfter(schedule, atMs);
  const first = Math.min(end, Math.max(end - count, firstNumbered(schedule)));
  return Array.from({ length: end - first }, (_, index) => issueOf(schedule, first + index));
}

function issueOf(schedule: Schedule, ordinal: number): ScheduledIssue {
  const before = schedule.closeBeforeSeconds * 1000;
  const drawsAt = drawMs(schedule, ordinal);
  // Nothing is sold before the first one, so it waits for its draw like an issue over days off.
  const opensAt = ordinal === firstNumbered(schedule) ? 0 : drawMs(schedule, ordinal - 1) - before;
  return { issue: issueName(schedule, ordinal), opensAt, closesAt: drawsAt - before, drawsAt };
}

/** Ordinal of the first draw strictly after `ms`, of those that have a number. */
function firstDrawAfter(schedule: Schedule, ms: number): number {
  const day = Math.floor((ms + clockOffset(schedule, ms)) / DAY_MS);
  if (schedule.kind === 'sessions') return Math.max(firstOfSessions(schedule, day, ms), firstNumbered(schedule));
  // One day early, because the last draw of a day may fall on the next midnight; then a short walk.
  let ordinal: number;
  if (schedule.kind === 'interval') {
    const seconds = (ms + clockOffset(schedule, ms) - day * DAY_MS) / 1000 - secondsOfDay(schedule.first);
    const passed = Math.min(Math.max(Math.floor(seconds / schedule.everySeconds), -1), schedule.drawsPerDay - 1);
    ordinal = day * schedule.drawsPerDay + passed - 1;
  } else {
    ordinal = weeklyTimetable(schedule).before(day) - 1;
  }
  while (drawMs(schedule, ordinal) > ms) ordinal -= 1;
  while (drawMs(schedule, ordinal) <= ms) ordinal += 1;
  return ordinal;
}

/** By halves: a day may have more draws than one wants to walk over. */
function firstOfSessions(schedule: SessionsSchedule, day: number, ms: number): number {
  const { draws, played } = sessionTimetable(schedule);
  // Draws of a day are over before the midnight that ends the next one.
  let before = played(day - 1) * draws - 1;
  let after = played(day + 1) * draws;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (drawMs(schedule, middle) > ms) after = middle;
    else before = middle;
  }
  return after;
}

function drawMs(schedule: Schedule, ordinal: number): number {
  const day = dayOf(schedule, ordinal);
  const seconds = schedule.kind === 'weekly' ? secondsOfDay(schedule.at) : secondOfDraw(schedule, indexInDay(schedule, ordinal));
  return instantOnClock(schedule, day * DAY_MS + seconds * 1000);
}

/** Seconds from the beginning of its day to the draw with this index in it, from 0. */
export function secondOfDraw(schedule: IntervalSchedule | SessionsSchedule, index: number): number {
  if (schedule.kind === 'sessions') return sessionTimetable(schedule).secondOf(index);
  return secondsOfDay(schedule.first) + index * schedule.everySeconds;
}

/** Draws of a day; what a weekly schedule reports as such, 1 where it reports nothing. */
export function drawsADay(schedule: Schedule): number {
  return schedule.kind === 'sessions' ? sessionTimetable(schedule).draws : (schedule.drawsPerDay ?? 1);
}

/** Unix ms of the draw with a running number; undefined where numbers do not run. */
export function drawOfRun(schedule: Schedule, number: number): number | undefined {
  if (schedule.kind !== 'sessions' || !schedule.run) return undefined;
  return drawMs(schedule, number - schedule.run.number + firstOfRun(schedule, schedule.run));
}

/** Ordinal of the first draw that has a number from 1 up (from 0 where `run` says 0); without running numbers, every draw has one. */
function firstNumbered(schedule: Schedule): number {
  if (schedule.kind !== 'sessions' || !schedule.run) return -Infinity;
  return firstOfRun(schedule, schedule.run) - Math.max(schedule.run.number - 1, 0);
}

function firstOfRun(schedule: SessionsSchedule, { from }: NonNullable<SessionsSchedule['run']>): number {
  const { draws, played } = sessionTimetable(schedule);
  return played(dayNumber(from)) * draws;
}

/** The local day that a draw belongs to, in days since 1970-01-01. A draw at 24:00 belongs to the day that it ends. */
function dayOf(schedule: Schedule, ordinal: number): number {
  if (schedule.kind === 'interval') return Math.floor(ordinal / schedule.drawsPerDay);
  if (schedule.kind === 'sessions') return sessionTimetable(schedule).dayOf(Math.floor(ordinal / sessionTimetable(schedule).draws));
  return weeklyTimetable(schedule).dayOf(ordinal);
}

function indexInDay(schedule: IntervalSchedule | SessionsSchedule, ordinal: number): number {
  const draws = drawsADay(schedule);
  return ordinal - Math.floor(ordinal / draws) * draws;
}

/** Number of a weekly draw in its year, from 1: how many draws the year has had up to it. */
function indexInYear(schedule: WeeklySchedule, year: number, ordinal: number): number {
  return ordinal - weeklyTimetable(schedule).before(Date.UTC(year, 0, 1) / DAY_MS) + 1;
}

function issueName(schedule: Schedule, ordinal: number): string {
  const { year, month, day } = dateOf(dayOf(schedule, ordinal));
  const seq = schedule.kind === 'weekly' ? indexInYear(schedule, year, ordinal) : indexInDay(schedule, ordinal) + 1;
  const run = schedule.kind === 'sessions' && schedule.run ? schedule.run.number + ordinal - firstOfRun(schedule, schedule.run) : 0;
  return formatIssue(schedule.issue, { year, month, day, seq, run });
}

/** Fills {yyyy} {yy} {MM} {dd} {seq:n} {run:n}. Anything else in braces stays as it is: the loader has refused it before. */
export function formatIssue(format: string, parts: { year: number; month: number; day: number; seq: number; run?: number }): string {
  return format.replace(/\{(yyyy|yy|MM|dd|(?:seq|run):(\d+))\}/g, (_, name: string, width?: string) => {
    if (name === 'yyyy') return String(parts.year).padStart(4, '0');
    if (name === 'yy') return String(parts.year % 100).padStart(2, '0');
    if (name === 'MM') return String(parts.month).padStart(2, '0');
    if (name === 'dd') return String(parts.day).padStart(2, '0');
    return String(name.startsWith('run') ? (parts.run ?? 0) : parts.seq).padStart(Number(width), '0');
  });
}

function dateOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
