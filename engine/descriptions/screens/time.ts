/** Instants as text. By arithmetic on a fixed offset, so that every phone and every test writes the same. */

import { DAY_MS } from '../time-units.ts';

export type InstantStyle = 'date' | 'day' | 'time' | 'minute';

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Unix ms as date "2026-11-21 20:15:00", day "2026-11-21", time "20:15:00" or minute "11-21 20:15", at an offset of
 * `offsetMinutes` east of UTC. Undefined for anything that is no instant.
 */
export function formatInstant(ms: unknown, offsetMinutes: number, style: InstantStyle): string | undefined {
  if (typeof ms !== 'number' || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15 - 1e9) return undefined;
  const at = new Date(ms + offsetMinutes * 60_000);
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const clock = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  switch (style) {
    case 'day':
      return day;
    case 'time':
      return `${clock}:${two(at.getUTCSeconds())}`;
    case 'minute':
      return `${day.slice(5)} ${clock}`;
    case 'date':
      return `${day} ${clock}:${two(at.getUTCSeconds())}`;
  }
}

/** A span of ms as "mm:ss", or "h:mm:ss" from an hour, or "n 天 h 小时" from a day; rounded up to a second, so that 0 means over. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const s = seconds % 60;
  const m = Math.floor(seconds / 60) % 60;
  const h = Math.floor(seconds / 3600) % 24;
  const d = Math.floor(seconds / 86_400);
  if (d > 0) return h > 0 ? `${d} 天 ${h} 小时` : `${d} 天`;
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`;
}

/** The day of an instant as it is said on the day of `nowMs`: 今天, 昨天, 11月20日, and with its year where that is another one. */
export function formatDayName(ms: unknown, nowMs: number, offsetMinutes: number): string | undefined {
  const day = formatInstant(ms, offsetMinutes, 'day');
  if (day === undefined) return undefined;
  if (day === formatInstant(nowMs, offsetMinutes, 'day')) return '今天';
  if (day === formatInstant(nowMs - DAY_MS, offsetMinutes, 'day')) return '昨天';
  const [year = '', month = '', date = ''] = day.split('-');
  const short = `${Number(month)}月${Number(date)}日`;
  return year === formatInstant(nowMs, offsetMinutes, 'day')?.slice(0, 4) ? short : `${year}年${short}`;
}
