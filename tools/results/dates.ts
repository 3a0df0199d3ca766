/** Dates as public files write them. Where day and month are two short numbers, all the dates of the file say which is which. */

export interface WrittenDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Seconds into the day, when a time is written. */
  readonly seconds?: number;
  /** The offset from UTC that is written behind the time. */
  readonly offset?: string;
}

/** The order of three short numbers. */
export const DAY_ORDERS = ['dd/mm/yyyy', 'mm/dd/yyyy', 'yy/mm/dd'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The year before the first of an era. */
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };

const CLOCK = String.raw`(?:[T\s]+(?<h>\d{1,2}):(?<mi>\d{2})(?::(?<s>\d{2})(?:\.\d+)?)?)?\s*(?<zone>Z|[+-]\d{2}:?\d{2})?`;
const FORMS = [
  String.raw`(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})`,
  String.raw`(?<y>\d{4}|\d{2})年\s*(?<m>\d{1,2})月\s*(?<d>\d{1,2})日?`,
  String.raw`(?<era>令和|平成|昭和)(?<y>元|\d{1,2})年\s*(?<m>\d{1,2})月\s*(?<d>\d{1,2})日`,
  String.raw`(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})`,
  String.raw`(?<d>\d{1,2})[-\s/.]+(?<name>[A-Za-z]{3,9})[-\s/.,]+(?<y>\d{4}|\d{2})`,
  String.raw`(?<name>[A-Za-z]{3,9})\.?\s+(?<d>\d{1,2}),?\s+(?<y>\d{4})`,
].map((form) => new RegExp(`^${form}${CLOCK}$`));
const SHORT = new RegExp(String.raw`^(?<a>\d{1,2})[-/.](?<b>\d{1,2})[-/.](?<c>\d{4}|\d{2})${CLOCK}$`);

/** Without the weekday that stands in brackets, or behind 周 and 星期, or before an English date. */
const withoutWeekday = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/\s*[([]\s*(?:周|週|星期|礼拜)?(?:[一二三四五六日天月火水木金土]|[A-Za-z]{3,9})(?:曜日?)?\s*[)\]]/, '')
    .replace(/\s*(?:周|週|星期|礼拜)[一二三四五六日天]/, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/i, '')
    .trim();

/** Undefined for what is no date, and for three short numbers while their order is not known. */
export function readDate(text: string, order: DayOrder | undefined): WrittenDate | undefined {
  const plain = withoutWeekday(text);
  for (const form of FORMS) {
    const parts = form.exec(plain)?.groups;
    if (parts === undefined) continue;
    const month = parts.name === undefined ? Number(parts.m) : MONTHS.indexOf(parts.name.slice(0, 3).toLowerCase()) + 1;
    const year =
      parts.era === undefined ? fullYear(parts.y as string) : (ERAS[parts.era] as number) + (parts.y === '元' ? 1 : Number(parts.y));
    return dateOf(year, month, Number(parts.d), parts);
  }
  const parts = SHORT.exec(plain)?.groups;
  if (parts === undefined || order === undefined) return undefined;
  const { a = '', b = '', c = '' } = parts;
  if (order === 'yy/mm/dd') return c.length > 2 ? undefined : dateOf(fullYear(a.padStart(2, '0')), Number(b), Number(c), parts);
  const [day, month] = order === 'dd/mm/yyyy' ? [a, b] : [b, a];
  return dateOf(fullYear(c), Number(month), Number(day), parts);
}

/** The day, if the calendar has it. */
export function dateOf(year: number, month: number, day: number, clock: Readonly<Record<string, string | undefined>> = {}) {
  const back = new Date(Date.UTC(year, month - 1, day));
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || year < 1900) return undefined;
  const { h, mi, s, zone } = clock;
  const seconds = h === undefined ? undefined : Number(h) * 3600 + Number(mi) * 60 + Number(s ?? 0);
  // 24:00:00 ends a day, as schedules write it.
  if (seconds !== undefined && (Number(mi) > 59 || Number(s ?? 0) > 59 || seconds > 86_400)) return undefined;
  const offset = zone === undefined ? undefined : zone === 'Z' ? '+00:00' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  const written: WrittenDate = {
    year,
    month,
    day,
    ...(seconds === undefined ? {} : { seconds }),
    ...(offset === undefined ? {} : { offset }),
  };
  return written;
}

const fullYear = (text: string): number => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900));

export type FileOrder =
  | { readonly kind: 'known'; readonly order: DayOrder | undefined }
  /** `index`: the first date that says nothing about its order. */
  | { readonly kind: 'ambiguous'; readonly index: number }
  /** Two dates that contradict each other. */
  | { readonly kind: 'mixed'; readonly index: number; readonly other: number };

/**
 * The order of day and month in a file: a number above 12 is a day. With years of two digits a day may be a year too; then the order counts
 * in which the dates run on from row to row.
 */
export function orderOf(texts: readonly string[]): FileOrder {
  const short = texts.flatMap((text, index) => {
    const parts = SHORT.exec(withoutWeekday(text))?.groups;
    return parts === undefined ? [] : [{ index, text, parts }];
  });
  const [first] = short;
  if (first === undefined) return { kind: 'known', order: undefined };
  if (short.some(({ parts }) => parts.c?.length === 2)) {
    const possible = DAY_ORDERS.filter((order) => short.every(({ text }) => readDate(text, order) !== undefined));
    const running = possible.filter((order) => runsOn(short.map(({ text }) => readDate(text, order) as WrittenDate)));
    const [order] = possible.length === 1 ? possible : running.length === 1 ? running : [];
    return order === undefined ? { kind: 'ambiguous', index: first.index } : { kind: 'known', order };
  }
  const dayFirst = short.find(({ parts }) => Number(parts.a) > 12)?.index;
  const monthFirst = short.find(({ parts }) => Number(parts.b) > 12)?.index;
  if (dayFirst !== undefined && monthFirst !== undefined)
    return { kind: 'mixed', index: Math.max(dayFirst, monthFirst), other: Math.min(dayFirst, monthFirst) };
  if (dayFirst !== undefined) return { kind: 'known', order: 'dd/mm/yyyy' };
  return monthFirst === undefined ? { kind: 'ambiguous', index: first.index } : { kind: 'known', order: 'mm/dd/yyyy' };
}

/** Whether three dates or more go one way. */
function runsOn(dates: readonly WrittenDate[]): boolean {
  const days = dates.map(({ year, month, day }) => year * 400 + month * 31 + day);
  const steps = days.slice(1).map((day, index) => Math.sign(day - (days[index] as number)));
  return steps.length > 1 && (steps.every((step) => step >= 0) || steps.every((step) => step <= 0)) && steps.some((step) => step !== 0);
}
