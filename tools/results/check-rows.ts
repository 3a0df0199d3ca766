/** Checks the rows of a results file against the game: issue numbers, times, drawn numbers and duplicates. */
import { drawOfRun, drawsADay, formatIssue, issueAt, secondOfDraw } from '../../engine/descriptions/schedule.ts';
import { clockOffset, instantOnClock, offsetMs } from '../../engine/descriptions/schedule-clock.ts';
import { secondsOfDay } from '../../engine/descriptions/sessions.ts';
import type { Draw, Game, Schedule } from '../../engine/descriptions/types.ts';
import { explain, type Language, validateDraw } from '../../engine/rules/index.ts';
import type { LocatedText, RowProblem, ResultRow } from './read.ts';

export interface PastDraw {
  readonly issue: string;
  /** Unix ms. */
  readonly drawsAt: number;
  readonly numbers: Draw['numbers'];
  readonly row: ResultRow;
}

export interface CheckedRows {
  readonly draws: PastDraw[];
  readonly mistakes: RowProblem[];
  /** Draws at times that the present schedule does not have. They may be correct, because the schedule may have been different then. */
  readonly offSchedule: RowProblem[];
}

/** `now`: unix ms of the game clock. A later draw is an error. */
export function checkRows(game: Game, rows: readonly ResultRow[], now: number, language: Language): CheckedRows {
  const offSchedule: RowProblem[] = [];
  const mistakes: RowProblem[] = [];
  const draws: PastDraw[] = [];
  const issues = new Map<string, number>();
  const times = new Map<number, number>();
  for (const row of rows) {
    const before = mistakes.length;
    const issue = row.issue?.text.trim() ?? '';
    const issuePlace = row.issue?.at ?? row.at;
    if (!/^[A-Za-z0-9-]{1,32}$/.test(issue)) mistakes.push({ at: issuePlace, code: 'RESULT_ISSUE', params: { found: issue.slice(0, 40) } });
    else if (issues.has(issue))
      mistakes.push({ at: issuePlace, code: 'RESULT_ISSUE_TWICE', params: { issue, line: issues.get(issue) as number } });
    else issues.set(issue, row.at.line);

    const drawsAt = timeOf(game.schedule, row.time, issue);
    if (drawsAt === undefined)
      mistakes.push(
        row.time === undefined || row.time.text.trim() === ''
          ? { at: issuePlace, code: 'RESULT_TIME_MISSING', params: { issue: issue.slice(0, 40) } }
          : { at: row.time.at, code: 'RESULT_TIME', params: { found: row.time.text.trim().slice(0, 40) } },
      );
    else if (!isOnItsDay(game.schedule, issue, drawsAt))
      mistakes.push({
        at: row.time?.at ?? issuePlace,
        code: 'RESULT_TIME_ISSUE',
        params: { found: writeTime(game.schedule, drawsAt), issue },
      });
    else if (drawsAt > now)
      mistakes.push({ at: row.time?.at ?? issuePlace, code: 'RESULT_FUTURE', params: { found: writeTime(game.schedule, drawsAt) } });
    else if (times.has(drawsAt))
      mistakes.push({ at: row.time?.at ?? issuePlace, code: 'RESULT_TIME_TWICE', params: { line: times.get(drawsAt) as number } });
    else times.set(drawsAt, row.at.line);

    const checked = validateDraw(
      game,
      { numbers: Object.fromEntries([...row.zones].map(([id, { values }]) => [id, values.map(({ value }) => value)])) },
      { language },
    );
    if (!checked.ok)
      for (const error of checked.errors) {
        const [, , zone = '', index] = error.pointer.split('/');
        const found = row.zones.get(zone);
        const value = found?.values[Number(index ?? -1)];
        mistakes.push({
          at: value?.at ?? found?.at ?? row.at,
          code: 'RESULT_NUMBERS',
          params: { detail: wordAmongNumbers(game, zone, value?.value, language) ?? error.message },
        });
      }
    if (!checked.ok || drawsAt === undefined || mistakes.length > before) continue;
    draws.push({ issue, drawsAt, numbers: checked.value.numbers, row });
    if (!isOnSchedule(game.schedule, drawsAt))
      offSchedule.push({
        at: row.time?.at ?? issuePlace,
        code: 'RESULT_TIME_OFF',
        params: { found: writeTime(game.schedule, drawsAt), issue },
      });
    else {
      const wanted = numberOfDraw(game.schedule, drawsAt);
      if (wanted !== undefined && wanted !== issue)
        offSchedule.push({
          at: issuePlace,
          code: 'RESULT_ISSUE_OFF',
          params: { issue, found: writeTime(game.schedule, drawsAt).slice(0, 10), wanted },
        });
    }
  }
  return { draws, mistakes, offSchedule };
}

/** Whether the issue on sale just before the close is drawn at this instant. */
function isOnSchedule(schedule: Schedule, drawsAt: number): boolean {
  return issueAt(schedule, drawsAt - 1 - schedule.closeBeforeSeconds * 1000).drawsAt === drawsAt;
}

