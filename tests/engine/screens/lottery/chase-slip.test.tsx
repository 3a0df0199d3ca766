// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import ChasePlan from '../../../../engine/screens/lottery/blocks/chase-plan/chase-plan.tsx';
import Slip from '../../../../engine/screens/lottery/blocks/slip/slip.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import {
  button,
  clear,
  press,
  render,
  type GameStage,
  createGameStage,
  T0,
  until,
  withStoredDraft,
  storedDraftOf,
} from './support/stage.tsx';

const BET = '/api/lottery/bet_szc';
const ISSUES = '/api/lottery/ChaseIssues';
const SLIP = compiledProps({
  block: 'slip',
  order: { do: 'navigate', to: '/one?orderId={orderId}' },
  plan: { do: 'navigate', to: '/page?of={gameCode}' },
  chase: { do: 'navigate', to: '/all?chaseId={chaseId}' },
});
/** Three bets: 6.00 an issue. */
const LINES = [
  { id: 1, line: { play: 'HZ', picks: { sum: [9, 10] } } },
  { id: 2, line: { play: 'STH_DX', picks: { face: [1] } } },
];

afterEach(clear);

const saved = (multiplier = 1, lines: unknown = LINES) =>
  withStoredDraft('slip', 'jsks', JSON.stringify({ format: 1, hash: 'h1', lines, multiplier, editing: null }));
const upcoming = (from: number, count: number) => ({
  items: Array.from({ length: count }, (_, at) => ({
    issue: String(from + at),
    opensAt: T0 + at * 60_000 - 30_000,
    closesAt: T0 + (at + 1) * 60_000,
    drawsAt: T0 + (at + 1) * 60_000 + 5_000,
  })),
});

async function open(set: GameStage) {
  const mounted = await render(
    set.host,
    <GameProvider code="jsks">
      <Slip {...SLIP} />
    </GameProvider>,
  );
  await until(() => mounted.element.querySelector('.slip-bar') !== null);
  await until(() => !mounted.element.textContent?.includes('正在载入'));
  return mounted;
}

const toggle = (element: HTMLElement, name: string) => press(element.querySelector(`[role="switch"][aria-label="${name}"]`));

async function chasing(multiplier = 1) {
  const set = createGameStage(await readGame('jsks'), {}, saved(multiplier));
  const { element } = await open(set);
  await toggle(element, '追号');
  await set.to(ISSUES)[0]?.answer({ ok: true, models: upcoming(101, 82) });
  return { set, element };
}

it('a plan half made is there again after a reload: issues, doubling, what was set by hand, and not after it is switched off', async () => {
  const stored = saved(2);
  const plan = { format: 1, count: 4, every: 2, edits: { 103: 9, 77: 5 }, stopOnWin: false };
  withStoredDraft('chase', 'jsks', JSON.stringify(plan), stored);
  const set = createGameStage(await readGame('jsks'), {}, stored);
  const { element } = await render(
    set.host,
    <GameProvider code="jsks">
      <Slip {...SLIP} />
    </GameProvider>,
  );
  await until(() => set.to(ISSUES).length > 0);
  await set.to(ISSUES)[0]?.answer({ ok: true, models: upcoming(101, 82) });
  await until(() => element.textContent?.includes('追 4 期') === true);
  await press(button(element, '确认追号'));
  const { chase, stopOnWin } = set.to(BET)[0]?.params ?? {};
  expect(JSON.parse(chase ?? '[]').map((part: { multiplier: number }) => part.multiplier)).toEqual([2, 2, 9, 4]);
  expect(stopOnWin).toBe('0');
  expect(JSON.parse(storedDraftOf(set, 'chase', 'jsks') ?? '{}')).toEqual({ ...plan, base: 2, edits: { 103: 9 } });
  await set.to(BET)[0]?.answer({ ok: true, models: { chaseId: 'c1' } });
  expect(storedDraftOf(set, 'chase', 'jsks')).toBeUndefined();
});

it('a chase belongs to its player too, and comes back whole', async () => {
  const plan = { format: 1, count: 4, every: 2, edits: { 103: 9 }, stopOnWin: false };
  const set = createGameStage(await readGame('jsks'), {}, withStoredDraft('chase', 'jsks', JSON.stringify(plan)));
  set.stored.delete('drafts.visitor');
  const { chase } = await gameRuntime(set.host, 'jsks');
  const issues = upcoming(101, 82);
  const as = (mid: string) => act(async () => void Object.assign(set.host.session, { loggedIn: mid !== '', mid }));
  await set.to(ISSUES).at(-1)?.answer({ ok: true, models: issues });
  await as('2');
  expect(chase.getSnapshot().value).toBe('off');
  await as('1');
  expect(JSON.parse(storedDraftOf(set, 'chase', 'jsks') ?? '{}')).toEqual({ ...plan, base: 1 });
  await set.to(ISSUES).at(-1)?.answer({ ok: true, models: issues });
  expect(chase.getSnapshot()).toMatchObject({ value: 'ready', context: { count: 4, every: 2, edits: { 103: 9 }, stopOnWin: false } });
  expect(JSON.parse(storedDraftOf(set, 'chase', 'jsks') ?? '{}')).toEqual({ ...plan, base: 1 });
});

