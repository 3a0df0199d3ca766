// @vitest-environment happy-dom
/** The boards of small games, drawn over the examples of their blocks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getByRole, queryByRole } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import slot from '../../../games/small/slot.json' with { type: 'json' };
import { clear, draw, loadBlocks, press, until } from './examples/draw.tsx';
import { type Example, NOW } from './examples/example.ts';

const BLOCKS = join(import.meta.dirname, '../../../engine/screens/small/blocks');
const CHECK = '/api/Activity/CheckSmallGameQualify';
const BET = '/api/Activity/Bet_SmallGame';

beforeAll(loadBlocks);
afterEach(clear);

const button = (page: HTMLElement, name: string | RegExp): HTMLElement => getByRole(page, 'button', { name });

/** The example of a block, its first answer with changes, and a button that asks again. */
function example(block: string, change: object): Example & { readonly answers: Record<string, object> } {
  const read = JSON.parse(readFileSync(join(BLOCKS, block, 'example.json'), 'utf8')) as Example;
  return {
    ...read,
    screen: {
      ...read.screen,
      blocks: [...read.screen.blocks, { block: 'buttons', actions: [{ label: '再看', action: { do: 'reload' } }] }],
    },
    answers: { ...read.answers, [CHECK]: { ...(read.answers?.[CHECK] as object), ...change } },
    expects: [],
  };
}

describe('a shared round of dice', () => {
  const last = [{ round: '6', dice: [1, 4, 6], text: '一 四 六，共 11' }];
  const round = (play: string, mineFen: number) => ({
    offer: { play, commit: 'a'.repeat(64), posts: null, expiresAt: NOW + 20_000 },
    drawsAt: NOW + 25_000,
    mineFen,
    last,
  });
  const placed = (stakeFen: number) => ({
    playId: '1',
    gameCode: 'lyb30',
    status: 'placed',
    bets: [],
    stakeFen,
    costFen: 0,
    prizeFen: 0,
    outcome: {},
    result: '',
    book: [],
    proof: null,
    next: null,
    balanceFen: 90_000,
  });

  it('says what lies in this round, the stakes together, and nothing of it in the next', async () => {
    const shown = example('dice-cup', round('7', 0));
    const { page } = await draw(shown);
    const text = () => page.textContent ?? '';
    const bet = async (chip: string, fen: number) => {
      shown.answers[BET] = placed(fen);
      await press(button(page, chip));
      await press(button(page, /^一 赔/));
      await press(button(page, /^下注/));
      await until(() => getByRole(page, 'button', { name: '下注 ¥0.00' }) !== null);
    };
    expect(text()).toContain('上一局 一 四 六');
    await bet('1', 100);
    expect(text()).toContain('本局已下 ¥1.00');
    await bet('5', 500);
    expect(text()).toContain('本局已下 ¥6.00');
    expect(text()).toContain('已下注，开出后自动派奖');

    // The server knows of them too: they are not counted twice.
    shown.answers[CHECK] = { ...shown.answers[CHECK], ...round('7', 600) };
    await press(button(page, '再看'));
    expect(text()).toContain('本局已下 ¥6.00');

    shown.answers[CHECK] = { ...shown.answers[CHECK], ...round('8', 0) };
    await press(button(page, '再看'));
    expect(text()).not.toContain('本局已下');
    expect(text()).toContain('上一局 一 四 六');
    await bet('1', 100);
    expect(text()).toContain('本局已下 ¥1.00');
  });
});

it("a shared round shows the outcome of the player's bets after its draw, and the stakes of the present round on its board", async () => {
  const bets = [
    { code: 'face-1', fen: 100, prizeFen: 200 },
    { code: 'face-2', fen: 400, prizeFen: 0 },
  ];
  const last = [{ round: '6', dice: [1, 4, 6], text: '一 四 六，共 11' }];
  const shown = example('dice-cup', { last, before: { round: '6', bets, stakeFen: 500, prizeFen: 200 } });
  const { page } = await draw(shown);
  expect(page.textContent).toContain('上一局输 ¥3.00');
  expect(page.textContent).toContain('上一局 一 四 六，共 11');
  expect(button(page, /^一 赔/).dataset.won).toBe('');
  expect(button(page, /^二 赔/).dataset.won).toBeUndefined();
  await clear();
  const before = { round: '6', bets, stakeFen: 500, prizeFen: 200 };
  const next = await draw(example('dice-cup', { last, before, mineFen: 300, mine: [{ code: 'face-2', fen: 300 }] }));
  expect(next.page.textContent).toContain('已下注，开出后自动派奖');
  expect(button(next.page, /^二 赔/).textContent).toContain('已下 ¥3');
  expect(next.page.querySelector('[data-won]')).toBeNull();
});

it.each([
  ['card-gate', /^射门/],
  ['reels', /^转一次/],
  ['dice-cup', /^下注/],
])('%s: says why no play is taken before one is sent', async (block, play) => {
  const { page, host } = await draw(example(block, { ok: false, reason: '您正在休息，2026-11-23 10:00 前不能投注' }));
  expect(page.textContent).toContain('您正在休息，2026-11-23 10:00 前不能投注');
  await press(button(page, play));
  expect(host.calls.filter(({ path }) => path === BET)).toEqual([]);
});

