// @vitest-environment happy-dom
/** The trend chart: what is painted where, and the same in tables. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Game, Zone } from '../../../engine/descriptions/types.ts';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import {
  hasCaptions,
  layoutOf,
  type Palette,
  paint,
  visibleRange,
} from '../../../engine/screens/lottery/blocks/trend-chart/trend-paint.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { LOTTERY_BLOCKS } from '../../../engine/screens/lottery/register.ts';
import { trend, trendTabs } from '../../../engine/rules/trend.ts';
import { refusedAnswer, okAnswer, type TestHost, testHost } from './support/host.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  registerBlocks(LOTTERY_BLOCKS);
  await Promise.all([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS].map(({ load }) => load()));
});
afterEach(clear);

const zone: Zone = {
  id: 'd',
  label: '数字',
  kind: 'digits',
  from: 0,
  to: 9,
  pick: 2,
  places: [
    { id: 'a', label: '十位' },
    { id: 'b', label: '个位' },
  ],
};
/** Issue n draws the digits of n. */
const past = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ issue: String(at + 1), numbers: { d: [Math.floor((at + 1) / 10) % 10, (at + 1) % 10] } }));
const PALETTE: Palette = {
  card: 'card',
  page: 'page',
  line: 'line',
  ink: 'ink',
  ink2: 'ink2',
  tone: 'tone',
  onTone: 'onTone',
  tones: { red: 'red', blue: 'blue', green: 'green', gold: 'gold', ink: 'ink' },
  family: 'x',
};

/** A context that remembers what was written, where, in which colour, and which shapes were drawn. */
function recorder() {
  const texts: { text: string; x: number; y: number; style: string }[] = [];
  const shapes: string[] = [];
  const own: Record<string, unknown> = {
    fillText: (text: string, x: number, y: number) => texts.push({ text, x, y, style: String(own.fillStyle) }),
    arc: () => shapes.push('arc'),
    roundRect: () => shapes.push('roundRect'),
    lineTo: () => shapes.push(`line ${String(own.strokeStyle)}`),
  };
  const context = new Proxy(own, {
    get: (target, name) => (typeof name === 'string' && name in target ? target[name] : () => {}),
    set: (target, name, value) => {
      target[String(name)] = value;
      return true;
    },
  });
  return { context: context as unknown as CanvasRenderingContext2D, texts, shapes };
}

function painted(
  count: number,
  tabId: string,
  view: { left?: number; top?: number; width?: number; height?: number },
  lines = true,
  missed = true,
) {
  const tab = trendTabs([zone]).find(({ id }) => id === tabId);
  if (!tab) throw new Error(tabId);
  const figures = trend(tab, past(count), 300);
  const layout = layoutOf(tab.columns.length, figures.rows.length, 40, 390, 1);
  const made = recorder();
  const rows = paint(
    made.context,
    { tab, trend: figures, issueText: String, layout, palette: PALETTE, lines, missed },
    { left: 0, top: 0, width: 390, height: 500, ...view },
  );
  return { ...made, rows, layout };
}

describe('layout', () => {
  it('shares the width where columns fit, scrolls where they do not, grows with the text', () => {
    const narrow = layoutOf(10, 50, 40, 390, 1);
    expect(narrow.width).toBe(390);
    expect(narrow.columnWidth).toBeGreaterThanOrEqual(26);
    const wide = layoutOf(33, 50, 40, 390, 1);
    expect(wide.columnWidth).toBe(26);
    expect(wide.width).toBeGreaterThan(390);
    const large = layoutOf(10, 50, 40, 390, 2);
    expect([large.font, large.columnWidth, large.rowHeight]).toEqual([24, 52, 60]);
  });

  it('knows the visible part', () => {
    expect(visibleRange(0, 100, 30, 300)).toEqual([0, 4]);
    expect(visibleRange(8990, 9500, 30, 305)).toEqual([299, 305]);
    expect(visibleRange(-50, -10, 30, 10)).toEqual([0, 0]);
  });
});

describe('tones of numbers', () => {
  it("are the columns' own, and written in the head, so that colour is not the only sign", () => {
    const toned: Zone = { ...zone, kind: 'set', places: [], tones: [{ tone: 'blue', label: '蓝', numbers: [3] }], tone: 'green' };
    const [tab] = trendTabs([toned]);
    if (!tab) throw new Error('no tab');
    const figures = trend(tab, [{ issue: '1', numbers: { d: [3, 7] } }], 50);
    const layout = layoutOf(10, 1, 40, 390, 1, hasCaptions(tab));
    const { context, texts } = recorder();
    const fills: string[] = [];
    const spied = new Proxy(context, {
      get: (target, name) => (name === 'fill' ? () => fills.push(String(Reflect.get(target, 'fillStyle'))) : Reflect.get(target, name)),
    });
    paint(
      spied,
      { tab, trend: figures, issueText: String, layout, palette: PALETTE, lines: false, missed: false },
      { left: 0, top: 0, width: 390, height: 500 },
    );
    expect(fills).toEqual(['blue', 'green']);
    const caption = texts.find(({ text }) => text === '蓝');
    const number = texts.findLast(({ text }) => text === '3');
    expect(caption).toMatchObject({ style: 'blue', x: number?.x });
    expect((caption?.y ?? 0) - (number?.y ?? 0)).toBeGreaterThanOrEqual(12);
    expect(layout.headHeight).toBeGreaterThan(layoutOf(10, 1, 40, 390, 1).headHeight);
  });
});

