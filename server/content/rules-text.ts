/** The sentences of rules-text.json, and spans of time and shares as they stand in them. */
import { fill } from '../catalog/index.ts';
import TEXT from './rules-text.json' with { type: 'json' };

export const RULES_TEXT = TEXT;

/** 5 → "5 秒", 4500 → "75 分钟", 7200 → "2 小时". */
export function durationText(seconds: number): string {
  const { draw } = TEXT;
  if (seconds % 3600 === 0) return fill(draw.hours, { n: seconds / 3600 });
  return seconds % 60 === 0 ? fill(draw.minutes, { n: seconds / 60 }) : fill(draw.seconds, { n: seconds });
}

/** Thousandths as a percentage without needless zeros: 650 → "65%", 885 → "88.5%". */
export const permilleText = (value: number): string => `${Math.trunc(value / 10)}${value % 10 === 0 ? '' : `.${value % 10}`}%`;
