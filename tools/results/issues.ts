/** Issue numbers as files write them, in the form of the game; and the draws that a numbered list lacks. */
import { formatIssue } from '../../engine/descriptions/schedule.ts';
import { clockOffset } from '../../engine/descriptions/schedule-clock.ts';
import { DAY_MS } from '../../engine/descriptions/time-units.ts';
import type { Schedule, WeeklySchedule } from '../../engine/descriptions/types.ts';
import { weeklyTimetable } from '../../engine/descriptions/weekly.ts';
import { halfWidth } from './cells.ts';

export interface ReadIssue {
  readonly year: number | undefined;
  readonly run: number | undefined;
  readonly seq: number | undefined;
  /** The day, as unix ms of its midnight in UTC. */
  readonly date: number | undefined;
}

interface IssueForm {
  readonly fields: readonly string[];
  readonly width: number;
  readonly pattern: RegExp;
}

const forms = new Map<string, IssueForm>();

function formOf(format: string): IssueForm {
  const known = forms.get(format);
  if (known !== undefined) return known;
  const fields: string[] = [];
  let width = 0;
  const pattern = format
    .split(/(\{[^}]*\})/)
    .map((part) => {
      const match = /^\{(?:(yyyy)|(yy|MM|dd)|(?:seq|run):(\d+))\}$/.exec(part);
      if (match === null) return part.replace(/[^A-Za-z0-9]/g, '\\$&');
      const name = part.slice(1, -1).replace(/:.*/, '');
      fields.push(name);
      if (match[3] !== undefined) width = Number(match[3]);
      return `(\\d{${match[3] ?? part.length - 2}})`;
    })
    .join('');
  const form = { fields, width, pattern: new RegExp(`^${pattern}$`) };
  forms.set(format, form);
  return form;
}

export function dayMs(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const back = new Date(ms);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? ms : undefined;
}

/** Reads an issue number; undefined if it does not have the schedule's format. */
export function readIssue(format: string, issue: string): ReadIssue | undefined {
  const { fields, pattern } = formOf(format);
  const match = pattern.exec(issue);
  if (match === null) return undefined;
  const value = (name: string): number | undefined => (fields.includes(name) ? Number(match[fields.indexOf(name) + 1]) : undefined);
  const [run, seq] = [value('run'), value('seq')];
  const short = value('yy');
  const year = value('yyyy') ?? (short === undefined ? undefined : 2000 + short);
  const [month, day] = [value('MM'), value('dd')];
  if (year === undefined || month === undefined || day === undefined) return { year, run, seq, date: undefined };
  const date = dayMs(year, month, day);
  // The schedule must format this day and number to the same text.
  const written = date !== undefined && (run !== undefined || formatIssue(format, { year, month, day, seq: seq ?? 0 }) === issue);
  return written ? { year, run, seq, date } : undefined;
}

/** Digits of an issue without what is written around them: 第2124回, 26096期, 2026-096. */
const bare = (text: string): string =>
  halfWidth(text)
    .trim()
    .replace(/^第\s*/, '')
    .replace(/\s*[期回号].*$/, '')
    .trim();

/** A game has fewer draws a year than this, so a longer number is no number of a year. */
const MOST_OF_A_YEAR = 400;

/**
 * The issue in the form of a game's schedule; undefined when it cannot be brought to it. `dated` is the year of the draw where it is known:
 * 3001 is the first draw of 2003 beside a date of 2003, and a running number beside another.
 */
export function gameIssue(schedule: Schedule, text: string, dated: number | undefined): string | undefined {
  const plain = bare(text);
  const { fields, width } = formOf(schedule.issue);
  if (fields.includes('run') && fields.length === 1 && /^\d+$/.test(plain)) return plain.padStart(width, '0');
  if (fields.includes('MM')) return dailyIssue(schedule.issue, plain, width);
  if (!fields.includes('seq') || !(fields.includes('yyyy') || fields.includes('yy')))
    return readIssue(schedule.issue, plain) === undefined ? undefined : plain;
  const found = yearAndNumber(plain, width, dated);
  if (found === undefined) return undefined;
  return formatIssue(schedule.issue, { year: found.year, month: 1, day: 1, seq: found.seq });
}

const DAILY = [/^(\d{4})[-/]?(\d{2})[-/]?(\d{2})[-/ ]?(\d{1,6})$/, /^(\d{2})[-/]?(\d{2})[-/]?(\d{2})[-/ ]?(\d{1,6})$/];

function dailyIssue(format: string, plain: string, width: number): string | undefined {
  if (readIssue(format, plain) !== undefined) return plain;
  for (const pattern of DAILY) {
    const [, year = '', month, day, number = ''] = pattern.exec(plain) ?? [];
    if (number === '' || number.length > width) continue;
    const full = year.length === 2 ? 2000 + Number(year) : Number(year);
    const issue = formatIssue(format, { year: full, month: Number(month), day: Number(day), seq: Number(number) });
    if (full < 2100 && readIssue(format, issue) !== undefined) return issue;
  }
  return undefined;
}

