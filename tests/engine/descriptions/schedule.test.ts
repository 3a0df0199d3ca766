import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { issueAt, issuesBefore, issuesBetween, issuesFrom } from '../../../engine/descriptions/schedule.ts';
import { shortestGapSeconds } from '../../../engine/descriptions/shortest-gap.ts';
import type { IntervalSchedule, Schedule, WeeklySchedule } from '../../../engine/descriptions/types.ts';

const MINUTE: IntervalSchedule = {
  kind: 'interval',
  utcOffset: '+08:00',
  first: '00:01:00',
  everySeconds: 60,
  drawsPerDay: 1440,
  closeBeforeSeconds: 5,
  issue: '{yyyy}{MM}{dd}{seq:4}',
};
const DICE: IntervalSchedule = {
  kind: 'interval',
  utcOffset: '+08:00',
  first: '08:50:00',
  everySeconds: 1200,
  drawsPerDay: 41,
  closeBeforeSeconds: 60,
  issue: '{yy}{MM}{dd}{seq:3}',
};
const WEEKLY: WeeklySchedule = {
  kind: 'weekly',
  utcOffset: '+08:00',
  days: [2, 4, 7],
  at: '21:15:00',
  closeBeforeSeconds: 4500,
  issue: '{yyyy}{seq:3}',
};
const at = (text: string) => Date.parse(text);

describe('interval schedules', () => {
  it('the draw at 24:00 belongs to the day that it ends, and the next day begins at 1', () => {
    const [last, first] = issuesFrom(MINUTE, at('2026-11-20T23:59:30+08:00'), 2);
    expect(last).toEqual({
      issue: '202611201440',
      opensAt: at('2026-11-20T23:58:55+08:00'),
      closesAt: at('2026-11-20T23:59:55+08:00'),
      drawsAt: at('2026-11-21T00:00:00+08:00'),
    });
    expect(first).toMatchObject({ issue: '202611210001', opensAt: last?.closesAt, drawsAt: at('2026-11-21T00:01:00+08:00') });
  });

  it("the first issue of a day opens when the previous day's last one closes", () => {
    const night = issueAt(DICE, at('2026-11-21T03:00:00+08:00'));
    expect(night).toEqual({
      issue: '261121001',
      opensAt: at('2026-11-20T22:09:00+08:00'),
      closesAt: at('2026-11-21T08:49:00+08:00'),
      drawsAt: at('2026-11-21T08:50:00+08:00'),
    });
    expect(issueAt(DICE, at('2026-11-20T22:08:59.999+08:00')).issue).toBe('261120041');
    expect(issueAt(DICE, at('2026-11-20T22:09:00+08:00')).issue).toBe('261121001');
  });

  it('the year turns at local midnight, not at that of UTC', () => {
    expect(issueAt(MINUTE, at('2026-12-31T15:59:00Z')).issue).toBe('202612311440');
    expect(issueAt(MINUTE, at('2026-12-31T16:00:00Z')).issue).toBe('202701010001');
    expect(issueAt({ ...MINUTE, utcOffset: '-05:30' }, at('2027-01-01T05:29:30Z')).issue).toBe('202612311440');
  });

  it('gives every issue alive in a time, the one waiting for its draw included', () => {
    const issues = issuesBetween(MINUTE, at('2026-11-21T10:00:57+08:00'), at('2026-11-21T10:02:00+08:00')).map(({ issue }) => issue);
    expect(issues).toEqual(['202611210601', '202611210602', '202611210603']);
    expect(issuesBetween(MINUTE, at('2026-02-28T00:00:00+08:00'), at('2026-03-01T00:00:00+08:00'))).toHaveLength(1441);
  });

  it('knows the issues drawn before a moment, oldest first', () => {
    expect(issuesBefore(DICE, at('2026-11-21T08:50:00+08:00'), 2).map(({ issue }) => issue)).toEqual(['261120041', '261121001']);
    expect(issuesBefore(DICE, at('2026-11-21T08:49:59.999+08:00'), 1).map(({ issue }) => issue)).toEqual(['261120041']);
  });
});

