/** Checks the rows of a results file against the game: issue numbers, times, drawn numbers and duplicates. */
import type { Draw, Game, Schedule } from '../../engine/descriptions/types.ts';
import { explain, type Language, validateDraw } from '../../engine/rules/index.ts';
import { otherForm } from './eras.ts';
import { dayStartOf, gameIssue, issueOfDay } from './issues.ts';
import { writeNumbers } from './numbers.ts';
import type { RowProblem } from './problems.ts';
import type { ResultRow } from './read.ts';
import { isOnItsDay, isOnSchedule, numberOfDraw, timeOf, writeTime } from './times.ts';

export interface PastDraw {
  readonly issue: string;
  /** Unix ms. */
  readonly drawsAt: number;
  readonly numbers: Draw['numbers'];
  readonly row: ResultRow;
}

/** Rows of another form of the game, which are left out. */
export interface LeftForm {
  readonly count: number;
  readonly side: 'before' | 'after';
  /** The first issue of the later form. */
  readonly issue: string;
  readonly evidence: 'misfit' | 'range';
}

export interface CheckedRows {
  readonly draws: PastDraw[];
  readonly mistakes: RowProblem[];
  /** Draws at times that the present schedule does not have. They may be correct, because the schedule may have been different then. */
  readonly offSchedule: RowProblem[];
  /** Rows that say again what another row says. */
  readonly repeated: number;
  /** Whether issues were reckoned from the days of the draws. */
  readonly reckoned: boolean;
  readonly left: LeftForm | undefined;
}

export interface CheckOptions {
  /** Rows of another form are not separated. */
  readonly whole?: boolean;
  /** Unix ms of stored draws by issue: for rows that have no date. */
  readonly known?: ReadonlyMap<string, number>;
}

interface Judged {
  readonly row: ResultRow;
  readonly issue: string | undefined;
  readonly drawsAt: number | undefined;
  readonly numbers: Draw['numbers'] | undefined;
  readonly mistakes: RowProblem[];
}

/** `now`: unix ms of the game clock. A later draw is an error. */
export function checkRows(
  game: Game,
  rows: readonly ResultRow[],
  now: number,
  language: Language,
  { whole = false, known = new Map() }: CheckOptions = {},
): CheckedRows {
  const issues = issuesOf(game.schedule, rows);
  const judged = rows.map((row, index) => judge(game, row, issues.of[index], { now, known }, language));
  const other = whole ? undefined : formOf(game, judged);
  const repeated = findRepeated(
    game,
    judged.filter((_, index) => !(other?.rows.has(index) ?? false)),
  );
  const taken = judged.filter((each, index) => !(other?.rows.has(index) ?? false) && !repeated.has(each));
  const draws = taken.flatMap(({ row, issue, drawsAt, numbers, mistakes }): PastDraw[] =>
    mistakes.length > 0 || issue === undefined || drawsAt === undefined || numbers === undefined ? [] : [{ issue, drawsAt, numbers, row }],
  );
  return {
    draws,
    mistakes: taken.flatMap(({ mistakes }) => mistakes),
    offSchedule: draws.flatMap((draw) => offSchedule(game.schedule, draw)),
    repeated: repeated.size,
    reckoned: issues.reckoned,
    left: other?.form,
  };
}

/**
 * Issues in the form of the game. Where hardly any can be brought to it (running numbers of another operator, or no numbers at all), the
 * days of the draws give them.
 */
function issuesOf(schedule: Schedule, rows: readonly ResultRow[]) {
  const brought = rows.map(({ issue, written }) => (issue === undefined ? undefined : gameIssue(schedule, issue.text, written?.year)));
  const missing = brought.filter((issue) => issue === undefined).length;
  if (schedule.kind !== 'weekly' || missing * 2 <= rows.length) return { of: brought, reckoned: false };
  const byDay = rows.map(({ written, issue }) =>
    written === undefined || (issue !== undefined && !isRunning(issue.text))
      ? undefined
      : issueOfDay(schedule, Date.UTC(written.year, written.month - 1, written.day)),
  );
  return byDay.some((issue) => issue !== undefined) ? { of: byDay, reckoned: true } : { of: brought, reckoned: false };
}