function yearAndNumber(plain: string, width: number, dated: number | undefined): { year: number; seq: number } | undefined {
  const divided = /^(\d{4}|\d{2})[-/. ](\d{1,4})$/.exec(plain) ?? /^(\d{4})(\d{1,3})[A-Z]$/.exec(plain);
  const digits = /^\d+$/.test(plain) ? plain : undefined;
  const year = divided?.[1] ?? digits?.slice(0, -width);
  const seq = Number(divided?.[2] ?? digits?.slice(-width));
  // A number of the year 2003 loses its zeros in a spreadsheet: 03001 is 3001 there.
  if (year === undefined || year === '' || year.length === 3 || year.length > 4 || !(seq >= 1 && seq < MOST_OF_A_YEAR)) return undefined;
  const full = year.length === 4 ? Number(year) : century(Number(year), dated);
  return (dated !== undefined && full !== dated) || full < 1900 || full > 2100 ? undefined : { year: full, seq };
}

const century = (short: number, dated: number | undefined): number => {
  if (dated !== undefined && dated % 100 === short) return dated;
  return short < 70 ? 2000 + short : 1900 + short;
};

/** The first year from which the numbers of a weekly schedule are known: that of its first day off. Every year where it has none. */
export function reckonedSince({ off = [] }: WeeklySchedule): number {
  return off.length === 0 ? 0 : Number(off.reduce((least, { from }) => (from < least ? from : least), '9999').slice(0, 4));
}

/** The day of a weekly draw by its number in the year, as unix ms of its midnight in UTC. */
export function dayOfIssue(schedule: WeeklySchedule, issue: string): number | undefined {
  const { year, seq } = readIssue(schedule.issue, issue) ?? {};
  if (year === undefined || seq === undefined || year < reckonedSince(schedule)) return undefined;
  const table = weeklyTimetable(schedule);
  const day = table.dayOf(table.before(Date.UTC(year, 0, 1) / DAY_MS) + seq - 1);
  return new Date(day * DAY_MS).getUTCFullYear() === year ? day * DAY_MS : undefined;
}

/** The number of a weekly draw by its day; undefined on days without a draw and in years whose days off are not known. */
export function issueOfDay(schedule: WeeklySchedule, dayStart: number): string | undefined {
  const table = weeklyTimetable(schedule);
  const day = dayStart / DAY_MS;
  const date = new Date(dayStart);
  const year = date.getUTCFullYear();
  if (year < reckonedSince(schedule) || !table.has(day)) return undefined;
  const seq = table.before(day) - table.before(Date.UTC(year, 0, 1) / DAY_MS) + 1;
  return formatIssue(schedule.issue, { year, month: date.getUTCMonth() + 1, day: date.getUTCDate(), seq });
}

/** Midnight in UTC of the day, on the schedule's clock, that an instant is in. */
export const dayStartOf = (schedule: Schedule, ms: number): number => {
  const local = ms + clockOffset(schedule, ms);
  return local - (((local % DAY_MS) + DAY_MS) % DAY_MS);
};

/**
 * The issues of a weekly game that are missing between the first and the last of a list. The end of a year is known in years whose days off
 * are; before them only gaps within the year are.
 */
export function missingIssues(schedule: Schedule, issues: Iterable<string>): string[] {
  if (schedule.kind !== 'weekly') return [];
  const years = new Map<number, Set<number>>();
  for (const issue of issues) {
    const { year, seq } = readIssue(schedule.issue, issue) ?? {};
    if (year === undefined || seq === undefined) continue;
    const numbers = years.get(year) ?? new Set<number>();
    years.set(year, numbers.add(seq));
  }
  const sorted = [...years.keys()].toSorted((a, b) => a - b);
  return sorted.flatMap((year, index) => {
    const numbers = years.get(year) as Set<number>;
    const first = index === 0 ? Math.min(...numbers) : 1;
    const last = index === sorted.length - 1 ? Math.max(...numbers) : Math.max(drawsOfYear(schedule, year) ?? 0, ...numbers);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
      .filter((seq) => !numbers.has(seq))
      .map((seq) => formatIssue(schedule.issue, { year, month: 1, day: 1, seq }));
  });
}

function drawsOfYear(schedule: WeeklySchedule, year: number): number | undefined {
  if (year < reckonedSince(schedule)) return undefined;
  const table = weeklyTimetable(schedule);
  return table.before(Date.UTC(year + 1, 0, 1) / DAY_MS) - table.before(Date.UTC(year, 0, 1) / DAY_MS);
}