describe('painting', () => {
  it('touches only the rows that are seen: 300 issues cost what 50 do', () => {
    const few = painted(50, 'd/a', { top: 600 });
    const many = painted(300, 'd/a', { top: 600 });
    expect(many.rows).toBe(few.rows);
    expect(many.texts).toHaveLength(few.texts.length);
    expect(many.rows).toBeLessThan(20);
  });

  it('has the number on a ball where it came and the omission where it did not', () => {
    const { texts, layout } = painted(12, 'd/b', {});
    const row = (n: number) =>
      texts.filter(({ y, x }) => x > layout.issueWidth && Math.abs(y - (layout.headHeight + layout.rowHeight * (n + 0.5))) < 2);
    // Issue 12 ends in 2; 1 came one draw ago, 3 nine draws ago, 9 three.
    const cells = row(11);
    expect(cells.find(({ style }) => style === 'onTone')?.text).toBe('2');
    expect(cells.map(({ text }) => text)).toEqual(['2', '1', '2', '9', '8', '7', '6', '5', '4', '3']);
  });

  it('keeps issue column and head in place while the rest scrolls', () => {
    const { texts, layout } = painted(300, 'd/a', { top: 3000, left: 0 });
    const head = texts.filter(({ y }) => y < layout.headHeight);
    expect(head.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '期号']);
    const issues = texts.filter(({ x, y }) => x < layout.issueWidth && y > layout.headHeight).map(({ text }) => Number(text));
    expect(issues[0]).toBe(101);
  });

  it('draws a line only where one number comes at a time, and squares for repeats', () => {
    const hits = (shapes: readonly string[]) => shapes.filter((shape) => shape === 'line tone').length;
    expect(hits(painted(12, 'd/a', {}).shapes)).toBe(11);
    expect(hits(painted(12, 'd/a', {}, false).shapes)).toBe(0);
    const whole = painted(12, 'd', {});
    expect(hits(whole.shapes)).toBe(0);
    // Issue 11 alone repeats a digit.
    expect(whole.shapes.filter((shape) => shape === 'roundRect')).toHaveLength(1);
  });

  it('ends with the statistics', () => {
    const { texts, layout } = painted(10, 'd/b', {});
    const labels = texts.filter(({ x }) => x < layout.issueWidth).map(({ text }) => text);
    expect(labels.slice(10, 15)).toEqual(['出现次数', '平均遗漏', '最大遗漏', '最大连出', '当前遗漏']);
  });
});

describe('the block', () => {
  const LIST = '/list';
  const block = { block: 'trend-chart', source: 'past', sizes: [30, 50], empty: { title: '还没有开奖' } };
  const sources = { past: { call: LIST } };
  const host = (count: number): TestHost =>
    testHost(
      {
        [LIST]: () =>
          okAnswer({
            items: past(count)
              .map((each) => ({ ...each, gameCode: 'g' }))
              .reverse(),
            next: null,
          }),
      },
      { loadGame: async () => ({ hash: 'h', game: { draw: { zones: [zone] } } as unknown as Game }) },
    );

  it('names its picture by what it shows', async () => {
    const element = await showScreen(host(40), [block], { sources });
    await press(button(element, '个位'));
    expect(element.querySelector('canvas')?.getAttribute('aria-label')).toBe(
      '个位走势，最近 40 期，最新第 40 期开出 0。按“表格”读全部数字。',
    );
    await setField(element, 'select', '30');
    expect(element.querySelector('canvas')?.getAttribute('aria-label')).toContain('最近 30 期');
  });

  it('says the same in tables', async () => {
    const element = await showScreen(host(12), [block], { sources });
    await press(button(element, '个位'));
    await press(button(element, '表格'));
    const [figures, issues] = [...element.querySelectorAll('table')];
    const cells = (row: Element | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);
    expect(cells(figures?.querySelector('tbody tr:nth-child(2)') ?? undefined)).toEqual(['1', '2', '3', '9', '1', '1']);
    expect(cells(issues?.querySelector('tbody tr') ?? undefined)).toEqual(['12', '2']);
  });

  it('says that there is nothing yet, and what went wrong', async () => {
    expect((await showScreen(host(0), [block], { sources })).textContent).toContain('还没有开奖');
    await clear();
    const broken = await showScreen(testHost({ [LIST]: () => refusedAnswer('连线超时') }), [block], { sources });
    expect(broken.querySelector('[role=alert]')?.textContent).toContain('连线超时');
  });
});