/** A running number, or none: what the day of the draw may stand for. */
const isRunning = (text: string): boolean => /^\D{0,2}\d{0,6}\D{0,2}$/.test(text.trim());

function judge(
  game: Game,
  row: ResultRow,
  issue: string | undefined,
  { now, known }: { readonly now: number; readonly known: ReadonlyMap<string, number> },
  language: Language,
): Judged {
  const { schedule } = game;
  const mistakes: RowProblem[] = [];
  const place = row.issue?.at ?? row.at;
  const written = row.issue?.text.trim() ?? '';
  if (issue === undefined) mistakes.push(issueProblem(schedule, place, written));
  const drawsAt = timeOf(schedule, row.written, issue ?? '') ?? (row.written === undefined ? known.get(issue ?? '') : undefined);
  const timeText = row.time?.text.trim() ?? '';
  const unreadable = row.written === undefined && timeText !== '';
  if (unreadable) mistakes.push({ at: row.time?.at ?? place, code: 'RESULT_TIME', params: { found: timeText.slice(0, 40) } });
  else if (drawsAt === undefined) {
    if (issue !== undefined) mistakes.push({ at: place, code: 'RESULT_TIME_MISSING', params: { issue } });
  } else if (issue !== undefined && !isOnItsDay(schedule, issue, drawsAt))
    mistakes.push({ at: row.time?.at ?? place, code: 'RESULT_TIME_ISSUE', params: { found: writeTime(schedule, drawsAt), issue } });
  else if (drawsAt > now)
    mistakes.push({ at: row.time?.at ?? place, code: 'RESULT_FUTURE', params: { found: writeTime(schedule, drawsAt) } });
  const numbers = numbersOf(game, row, language);
  if (!numbers.ok) mistakes.push(...numbers.mistakes);
  return { row, issue, drawsAt: unreadable ? undefined : drawsAt, numbers: numbers.ok ? numbers.numbers : undefined, mistakes };
}

function issueProblem(schedule: Schedule, at: RowProblem['at'], written: string): RowProblem {
  if (written === '') return { at, code: 'RESULT_ISSUE_NONE' };
  const found = written.slice(0, 40);
  return /^[A-Za-z0-9-]{1,32}$/.test(written)
    ? { at, code: 'RESULT_ISSUE_FORM', params: { found, form: schedule.issue } }
    : { at, code: 'RESULT_ISSUE', params: { found } };
}

function numbersOf(game: Game, row: ResultRow, language: Language) {
  const numbers = Object.fromEntries([...row.zones].map(([id, { values }]) => [id, values.map(({ value }) => value)]));
  const checked = validateDraw(game, { numbers }, { language });
  if (checked.ok) return { ok: true as const, numbers: checked.value.numbers };
  const mistakes = checked.errors.map((error): RowProblem => {
    const [, , zone = '', index] = error.pointer.split('/');
    const found = row.zones.get(zone);
    const value = found?.values[Number(index ?? -1)];
    return {
      at: value?.at ?? found?.at ?? row.at,
      code: 'RESULT_NUMBERS',
      params: { detail: wordAmongNumbers(game, zone, value?.value, language) ?? error.message },
    };
  });
  return { ok: false as const, mistakes };
}

/** The error for a word in place of a number: in a text file it is a wrong number, not a wrong type. */
function wordAmongNumbers(game: Game, zoneId: string, value: unknown, language: Language): string | undefined {
  const zone = game.draw.zones.find(({ id }) => id === zoneId);
  if (zone === undefined || typeof value !== 'string') return undefined;
  return explain({ code: 'DRAW_NUMBER', params: { zone: zone.label, value, from: zone.from, to: zone.to } }, language);
}

