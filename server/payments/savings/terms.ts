/** The terms of 余额宝 (server/payments/savings/savings.json) as numbers, and functions that need only the rates and the clock. */
import { DAY_MS, dayNumberAt } from '../../platform/index.ts';
import terms from './savings.json' with { type: 'json' };

/** "15:00" as ms of the day. @throws for a text that is no time of day. */
function timeOfDay(name: string, text: string): number {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === '') throw new Error(`server/payments/savings/savings.json: ${name} is "${text}"; give a time of day such as 15:00`);
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** From this time of the day on, a deposit counts as a deposit of the next day (ms of the day). */
export const CUTOFF_MS = timeOfDay('cutoff', terms.cutoff);
/** The time at which the income of the previous day is posted (ms of the day). A deposit or withdrawal of a player posts the player's income earlier. */
export const INCOME_AT_MS = timeOfDay('incomeAt', terms.incomeAt);
export const MIN_DEPOSIT_FEN = terms.leastInFen;
export const MAX_WITHDRAWAL_FEN = terms.mostOutFen;
export const MAX_DAILY_WITHDRAWAL_FEN = terms.mostOutDayFen;
/** 万份收益 of coming days in 1/10,000 yuan, used in turn. They are demonstration rates without an investment behind them. */
export const RATES: readonly number[] = terms.rates;
/** Days before the first day that also get a rate, so that the chart has a curve. */
export const PAST_DAYS = terms.pastDays;

/** The instant at which a day began, Unix ms. */
export const dayStartMs = (day: number, offsetMs: number): number => day * DAY_MS - offsetMs;

/** Days whose rates make the yield of a year (七日年化). */
export const YIELD_DAYS = 7;

/**
 * 七日年化, simple: the mean of seven days' 万份收益 × 365 ÷ 10,000, as thousandths of a percent (2007 is 2.007 %), cut off. Undefined with
 * fewer days. 万份收益 r4 is in 1/10,000 yuan: r4 / 10^4 yuan for 10^4 yuan a day is r4 × 365 / 10^8 a year.
 */
export function annualYield(r4: readonly number[]): number | undefined {
  if (r4.length < YIELD_DAYS) return undefined;
  const week = r4.slice(-YIELD_DAYS).reduce((sum, each) => sum + each, 0);
  return Math.floor((week * 365) / (YIELD_DAYS * 1000));
}

/** 2007 as "2.007". */
export const formatThousandths = (value: number): string => `${Math.floor(value / 1000)}.${String(value % 1000).padStart(3, '0')}`;
/** 5500 as "0.5500". */
export const formatTenThousandths = (r4: number): string => `${Math.floor(r4 / 10_000)}.${String(r4 % 10_000).padStart(4, '0')}`;

/** For a deposit at `at`: the instants from which it earns and at which its first income is posted. The SQL function savings_confirms_on decides; this shows the same. */
export function arrivalTimes(at: number, offsetMs: number): { readonly confirmsAt: number; readonly firstIncomeAt: number } {
  const day = dayNumberAt(at, offsetMs);
  const late = at - dayStartMs(day, offsetMs) >= CUTOFF_MS;
  return confirmationTimes(day + (late ? 2 : 1), offsetMs);
}

/** The first income of a deposit is posted on the day after its confirmation. */
export const confirmationTimes = (day: number, offsetMs: number) => ({
  confirmsAt: dayStartMs(day, offsetMs),
  firstIncomeAt: dayStartMs(day + 1, offsetMs) + INCOME_AT_MS,
});