describe('weekly schedules', () => {
  it('count the draws of the year', () => {
    // 2026 begins on a Thursday, which is a draw day.
    expect(issueAt(WEEKLY, at('2026-01-01T00:00:00+08:00'))).toMatchObject({ issue: '2026001', drawsAt: at('2026-01-01T21:15:00+08:00') });
    expect(issueAt(WEEKLY, at('2026-01-01T20:00:00+08:00')).issue).toBe('2026002');
    const last = issuesBefore(WEEKLY, at('2026-12-31T23:00:00+08:00'), 1)[0];
    expect(last).toMatchObject({ issue: '2026157', drawsAt: at('2026-12-31T21:15:00+08:00') });
    expect(issueAt(WEEKLY, at('2026-12-31T23:00:00+08:00'))).toMatchObject({ issue: '2027001', drawsAt: at('2027-01-03T21:15:00+08:00') });
  });

  it('take their days in any order', () => {
    const shuffled = { ...WEEKLY, days: [7, 2, 4] };
    expect(issuesFrom(shuffled, at('2026-11-21T00:00:00+08:00'), 7)).toEqual(issuesFrom(WEEKLY, at('2026-11-21T00:00:00+08:00'), 7));
  });
});

describe('weekly schedules with days off, extra and moved draws', () => {
  const days = (schedule: WeeklySchedule, from: string, count: number) =>
    issuesFrom(schedule, at(`${from}T00:00:00+08:00`), count).map(
      ({ issue, drawsAt }) => `${issue} ${new Date(drawsAt + 8 * 3_600_000).toISOString().slice(5, 10)}`,
    );

  it('do not count a closed day, and what is on sale before it is sold until the draw after it', () => {
    const schedule = { ...WEEKLY, off: [{ from: '2026-02-14', to: '2026-02-23' }] };
    expect(days(schedule, '2026-02-10', 3)).toEqual(['2026018 02-10', '2026019 02-12', '2026020 02-24']);
    expect(issueAt(schedule, at('2026-02-18T12:00:00+08:00'))).toEqual({
      issue: '2026020',
      opensAt: at('2026-02-12T20:00:00+08:00'),
      closesAt: at('2026-02-24T20:00:00+08:00'),
      drawsAt: at('2026-02-24T21:15:00+08:00'),
    });
  });

  it('count an extra draw, and one that was moved on the day on which it is', () => {
    expect(days({ ...WEEKLY, extra: ['2026-01-02'] }, '2026-01-01', 3)).toEqual(['2026001 01-01', '2026002 01-02', '2026003 01-04']);
    expect(days({ ...WEEKLY, moved: [{ from: '2026-01-04', to: '2026-01-05' }] }, '2026-01-01', 3)).toEqual([
      '2026001 01-01',
      '2026002 01-05',
      '2026003 01-06',
    ]);
  });

  it('draw once on a day that is named twice, and in a closure only what is extra there', () => {
    const schedule = {
      ...WEEKLY,
      off: [{ from: '2026-01-03', to: '2026-01-09' }],
      extra: ['2026-01-01', '2026-01-08'],
      moved: [{ from: '2026-01-06', to: '2026-01-10' }],
    };
    expect(days(schedule, '2026-01-01', 3)).toEqual(['2026001 01-01', '2026002 01-08', '2026003 01-11']);
  });

  it('are the same as a count day by day', () => {
    const off = [
      { from: '2026-01-10', to: '2026-01-20' },
      { from: '2026-01-15', to: '2026-01-25' },
      { from: '2026-12-30', to: '2027-01-03' },
    ];
    const schedule = { ...WEEKLY, off, extra: ['2026-03-02', '2026-03-04'], moved: [{ from: '2026-05-05', to: '2026-05-04' }] };
    const walked: string[] = [];
    for (let each = Date.UTC(2026, 0, 1); each < Date.UTC(2027, 0, 1); each += 86_400_000) {
      const date = new Date(each).toISOString().slice(0, 10);
      const weekday = new Date(each).getUTCDay() || 7;
      const regular = WEEKLY.days.includes(weekday) && !off.some(({ from, to }) => from <= date && date <= to) && date !== '2026-05-05';
      if (regular || schedule.extra.includes(date) || date === '2026-05-04') walked.push(date);
    }
    const planned = issuesBetween(schedule, at('2026-01-01T00:00:00+08:00'), at('2026-12-29T23:00:00+08:00'));
    expect(planned.map(({ issue, drawsAt }) => [issue, new Date(drawsAt + 8 * 3_600_000).toISOString().slice(0, 10)])).toEqual([
      ...walked.map((date, index) => [`2026${String(index + 1).padStart(3, '0')}`, date]),
      // On sale over the turn of the year.
      ['2027001', '2027-01-05'],
    ]);
  });
});

