/** Days and times of matches as text. */
import { formatDayName, formatInstant } from '../../../../descriptions/screens/time.ts';

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** 今天 11月22日 周日, 11月23日 周一. `day`: yyyy-MM-dd. */
export function dayName(day: string, now: number, offsetMinutes: number): string {
  const [, month = '', date = ''] = day.split('-');
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  const today = formatInstant(now, offsetMinutes, 'day') === day ? '今天 ' : '';
  return `${today}${Number(month)}月${Number(date)}日 ${weekday}`;
}

/** 22:00; with its day where that is not the sale day: 23日 02:00. */
export function clockOn(at: number, day: string, offsetMinutes: number): string {
  const own = formatInstant(at, offsetMinutes, 'day') ?? '';
  const clock = (formatInstant(at, offsetMinutes, 'time') ?? '').slice(0, 5);
  return own === day ? clock : `${Number(own.slice(8))}日 ${clock}`;
}

/** 今天 22:00, 11月23日 02:00. */
export function clockWithDay(at: number, now: number, offsetMinutes: number): string {
  return `${formatDayName(at, now, offsetMinutes) ?? ''} ${(formatInstant(at, offsetMinutes, 'time') ?? '').slice(0, 5)}`;
}
