/**
 * The check of match results: impossible results, results that are too early, and unknown texts, each with its place, the reason and a remedy.
 * Imported files, feeds, the back office, the command line and settlement use it, so that no player is paid by a score that was never played.
 */
import type { Measure } from '../../descriptions/sports/types.ts';
import { member, truncated } from '../pointers.ts';
import { ownProperty } from '../read-line.ts';
import type { Report } from '../report.ts';

export type Pair = readonly [home: number, away: number];

/** The measures that decide a tie after a draw, in this order: the score after extra time, then that of the penalties. Bets go by the score before them. */
export const DECIDERS = ['extra', 'penalties'] as const;
export const isDecider = (code: string): boolean => (DECIDERS as readonly string[]).includes(code);
export const DECIDER_NAMES: Readonly<Record<string, string>> = { extra: '加时后', penalties: '点球' };

/** The shortest playing time in minutes, without breaks: two halves of 45, or four quarters of ten. */
const SHORTEST: Readonly<Record<Measure['counted'], number>> = { goals: 90, points: 40 };
const HALF = 45;

export interface Goal {
  readonly side: 'home' | 'away';
  /** 45, 45+2, 118. */
  readonly minute: string;
}

/** Data of a match that ended. Fields that are left out are unknown and not checked. */
export interface EndedMatch {
  readonly measures: Readonly<Record<string, unknown>>;
  /** The measures of the sport, with the measure that contains each (`within`), and those that are never level. */
  readonly known: readonly Pick<Measure, 'code' | 'name' | 'counted' | 'within' | 'noTie'>[];
  /** Measures that must not be missing. */
  readonly needed?: ReadonlySet<string>;
  /** The measure that is the score of the match: deciders, goals and the length of play belong to it. */
  readonly main?: string | undefined;
  /** All goals with their minutes. */
  readonly goals?: readonly Goal[] | undefined;
  /** The score of the first leg, in the order of this match's sides. The sum of both scores may be level although this match is not. */
  readonly firstLeg?: Pair | undefined;
  readonly status?: { readonly word: string; readonly known: readonly string[] } | undefined;
  /** `at`: the instant of the result. */
  readonly times?: { readonly startsAt: number; readonly at: number; readonly minuteMs: number } | undefined;
}

/** Adds a refusal to the report for each fault of the result. `at`: pointer to the match. */
export function checkResult(report: Report, match: EndedMatch, at = ''): void {
  const { status } = match;
  if (status !== undefined && !status.known.includes(status.word))
    report.add('RESULT_STATUS', member(at, 'status'), { status: truncated(status.word), known: status.known.join(', ') });
  checkTimes(report, match, at);
  const measures = member(at, 'measures');
  checkMeasures(report, match, measures);
  const { main } = match;
  const score = main === undefined ? undefined : pairOf(ownProperty(match.measures, main));
  if (main === undefined || (score === undefined && ownProperty(match.measures, main) !== undefined)) return;
  if (score === undefined) report.add('RESULT_NO_SCORE', measures, { name: nameOf(match, main), code: main });
  checkDeciders(report, match, measures, score);
  if (score !== undefined) checkGoals(report, match, measures, main, score);
}

export function isPair(value: unknown): value is Pair {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part >= 0 && part <= 9999);
}

const pairOf = (value: unknown): Pair | undefined => (isPair(value) ? value : undefined);
const isLevel = ([home, away]: Pair): boolean => home === away;
const isBelow = ([home, away]: Pair, whole: Pair): boolean => home < whole[0] || away < whole[1];
const together = ([home, away]: Pair, other: Pair): Pair => [home + other[0], away + other[1]];
const text = ([home, away]: Pair): string => `${home}:${away}`;
const nameOf = ({ known }: EndedMatch, code: string): string => known.find((each) => each.code === code)?.name ?? code;

