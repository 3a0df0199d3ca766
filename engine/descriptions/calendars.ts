/** Calendars of days off (休市), extra and moved draws, and the schedule of a game with those of its calendar. */
import type { CalendarDescription } from './generated/calendar.ts';
import type { Finding } from './problem.ts';
import { unknownNameDetails, type ReportFinding, collectFindings } from './semantics/report.ts';
import type { Schedule, WeeklySchedule } from './types.ts';
import { weeklyTimetable } from './weekly.ts';
import { DAY_MS } from './time-units.ts';

export type { CalendarDescription } from './generated/calendar.ts';

/** Calendars by code; null for one whose file is there but refused. */
export type Calendars = ReadonlyMap<string, CalendarDescription | null>;

/** From this month of a year on, a calendar must reach the end of the next: a chase of a hundred daily issues sells them by then. */
const FROM_MONTH = 9;

/** The schedule with the days of its calendar. It names none any more: what it says is all that counts. */
export function scheduleWithCalendar(schedule: Schedule, calendar: CalendarDescription | undefined): Schedule {
  if (schedule.kind !== 'weekly' || schedule.calendar === undefined) return schedule;
  if (calendar === undefined) throw new Error(`a schedule goes by calendar ${schedule.calendar}, which is not given`);
  const { calendar: _, off: ownOff = [], extra: ownExtra = [], moved: ownMoved = [], ...rest } = schedule;
  const off = [...calendar.closures.map(({ from, to }) => ({ from, to })), ...ownOff];
  const extra = [...(calendar.extra ?? []).map(({ day }) => day), ...ownExtra];
  const moved = [...(calendar.moved ?? []).map(({ from, to }) => ({ from, to })), ...ownMoved];
  return {
    ...rest,
    ...(off.length === 0 ? {} : { off }),
    ...(extra.length === 0 ? {} : { extra }),
    ...(moved.length === 0 ? {} : { moved }),
  };
}

/** What a calendar says that cannot be meant. */
export function calendarFindings({ closures, extra = [], moved = [], until }: CalendarDescription): Finding[] {
  return collectFindings((add) => {
    for (const [at, { from, to }] of closures.entries()) {
      if (to < from) add('SCHEDULE_OFF', `/closures/${at}/to`, { from, to });
      const before = closures.slice(0, at).find((each) => each.from <= to && from <= each.to);
      if (before !== undefined) add('CALENDAR_OVERLAP', `/closures/${at}/from`, { from, to, name: before.name });
      if (to > until) add('CALENDAR_UNTIL', '/until', { until, day: to });
    }
    const closed = (day: string) => closures.find(({ from, to }) => from <= day && day <= to);
    const open = (day: string, pointer: string) => {
      const closure = closed(day);
      if (closure !== undefined) add('CALENDAR_CLOSED', pointer, { day, name: closure.name });
    };
    for (const [at, { day }] of extra.entries()) open(day, `/extra/${at}/day`);
    for (const [at, { to }] of moved.entries()) open(to, `/moved/${at}/to`);
    checkDays(
      add,
      extra.map(({ day }) => day),
      moved,
      (list, at) => (list === 'extra' ? `/extra/${at}/day` : `/moved/${at}`),
    );
  });
}

/** Days that are written twice. */
export function checkDays(
  add: ReportFinding,
  extra: readonly string[],
  moved: readonly { readonly from: string; readonly to: string }[],
  pointerAt: (list: 'extra' | 'moved', at: number) => string,
): void {
  const drawn = new Set<string>();
  for (const [at, day] of extra.entries()) {
    if (drawn.has(day)) add('DUPLICATE', pointerAt('extra', at), { name: day, what: '开奖日|draw days' });
    drawn.add(day);
  }
  const left = new Set<string>();
  for (const [at, { from, to }] of moved.entries()) {
    if (left.has(from)) add('DUPLICATE', `${pointerAt('moved', at)}/from`, { name: from, what: '开奖日|draw days' });
    if (drawn.has(to)) add('DUPLICATE', `${pointerAt('moved', at)}/to`, { name: to, what: '开奖日|draw days' });
    left.add(from);
    drawn.add(to);
  }
}

/** The calendar of a game: it is there, and the game's own days fit it. */
export function gameCalendarFindings(schedule: Schedule, calendars: Calendars): Finding[] {
  if (schedule.kind !== 'weekly' || schedule.calendar === undefined) return [];
  const name = schedule.calendar;
  const calendar = calendars.get(name);
  return collectFindings((add) => {
    if (calendar === undefined) add('CALENDAR_UNKNOWN', '/schedule/calendar', unknownNameDetails(name, calendars.keys()));
    else if (calendar === null) add('CALENDAR_BROKEN', '/schedule/calendar', { name });
    else {
      const open = (day: string, pointer: string) => {
        const closure = calendar.closures.find(({ from, to }) => from <= day && day <= to);
        if (closure !== undefined) add('CALENDAR_CLOSED', pointer, { day, name: closure.name });
      };
      for (const [at, day] of (schedule.extra ?? []).entries()) open(day, `/schedule/extra/${at}`);
      for (const [at, { to }] of (schedule.moved ?? []).entries()) open(to, `/schedule/moved/${at}/to`);
    }
  });
}

/** Whether a weekly schedule draws on a day by its own weekdays and days off alone. */
export function drawsOn(schedule: WeeklySchedule, day: string): boolean {
  const { extra: _, moved: __, ...regular } = schedule;
  return weeklyTimetable(regular).has(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

/** Not wrong, and soon missed: closures after `until` are not known. Undefined while the calendar reaches far enough at `atMs`. */
export function calendarWarning({ until }: Pick<CalendarDescription, 'until'>, atMs: number): Finding | undefined {
  const now = new Date(atMs);
  const year = now.getUTCFullYear() + (now.getUTCMonth() >= FROM_MONTH ? 1 : 0);
  return until < `${year}-12-31` ? { code: 'CALENDAR_ENDS', pointer: '/until', details: { until, year } } : undefined;
}
