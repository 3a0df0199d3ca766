/** The shapes of a chart, on a square of 100 by 100 that is stretched to where it stands. */
import type { ReactNode } from 'react';
import type { ChartSeries } from './chart.tsx';
import { type Axis, heightShare } from './axis.ts';

interface DrawingProps {
  readonly axis: Axis;
  readonly series: readonly ChartSeries[];
}

const up = (axis: Axis, value: number): number => 100 - heightShare(axis, value) * 100;
const round = (value: number): number => Math.round(value * 100) / 100;

/** A line for each series, broken where a value is missing; the second and later ones are dashed, so that colour is not the only sign. */
export function Lines({ axis, series }: DrawingProps): ReactNode {
  return series.map(({ name, tone, values }) => {
    const width = 100 / values.length;
    let path = '';
    values.forEach((value, at) => {
      if (value === undefined) return;
      const point = `${round((at + 0.5) * width)} ${round(up(axis, value))}`;
      // A value between two gaps is a dot: a line of no length with round ends.
      path += values[at - 1] === undefined ? `M${point}h0` : `L${point}`;
    });
    return <path key={name} className={`chart__stroke chart--${tone}`} d={path} />;
  });
}

/** How much of its place a group of bars takes. */
const FILLED = 0.7;

export function Bars({ axis, series, stacked }: DrawingProps & { readonly stacked: boolean }): ReactNode {
  const places = series[0]?.values.length ?? 0;
  const place = 100 / Math.max(1, places);
  const width = (place * FILLED) / (stacked ? 1 : series.length);
  return Array.from({ length: places }, (_, at) => {
    let [above, below] = [0, 0];
    return series.map(({ name, tone, values }, nth) => {
      const value = values[at];
      if (value === undefined || value === 0) return null;
      const from = !stacked ? 0 : value > 0 ? above : below;
      const to = from + value;
      if (value > 0) above = to;
      else below = to;
      const [top, bottom] = [up(axis, Math.max(from, to)), up(axis, Math.min(from, to))];
      const left = at * place + (place * (1 - FILLED)) / 2 + (stacked ? 0 : nth * width);
      return (
        <rect
          key={`${name} ${at}`}
          className={`chart__bar chart--${tone}`}
          x={round(left)}
          y={round(top)}
          width={round(width)}
          height={round(Math.max(0.5, bottom - top))}
        />
      );
    });
  });
}
