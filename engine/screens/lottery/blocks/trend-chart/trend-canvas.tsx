import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Trend, TrendTab } from '../../../../rules/trend.ts';
import { hasCaptions, layoutOf, type Palette, type Picture, paint } from './trend-paint.ts';

export interface TrendCanvasProps {
  readonly tab: TrendTab;
  readonly trend: Trend;
  /** How an issue is written. */
  readonly issueText: (issue: string) => string;
  readonly lines: boolean;
  readonly missed: boolean;
  readonly label: string;
}

/**
 * A scroller whose content is as large as the chart, and in it a canvas that stays in view: the browser scrolls, natively and smoothly,
 * and each frame paints the rows that are seen. Begins at the newest issue, and stays there when another is drawn.
 */
export function TrendCanvas({ tab, trend, issueText, lines, missed, label }: TrendCanvasProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef(0);
  const repaint = useRef<() => void>(() => {});
  const atEnd = useRef(true);

  useLayoutEffect(() => {
    const [box, inner, surface] = [scroller.current, content.current, canvas.current];
    const context = surface?.getContext('2d');
    if (!box || !inner || !surface || !context) return;
    let picture: Picture | undefined;
    const measure = (): void => {
      const palette = paletteOf(box, tab);
      const unit = Math.max(1, Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
      context.font = `${12 * unit}px ${palette.family}`;
      const widest = Math.max(0, ...trend.rows.slice(-50).map(({ issue }) => context.measureText(issueText(issue)).width));
      const layout = layoutOf(tab.columns.length, trend.rows.length, widest, box.clientWidth, unit, hasCaptions(tab));
      inner.style.width = `${layout.width}px`;
      inner.style.height = `${layout.height}px`;
      const ratio = Math.min(3, window.devicePixelRatio || 1);
      const [width, height] = [box.clientWidth, box.clientHeight];
      surface.style.width = `${width}px`;
      surface.style.height = `${height}px`;
      surface.width = Math.round(width * ratio);
      surface.height = Math.round(height * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      picture = { tab, trend, issueText, layout, palette, lines, missed };
      if (atEnd.current) box.scrollTop = box.scrollHeight;
      draw();
    };
    const draw = (): void => {
      if (!picture) return;
      const view = { left: box.scrollLeft, top: box.scrollTop, width: box.clientWidth, height: box.clientHeight };
      surface.dataset.rows = String(paint(context, picture, view));
    };
    repaint.current = draw;
    measure();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(box);
    return () => observer?.disconnect();
  }, [tab, trend, issueText, lines, missed]);

  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    atEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => repaint.current());
  };

  return (
    // The keyboard scrolls what it can stand on.
    <div
      className="trend__scroller"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={`${tab.label}走势图，可滚动`}
      onScroll={onScroll}
    >
      <div className="trend__content" ref={content}>
        <canvas className="trend__canvas" ref={canvas} role="img" aria-label={label} />
      </div>
    </div>
  );
}

function paletteOf(element: HTMLElement, tab: TrendTab): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const tones = {
    red: colour('--ball-red'),
    blue: colour('--ball-blue'),
    green: colour('--ball-green'),
    gold: colour('--gold'),
    ink: colour('--ink'),
  };
  return {
    card: colour('--card'),
    page: colour('--page'),
    line: colour('--line'),
    ink: colour('--ink'),
    ink2: colour('--ink-2'),
    tone: tones[tab.tone],
    tones,
    onTone: colour(tab.tone === 'ink' ? '--card' : '--on-ball'),
    family: style.fontFamily,
  };
}
