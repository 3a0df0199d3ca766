/**
 * The trend chart on a canvas. Geometry is pure; painting touches only what can be seen, so that 300 issues cost what 20 do.
 * All lengths are CSS px; the canvas is as large as the view, and stands still while its content scrolls under it.
 */
import { toneOf } from '../../../../descriptions/tones.ts';
import type { Tone } from '../../../../descriptions/types.ts';
import type { Trend, TrendStatistics, TrendTab } from '../../../../rules/trend.ts';

export interface Layout {
  readonly issueWidth: number;
  readonly headHeight: number;
  readonly columnWidth: number;
  readonly rowHeight: number;
  /** Size of the whole chart. */
  readonly width: number;
  readonly height: number;
  /** Text size. */
  readonly font: number;
}

export interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Palette {
  readonly card: string;
  readonly page: string;
  readonly line: string;
  readonly ink: string;
  readonly ink2: string;
  /** Colour of the tab's tone. */
  readonly tone: string;
  readonly onTone: string;
  /** Colours of the tones of numbers. */
  readonly tones: Readonly<Record<Tone, string>>;
  readonly family: string;
}

export interface Picture {
  readonly tab: TrendTab;
  readonly trend: Trend;
  /** How an issue is written. */
  readonly issueText: (issue: string) => string;
  readonly layout: Layout;
  readonly palette: Palette;
  readonly lines: boolean;
  readonly missed: boolean;
}

/** Rows under the issues, in order. */
export const STATISTICS: readonly (readonly [key: keyof TrendStatistics, label: string])[] = [
  ['times', '出现次数'],
  ['average', '平均遗漏'],
  ['longest', '最大遗漏'],
  ['streak', '最大连出'],
  ['current', '当前遗漏'],
];

const ROW = 30;
const HEAD = 34;
/** A finger can tell columns apart from this width on. */
const LEAST_COLUMN = 26;
const CAPTION = 12;

/** Room in the head for what the tones of the columns are called. */
const CAPTION_LINE = 14;

/** Some columns have a tone with a name. */
export const hasCaptions = (tab: TrendTab): boolean => tab.tones?.some(({ label }) => label !== undefined) === true;

/**
 * `unit` is how much larger than usual the reader has set text (1: usual). Columns share the width when they fit, and scroll when not.
 */
export function layoutOf(columns: number, rows: number, issueText: number, viewWidth: number, unit: number, captions = false): Layout {
  const least = LEAST_COLUMN * unit;
  const label = Math.max(issueText, CAPTION * unit * 4) + 14 * unit;
  const room = viewWidth - label;
  const columnWidth = Math.floor(Math.max(least, room / columns));
  const issueWidth = Math.max(label, viewWidth - columnWidth * columns < label + columns ? viewWidth - columnWidth * columns : label);
  const rowHeight = ROW * unit;
  const headHeight = (HEAD + (captions ? CAPTION_LINE : 0)) * unit;
  return {
    issueWidth,
    headHeight,
    columnWidth,
    rowHeight,
    width: issueWidth + columnWidth * columns,
    height: headHeight + rowHeight * (rows + STATISTICS.length),
    font: CAPTION * unit,
  };
}

/** First and last index (exclusive) of the visible part along one axis. */
export function visibleRange(from: number, to: number, size: number, count: number): readonly [number, number] {
  return [Math.max(0, Math.min(count, Math.floor(from / size))), Math.max(0, Math.min(count, Math.ceil(to / size)))];
}

const pad = (tab: TrendTab, value: number): string => String(value).padStart(tab.pad, '0');