it('is asked for with a switch, and says what it costs before anything is sent', async () => {
  const { set, element } = await chasing(2);
  expect(set.to(ISSUES)[0]?.params).toEqual({ gameCode: 'jsks' });
  expect(element.querySelectorAll('.chase-part')).toHaveLength(5);
  expect(button(element, '追 5 期 · ¥60.00')).toBeTruthy();
  await press(button(element, '10 期'));
  expect(element.querySelectorAll('.chase-part')).toHaveLength(10);
  await press(button(element, '每期翻倍'));
  expect(button(element, '追 10 期 · ¥12,276.00')).toBeTruthy();
  await press(button(element, '不追号'));
  expect(element.textContent).toContain('3 注 × 2 倍');
  expect(button(element, '确认投注')).toBeTruthy();
});

it('begins with the multiplier of the slip, and then neither changes the other', async () => {
  const { set, element } = await chasing(2);
  const { slip, chase } = await gameRuntime(set.host, 'jsks');
  const first = () => [chase.getSnapshot().context.base, slip.getSnapshot().context.multiplier];
  expect(first()).toEqual([2, 2]);
  await press(button(element, '第 102 期加一倍'));
  expect(button(element, '追 5 期 · ¥66.00')).toBeTruthy();
  // No stepper of the slip beside the total: it would multiply nothing that is bet.
  expect(element.querySelector('.slip-bar .stepper')).toBeNull();
  await act(async () => slip.send({ type: 'MULTIPLIER', value: 9 }));
  expect(button(element, '追 5 期 · ¥66.00')).toBeTruthy();
  await press(button(element, '起始加一倍'));
  expect(first()).toEqual([3, 9]);
  expect(button(element, '追 5 期 · ¥90.00')).toBeTruthy();
  expect(JSON.parse(storedDraftOf(set, 'chase', 'jsks') ?? '{}')).toMatchObject({ base: 3 });
  await press(button(element, '不追号'));
  expect(first()).toEqual([9, 9]);
  expect(element.textContent).toContain('3 注 × 9 倍');
});

it('ends with the lines that it was for', async () => {
  const { set, element } = await chasing();
  const { chase } = await gameRuntime(set.host, 'jsks');
  for (const name of [/^删除/, /^删除/]) {
    expect(chase.getSnapshot().value).toBe('ready');
    await press(button(element, name));
  }
  expect([chase.getSnapshot().value, storedDraftOf(set, 'chase', 'jsks')]).toEqual(['off', undefined]);
});

it('ends when the slip is cleared', async () => {
  const { set, element } = await chasing();
  const { chase } = await gameRuntime(set.host, 'jsks');
  await press(button(element, /^追 5 期/));
  await press(button(element, '清空'));
  const clearing = [...element.querySelectorAll('dialog')].find((dialog) => dialog.textContent?.includes('清空投注单'));
  await press(clearing?.querySelector('.button--primary') ?? null);
  expect(chase.getSnapshot().value).toBe('off');
});

it('begins with the issue on sale, though the list was asked for while the one before it closed', async () => {
  const set = createGameStage(await readGame('jsks'), {}, saved());
  const { element } = await open(set);
  await toggle(element, '追号');
  set.page = { ...set.page, current: { issue: '102', opensAt: T0, closesAt: T0 + 99_000, drawsAt: T0 + 99_999, commit: 'c' } };
  await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '100' }));
  await set.to(ISSUES)[0]?.answer({ ok: true, models: upcoming(101, 82) });
  expect(element.textContent).not.toContain('正在载入可追的期次');
  await press(button(element, '知道了'));
  await press(button(element, '追 5 期 · ¥30.00'));
  await press(button(element, '确认追号'));
  expect(set.to(BET)[0]?.params.issue).toBe('102');
});

it('sends every issue with its multiplier, the price of all, and whether a win stops it; a double tap sends it once', async () => {
  const { set, element } = await chasing();
  await press(button(element, '第 102 期减一倍'));
  await press(button(element, '第 103 期加一倍'));
  await toggle(element, '中奖即停');
  await press(button(element, '追 4 期 · ¥30.00'));
  const go = button(element, '确认追号');
  await act(async () => {
    go.click();
    go.click();
  });
  expect(set.to(BET)).toHaveLength(1);
  const sent = set.to(BET)[0];
  expect(sent?.params).toMatchObject({ hash: 'h1', amountFen: '3000', issue: '101', stopOnWin: '0' });
  expect(JSON.parse(sent?.params.chase ?? '')).toEqual([1, 0, 2, 1, 1].map((multiplier, at) => ({ issue: String(101 + at), multiplier })));
  expect(JSON.parse(sent?.params.ticket ?? '')).toMatchObject({ game: 'jsks', multiplier: 1 });
  await sent?.answer({
    ok: true,
    models: {
      orderId: 'o-1',
      chaseId: 'c-1',
      orderNo: '20261129-0001234',
      issues: 4,
      gameCode: 'jsks',
      issue: '101',
      bets: 3,
      amountFen: 3000,
      balanceFen: 1,
      drawsAt: T0,
    },
  });
  expect(element.textContent).toContain('追号成功');
  expect(element.textContent).toContain('4 期');
  expect(element.textContent).toContain('追号单号20261129-0001234');
  await press(button(element, '查看追号'));
  expect(set.went).toEqual(['/all?chaseId=c-1']);
  expect(element.querySelector('.chase-cell'), 'nothing is left to chase').toBeNull();
});