function checkTimes(report: Report, { times, known, main }: EndedMatch, at: string): void {
  if (times === undefined) return;
  const counted = known.find(({ code }) => code === main)?.counted ?? 'goals';
  const over = times.startsAt + SHORTEST[counted] * times.minuteMs;
  if (times.at >= over) return;
  const iso = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
  report.add('RESULT_EARLY', member(at, 'startsAt'), { starts: iso(times.startsAt), over: iso(over) });
}

function checkMeasures(report: Report, { measures, known, needed }: EndedMatch, at: string): void {
  for (const { code, name, within, noTie } of known) {
    const value = ownProperty(measures, code);
    if (value === undefined && needed?.has(code) !== true) continue;
    const pair = pairOf(value);
    if (pair === undefined) {
      report.add('RESULT_MEASURE', value === undefined ? at : member(at, code), { name, code });
      continue;
    }
    const whole = within === undefined ? undefined : pairOf(ownProperty(measures, within));
    if (noTie && isLevel(pair)) report.add('RESULT_TIE', member(at, code), { name });
    else if (whole !== undefined && isBelow(whole, pair))
      report.add('RESULT_WITHIN', member(at, code), { name, whole: known.find((each) => each.code === within)?.name ?? '' });
  }
}

/** Extra time begins at a level score, and adds to it; penalties begin at a level score, and end with a winner. */
function checkDeciders(report: Report, match: EndedMatch, at: string, score: Pair | undefined): void {
  for (const code of DECIDERS)
    if (ownProperty(match.measures, code) !== undefined && pairOf(ownProperty(match.measures, code)) === undefined)
      report.add('RESULT_MEASURE', member(at, code), { name: DECIDER_NAMES[code] ?? code, code });
  const [extra, penalties] = DECIDERS.map((code) => pairOf(ownProperty(match.measures, code)));
  const { firstLeg } = match;
  const isOpen = (pair: Pair): boolean => isLevel(pair) || (firstLeg !== undefined && isLevel(together(pair, firstLeg)));
  if (score !== undefined && extra !== undefined) {
    if (isBelow(extra, score)) report.add('RESULT_EXTRA_BELOW', member(at, 'extra'), { extra: text(extra), score: text(score) });
    else if (!isOpen(score)) report.add('RESULT_EXTRA_DECIDED', member(at, 'extra'), { score: text(score) });
  }
  if (penalties === undefined) return;
  const last = extra ?? score;
  if (isLevel(penalties)) report.add('RESULT_PENALTIES_LEVEL', member(at, 'penalties'), { penalties: text(penalties) });
  else if (last !== undefined && !isOpen(last)) report.add('RESULT_PENALTIES_DECIDED', member(at, 'penalties'), { score: text(last) });
}

/** The listed goals must agree with the score, with the score after extra time, and with each part of the score, which is that of the first half. */
function checkGoals(report: Report, match: EndedMatch, at: string, main: string, score: Pair): void {
  const { goals = [], measures, known } = match;
  if (goals.length === 0) return;
  const until = (minute: number): Pair => {
    const some = goals.filter((goal) => Number.parseInt(goal.minute, 10) <= minute);
    return [some.filter(({ side }) => side === 'home').length, some.filter(({ side }) => side === 'away').length];
  };
  const against = (code: string, name: string, pair: Pair, listed: Pair): void => {
    if (pair[0] !== listed[0] || pair[1] !== listed[1])
      report.add('RESULT_GOALS', member(at, code), { name, score: text(pair), goals: text(listed) });
  };
  const extra = pairOf(ownProperty(measures, 'extra'));
  against(main, nameOf(match, main), score, until(2 * HALF));
  if (extra !== undefined) against('extra', DECIDER_NAMES.extra ?? '', extra, until(Number.POSITIVE_INFINITY));
  for (const { code, name, within } of known) {
    const part = within === main ? pairOf(ownProperty(measures, code)) : undefined;
    if (part !== undefined) against(code, name, part, until(HALF));
  }
}