/** Paints the part of the chart that the view shows. Returns how many rows that were. */
export function paint(context: CanvasRenderingContext2D, picture: Picture, view: View): number {
  const { tab, trend, layout, palette } = picture;
  const { issueWidth, headHeight, columnWidth, rowHeight, font } = layout;
  const { columns } = tab;
  const total = trend.rows.length + STATISTICS.length;
  const [firstRow, lastRow] = visibleRange(view.top, view.top + view.height - headHeight, rowHeight, total);
  const [firstColumn, lastColumn] = visibleRange(view.left, view.left + view.width - issueWidth, columnWidth, columns.length);
  const x = (column: number): number => issueWidth + column * columnWidth - view.left;
  const y = (row: number): number => headHeight + row * rowHeight - view.top;
  const bottom = Math.min(view.height, y(total));
  const right = Math.min(view.width, x(columns.length));

  context.fillStyle = palette.card;
  context.fillRect(0, 0, view.width, view.height);
  context.font = `${font}px ${palette.family}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';

  context.save();
  context.beginPath();
  context.rect(issueWidth, headHeight, Math.max(0, right - issueWidth), Math.max(0, bottom - headHeight));
  context.clip();
  paintGrid(context, picture, view, [firstRow, lastRow], [firstColumn, lastColumn], x, y);
  if (picture.lines && tab.single) paintLine(context, picture, firstRow, lastRow, x, y);
  for (let row = firstRow; row < lastRow; row++)
    for (let column = firstColumn; column < lastColumn; column++) paintCell(context, picture, row, column, x(column), y(row));
  context.restore();

  // The column of issues and the head of numbers stand over everything that scrolls.
  paintIssues(context, picture, [firstRow, lastRow], y, bottom);
  paintHead(context, picture, [firstColumn, lastColumn], x, right);
  return lastRow - firstRow;
}

type Along = (index: number) => number;
type Span = readonly [number, number];

function paintGrid(
  context: CanvasRenderingContext2D,
  { layout, palette, trend }: Picture,
  view: View,
  [firstRow, lastRow]: Span,
  [firstColumn, lastColumn]: Span,
  x: Along,
  y: Along,
): void {
  context.fillStyle = palette.page;
  for (let row = firstRow; row < lastRow; row++)
    if (row % 2 === 1 || row >= trend.rows.length) context.fillRect(0, y(row), view.width, layout.rowHeight);
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.beginPath();
  for (let column = firstColumn; column <= lastColumn; column++) {
    const at = Math.round(x(column)) + 0.5;
    context.moveTo(at, y(firstRow));
    context.lineTo(at, y(lastRow));
  }
  const end = Math.round(y(trend.rows.length)) + 0.5;
  context.moveTo(0, end);
  context.lineTo(view.width, end);
  context.stroke();
}

function paintLine(
  context: CanvasRenderingContext2D,
  { trend, layout, palette }: Picture,
  firstRow: number,
  lastRow: number,
  x: Along,
  y: Along,
): void {
  context.strokeStyle = palette.tone;
  context.globalAlpha = 0.55;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.beginPath();
  // One row further each way, so that the line runs on past the edge.
  const from = Math.max(0, firstRow - 1);
  const to = Math.min(trend.rows.length, lastRow + 1);
  for (let row = from; row < to; row++) {
    const column = trend.rows[row]?.hits.findIndex((times) => times > 0) ?? -1;
    const [px, py] = [x(column) + layout.columnWidth / 2, y(row) + layout.rowHeight / 2];
    if (row === from) context.moveTo(px, py);
    else context.lineTo(px, py);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function paintCell(
  context: CanvasRenderingContext2D,
  { tab, trend, layout, palette, missed }: Picture,
  row: number,
  column: number,
  left: number,
  top: number,
): void {
  const [cx, cy] = [left + layout.columnWidth / 2, top + layout.rowHeight / 2 + 0.5];
  const statistic = STATISTICS[row - trend.rows.length];
  if (statistic) {
    context.fillStyle = palette.ink;
    context.fillText(String(trend.statistics[statistic[0]][column] ?? 0), cx, cy);
    return;
  }
  const times = trend.rows[row]?.hits[column] ?? 0;
  if (times === 0) {
    if (!missed) return;
    context.fillStyle = palette.ink2;
    context.fillText(String(trend.rows[row]?.missed[column] ?? 0), cx, cy);
    return;
  }
  const radius = Math.min(layout.columnWidth, layout.rowHeight) / 2 - 2;
  const value = tab.columns[column] ?? 0;
  context.fillStyle = tab.tones ? palette.tones[toneOf(tab, value).tone] : palette.tone;
  context.beginPath();
  // What came more than once in a draw has corners, since a number beside it would be too small to read.
  if (times > 1) context.roundRect(cx - radius, cy - radius, radius * 2, radius * 2, 4);
  else context.arc(cx, cy, radius, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = palette.onTone;
  context.fillText(pad(tab, value), cx, cy);
}

function paintIssues(
  context: CanvasRenderingContext2D,
  { trend, issueText, layout, palette }: Picture,
  [firstRow, lastRow]: Span,
  y: Along,
  bottom: number,
): void {
  const { issueWidth, rowHeight, headHeight } = layout;
  context.save();
  context.beginPath();
  context.rect(0, headHeight, issueWidth, Math.max(0, bottom - headHeight));
  context.clip();
  for (let row = firstRow; row < lastRow; row++) {
    const statistic = STATISTICS[row - trend.rows.length];
    context.fillStyle = row % 2 === 1 || statistic ? palette.page : palette.card;
    context.fillRect(0, y(row), issueWidth, rowHeight);
    context.fillStyle = statistic ? palette.ink : palette.ink2;
    context.fillText(statistic?.[1] ?? issueText(trend.rows[row]?.issue ?? ''), issueWidth / 2, y(row) + rowHeight / 2 + 0.5);
  }
  context.restore();
  context.fillStyle = palette.line;
  context.fillRect(issueWidth - 1, 0, 1, bottom);
}

function paintHead(
  context: CanvasRenderingContext2D,
  { tab, layout, palette }: Picture,
  [firstColumn, lastColumn]: Span,
  x: Along,
  right: number,
): void {
  const { issueWidth, headHeight, columnWidth, font } = layout;
  context.fillStyle = palette.page;
  context.fillRect(0, 0, right, headHeight);
  context.fillStyle = palette.ink;
  context.font = `600 ${font}px ${palette.family}`;
  context.save();
  context.beginPath();
  context.rect(issueWidth, 0, Math.max(0, right - issueWidth), headHeight);
  context.clip();
  const captions = hasCaptions(tab);
  const line = captions ? headHeight / 4 : 0;
  for (let column = firstColumn; column < lastColumn; column++) {
    const value = tab.columns[column] ?? 0;
    const at = x(column) + columnWidth / 2;
    context.fillText(pad(tab, value), at, headHeight / 2 - line + 1);
    if (!captions) continue;
    const { tone, label } = toneOf(tab, value);
    context.fillStyle = palette.tones[tone];
    context.fillText(label ?? '', at, headHeight / 2 + line - 1);
    context.fillStyle = palette.ink;
  }
  context.restore();
  context.fillText('期号', issueWidth / 2, headHeight / 2 + 0.5);
  context.fillStyle = palette.line;
  context.fillRect(0, headHeight - 1, right, 1);
  context.fillRect(issueWidth - 1, 0, 1, headHeight);
}