describe('laws', () => {
  const offset = fc.constantFrom('+08:00', '-05:30', '+00:00', '+14:00', '-12:00');
  const two = (value: number) => String(value).padStart(2, '0');
  const time = fc.nat(86_399).map((s) => `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`);
  const iso = (each: number) => new Date(each * 86_400_000).toISOString().slice(0, 10);
  // Near each other, so that they meet.
  const day = fc.integer({ min: 20_000, max: 20_400 });
  const schedules: fc.Arbitrary<Schedule> = fc.oneof(
    fc
      .record({
        utcOffset: offset,
        first: time,
        everySeconds: fc.integer({ min: 10, max: 7200 }),
        drawsPerDay: fc.integer({ min: 1, max: 12 }),
      })
      .map((some) => ({
        ...some,
        kind: 'interval' as const,
        closeBeforeSeconds: 5,
        issue: '{yyyy}{MM}{dd}{seq:4}',
      })),
    fc
      .record({
        utcOffset: offset,
        at: time,
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        off: fc.array(
          fc.tuple(day, fc.nat(40)).map(([from, length]) => ({ from: iso(from), to: iso(from + length) })),
          { maxLength: 6 },
        ),
        extra: fc.uniqueArray(day.map(iso), { maxLength: 6 }),
        moved: fc.array(
          fc.tuple(day, fc.integer({ min: -9, max: 9 })).map(([from, by]) => ({ from: iso(from), to: iso(from + by) })),
          { maxLength: 6 },
        ),
      })
      .map((some) => ({ ...some, kind: 'weekly' as const, closeBeforeSeconds: 5, issue: '{yyyy}{seq:3}' })),
  );
  const moment = fc.integer({ min: Date.UTC(1999, 0, 1), max: Date.UTC(2060, 0, 1) });

  it('sales follow each other without a gap, and every issue has a number of its own', () => {
    fc.assert(
      fc.property(schedules, moment, (schedule, from) => {
        fc.pre(shortestGapSeconds(schedule) > 5);
        const issues = issuesFrom(schedule, from, 400);
        expect(new Set(issues.map(({ issue }) => issue)).size).toBe(400);
        for (const [index, issue] of issues.entries()) {
          expect(issue.closesAt).toBe(issue.drawsAt - 5000);
          expect(issue.opensAt).toBeLessThan(issue.closesAt);
          if (index > 0) expect(issue.opensAt).toBe(issues[index - 1]?.closesAt);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the issue at a moment is on sale then, and is the first of those from it', () => {
    fc.assert(
      fc.property(schedules, moment, (schedule, ms) => {
        fc.pre(shortestGapSeconds(schedule) > 5);
        const issue = issueAt(schedule, ms);
        expect(issue.opensAt <= ms && ms < issue.closesAt).toBe(true);
        expect(issuesFrom(schedule, ms, 1)[0]).toEqual(issue);
        expect(issuesBetween(schedule, ms, ms + 1)).toContainEqual(issue);
        const past = issuesBefore(schedule, ms, 3);
        expect(past.every(({ drawsAt }) => drawsAt <= ms)).toBe(true);
        expect(issuesFrom(schedule, (past[2]?.closesAt ?? 0) - 1, 1)[0]).toEqual(past[2]);
      }),
      { numRuns: 300 },
    );
  });
});