it('an issue that closes meanwhile falls off, and the plan begins with the one on sale', async () => {
  const { set, element } = await chasing();
  await press(button(element, /^追 5 期/));
  set.page = { ...set.page, current: { issue: '102', opensAt: T0, closesAt: T0 + 120_000, drawsAt: T0 + 125_000, commit: 'c' } };
  await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '100' }));
  await until(() => set.to(ISSUES).length > 1);
  await press(button(element, '确认追号'));
  expect(set.to(BET), 'the player is to know first').toHaveLength(0);
  expect(element.textContent).toContain('第 101 期已截止，追号将从第 102 期开始');
  await press(button(element, '知道了'));
  await press(button(element, '确认追号'));
  expect(JSON.parse(set.to(BET)[0]?.params.chase ?? '[]').map((part: { issue: string }) => part.issue)).toEqual([
    '102',
    '103',
    '104',
    '105',
    '106',
  ]);
});

it('after a long sleep nothing is sent until the issues are known again', async () => {
  const { set, element } = await chasing();
  await press(button(element, /^追 5 期/));
  set.page = { ...set.page, current: { issue: '900', opensAt: T0, closesAt: T0 + 120_000, drawsAt: T0 + 125_000, commit: 'c' } };
  await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '899' }));
  await until(() => set.to(ISSUES).length > 1);
  await press(button(element, '知道了'));
  await press(button(element, '确认追号'));
  expect(set.to(BET)).toHaveLength(0);
  expect(set.toasts).toEqual(['正在载入可追的期次']);
  await set.to(ISSUES)[1]?.answer({ ok: true, models: upcoming(900, 82) });
  await press(button(element, '确认追号'));
  expect(JSON.parse(set.to(BET)[0]?.params.chase ?? '[]')[0]).toEqual({ issue: '900', multiplier: 1 });
});

it('nothing played is nothing to send, and a list that does not come can be asked for again', async () => {
  const set = createGameStage(await readGame('jsks'), {}, saved());
  const { element } = await open(set);
  await toggle(element, '追号');
  await set.to(ISSUES)[0]?.answer({ ok: false, status: -1, msg: '', inDoubt: false });
  expect(element.textContent).toContain('可追的期次加载失败');
  await press(button(element, '重试'));
  await set.to(ISSUES)[1]?.answer({ ok: true, models: upcoming(101, 1) });
  await press(button(element, '第 101 期减一倍'));
  await press(button(element, '追 0 期 · ¥0.00'));
  await press(button(element, '确认追号'));
  expect(set.toasts).toEqual(['每一期都是 0 倍，请至少投一期']);
  expect(set.to(BET)).toHaveLength(0);
});

it('a game of one issue has no switch', async () => {
  const described = await readGame('jsks');
  const set = createGameStage({ ...described, caps: { ...described.caps, issues: 1 } }, {}, saved());
  const { element } = await open(set);
  expect(element.querySelector('.chase-cell')).toBeNull();
});

it('on a page of its own: what is on the slip, the plan, and the way to the confirmation', async () => {
  const set = createGameStage(await readGame('jsks'), {}, saved());
  const { element } = await render(
    set.host,
    <GameProvider code="jsks">
      <ChasePlan />
    </GameProvider>,
  );
  await until(() => set.to(ISSUES).length === 1);
  await set.to(ISSUES)[0]?.answer({ ok: true, models: upcoming(101, 82) });
  expect(element.textContent).toContain('追 5 期 · 共 5 倍 · 中奖即停');
  expect(element.textContent).toContain('¥30.00');
  expect(element.textContent).toContain('演示 · 无现金价值');
  await press(button(element, '下一步'));
  expect(set.went).toEqual(['/confirmationJSKS/jsks']);
});

it('on a page of its own with nothing on the slip: the way to pick', async () => {
  const set = createGameStage(await readGame('jsks'), {}, saved(1, []));
  const { element } = await render(
    set.host,
    <GameProvider code="jsks">
      <ChasePlan />
    </GameProvider>,
  );
  await until(() => element.querySelector('.empty') !== null);
  await press(button(element, '去选号'));
  expect(set.went).toEqual(['game:jsks']);
  expect(set.to(ISSUES)).toHaveLength(0);
});
