/** Sessions (场): breaks, midnight, weekdays, days off and running numbers, against a walk from day to day. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { issueAt, issuesBefore, issuesBetween, issuesFrom } from '../../../engine/descriptions/schedule.ts';
import { shortestGapSeconds } from '../../../engine/descriptions/shortest-gap.ts';
import type { SessionsSchedule } from '../../../engine/descriptions/types.ts';
import xyft from '../../../games/xyft.json' with { type: 'json' };
import { familyOf } from '../../support/families.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';

const at = (text: string) => Date.parse(text);
const AIRSHIP = xyft.schedule as SessionsSchedule;

/** Draws of the days from–to (days since 1970 on the game's clock), one after the other; days off and weekdays are looked up. */
function walked({ sessions, days, off = [] }: SessionsSchedule, from: number, to: number): { day: number; seq: number; drawsAt: number }[] {
  const draws: { day: number; seq: number; drawsAt: number }[] = [];
  for (let day = from; day <= to; day++) {
    const date = new Date(day * DAY_MS);
    const name = date.toISOString().slice(0, 10);
    if (days && !days.includes(date.getUTCDay() === 0 ? 7 : date.getUTCDay())) continue;
    if (off.some((range) => range.from <= name && name <= range.to)) continue;
    let seq = 0;
    let midnight = 0;
    let before = '';
    for (const { first, everySeconds, draws: count } of sessions) {
      if (first < before) midnight += DAY_MS;
      before = first;
      for (let index = 0; index < count; index++)
        draws.push({
          day,
          seq: ++seq,
          drawsAt: day * DAY_MS + midnight + at(`1970-01-01T${first}Z`) + index * everySeconds * 1000 - 8 * 3_600_000,
        });
    }
  }
  return draws;
}

/** The fault of 幸运飞艇 with something else in its schedule: codes and places. */
function wrong(change: Partial<SessionsSchedule>): (readonly [string, string])[] {
  const families = new Map([['pk10', familyOf('pk10')]]);
  const text = JSON.stringify({ ...xyft, schedule: { ...AIRSHIP, ...change } });
  const loaded = loadDocument(text, { file: 'xyft.json', kind: 'game', families });
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => [code, pointer] as const);
}

