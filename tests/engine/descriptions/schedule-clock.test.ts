/** Weekly draws by the clock of a place: daylight saving, the hour that is left out and the hour that comes twice. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadGame } from '../../../engine/descriptions/load.ts';
import { instantOf, wallClock } from '../../../engine/descriptions/periods.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import { issueAt, issuesBetween, issuesFrom } from '../../../engine/descriptions/schedule.ts';
import { clockOffset, instantOnClock } from '../../../engine/descriptions/schedule-clock.ts';
import { isTimeZone } from '../../../engine/descriptions/semantics/schedule.ts';
import type { Game, GameDescription, WeeklySchedule } from '../../../engine/descriptions/types.ts';
import { compiledGame } from '../../../engine/rules/index.ts';
import { changesBetween, writeSchedule } from '../../../engine/rules/version-changes.ts';
import { numberRules } from '../../../server/content/number-rules.ts';
import { gameNamed } from '../rules/support/games.ts';

const PARIS = { timeZone: 'Europe/Paris' };
const HOUR_MS = 3_600_000;
const utc = (text: string): number => Date.parse(`${text}Z`);
/** Tuesday and Friday at 21:00 in Paris, as EuroMillions. */
const EVENING: WeeklySchedule = {
  kind: 'weekly',
  ...PARIS,
  days: [2, 5],
  at: '21:00:00',
  closeBeforeSeconds: 1_800,
  issue: '{yyyy}{seq:3}',
};
const atNight = (at: string, days: readonly number[] = [7]): WeeklySchedule => ({ ...EVENING, days: [...days], at });
const draws = (schedule: WeeklySchedule, from: string, to: string) =>
  issuesBetween(schedule, utc(from), utc(to)).map(({ issue, drawsAt }) => `${issue} ${new Date(drawsAt).toISOString().slice(0, 16)}`);

