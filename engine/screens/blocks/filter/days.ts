/** Days as text, yyyy-MM-dd, which sorts by time. Days are computed in UTC, so the device's time zone does not change them. */

import { DAY_MS } from '../../../descriptions/time-units.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day of an instant (unix ms) at an offset in minutes east of UTC. */
export function dayAtOffset(ms: number, offsetMinutes: number): string {
  return new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 10);
}

/** True for a day that exists: not 2026-02-30. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && dayAtOffset(ms, 0) === text;
}

export function addDays(day: string, days: number): string {
  return dayAtOffset(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS, 0);
}

/** The last `days` days including today, none before `min`. */
export function lastDays(today: string, days: number, min: string): Period {
  const from = addDays(today, 1 - days);
  return { from: from < min ? min : from, to: today };
}

/** The days of a month (1 to 12), none before `min` and none after `today`; undefined when none are left. */
export function monthPeriod(year: number, month: number, min: string, today: string): Period | undefined {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const last = dayAtOffset(Date.UTC(year, month, 0), 0);
  return first > today ? undefined : within(first, last > today ? today : last, min);
}

/** Common periods, by the name that a description uses. */
const PRESETS = {
  today: { label: '今天', period: (today, min) => lastDays(today, 1, min) },
  yesterday: { label: '昨天', period: (today, min) => within(addDays(today, -1), addDays(today, -1), min) },
  days7: { label: '近 7 天', period: (today, min) => lastDays(today, 7, min) },
  days30: { label: '近 30 天', period: (today, min) => lastDays(today, 30, min) },
  month: { label: '本月', period: (today, min) => ofMonth(today, min, today) },
  lastMonth: { label: '上月', period: (today, min) => ofMonth(addDays(`${today.slice(0, 8)}01`, -1), min, today) },
} as const satisfies Record<string, { readonly label: string; readonly period: (today: string, min: string) => Period | undefined }>;
export type PeriodPreset = keyof typeof PRESETS;
const USUAL: readonly PeriodPreset[] = ['today', 'days7', 'days30'];

/** The named periods relative to today; a period before `min` is left out. */
export function presetPeriods(
  names: readonly PeriodPreset[] = USUAL,
  today: string,
  min: string,
): readonly { readonly label: string; readonly period: Period }[] {
  return names.flatMap((name) => {
    const { label, period: of } = PRESETS[name];
    const period = of(today, min);
    return period === undefined ? [] : [{ label, period }];
  });
}

const within = (from: string, to: string, min: string): Period | undefined =>
  to < min ? undefined : { from: from < min ? min : from, to };
const ofMonth = (day: string, min: string, today: string): Period | undefined =>
  monthPeriod(Number(day.slice(0, 4)), Number(day.slice(5, 7)), min, today);

/** The fault of a period that the player has entered, in words for the player; '' if there is none. */
export function checkPeriod({ from, to }: Period, min: string, today: string): string {
  if (!isDay(from)) return '请选择开始日期';
  if (!isDay(to)) return '请选择结束日期';
  if (from > to) return '开始日期不能晚于结束日期';
  if (from < min) return `最早可选 ${min}`;
  if (to > today) return '结束日期不能晚于今天';
  return '';
}

/** A period in few characters: 2026年5月 for a whole month, 05-01 至 05-20 within this year. A period from the page's address may lack an end, or have an end that is no day. */
export function periodText({ from, to }: Period, today: string): string {
  if (!from) return `至 ${short(to, today)}`;
  if (!to) return `${short(from, today)} 起`;
  if (from === to) return short(from, today);
  const [year, month] = from.split('-').map(Number) as [number, number];
  const whole = isDay(from) && monthPeriod(year, month, '', today);
  if (whole && whole.from === from && whole.to === to) return `${year}年${month}月`;
  return `${short(from, today)} 至 ${short(to, today)}`;
}

const short = (day: string, today: string): string => (day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day);
