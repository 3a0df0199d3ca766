import { type PointerEvent, type ReactNode, useContext, useId, useState } from 'react';
import type { ChartBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { ScopeContext, useScreen } from '../../core/hooks.ts';
import { itemScope } from '../../core/idempotent-calls.ts';
import { Records } from '../parts/records.tsx';
import { Bars, Lines } from './drawing.tsx';
import { integerOrUndefined, type Unit, formatFigure } from '../parts/figure-text.ts';
import { axisOf, heightShare, labelPlaces, tickText } from './axis.ts';
import './chart.css';

export interface ChartSeries {
  readonly name: string;
  readonly tone: string;
  /** One for each place on the axis; undefined where there is none. */
  readonly values: readonly (number | undefined)[];
}

/** Tones of series that the description gives none, in their order. */
const TONES = ['brand', 'info', 'gold', 'green', 'ink', 'muted'];
/** As many labels as a narrow phone has room for. */
const LABELS = 4;
/** Up to this number of places, each place is as wide as its label. */
const ROOMY = 7;

/** Figures over time as a line, bars or stacked bars. */
export default function Chart({ block }: BlockProps<ChartBlock>): ReactNode {
  return <Records block={block}>{(records) => <Figure block={block} records={records} />}</Records>;
}

function Figure({ block, records }: { readonly block: ChartBlock; readonly records: readonly unknown[] }): ReactNode {
  const screen = useScreen();
  const outer = useContext(ScopeContext);
  const [asTable, setAsTable] = useState(false);
  const scopes = records.map((record, index) => itemScope(outer, record, index, ''));
  const labels = scopes.map((scope) => screen.text(block.label, scope));
  const series = block.series.map(
    ({ name, value, tone }, at): ChartSeries => ({
      name: screen.text(name),
      tone: tone ?? TONES[at] ?? 'ink',
      values: scopes.map((scope) => integerOrUndefined(screen.value(value, scope))),
    }),
  );
  const unit = block.unit ?? 'count';
  const note = screen.text(block.note);
  return (
    <figure className="card chart">
      <div className="chart__top">
        <ul className="chart__legend">
          {series.map(({ name, tone }) => (
            <li key={name} className={`chart__series chart--${tone}`}>
              {name}
            </li>
          ))}
        </ul>
        <button type="button" className="chart__switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          数据表
        </button>
      </div>
      {asTable ? (
        <Figures title={screen.text(block.title)} labels={labels} series={series} unit={unit} />
      ) : (
        <Plot
          show={block.show ?? 'line'}
          title={screen.text(block.title)}
          labels={labels}
          series={series}
          unit={unit}
          near={block.axis === 'near'}
        />
      )}
      {note ? <figcaption className="row__note">{note}</figcaption> : null}
    </figure>
  );
}

interface PlotProps {
  readonly show: 'line' | 'bars' | 'stacked';
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly unit: Unit;
  /** The axis begins near the lowest figure. */
  readonly near: boolean;
}

const known = (values: readonly (number | undefined)[]): number[] => values.filter((value) => value !== undefined);

/** Sums above and below the line at each place, which is how far stacked bars reach. */
function reach(series: readonly ChartSeries[], places: number): number[] {
  return Array.from({ length: places }, (_, at) => series.map(({ values }) => values[at] ?? 0)).flatMap((values) => [
    values.reduce((sum, value) => sum + Math.max(0, value), 0),
    values.reduce((sum, value) => sum + Math.min(0, value), 0),
  ]);
}

function Plot({ show, title, labels, series, unit, near }: PlotProps): ReactNode {
  const [picked, setPicked] = useState<number | undefined>(undefined);
  const places = labels.length;
  const axis = axisOf(show === 'stacked' ? reach(series, places) : series.flatMap(({ values }) => known(values)), near);
  const at = Math.min(picked ?? places - 1, places - 1);
  const pick = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setPicked(Math.max(0, Math.min(places - 1, Math.floor(((event.clientX - left) / width) * places))));
  };
  return (
    <>
      <p className="chart__reading tabular">
        <span className="chart__place">{labels[at]}</span>
        {series.map(({ name, values }) => (
          <span key={name}>
            {series.length > 1 ? `${name} ` : ''}
            {formatFigure(values[at], unit)}
          </span>
        ))}
      </p>
      <div className="chart__plot">
        <ul className="chart__ticks tabular" aria-hidden="true">
          {axis.ticks.map((tick) => (
            <li key={tick} style={{ bottom: `${heightShare(axis, tick) * 100}%` }}>
              {tickText(tick, unit)}
            </li>
          ))}
        </ul>
        <div className="chart__field" onPointerDown={pick} onPointerMove={pick}>
          <svg
            className="chart__image"
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={named(title, labels, series, unit)}
          >
            {axis.ticks.map((tick) => (
              <path
                key={tick}
                className={tick === 0 ? 'chart__line chart__line--zero' : 'chart__line'}
                d={`M0 ${100 - heightShare(axis, tick) * 100}h100`}
              />
            ))}
            <rect className="chart__picked" x={(at / places) * 100} width={100 / places} y="0" height="100" />
            {show === 'line' ? <Lines axis={axis} series={series} /> : <Bars axis={axis} series={series} stacked={show === 'stacked'} />}
          </svg>
        </div>
        <ul className="chart__labels tabular" aria-hidden="true" style={{ gridTemplateColumns: `repeat(${places}, minmax(0, 1fr))` }}>
          {labelPlaces(places, LABELS).map((place) => (
            <li key={place} style={{ gridColumn: place + 1 }} className={places > ROOMY ? 'is-narrow' : undefined}>
              {labels[place]}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** "近 7 天，11-16 至 11-22：投注 最低 0.00，最高 320.00". */
function named(title: string, labels: readonly string[], series: readonly ChartSeries[], unit: Unit): string {
  const ranges = series.map(({ name, values }) => {
    const all = known(values);
    return all.length === 0
      ? `${name} 无数据`
      : `${name} 最低 ${formatFigure(Math.min(...all), unit)}，最高 ${formatFigure(Math.max(...all), unit)}`;
  });
  return `${title || '图表'}，${labels[0] ?? ''} 至 ${labels.at(-1) ?? ''}：${ranges.join('；')}`;
}

function Figures({ title, labels, series, unit }: Omit<PlotProps, 'show' | 'near'>): ReactNode {
  const id = useId();
  return (
    <section className="chart__scroll" aria-labelledby={id} tabIndex={0}>
      <table className="chart__table tabular">
        <caption id={id} className="visually-hidden">
          {title || '图表'}数据
        </caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            // The places of a chart never move.
            <tr key={at}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{formatFigure(values[at], unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