/** The rows of another form, judged by those that are right but for their numbers. */
function formOf(game: Game, judged: readonly Judged[]) {
  const usable = judged.flatMap((each, index) =>
    each.mistakes.every(({ code }) => code === 'RESULT_NUMBERS') ? [{ ...each, index }] : [],
  );
  const found = otherForm(
    usable.map(({ drawsAt, numbers }) => ({ order: String(drawsAt ?? 0).padStart(16, '0'), numbers })),
    game.draw.zones,
  );
  if (found === undefined) return undefined;
  const rows = new Set([...found.rows].map((at) => usable[at]?.index as number));
  const form: LeftForm = { count: rows.size, side: found.side, issue: usable[found.change]?.issue ?? '', evidence: found.evidence };
  return { rows, form };
}

/** Rows that repeat another one. One that contradicts another, or is drawn on a day that another has, gets a mistake. */
function findRepeated(game: Game, judged: readonly Judged[]): ReadonlySet<Judged> {
  const repeated = new Set<Judged>();
  const issues = new Map<string, Judged>();
  const times = new Map<number, number>();
  const days = new Map<number, number>();
  for (const each of judged) {
    const { row, issue, drawsAt, mistakes, numbers } = each;
    const place = row.issue?.at ?? row.at;
    const before = issue === undefined ? undefined : issues.get(issue);
    if (issue !== undefined && before !== undefined) {
      if (numbers !== undefined && before.numbers !== undefined && sameNumbers(game, numbers, before.numbers)) {
        repeated.add(each);
        continue;
      }
      const both =
        numbers === undefined || before.numbers === undefined
          ? ''
          : ` (${before.row.at.line}: ${writeNumbers(game.draw.zones, before.numbers)}, ${row.at.line}: ${writeNumbers(game.draw.zones, numbers)})`;
      mistakes.unshift({ at: place, code: 'RESULT_ISSUE_TWICE', params: { issue, line: before.row.at.line, both } });
    } else if (issue !== undefined) issues.set(issue, each);
    if (drawsAt === undefined || mistakes.some(({ code }) => code.startsWith('RESULT_TIME') || code === 'RESULT_FUTURE')) continue;
    const day = game.schedule.kind === 'weekly' ? dayStartOf(game.schedule, drawsAt) : drawsAt;
    const at = row.time?.at ?? place;
    const numbersFrom = mistakes.findIndex(({ code }) => code === 'RESULT_NUMBERS');
    const add = (problem: RowProblem) => mistakes.splice(numbersFrom < 0 ? mistakes.length : numbersFrom, 0, problem);
    if (times.has(drawsAt)) add({ at, code: 'RESULT_TIME_TWICE', params: { line: times.get(drawsAt) as number } });
    else if (days.has(day))
      add({
        at,
        code: 'RESULT_DAY_TWICE',
        params: { line: days.get(day) as number, found: writeTime(game.schedule, drawsAt).slice(0, 10) },
      });
    else {
      times.set(drawsAt, row.at.line);
      days.set(day, row.at.line);
    }
  }
  return repeated;
}

function offSchedule(schedule: Schedule, { issue, drawsAt, row }: PastDraw): RowProblem[] {
  const place = row.issue?.at ?? row.at;
  const found = writeTime(schedule, drawsAt);
  if (!isOnSchedule(schedule, drawsAt)) return [{ at: row.time?.at ?? place, code: 'RESULT_TIME_OFF', params: { found, issue } }];
  const wanted = numberOfDraw(schedule, drawsAt);
  return wanted === undefined || wanted === issue
    ? []
    : [{ at: place, code: 'RESULT_ISSUE_OFF', params: { issue, found: found.slice(0, 10), wanted } }];
}

/** The order of a set means nothing; that of a sequence or of places does. */
export function sameNumbers(game: Pick<Game, 'draw'>, a: Draw['numbers'], b: Draw['numbers']): boolean {
  return game.draw.zones.every(({ id, kind }) => {
    const [one, other] = [a[id] ?? [], b[id] ?? []].map((list) => (kind === 'set' ? list.toSorted((x, y) => x - y) : list));
    return one?.join() === other?.join();
  });
}
