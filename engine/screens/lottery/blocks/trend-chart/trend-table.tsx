import type { ReactNode } from 'react';
import { toneOf } from '../../../../descriptions/tones.ts';
import type { Trend, TrendTab } from '../../../../rules/trend.ts';
import { STATISTICS } from './trend-paint.ts';

/** The chart as tables, for screen readers and for players who prefer text. */
export function TrendTable({ tab, trend }: { readonly tab: TrendTab; readonly trend: Trend }): ReactNode {
  const text = (value: number): string => String(value).padStart(tab.pad, '0') + (toneOf(tab, value).label ?? '');
  return (
    <>
      <table className="trend__table tabular">
        <caption>{tab.label}统计</caption>
        <thead>
          <tr>
            <th scope="col">号码</th>
            {STATISTICS.map(([key, label]) => (
              <th scope="col" key={key}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tab.columns.map((value, at) => (
            <tr key={value}>
              <th scope="row">{text(value)}</th>
              {STATISTICS.map(([key]) => (
                <td key={key}>{trend.statistics[key][at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <table className="trend__table tabular">
        <caption>{tab.label}各期开出，最新在前</caption>
        <thead>
          <tr>
            <th scope="col">期号</th>
            <th scope="col">开出</th>
          </tr>
        </thead>
        <tbody>
          {[...trend.rows].reverse().map((row) => (
            <tr key={row.issue}>
              <th scope="row">{row.issue}</th>
              <td>{drawnValues(tab, row.hits).map(text).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The drawn values of a row, each as often as it was drawn. */
export function drawnValues(tab: TrendTab, hits: readonly number[]): number[] {
  return tab.columns.flatMap((value, at) => Array<number>(hits[at] ?? 0).fill(value));
}