describe('sessions', () => {
  it('a timetable that overlaps itself, days off that end before they begin, and numbers that run without a beginning are refused', () => {
    const night = { first: '13:09:00', everySeconds: 300, draws: 180 };
    expect(wrong({})).toEqual([]);
    expect(wrong({ sessions: [night, { first: '03:00:00', everySeconds: 60, draws: 2 }] })).toEqual([
      ['SCHEDULE_SESSIONS', '/schedule/sessions'],
    ]);
    expect(wrong({ sessions: [{ ...night, draws: 288 }] }), 'the next day begins five minutes later').toEqual([]);
    expect(wrong({ sessions: [{ ...night, draws: 289 }] })).toEqual([['SCHEDULE_SESSIONS', '/schedule/sessions']]);
    expect(wrong({ off: [{ from: '2027-02-12', to: '2027-02-05' }] })).toEqual([['SCHEDULE_OFF', '/schedule/off/0/to']]);
    expect(wrong({ issue: '{run:7}' })).toEqual([['ISSUE_RUN', '/schedule/issue']]);
    expect(wrong({ run: { from: '2026-01-01', number: 1 } })).toEqual([['ISSUE_RUN', '/schedule/issue']]);
    expect(wrong({ issue: '{run:7}', run: { from: '2026-01-01', number: 1 } })).toEqual([]);
    expect(wrong({ issue: '{yyyy}{MM}{dd}{seq:2}' })).toEqual([['ISSUE_SEQ', '/schedule/issue']]);
    expect(wrong({ closeBeforeSeconds: 300 })).toEqual([['SCHEDULE_OVERLAP', '/schedule/closeBeforeSeconds']]);
  });

  it('幸运飞艇 plays from 13:09 to 04:04; what falls after midnight belongs to the day before', () => {
    const [last, first] = issuesFrom(AIRSHIP, at('2026-11-21T04:00:00+08:00'), 2);
    expect(last).toMatchObject({ issue: '20261120180', drawsAt: at('2026-11-21T04:04:00+08:00') });
    expect(first).toEqual({
      issue: '20261121001',
      opensAt: at('2026-11-21T04:03:45+08:00'),
      closesAt: at('2026-11-21T13:08:45+08:00'),
      drawsAt: at('2026-11-21T13:09:00+08:00'),
    });
    expect(issueAt(AIRSHIP, at('2026-12-31T23:59:50+08:00'))).toMatchObject({
      issue: '20261231132',
      drawsAt: at('2027-01-01T00:04:00+08:00'),
    });
  });

  it('no draw has a running number under 1, and the first one is on sale until it comes', () => {
    const schedule: SessionsSchedule = {
      kind: 'sessions',
      utcOffset: '+08:00',
      sessions: [{ first: '13:09:00', everySeconds: 300, draws: 180 }],
      closeBeforeSeconds: 20,
      issue: '{run:4}',
      run: { from: '2026-11-25', number: 3 },
    };
    const before = (time: string, count: number) => issuesBefore(schedule, at(time), count).map(({ issue }) => issue);
    expect(before('2026-11-25T13:20:00+08:00', 300)).toEqual(['0001', '0002', '0003', '0004', '0005']);
    expect(before('2026-11-25T13:20:00+08:00', 2)).toEqual(['0004', '0005']);
    expect(before('2026-11-24T20:00:00+08:00', 300)).toEqual([]);
    const early = at('2026-11-20T12:00:00+08:00');
    expect(issuesFrom(schedule, early, 3).map(({ issue }) => issue)).toEqual(['0001', '0002', '0003']);
    expect(issuesBetween(schedule, early, early + 1).map(({ issue }) => issue)).toEqual(['0001']);
    expect(issueAt(schedule, early)).toMatchObject({ issue: '0001', opensAt: 0, drawsAt: at('2026-11-25T03:59:00+08:00') });
  });

  it('a break, days off and a running number: the issue before them stays on sale until the first draw after', () => {
    const schedule: SessionsSchedule = {
      kind: 'sessions',
      utcOffset: '+08:00',
      sessions: [
        { first: '09:00:00', everySeconds: 600, draws: 3 },
        { first: '21:00:00', everySeconds: 3_600, draws: 2 },
      ],
      off: [{ from: '2027-02-05', to: '2027-02-12' }],
      closeBeforeSeconds: 60,
      issue: '{run:7}',
      run: { from: '2027-02-03', number: 3_200_001 },
    };
    const issues = issuesFrom(schedule, at('2027-02-04T09:00:00+08:00'), 6);
    expect(issues.map(({ issue, drawsAt }) => [issue, new Date(drawsAt + 8 * 3_600_000).toISOString().slice(0, 16)])).toEqual([
      ['3200007', '2027-02-04T09:10'],
      ['3200008', '2027-02-04T09:20'],
      ['3200009', '2027-02-04T21:00'],
      ['3200010', '2027-02-04T22:00'],
      ['3200011', '2027-02-13T09:00'],
      ['3200012', '2027-02-13T09:10'],
    ]);
    expect(issueAt(schedule, at('2027-02-08T12:00:00+08:00')).issue).toBe('3200011');
    expect(shortestGapSeconds(schedule)).toBe(600);
  });

  it('every issue is what a walk from day to day finds, whatever the sessions, weekdays and days off', () => {
    const days = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }), { nil: undefined });
    const date = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
    const off = fc.array(
      fc
        .tuple(fc.integer({ min: 20_640, max: 20_700 }), fc.integer({ min: 0, max: 12 }))
        .map(([from, more]) => ({ from: date(from), to: date(from + more) })),
      { maxLength: 3 },
    );
    const sessions = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 }), fc.boolean())
      .map(([hour, draws, minutes, second]) => {
        const two = (value: number) => String(value).padStart(2, '0');
        const one = { first: `${two(hour)}:07:00`, everySeconds: minutes * 60, draws };
        return second ? [one, { first: `${two((hour + 12) % 24)}:00:30`, everySeconds: 90, draws: 4 }] : [one];
      });
    fc.assert(
      fc.property(
        sessions,
        days,
        off,
        fc.integer({ min: 20_645, max: 20_690 }),
        fc.nat(DAY_MS - 1),
        (sold, weekdays, away, day, within) => {
          const schedule: SessionsSchedule = {
            kind: 'sessions',
            utcOffset: '+08:00',
            sessions: sold,
            ...(weekdays ? { days: weekdays } : {}),
            off: away,
            closeBeforeSeconds: 5,
            issue: '{yyyy}{MM}{dd}{seq:2}',
          };
          const all = walked(schedule, day - 60, day + 200);
          const now = day * DAY_MS + within;
          const next = all.findIndex(({ drawsAt }) => drawsAt - 5_000 > now);
          const name = ({ day: of, seq }: { day: number; seq: number }) => `${date(of).replaceAll('-', '')}${String(seq).padStart(2, '0')}`;
          expect(issuesFrom(schedule, now, 12).map(({ issue, drawsAt }) => [issue, drawsAt])).toEqual(
            all.slice(next, next + 12).map((draw) => [name(draw), draw.drawsAt]),
          );
          const past = all.filter(({ drawsAt }) => drawsAt <= now).slice(-3);
          expect(issuesBefore(schedule, now, 3).map(({ issue }) => issue)).toEqual(past.map(name));
        },
      ),
    );
  });
});
