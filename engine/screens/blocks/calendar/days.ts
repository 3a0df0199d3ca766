/** Days and months as text ("2026-11-22", "2026-11"), by arithmetic on UTC, so that no phone's zone moves a day. */

import { DAY_MS } from '../../../descriptions/time-units.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const midnightUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(midnightUtc(text)) && formatDay(midnightUtc(text)) === text;
}

export function isMonth(text: string): boolean {
  return isDay(`${text}-01`);
}

/** The day of an instant (unix ms) at an offset of minutes east of UTC. */
export function dayAtOffset(ms: number, offsetMinutes: number): string {
  return formatDay(ms + offsetMinutes * 60_000);
}

export function plusDays(day: string, days: number): string {
  return formatDay(midnightUtc(day) + days * DAY_MS);
}

export function plusMonths(month: string, months: number): string {
  const [year = 0, nth = 1] = month.split('-').map(Number);
  const count = year * 12 + nth - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${two((count % 12) + 1)}`;
}

/** The weeks of a month, Monday first; '' where a place belongs to another month. */
export function monthWeeks(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const empty = (new Date(midnightUtc(first)).getUTCDay() + 6) % 7;
  const length = Math.round((midnightUtc(`${plusMonths(month, 1)}-01`) - midnightUtc(first)) / DAY_MS);
  const places = [...Array<string>(empty).fill(''), ...Array.from({ length }, (_, nth) => plusDays(first, nth))];
  const weeks = Math.ceil(places.length / 7);
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, day) => places[week * 7 + day] ?? ''));
}
