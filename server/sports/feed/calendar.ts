/** Days and times: sale days of Beijing, weeks, and the wall clocks of grounds. Instants are unix ms. */
import { DAY_MS } from '../../platform/index.ts';

const BEIJING_MS = 8 * 3_600_000;
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clocks are ahead of UTC at an instant, ms. Throws a RangeError for a zone that there is not. */
function aheadOf(zone: string, at: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)])) as Record<string, number>;
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** The instant of a wall-clock time. In the hour that a clock is put forward it is the time after; where it is put back, the first of the two. */
export function zonedTime(date: string, time: string, zone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const first = wall - aheadOf(zone, wall - aheadOf(zone, wall));
  const earlier = wall - aheadOf(zone, first - 3 * 3_600_000);
  return earlier < first && earlier + aheadOf(zone, earlier) === wall ? earlier : first;
}

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
/** Number of the week (from Monday) since 1970. */
export const weekOf = (day: number): number => Math.floor((day + 3) / 7);
export const mondayOf = (week: number): number => week * 7 - 3;

/** The sale day of a kick-off, as days since 1970; a day begins at `starts` of Beijing. */
export function saleDayOf(at: number, starts: string): number {
  return Math.floor((at + BEIJING_MS - sinceMidnight(starts)) / DAY_MS);
}
/** When a sale day begins. */
export const saleDayBegins = (day: number, starts: string): number => day * DAY_MS - BEIJING_MS + sinceMidnight(starts);

function sinceMidnight(time: string): number {
  const [hours, minutes] = time.split(':');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}

export const weekdayName = (day: number): string => WEEKDAYS[weekdayOf(day) % 7] as string;
