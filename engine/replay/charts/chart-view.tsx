/** A laid-out chart as SVG. Colours come from classes (chart.css). A marked state or transition also has a word or a sign, so that colour is not the only mark. */
import type { ReactNode } from 'react';
import { HEAD, type LaidChart, type LaidEdge, type LaidLine, type LaidState, LINE, PAD } from './chart-layout.ts';

export interface ChartViewProps {
  readonly chart: LaidChart;
  /** Name of the picture for screen readers. The page must have its contents as text, too. */
  readonly label: string;
  /** States by path, and transitions by name, to mark: `now` and `taken` in the workbench, `missing` in a coverage report. */
  readonly mark?: (is: 'state' | 'transition', name: string) => Mark | undefined;
  /** The word beside a marked state. */
  readonly words?: Readonly<Partial<Record<Mark, string>>>;
}

export type Mark = 'now' | 'taken' | 'missing';

const SPACE = 4;
const ARROW = 8;

export function ChartView({ chart, label, mark = () => undefined, words = {} }: ChartViewProps): ReactNode {
  const width = Math.ceil(chart.width) + 2 * SPACE;
  const height = Math.ceil(chart.height) + 2 * SPACE;
  return (
    <svg
      className="chart"
      role="img"
      aria-label={label}
      data-machine={chart.machine}
      width={width}
      height={height}
      viewBox={`${-SPACE} ${-SPACE} ${width} ${height}`}
    >
      {chart.states.map((state) => (
        <State key={state.path} state={state} mark={mark} words={words} />
      ))}
      {chart.edges.map((edge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chart's edges never change their order
        <Edge key={at} edge={edge} mark={mark} />
      ))}
      {chart.marks.map(({ is, x, y }) => (
        <circle key={`${is} ${x} ${y}`} className={`chart__${is}`} cx={x} cy={y} r={is === 'start' ? 5 : 6} />
      ))}
    </svg>
  );
}

type Marks = Required<Pick<ChartViewProps, 'mark' | 'words'>>;

const withMark = (base: string, mark: Mark | undefined): string => (mark ? `${base} ${base}--${mark}` : base);

function State({ state, mark, words }: { readonly state: LaidState } & Marks): ReactNode {
  const { path, label, kind, x, y, width, height, lines } = state;
  const is = path === '' ? undefined : mark('state', path);
  const word = is && words[is];
  return (
    <g className={withMark('chart__state', is)} data-state={path} data-mark={is} transform={`translate(${x} ${y})`}>
      <rect
        className={`chart__box chart__box--${path === '' ? 'machine' : kind}`}
        width={width}
        height={height}
        rx={path === '' ? 12 : 8}
      />
      <text className="chart__name" x={PAD} y={18}>
        {label}
        {word ? <tspan className="chart__word">{` ${word}`}</tspan> : null}
      </text>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a state never change their order
        <Line key={at} line={line} x={PAD} y={HEAD + at * LINE + 11} mark={mark} />
      ))}
    </g>
  );
}

function Line({ line, x, y, mark }: { readonly line: LaidLine; readonly x: number; readonly y: number } & Pick<Marks, 'mark'>): ReactNode {
  const is = line.transition === '' ? undefined : mark('transition', line.transition);
  return (
    <text className={withMark('chart__line', is)} data-transition={line.transition || undefined} data-mark={is} x={x} y={y}>
      {is === 'taken' ? '▶ ' : is === 'missing' ? '✗ ' : ''}
      {line.text}
    </text>
  );
}

const STRENGTH: readonly Mark[] = ['taken', 'missing', 'now'];

function Edge({ edge, mark }: { readonly edge: LaidEdge } & Pick<Marks, 'mark'>): ReactNode {
  const marks = edge.lines.map(({ transition }) => mark('transition', transition));
  const is = STRENGTH.find((each) => marks.includes(each));
  const tip = edge.points.at(-1);
  const before = edge.points.at(-2);
  return (
    <g className={withMark('chart__edge', is)}>
      <path className="chart__path" d={smooth(edge.points)} />
      {tip && before ? <path className="chart__arrow" d={arrow(before, tip)} /> : null}
      {edge.lines.map((line, at) => (
        <Line key={line.transition} line={line} x={edge.x} y={edge.y + at * LINE + 12} mark={mark} />
      ))}
    </g>
  );
}

type Point = LaidEdge['points'][number];
const r = (value: number): number => Math.round(value * 10) / 10;

/** A path through the midpoints of the segments, with rounded corners. */
function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  let path = `M${r(first.x)} ${r(first.y)}`;
  for (const [at, point] of rest.slice(0, -1).entries()) {
    const next = rest[at + 1] as Point;
    path += ` Q${r(point.x)} ${r(point.y)} ${r((point.x + next.x) / 2)} ${r((point.y + next.y) / 2)}`;
  }
  return `${path} L${r(last.x)} ${r(last.y)}`;
}

function arrow(from: Point, tip: Point): string {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const [dx, dy] = [(tip.x - from.x) / length, (tip.y - from.y) / length];
  const [bx, by] = [tip.x - dx * ARROW, tip.y - dy * ARROW];
  const half = ARROW / 2.2;
  return `M${r(tip.x)} ${r(tip.y)} L${r(bx - dy * half)} ${r(by + dx * half)} L${r(bx + dy * half)} ${r(by - dx * half)} Z`;
}
