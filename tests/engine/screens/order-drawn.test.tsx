// @vitest-environment happy-dom
/** The page of an order at draw time: nothing tells what it came to before the last number is there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawBlock, ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { okAnswer, type TestHost, testHost } from './support/host.ts';
import { loadBlocks } from './examples/draw.tsx';
import { clear, showScreen } from './support/show.tsx';

const ROOT = join(import.meta.dirname, '../../..');
const SCREEN = JSON.parse(readFileSync(join(ROOT, 'app/descriptions/screens/orderDetails.json'), 'utf8')) as ScreenDocument;
const TERMS = (JSON.parse(readFileSync(join(ROOT, 'app/descriptions/terms.json'), 'utf8')) as { terms: never }).terms;
const DETAIL = '/api/order/detail';

const zones = [{ id: 'd', label: '开奖号码', kind: 'digits', from: 0, to: 9, pick: 3, look: 'digit' }];
const lineOf = (hits?: readonly number[], prizeFen = 0) => ({
  playName: '直选',
  text: '1 | 2 | 3',
  numbers: [{ look: 'digit', tone: 'red', values: ['1', '2', '3'], ...(hits ? { hits } : {}) }],
  bets: 1,
  amountFen: 2000,
  prizeFen,
  wins: prizeFen > 0 ? [{ tierName: '一等奖', count: 1, prizeFen }] : [],
});
const waiting = {
  orderId: 'o1',
  orderNo: '20261129-0001234',
  kind: 'ticket',
  gameCode: 'x',
  gameName: '测试彩',
  issue: '7',
  bets: 1,
  multiplier: 1,
  amountFen: 2000,
  prizeFen: 0,
  status: 'pending',
  placedAt: 1,
  drawsAt: 2,
  closesAt: 2,
  lines: [lineOf()],
  result: null,
  ledger: [{ title: '投注', at: 1, amountFen: -2000, balanceFen: 0 }],
};
const result = { gameCode: 'x', issue: '7', drawsAt: 2, numbers: { d: [1, 2, 9] }, zones };
const lost = { ...waiting, status: 'lost', result, lines: [lineOf([0, 1])] };
const back = { ...waiting, status: 'won', prizeFen: 500, result, lines: [lineOf([0, 1], 500)] };
const won = { ...waiting, status: 'won', prizeFen: 5000, result, lines: [lineOf([0, 1, 2], 5000)] };

let now: object = waiting;
let holds = 0;
const host = (): TestHost =>
  testHost(
    { [DETAIL]: () => okAnswer(now) },
    {
      terms: TERMS,
      holdVerdicts: () => {
        holds += 1;
        return () => {
          holds -= 1;
        };
      },
    },
  );
const open = (on: TestHost): Promise<HTMLElement> => showScreen(on, SCREEN.blocks as readonly RawBlock[], SCREEN, { orderId: 'o1' });
const hero = (element: HTMLElement): string => element.querySelector('.hero')?.textContent ?? '';
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeAll(loadBlocks);
beforeEach(() => {
  now = waiting;
  holds = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(async () => {
  await clear();
  vi.useRealTimers();
});

it('shows the draw first, then the lines with their hits, the money, and the metadata at the end', async () => {
  now = won;
  const element = await open(host());
  const text = element.textContent ?? '';
  const places = ['测试彩 第 7 期', '投注内容', '一等奖', '资金流水', '下单时间', '订单号20261129-0001234', '订单 IDo1'].map((part) =>
    text.indexOf(part),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

describe('an order at draw time', () => {
  it.each([
    ['lost', lost, '未中奖'],
    ['won less than it cost', back, '净亏 ¥15.00'],
    ['won', won, '恭喜中奖'],
  ])('that %s says so after the last number, and not before', async (_what, next, verdict) => {
    const on = host();
    const element = await open(on);
    expect(hero(element)).toContain('待开奖');
    now = next;
    await act(async () => on.emit('order', { type: 'order', orderId: 'o1', status: (next as { status: string }).status }));
    await pass(300);
    expect(hero(element)).toContain('开奖中');
    expect(element.textContent).not.toContain(verdict);
    expect(element.querySelectorAll('.mini--hit, .mini--pale')).toHaveLength(0);
    expect(element.textContent).not.toMatch(/一等奖|中奖金额/);
    expect(holds).toBe(1);
    await pass(2_000);
    expect(hero(element)).toContain(verdict);
    expect(element.querySelectorAll('.mini--hit')).toHaveLength((next as typeof won).lines[0]?.numbers[0]?.hits?.length ?? 0);
    expect(element.textContent?.includes('一等奖')).toBe((next as typeof won).prizeFen > 0);
    expect(holds).toBe(0);
  });

  it('a tap shows all at once', async () => {
    const on = host();
    const element = await open(on);
    now = won;
    await act(async () => on.emit('order', { type: 'order', orderId: 'o1', status: 'won' }));
    await pass(50);
    await act(async () => element.querySelector<HTMLElement>('.played-balls')?.click());
    expect(hero(element)).toContain('恭喜中奖+¥30.00');
  });

  it('that was drawn before is shown at once, and no animation plays', async () => {
    now = back;
    const element = await open(host());
    expect(hero(element)).toContain('已返奖¥5.00奖金已到账 · 投注 ¥20.00 · 净亏 ¥15.00');
    expect(element.querySelector('.stage')).toBeNull();
  });

  it('lights the numbers of each line by itself', async () => {
    now = { ...lost, lines: [lineOf([0]), lineOf([])] };
    const element = await open(host());
    const rows = [...element.querySelectorAll('.minis')].map((row) => row.querySelectorAll('.mini--hit').length);
    expect(rows).toEqual([1, 0]);
  });

  it('under reduced motion the result and its verdict are there together', async () => {
    const before = window.matchMedia;
    window.matchMedia = ((query: string) => ({
      matches: query.includes('reduce'),
      addEventListener() {},
      removeEventListener() {},
    })) as never;
    try {
      const on = host();
      const element = await open(on);
      now = lost;
      await act(async () => on.emit('order', { type: 'order', orderId: 'o1', status: 'lost' }));
      await pass(20);
      expect(hero(element)).toContain('未中奖');
    } finally {
      window.matchMedia = before;
    }
  });
});