describe('the clock of a place', () => {
  it.each([
    ['Europe/Paris', '2027-01-15T12:00', 1],
    ['Europe/Paris', '2027-07-15T12:00', 2],
    ['America/New_York', '2027-01-15T12:00', -5],
    ['America/New_York', '2027-07-15T12:00', -4],
    ['Australia/Lord_Howe', '2027-01-15T12:00', 11],
    ['Australia/Lord_Howe', '2027-07-15T12:00', 10.5],
    ['Asia/Kolkata', '2027-01-15T12:00', 5.5],
    ['Asia/Shanghai', '1988-07-15T12:00', 9],
  ])('%s at %s is UTC%d', (timeZone, at, hours) => {
    expect(clockOffset({ timeZone }, utc(at)) / HOUR_MS).toBe(hours);
  });

  it('changes to the second: Paris on 2027-03-28 at 01:00 UTC and on 2027-10-31 at 01:00 UTC', () => {
    expect([-1_000, 0].map((more) => clockOffset(PARIS, utc('2027-03-28T01:00') + more) / HOUR_MS)).toEqual([1, 2]);
    expect([-1_000, 0].map((more) => clockOffset(PARIS, utc('2027-10-31T01:00') + more) / HOUR_MS)).toEqual([2, 1]);
  });

  it('a time that does not exist is as much later, a time that comes twice is the first', () => {
    const at = (wall: string) => new Date(instantOnClock(PARIS, utc(wall))).toISOString().slice(0, 16);
    expect(at('2027-03-28T01:59')).toBe('2027-03-28T00:59');
    expect(at('2027-03-28T02:30')).toBe('2027-03-28T01:30');
    expect(at('2027-03-28T03:00')).toBe('2027-03-28T01:00');
    expect(at('2027-10-31T01:59')).toBe('2027-10-30T23:59');
    expect(at('2027-10-31T02:30')).toBe('2027-10-31T00:30');
    expect(at('2027-10-31T03:00')).toBe('2027-10-31T02:00');
  });

  it('every hour of two years goes there and back', () => {
    for (let instant = utc('2026-01-01T00:00'); instant < utc('2028-01-01T00:00'); instant += HOUR_MS) {
      const back = instantOf(wallClock(instant, PARIS), PARIS);
      // The second of two equal hours goes back to the first.
      expect([0, HOUR_MS]).toContain(instant - back);
      expect(wallClock(back, PARIS)).toBe(wallClock(instant, PARIS));
    }
  });

  it('names are those of the platform', () => {
    expect(['Europe/Paris', 'Asia/Hong_Kong', 'Europe/Pariss', 'Mars/Olympus'].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});

describe('weekly draws', () => {
  it('are at the same time of day in winter and in summer, without a gap in their numbers', () => {
    expect(draws(EVENING, '2027-03-22T00:00', '2027-04-02T00:00')).toEqual([
      '2027024 2027-03-23T20:00',
      '2027025 2027-03-26T20:00',
      '2027026 2027-03-30T19:00',
      '2027027 2027-04-02T19:00',
    ]);
    expect(draws(EVENING, '2027-10-28T00:00', '2027-11-02T00:00')).toEqual(['2027087 2027-10-29T19:00', '2027088 2027-11-02T20:00']);
    expect(issuesFrom(EVENING, utc('2027-01-01T00:00'), 104).at(-1)?.issue).toBe('2027104');
  });

  it('each issue is on sale from the close of the one before, over a change of the clock too', () => {
    const issues = issuesFrom(EVENING, utc('2027-01-01T00:00'), 200);
    for (const [at, { opensAt, closesAt, drawsAt }] of issues.entries()) {
      if (at > 0) expect(opensAt).toBe(issues[at - 1]?.closesAt);
      expect(drawsAt - closesAt).toBe(1_800_000);
      expect(issueAt(EVENING, closesAt - 1)).toEqual(issues[at]);
      if (at + 1 < issues.length) expect(issueAt(EVENING, closesAt)).toEqual(issues[at + 1]);
    }
  });

  it('a draw in the hour that is left out is an hour later, one in the hour that comes twice is the first', () => {
    expect(draws(atNight('02:30:00'), '2027-03-25T00:00', '2027-03-28T03:00')[0]).toBe('2027013 2027-03-28T01:30');
    expect(draws(atNight('02:30:00'), '2027-10-30T00:00', '2027-10-31T03:00')[0]).toBe('2027044 2027-10-31T00:30');
  });

  it('a draw at midnight belongs to the new day of the place', () => {
    expect(draws({ ...atNight('00:00:00', [1]), timeZone: 'America/New_York' }, '2027-07-04T00:00', '2027-07-06T00:00')[0]).toBe(
      '2027027 2027-07-05T04:00',
    );
  });
});

describe('a file', () => {
  const file = JSON.parse(readFileSync('games/pl5.json', 'utf8')) as GameDescription;
  const { calendar: _, ...weekly } = file.schedule as WeeklySchedule & { calendar?: string };
  const codes = (change: object) => {
    const schedule = Object.fromEntries(Object.entries({ ...weekly, ...change }).filter(([, value]) => value !== undefined));
    const loaded = loadGame(JSON.stringify({ ...file, schedule }), { file: 'pl5.json' });
    return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
  };

  it.each([
    [{ utcOffset: undefined, timeZone: 'Europe/Paris' }, []],
    [{ timeZone: 'Europe/Paris' }, ['SCHEDULE_CLOCK /schedule/utcOffset']],
    [{ utcOffset: undefined }, ['SHAPE_MISSING /schedule']],
    [{ utcOffset: undefined, timeZone: 'Europe/Pariss' }, ['TIME_ZONE /schedule/timeZone']],
    [{ utcOffset: undefined, timeZone: 'EST' }, ['SHAPE_PATTERN /schedule/timeZone']],
    [{ utcOffset: undefined, timeZone: '+01:00' }, ['SHAPE_PATTERN /schedule/timeZone']],
  ])('%j', (change, expected) => {
    expect(codes(change)).toEqual(expected);
  });

  it('is written in words with its place, for operators and players', () => {
    const game: Game = { ...gameNamed('pl5'), schedule: { ...EVENING, drawsPerDay: 1 } };
    expect(writeSchedule(game.schedule)).toBe('周二、五 21:00:00 (Europe/Paris)');
    const before: Game = { ...game, schedule: { ...EVENING, timeZone: 'Europe/London' } };
    expect(changesBetween(compiledGame(before), compiledGame(game)).map(({ text }) => text)[0]).toBe(
      '开奖时间：周二、五 21:00:00 (Europe/London) → 周二、五 21:00:00 (Europe/Paris)',
    );
    const texts = numberRules(game, utc('2027-07-02T19:00'), []).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
    expect(texts[0]).toContain('每周二、五 中欧时间 21:00 开奖');
  });

  it('dated prizes change at midnight of the place', () => {
    const [play] = gameNamed('pl5').playGroups.flatMap(({ plays }) => plays);
    const prize = { plays: [play?.code ?? ''], tier: play?.prizes[0]?.tier ?? '', fen: 123 };
    const { calendar: _calendar, ...rest } = file.schedule as WeeklySchedule & { calendar?: string; utcOffset?: string };
    const { utcOffset: _offset, ...schedule } = rest;
    const game = resolveGame({
      ...file,
      schedule: { ...schedule, ...PARIS } as GameDescription['schedule'],
      datedPrizes: [{ from: '2027-07-01T00:00:00', prizes: [prize] }],
    });
    const fen = (at: string) => compiledGame(game, utc(at)).play(play?.code ?? '')?.play.prizes[0];
    expect(fen('2027-06-30T21:59')).not.toMatchObject({ fen: 123 });
    expect(fen('2027-06-30T22:00')).toMatchObject({ fen: 123 });
  });
});