it.each([
  ['card-gate', 1_500, /^射门/, '余额不足：最多输 ¥20.00，还差 ¥5.00', 500],
  ['reels', 10, /^转一次/, '余额不足，还差 ¥0.40', 40],
  ['dice-cup', 5, /^下注/, '余额不足，还差 ¥0.95', 95],
] as const)(
  '%s: where money alone is lacking, the way to it stands in the place of the play',
  async (block, balanceFen, play, words, missingFen) => {
    const { page, host } = await draw(example(block, { balanceFen }));
    if (block === 'dice-cup') await press(button(page, /^一 赔/));
    expect(page.textContent).toContain(words);
    expect(queryByRole(page, 'button', { name: play })).toBeNull();
    await press(button(page, '去充值'));
    expect(host.moves).toEqual([`/fill?amount=${missingFen}`]);
    expect(host.calls.filter(({ path }) => path === BET)).toEqual([]);
  },
);

describe('reels', () => {
  afterEach(() => void vi.useRealTimers());

  /** The answer of a spin whose first reel shows a cherry on top, and no other reel has one there or in its middle. */
  function cherryOnTwoLines() {
    const { reels } = slot.slot;
    const at = (reel: number, fits: (top: string | undefined, middle: string | undefined) => boolean): number =>
      (reels[reel] ?? []).findIndex((_, stop, strip) => fits(strip[stop], strip[(stop + 1) % strip.length]));
    const stops = [
      at(0, (top) => top === 'cherry'),
      at(1, (top, middle) => top !== 'cherry' && middle !== 'cherry'),
      at(2, (top, middle) => top !== 'cherry' && middle !== 'cherry'),
    ];
    const lines = [1, 3];
    return {
      playId: '019a2b3c-0000-7000-8000-0000000000f1',
      gameCode: 'slot',
      status: 'settled',
      bets: [0, 1, 2, 3, 4].map((line) => ({ code: 'line', fen: 10, prizeFen: lines.includes(line) ? 20 : 0 })),
      stakeFen: 50,
      costFen: 50,
      prizeFen: 40,
      outcome: { stops },
      result: '樱 / 李 / 李',
      book: [...stops.map((_, index) => ({ do: 'stop', index, at: 0 })), ...lines.map((index) => ({ do: 'line', index, at: 0 }))],
      proof: null,
      next: null,
      balanceFen: 99_990,
    };
  }

  it('light the symbols that pay, one line after the other with its reason, and 转一次 stays in its place', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const shown = example('reels', {});
    shown.answers[BET] = cherryOnTwoLines();
    const { page } = await draw(shown);
    const note = () => page.querySelector('.small-verdict__note')?.textContent;
    const lit = () => page.querySelectorAll('.reels__cell--lit').length;
    // Both lines of the verdict are there before there is one.
    expect(page.querySelectorAll('.small-verdict > *').length).toBeGreaterThanOrEqual(2);
    await press(button(page, /^转一次/));
    await until(() => (page.textContent ?? '').includes('输 ¥0.10'));
    expect([note(), lit()]).toEqual(['第 4 线 樱×1 得 ¥0.20', 1]);
    await act(async () => vi.advanceTimersByTime(1_600));
    expect([note(), lit()]).toEqual(['第 2 线 樱×1 得 ¥0.20', 1]);
    expect(page.textContent).toContain('第 2 线 樱×1 得 ¥0.20，第 4 线 樱×1 得 ¥0.20');
    expect(button(page, '停止自动')).toHaveProperty('disabled', true);
  });
});

it('dice of an own round want a tap on 重复 before the same stakes are rolled again', async () => {
  const shown = example('dice-cup', { shared: false, drawsAt: null });
  const face = { code: 'face-1', fen: 5, prizeFen: 0 };
  shown.answers[BET] = {
    playId: '019a2b3c-0000-7000-8000-0000000000f2',
    gameCode: 'lyb',
    status: 'settled',
    bets: [face],
    stakeFen: 5,
    costFen: 5,
    prizeFen: 0,
    outcome: { dice: [2, 3, 4] },
    result: '二 三 四',
    book: [],
    proof: null,
    next: { play: '019a2b3c-0000-7000-8000-0000000000f3', commit: 'b'.repeat(64), posts: null, expiresAt: NOW + 20_000 },
    balanceFen: 99_995,
  };
  const { page, host } = await draw(shown);
  const plays = () => host.calls.filter(({ path }) => path === BET).length;
  await press(button(page, /^一 赔/));
  await press(button(page, /^摇骰/));
  await until(() => (page.textContent ?? '').includes('输 ¥0.05'));
  await press(button(page, /^摇骰/));
  expect(plays()).toBe(1);
  await press(button(page, '重复'));
  await press(button(page, /^摇骰/));
  expect(plays()).toBe(2);
});
