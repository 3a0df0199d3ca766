/** Dates of football.txt files: "Fri Aug/15 2025", "Fri Aug 16 2024", "[Tue Mar/3]", "June 18", "16 June". Most of them have no year. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|mo|tu|we|th|fr|sa|su)';
const DAY = '\\d{1,2}(?!\\d|[.:]\\d)';
const YEAR = '(?:18|19|20)\\d{2}';
/** A date at the beginning of a text; the weekday, the month and the day, the year. */
const DATE = new RegExp(
  `^\\[?(?:(?<weekday>${WEEKDAY})[ ,]+)?(?:(?<month>${MONTH})[ /](?<day>${DAY})|(?<day2>${DAY})\\.?[ ](?<month2>${MONTH}))(?:(?:,|\\b)[ /](?<year>${YEAR})(?![\\d:.]))?\\]?(?![\\w'’-])`,
  'i',
);

/** "Th 26/3/26": day, month and year as numbers. Only with its weekday, which proves the order. */
const NUMERIC = new RegExp(`^(?<weekday>${WEEKDAY})[ ,]+(?<day>\\d{1,2})[/.](?<month>\\d{1,2})[/.](?<year>${YEAR}|\\d{2})(?![\\d:.])`, 'i');

/** "02.10.", "25.07.2025": a day and a month with dots, as in German. A time has no second dot. */
const DOTTED = new RegExp(`^(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>${YEAR}|\\d{2})?(?=\\s|$)`);

export interface WrittenDate {
  readonly text: string;
  readonly month: number;
  readonly day: number;
  readonly year?: number;
  /** 0 Sunday … 6 Saturday. */
  readonly weekday?: number;
}

const weekdayOf = (name: string): number => WEEKDAYS.findIndex((each) => each.startsWith(name.slice(0, 3).toLowerCase()));

/** The date that `text` begins with. */
export function dateAtStart(text: string): WrittenDate | undefined {
  const numeric = NUMERIC.exec(text) ?? DOTTED.exec(text);
  if (numeric !== null) {
    const { weekday, day, month, year } = numeric.groups as Record<string, string | undefined>;
    return {
      text: numeric[0],
      month: Number(month),
      day: Number(day),
      ...(year === undefined ? {} : { year: (year.length === 2 ? 2000 : 0) + Number(year) }),
      ...(weekday === undefined ? {} : { weekday: weekdayOf(weekday) }),
    };
  }
  const found = DATE.exec(text);
  const { weekday, month, month2, day, day2, year } = found?.groups ?? {};
  const name = (month ?? month2)?.slice(0, 3).toLowerCase();
  if (found === null || name === undefined) return undefined;
  return {
    text: found[0],
    month: MONTHS.indexOf(name) + 1,
    day: Number(day ?? day2),
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(weekday === undefined ? {} : { weekday: weekdayOf(weekday) }),
  };
}

export type PlacedDate = { readonly ok: true; readonly date: string } | { readonly ok: false; readonly mistake: string };

const WRONG = [
  '没有这一天，或星期不对；改正日期，它下面的比赛没有读',
  'does not exist, or is another weekday; correct it, the matches below it are not read',
] as const;
const isoOf = (year: number, { month, day }: WrittenDate): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function fits(year: number, written: WrittenDate): boolean {
  const at = new Date(`${isoOf(year, written)}T00:00:00Z`);
  return (
    !Number.isNaN(at.getTime()) && at.getUTCDate() === written.day && (written.weekday === undefined || at.getUTCDay() === written.weekday)
  );
}

/** `before`: the date above it. `season`: the year, or the two years, of the heading. */
export function placeDate(written: WrittenDate, before: string | undefined, season: readonly number[]): PlacedDate {
  const refuse = (zh: string, en: string): PlacedDate => ({ ok: false, mistake: `日期 "${written.text}" ${zh} / the date ${en}` });
  if (written.year !== undefined) return fits(written.year, written) ? { ok: true, date: isoOf(written.year, written) } : refuse(...WRONG);
  const years = candidateYears(written, before, season);
  if (years.length === 0)
    return refuse(
      '没有年份；第一个日期写上年份，或在标题写 2025/26',
      'has no year; write it with the first date, or 2025/26 in the heading',
    );
  const year = years.find((each) => fits(each, written));
  return year === undefined ? refuse(...WRONG) : { ok: true, date: isoOf(year, written) };
}

/** Years that a date may be of, the likeliest first: near the date above it, and within the season. */
function candidateYears(written: WrittenDate, before: string | undefined, season: readonly number[]): readonly number[] {
  if (before !== undefined) {
    const year = Number(before.slice(0, 4));
    const distance = (each: number) =>
      Math.abs(Date.parse(isoOf(each, { ...written, day: Math.min(written.day, 28) })) - Date.parse(before));
    // A weekday proves a year that the heading does not name: a season of 2020 that ended in 2021.
    const around = [year, year + 1, year - 1].filter(
      (each) => written.weekday !== undefined || season.length === 0 || (each >= Math.min(...season) && each <= Math.max(...season)),
    );
    return around.sort((a, b) => distance(a) - distance(b));
  }
  // A season over two years begins in its second half of the first.
  return season.length > 1 && written.month < 7 ? [...season].reverse() : season;
}

/** The years of a heading or of a comment on dates: 2025/26, 2025-26, 1999/2000, 2024. */
export function seasonOf(text: string): readonly number[] {
  const [, first, second] = /\b((?:18|19|20)\d{2})(?:[/-](\d{4}|\d{2}))?(?!\d)/.exec(text) ?? [];
  if (first === undefined) return [];
  const from = Number(first);
  return second === undefined ? [from] : [from, from + 1];
}
