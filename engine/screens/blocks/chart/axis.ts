/** Figures to places on a chart. Nothing here is booked: integers come in, and what goes out is only drawn. */
import { formatHundredths, type Unit, formatFigure } from '../parts/figure-text.ts';

export interface Axis {
  readonly from: number;
  readonly to: number;
  /** From the lowest up, both ends included. */
  readonly ticks: readonly number[];
}

/** Steps on the axis are 1, 2 or 5 with zeros, so that they read at a glance. */
const ROUND = [1, 2, 5, 10];
/** A few lines are enough to read a height by. */
const STEPS = 4;

/** The axis over these figures; its ends are ticks. It holds 0 unless it is to be `near` them. */
export function axisOf(values: readonly number[], near = false): Axis {
  const always = near && values.length > 0 ? [] : [0];
  const low = Math.min(...always, ...values);
  const high = Math.max(...always, ...values);
  // Where there is nothing to measure, a step of one fen beside the line would be read as a figure.
  if (low === 0 && high === 0) return { from: 0, to: 1, ticks: [0] };
  const span = Math.max(1, high - low);
  const power = 10 ** Math.floor(Math.log10(span / STEPS));
  const step = Math.max(1, (ROUND.find((each) => each * power >= span / STEPS) ?? 10) * power);
  const from = Math.floor(low / step) * step;
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  return { from, to, ticks: Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => Math.round(from + at * step)) };
}

/** Height of a value as a share of the axis, 0 at its lower end and 1 at its upper. */
export function heightShare({ from, to }: Axis, value: number): number {
  return (value - from) / (to - from);
}

/** A tick as it stands beside the axis: short, in whole yuan, with 万 and 亿 for large ones. */
export function tickText(value: number, unit: Unit): string {
  if (unit === 'points') return `${formatHundredths(value)}%`;
  if (unit === 'odds') return formatFigure(value, unit);
  const hundredths = unit === 'count' ? value * 100 : value;
  const size = Math.abs(hundredths);
  if (size >= 1e10) return `${formatHundredths(Math.round(hundredths / 1e8))}亿`;
  if (size >= 1e6) return `${formatHundredths(Math.round(hundredths / 1e4))}万`;
  return formatHundredths(hundredths);
}

/** Places of the labels that are written under the axis: the last one, and back from it in even steps. */
export function labelPlaces(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  return Array.from({ length: Math.ceil(count / step) }, (_, nth) => count - 1 - nth * step).reverse();
}