/** The issue of a weekly draw that is on the schedule; undefined in years before its first days off, when numbers are not known. */
function numberOfDraw(schedule: Schedule, drawsAt: number): string | undefined {
  if (schedule.kind !== 'weekly') return undefined;
  const since = (schedule.off ?? []).reduce((least, { from }) => (from < least ? from : least), '9999').slice(0, 4);
  if (writeTime(schedule, drawsAt).slice(0, 4) < since) return undefined;
  return issueAt(schedule, drawsAt - 1 - schedule.closeBeforeSeconds * 1000).issue;
}

/** Whether a draw is on the day that its issue number names. The last draws of a day may be after midnight. */
function isOnItsDay(schedule: Schedule, issue: string, drawsAt: number): boolean {
  const day = schedule.kind === 'weekly' ? undefined : readIssue(schedule.issue, issue)?.date;
  if (schedule.kind === 'weekly' || day === undefined) return true;
  const since = drawsAt + clockOffset(schedule, drawsAt) - day;
  return since >= 0 && since <= Math.max(86_400, secondOfDraw(schedule, drawsADay(schedule) - 1)) * 1000;
}

/** The error for a word in place of a number: in a text file it is a wrong number, not a wrong type. */
function wordAmongNumbers(game: Game, zoneId: string, value: unknown, language: Language): string | undefined {
  const zone = game.draw.zones.find(({ id }) => id === zoneId);
  if (zone === undefined || typeof value !== 'string') return undefined;
  return explain({ code: 'DRAW_NUMBER', params: { zone: zone.label, value, from: zone.from, to: zone.to } }, language);
}

const WRITTEN = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Unix ms of a draw. A time is in the game's time zone unless it names another. Without a time of day the schedule or the issue number gives it. */
function timeOf(schedule: Schedule, time: LocatedText | undefined, issue: string): number | undefined {
  const text = time?.text.trim() ?? '';
  if (text === '') return timeByIssue(schedule, issue);
  const match = WRITTEN.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hours, minutes, seconds, zone] = match;
  const date = dayMs(Number(year), Number(month), Number(day));
  if (date === undefined) return undefined;
  const instant = (wallMs: number): number =>
    zone === undefined ? instantOnClock(schedule, wallMs) : wallMs - offsetMs(zone === 'Z' ? '+00:00' : zone);
  if (hours === undefined) {
    const at =
      schedule.kind === 'weekly' ? schedule.at : schedule.kind === 'interval' && schedule.drawsPerDay === 1 ? schedule.first : undefined;
    return at === undefined ? timeByIssue(schedule, issue) : instant(date + secondsOfDay(at) * 1000);
  }
  // 24:00:00 ends a day, as schedules write it.
  const inDay = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return Number(minutes) > 59 || Number(seconds ?? 0) > 59 || inDay > 86_400 ? undefined : instant(date + inDay * 1000);
}

function dayMs(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  const back = new Date(ms);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? ms : undefined;
}

interface ReadIssue {
  readonly run: number | undefined;
  readonly seq: number | undefined;
  /** The day, as unix ms of its midnight in UTC. */
  readonly date: number | undefined;
}

/** Reads an issue number; undefined if it does not have the schedule's format. */
function readIssue(format: string, issue: string): ReadIssue | undefined {
  const fields: string[] = [];
  const pattern = format
    .split(/(\{[^}]*\})/)
    .map((part) => {
      const width = /^\{(?:(yyyy)|(yy|MM|dd)|(?:seq|run):(\d+))\}$/.exec(part);
      if (width === null) return part.replace(/[^A-Za-z0-9]/g, '\\$&');
      fields.push(part.slice(1, -1).replace(/:.*/, ''));
      return `(\\d{${width[3] ?? part.length - 2}})`;
    })
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(issue);
  if (match === null) return undefined;
  const value = (name: string): number | undefined => (fields.includes(name) ? Number(match[fields.indexOf(name) + 1]) : undefined);
  const [run, seq] = [value('run'), value('seq')];
  const short = value('yy');
  const year = value('yyyy') ?? (short === undefined ? undefined : 2000 + short);
  const [month, day] = [value('MM'), value('dd')];
  if (year === undefined || month === undefined || day === undefined) return { run, seq, date: undefined };
  const date = dayMs(year, month, day);
  // The schedule must format this day and number to the same text.
  const written = date !== undefined && (run !== undefined || formatIssue(format, { year, month, day, seq: seq ?? 0 }) === issue);
  return written ? { run, seq, date } : undefined;
}

/** Unix ms of a draw by its issue number. The issue numbers of weekly games do not tell the time. */
function timeByIssue(schedule: Schedule, issue: string): number | undefined {
  const read = schedule.kind === 'weekly' ? undefined : readIssue(schedule.issue, issue);
  if (schedule.kind === 'weekly' || read === undefined) return undefined;
  const { run, seq, date } = read;
  if (run !== undefined) return drawOfRun(schedule, run);
  if (date === undefined || seq === undefined || seq < 1 || seq > drawsADay(schedule)) return undefined;
  return instantOnClock(schedule, date + secondOfDraw(schedule, seq - 1) * 1000);
}

/** The time of a draw on the game's clock. */
export function writeTime(schedule: Schedule, ms: number): string {
  return new Date(ms - (ms % 1000) + clockOffset(schedule, ms)).toISOString().slice(0, 19).replace('T', ' ');
}
