import type { Game } from '../../descriptions/types.ts';

/** Digits that each date placeholder of an issue pattern becomes. */
const DATE_DIGITS: Readonly<Record<string, number>> = { yyyy: 4, yy: 2, MM: 2, dd: 2 };
/** Fewer digits than these say too little alone. */
const LEAST_DIGITS = 3;

/**
 * The part of an issue number that changes within a day: "0135" of "202611300135". The whole number where the pattern of the game does not
 * begin with a date, and where the issue is not of that pattern (an imported draw).
 */
export function shortIssue({ schedule }: Pick<Game, 'schedule'>, issue: string): string {
  const [, date = '', digits] = /^((?:\{(?:yyyy|yy|MM|dd)\})*\{dd\})\{seq:(\d+)\}$/.exec(schedule.issue ?? '') ?? [];
  const rest = Number(digits ?? 0);
  const prefix = [...date.matchAll(/\{(\w+)\}/g)].reduce((sum, [, name = '']) => sum + (DATE_DIGITS[name] ?? 0), 0);
  return rest >= LEAST_DIGITS && issue.length === prefix + rest ? issue.slice(prefix) : issue;
}
