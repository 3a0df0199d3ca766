// @vitest-environment happy-dom
/** The picture of a won order (晒单): what is drawn on it, and that the name is masked unless the player wants it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawBlock, ScreenDocument } from '../../../../engine/screens/core/contract.ts';
import { layOutPicture, type OrderPicture, type PictureItem } from '../../../../engine/screens/lottery/order-picture.ts';
import { loadBlocks } from '../examples/draw.tsx';
import { okAnswer, testHost } from '../support/host.ts';
import { button, clear, press, showScreen } from '../support/show.tsx';

const drawn = vi.hoisted(() => vi.fn(async () => [{ kind: 'text', text: '图' }]));
vi.mock('../../../../engine/screens/lottery/draw-order-picture.ts', () => ({ drawOrderPicture: drawn }));

const PICTURE: OrderPicture = {
  brand: '彩谱',
  status: '恭喜中奖',
  amount: '¥5,000.00',
  title: '双色球',
  note: '第 7 期',
  lines: [{ title: '普通', note: '¥5,000.00', groups: [{ look: 'ball', tone: 'red', values: ['01', '02', '03'], hits: [0, 2] }] }],
  facts: [{ label: '投注', value: '¥2.00' }],
  player: '甲****',
  mark: '演示 · 无现金价值',
};
/** Ten pixels for each character. */
const measure = (text: string): number => text.length * 10;
const lay = (change: Partial<OrderPicture> = {}) => layOutPicture({ ...PICTURE, ...change }, 750, measure);
const texts = (items: readonly PictureItem[]): string[] => items.flatMap((item) => (item.kind === 'box' ? [] : [item.text]));

describe('the picture', () => {
  it('has the brand, the prize, the game, the numbers, the stake, the player and the mark of play money', () => {
    expect(texts(lay().items)).toEqual([
      ...['彩谱', '恭喜中奖', '¥5,000.00', '双色球', '第 7 期', '普通', '¥5,000.00'],
      ...['01', '02', '03', '投注', '¥2.00', '甲****', '演示 · 无现金价值'],
    ]);
  });

  it('fills the numbers that hit and no others', () => {
    const balls = lay().items.filter((item) => item.kind === 'ball');
    expect(balls.map(({ text, hit, paint }) => [text, hit, paint])).toEqual([
      ['01', true, '--ball-red'],
      ['02', false, '--ball-red'],
      ['03', true, '--ball-red'],
    ]);
  });

  it('keeps everything inside and apart, and says how many lines are left out', () => {
    const values = Array.from({ length: 40 }, (_, at) => String(at + 1));
    const line = { title: '很长的玩法名称'.repeat(12), note: '¥1.00', groups: [{ look: 'ball', tone: 'blue', values } as const] };
    const { items, height } = lay({ lines: Array.from({ length: 9 }, () => line) });
    expect(texts(items)).toContain('另有 3 项中奖');
    expect(texts(items)).toContain('+16');
    for (const item of items) {
      expect(item.y).toBeLessThan(height);
      if (item.kind !== 'text') expect(item.x + item.width).toBeLessThanOrEqual(750 - 40);
    }
    const places = items.flatMap((item) => (item.kind === 'ball' ? [`${item.x}/${item.y}`] : []));
    expect(new Set(places).size).toBe(places.length);
  });
});

const ROOT = join(import.meta.dirname, '../../../..');
const SCREEN = JSON.parse(readFileSync(join(ROOT, 'app/descriptions/screens/result-sheet.json'), 'utf8')) as ScreenDocument;
const item = {
  ...{ orderId: 'o1', gameCode: 'x', gameName: '测试彩', issue: '7', status: 'won', amountFen: 200, prizeFen: 5_000, netFen: 4_800 },
  ...{ placedAt: 1, result: null },
  lines: [{ playName: '直选', tiers: '一等奖', prizeFen: 5_000, numbers: [{ look: 'digit', tone: 'red', values: ['1'], hits: [0] }] }],
};
const open = (change: object = {}) => {
  const one = { ...item, ...change };
  const host = testHost({
    '/api/order/results': () => okAnswer({ items: [one], amountFen: 200, prizeFen: one.prizeFen, netFen: one.netFen }),
  });
  host.session.userName = 'winner';
  // Shown before: the amount does not count up.
  host.storage.set('wins.shown', 'o1');
  return showScreen(host, SCREEN.blocks as readonly RawBlock[], SCREEN);
};

describe('the result sheet', () => {
  beforeAll(loadBlocks);
  beforeEach(() => drawn.mockClear());
  afterEach(clear);
  const last = () => (drawn.mock.lastCall as readonly unknown[] | undefined)?.[2] as OrderPicture;

  it('of a net win is gold and draws a picture with the masked name, and with the whole one on request', async () => {
    const element = await open();
    expect(element.querySelector('.win-head')?.textContent).toContain('恭喜中奖+¥48.00');
    await press(button(element, '晒单'));
    await act(async () => vi.dynamicImportSettled());
    expect(last()).toMatchObject({ title: '测试彩', note: '第 7 期', amount: '¥50.00', player: 'w****', mark: '演示 · 无现金价值' });
    expect(
      last()
        .facts.map(({ label, value }) => `${label} ${value}`)
        .slice(0, 2),
    ).toEqual(['投注 ¥2.00', '净赚 +¥48.00']);
    expect(last().lines[0]?.groups[0]?.hits).toEqual([0]);
    await act(async () => element.querySelector<HTMLElement>('[role="switch"]')?.click());
    expect(last().player).toBe('winner');
  });

  it.each([
    ['a prize below the stake', { prizeFen: 100, netFen: -100 }, '已返奖 ¥1.00'],
    ['a loss', { prizeFen: 0, netFen: -200, status: 'lost', lines: [] }, '未中奖'],
    ['a refund', { prizeFen: 0, netFen: 0, status: 'cancelled', lines: [] }, '未中奖'],
  ])('of %s is calm: no gold, no count, no picture', async (_, change, status) => {
    const element = await open(change);
    expect(element.querySelector('.hero')?.textContent).toContain(status);
    expect(element.querySelector('.win-head, .count-up')).toBeNull();
    expect(element.textContent).not.toContain('晒单');
  });
});
