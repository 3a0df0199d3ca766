/** Issue numbers and days of real draws, from public files: the described calendars give the same for every one of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { issueAt, issuesFrom } from '../../../engine/descriptions/schedule.ts';
import type { WeeklySchedule } from '../../../engine/descriptions/types.ts';
import { gameNamed } from '../rules/support/games.ts';

const DAY = 86_400_000;

/** Between the first and the last issue of a run, every draw day of the game has the next number. */
type Run = readonly [first: string, firstDay: string, last: string, lastDay: string];

const { games } = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/issues/real-issues.json'), 'utf8')) as {
  readonly games: Readonly<Record<string, readonly Run[]>>;
};

const scheduleOf = (code: string) => gameNamed(code).schedule as WeeklySchedule;

/** Every issue of a run with its day, counted on the weekdays of the game and without its calendar. */
function issuesOf([first, firstDay, last, lastDay]: Run, days: readonly number[]): [issue: string, day: string][] {
  const issues: [string, string][] = [[first, firstDay]];
  for (let at = Date.parse(firstDay) + DAY; at <= Date.parse(lastDay); at += DAY)
    if (days.includes(new Date(at).getUTCDay() || 7))
      issues.push([String(Number(first) + issues.length), new Date(at).toISOString().slice(0, 10)]);
  expect(issues.at(-1)).toEqual([last, lastDay]);
  return issues;
}

/** As the file writes it: a game may number its issues with two digits of the year. */
const full = (issue: string) => (issue.length === 5 ? `20${issue}` : issue);

const drawn = (schedule: WeeklySchedule, day: string) => Date.parse(`${day}T${schedule.at}${schedule.utcOffset}`);

function productIssue(schedule: WeeklySchedule, day: string): string | undefined {
  const drawsAt = drawn(schedule, day);
  const issue = issueAt(schedule, drawsAt - schedule.closeBeforeSeconds * 1000 - 1);
  return issue.drawsAt === drawsAt ? full(issue.issue) : undefined;
}

it.each(Object.entries(games))('%s: every real issue has the number and the day of the product', (code, runs) => {
  const schedule = scheduleOf(code);
  const real = runs.flatMap((run) => issuesOf(run, schedule.days));
  expect(real.length).toBeGreaterThan(500);
  expect(
    real.flatMap(([issue, day]) => (productIssue(schedule, day) === issue ? [] : [[issue, day, productIssue(schedule, day)]])),
  ).toEqual([]);
});

it.each(Object.entries(games))('%s: the product has no other draw in those years, but for those that the files lack', (code, runs) => {
  const schedule = scheduleOf(code);
  const known = new Set(runs.flatMap((run) => issuesOf(run, schedule.days)).map(([issue]) => issue));
  const [firstDay, lastDay] = [runs[0]?.[1] ?? '', runs.at(-1)?.[3] ?? ''];
  const from = drawn(schedule, firstDay) - schedule.closeBeforeSeconds * 1000 - 1;
  const planned = issuesFrom(schedule, from, known.size + 10).filter(({ drawsAt }) => drawsAt <= drawn(schedule, lastDay));
  // Draws of July and August 2026 that the files do not have.
  const lacking = planned.map(({ issue }) => full(issue)).filter((issue) => !known.has(issue));
  expect(lacking.filter((issue) => !/^2026(089|174|198|207|208)$/.test(issue))).toEqual([]);
});

it.each(Object.entries(games))('%s: without its calendar the numbers are wrong after the first closure', (code, runs) => {
  const { off: _, extra: __, moved: ___, ...plain } = scheduleOf(code);
  const real = runs.flatMap((run) => issuesOf(run, plain.days));
  const right = real.filter(([issue, day]) => productIssue(plain, day) === issue);
  expect(right.length / real.length).toBeLessThan(0.15);
});
