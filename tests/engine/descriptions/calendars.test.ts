/** Calendars: the checks of a file, the schedule that a game gets from its calendar, and the warning before a calendar ends. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CalendarDescription, calendarWarning, gameCalendarFindings } from '../../../engine/descriptions/calendars.ts';
import { loadCalendar, loadGame } from '../../../engine/descriptions/load.ts';
import { calendarOf, resolveGame } from '../../../engine/descriptions/resolve.ts';
import type { GameDescription, WeeklySchedule } from '../../../engine/descriptions/types.ts';

const read = <T>(path: string): T => JSON.parse(readFileSync(join(import.meta.dirname, '../../../games', path), 'utf8')) as T;
const FUCAI = read<CalendarDescription>('calendars/fucai.json');
const SSQ = read<GameDescription>('ssq.json');

/** The problems of a changed calendar of 福彩, as codes and places. */
function wrong(change: Partial<CalendarDescription>): string[] {
  const loaded = loadCalendar(JSON.stringify({ ...FUCAI, ...change }), { file: 'fucai.json' });
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
}

const closure = (from: string, to: string) => ({ name: '休市', from, to, source: '测试' });
const schedule = (change: Partial<WeeklySchedule>): WeeklySchedule => ({ ...(SSQ.schedule as WeeklySchedule), ...change });

describe('a calendar', () => {
  it('is refused for a closure that ends before it begins, for overlapping closures, and for a closure after its end', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ closures: [closure('2026-02-14', '2026-02-13')] })).toEqual(['SCHEDULE_OFF /closures/0/to']);
    expect(wrong({ closures: [closure('2026-02-14', '2026-02-14')] })).toEqual([]);
    expect(wrong({ closures: [closure('2026-02-14', '2026-02-23'), closure('2026-02-23', '2026-02-25')] })).toEqual([
      'CALENDAR_OVERLAP /closures/1/from',
    ]);
    expect(wrong({ closures: [closure('2026-12-30', '2027-01-02')] })).toEqual(['CALENDAR_UNTIL /until']);
  });

  it('is refused for an extra or moved draw on a closed day, and for two draws on one day', () => {
    const day = (text: string) => ({ day: text, source: '测试' });
    expect(wrong({ extra: [day('2026-10-05'), day('2026-10-04')] })).toEqual(['CALENDAR_CLOSED /extra/1/day']);
    expect(wrong({ moved: [{ from: '2026-09-30', to: '2026-10-01', source: '测试' }] })).toEqual(['CALENDAR_CLOSED /moved/0/to']);
    expect(wrong({ extra: [day('2026-05-05'), day('2026-05-05')] })).toEqual(['DUPLICATE /extra/1/day']);
    expect(
      wrong({
        moved: [
          { from: '2026-05-05', to: '2026-05-06', source: '测试' },
          { from: '2026-05-07', to: '2026-05-06', source: '测试' },
        ],
      }),
    ).toEqual(['DUPLICATE /moved/1/to']);
  });

  it('gives a warning if it ends before the end of the year, and from October on if it ends before the end of the next year', () => {
    const at = (text: string) => calendarWarning({ until: '2026-12-31' }, Date.parse(text))?.details;
    expect(at('2026-09-30T12:00:00Z')).toBeUndefined();
    expect(at('2026-10-01T12:00:00Z')).toEqual({ until: '2026-12-31', year: 2027 });
    expect(at('2027-03-01T12:00:00Z')).toEqual({ until: '2026-12-31', year: 2027 });
    expect(calendarWarning({ until: '2026-09-29' }, Date.parse('2026-01-01T12:00:00Z'))).toMatchObject({ code: 'CALENDAR_ENDS' });
  });
});

describe('a game with a calendar', () => {
  it('gets the days of the calendar into its schedule, beside its own days, and the resolved schedule names no calendar', () => {
    const calendar = { ...FUCAI, closures: [closure('2026-02-14', '2026-02-23')], extra: [{ day: '2026-05-04', source: '测试' }] };
    const game = resolveGame({ ...SSQ, schedule: schedule({ off: [{ from: '2026-06-01', to: '2026-06-02' }] }) }, undefined, calendar);
    expect(calendarOf(SSQ)).toBe('fucai');
    expect(game.schedule).toMatchObject({
      off: [
        { from: '2026-02-14', to: '2026-02-23' },
        { from: '2026-06-01', to: '2026-06-02' },
      ],
      extra: ['2026-05-04'],
    });
    expect(game.schedule).not.toHaveProperty('calendar');
    expect(() => resolveGame(SSQ)).toThrow(/calendar fucai/);
  });

  it('is refused if its calendar does not exist or is refused, and for its own draws on closed days of the calendar', () => {
    const findings = (of: WeeklySchedule, calendars = new Map<string, CalendarDescription | null>([['fucai', FUCAI]])) =>
      gameCalendarFindings(of, calendars).map(({ code, pointer }) => `${code} ${pointer}`);
    expect(findings(schedule({}))).toEqual([]);
    expect(findings(schedule({ calendar: 'nothing' }))).toEqual(['CALENDAR_UNKNOWN /schedule/calendar']);
    expect(findings(schedule({}), new Map([['fucai', null]]))).toEqual(['CALENDAR_BROKEN /schedule/calendar']);
    expect(findings(schedule({ extra: ['2026-10-01'], moved: [{ from: '2026-09-29', to: '2026-10-02' }] }))).toEqual([
      'CALENDAR_CLOSED /schedule/extra/0',
      'CALENDAR_CLOSED /schedule/moved/0/to',
    ]);
  });

  it('is refused for days off that end before they begin, for moving a draw that does not exist, and for two draws on one day', () => {
    const of = (change: Partial<WeeklySchedule>) => {
      const loaded = loadGame(JSON.stringify({ ...SSQ, schedule: schedule(change) }), { file: 'ssq.json' });
      return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
    };
    expect(of({ off: [{ from: '2026-06-02', to: '2026-06-01' }] })).toEqual(['SCHEDULE_OFF /schedule/off/0/to']);
    expect(of({ moved: [{ from: '2026-12-02', to: '2026-12-04' }] })).toEqual(['SCHEDULE_MOVED /schedule/moved/0/from']);
    expect(of({ moved: [{ from: '2026-12-03', to: '2026-12-04' }], extra: ['2026-12-04'] })).toEqual(['DUPLICATE /schedule/moved/0/to']);
    expect(of({ moved: [{ from: '2026-12-03', to: '2026-12-04' }], extra: ['2026-12-07'] })).toEqual([]);
  });
});
