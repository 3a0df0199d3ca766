/** Fills the sentences of rules-text.json, and writes amounts and times as they stand in them. */
import { formatMoney } from '../../engine/descriptions/format.ts';
import TEXT from './rules-text.json' with { type: 'json' };

export const RULES_TEXT = TEXT;

/** A sentence with its {names} filled in. */
export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/** Fen as yuan: 200 → "2", 1050 → "10.50". */
export const yuan = (fen: number): string => formatMoney(fen).replace(/\.00$/, '');

/** 5 → "5 秒", 4500 → "75 分钟", 7200 → "2 小时". */
export function spanOf(seconds: number): string {
  const { draw } = TEXT;
  if (seconds % 3600 === 0) return fill(draw.hours, { n: seconds / 3600 });
  return seconds % 60 === 0 ? fill(draw.minutes, { n: seconds / 60 }) : fill(draw.seconds, { n: seconds });
}

/** Thousandths as a percentage without needless zeros: 650 → "65%", 885 → "88.5%". */
export const permille = (value: number): string => `${Math.trunc(value / 10)}${value % 10 === 0 ? '' : `.${value % 10}`}%`;
