/**
 * Issues that a changed calendar moves. An issue keeps its number, its seed and its bets, and is drawn when the new schedule draws this number:
 * of a new closure (休市) the issues in it and those after it are drawn later, of an extra draw (加开) those after it earlier.
 */
import { issuesFrom, type ScheduledIssue } from '../../../engine/descriptions/schedule.ts';
import { clockOffset } from '../../../engine/descriptions/schedule-clock.ts';
import { DAY_MS } from '../../../engine/descriptions/time-units.ts';
import type { Schedule } from '../../../engine/descriptions/types.ts';

/** An issue that is open and not closed. */
export interface OpenIssue {
  readonly issue: string;
  readonly opens_at: number;
  readonly closes_at: number;
  readonly draws_at: number;
}

interface MovedIssue {
  readonly issue: string;
  readonly to: ScheduledIssue;
}

/** Issues that the plan goes beyond those that are open: so many days may have been added before the last of them. */
const BEYOND = 16;

/**
 * The issues that are moved, in the order in which they can be: no two are drawn at one time meanwhile. Nothing is moved where the numbers of
 * the open issues are not those of the schedule, as after another way of counting: then their draws decide (openIssues). An issue that has
 * begun is only moved to a later time, because players count on the time that they saw.
 */
export function movedIssues(schedule: Schedule, open: readonly OpenIssue[], now: number): readonly MovedIssue[] {
  if (schedule.kind !== 'weekly' || open.length === 0) return [];
  const rows = open.toSorted((a, b) => a.draws_at - b.draws_at);
  const plans = issuesFrom(schedule, now, rows.length + BEYOND);
  const at = rows.findIndex((row) => !plans.some((plan) => isNamed(row.issue, plan) && plan.drawsAt === row.draws_at));
  const first = rows[at];
  if (first === undefined) return [];
  // The first issue is moved if its day has no draw any more, and not for another time of day.
  const dayOf = (ms: number) => Math.floor((ms + clockOffset(schedule, ms)) / DAY_MS);
  if (at === 0 && plans.some((plan) => dayOf(plan.drawsAt) === dayOf(first.draws_at))) return [];
  // The number that follows the last one that is in order belongs to the draw that follows it.
  const before = rows[at - 1]?.draws_at ?? first.draws_at;
  const next = plans.find((plan) => plan.drawsAt > before);
  if (next === undefined || !isNamed(first.issue, next)) return [];
  const moved = rows.slice(at).flatMap((row) => {
    const to = plans.find((plan) => isNamed(row.issue, plan));
    const begun = row.opens_at <= now;
    return to === undefined || to.drawsAt === row.draws_at || (begun && to.drawsAt < row.draws_at) ? [] : [{ row, issue: row.issue, to }];
  });
  const later = moved.filter(({ row, to }) => to.drawsAt > row.draws_at).reverse();
  const earlier = moved.filter(({ row, to }) => to.drawsAt < row.draws_at);
  return [...later, ...earlier].map(({ issue, to }) => ({ issue, to }));
}

/** By the schedule's name or by one that was free (free_issue_name). */
export function isNamed(issue: string, plan: ScheduledIssue): boolean {
  return issue === plan.issue || issue.startsWith(`${plan.issue}-`);
}
