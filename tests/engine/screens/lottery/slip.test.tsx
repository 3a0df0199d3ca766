// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { resumeUnfinished } from '../../../../app/host/unfinished.ts';
import Slip from '../../../../engine/screens/lottery/blocks/slip/slip.tsx';
import { clearDrafts } from '../../../../engine/screens/core/drafts.ts';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { randomLines } from '../../../../engine/screens/lottery/random.ts';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { unreadReceipts } from '../../../../engine/screens/slip/unread-outcomes.ts';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { SLIP_LINES, storedSlip, slipInStorage } from './support/slip.ts';
import {
  button,
  clear,
  withStoredDraft,
  storedDraftOf,
  press,
  render,
  createGameStage,
  type GameStage,
  T0,
  until,
} from './support/stage.tsx';

const BET = '/api/lottery/bet_szc';
/** Where the submission of the slip is stored. */
const RECORD = 'submission.1.slip/jsks';
const OUTCOME = '/api/order/outcome';
/** The body that is sent for the lines of `saved()`. */
const TICKET = JSON.stringify({ game: 'jsks', lines: SLIP_LINES.map(({ line }) => line), multiplier: 1 });
const SLIP = compiledProps({
  block: 'slip',
  login: { do: 'navigate', to: '/in' },
  order: { do: 'navigate', to: '/one?orderId={orderId}' },
});

afterEach(clear);

async function open(set: GameStage, props = SLIP): Promise<{ element: HTMLElement; unmount: () => Promise<void> }> {
  const mounted = await render(
    set.host,
    <GameProvider code="jsks">
      <Slip {...props} />
    </GameProvider>,
  );
  await until(() => mounted.element.querySelector('.slip-bar') !== null);
  await until(() => !mounted.element.textContent?.includes('正在载入'));
  return mounted;
}

const submission = (set: GameStage, index = 0) => set.to(BET)[index];

async function type(element: HTMLElement, text: string): Promise<void> {
  const input = element.querySelector<HTMLInputElement>('.stepper input');
  if (!input) throw new Error('no field');
  await act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('slip', () => {
  it('shows lines as players write them, bets and amount by the rules, and the balance', async () => {
    const { element } = await open(createGameStage(await readGame('jsks'), {}, storedSlip(3)));
    const text = element.textContent ?? '';
    expect(text).toContain('和值 · 2 注 · ¥4');
    expect(text).toContain('¥18.00');
    expect(text).toContain('3 注 × 3 倍 · 余额 ¥10,000.00');
    expect(text).toContain('演示 · 无现金价值');
  });

  it('sends the ticket with hash, amount and the issue meant, under a key that is written down first', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip(2));
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    const sent = submission(set);
    expect(sent?.params).toMatchObject({ hash: 'h1', amountFen: '1200', issue: '101' });
    expect(JSON.parse(sent?.params.ticket ?? '')).toEqual({ game: 'jsks', lines: SLIP_LINES.map(({ line }) => line), multiplier: 2 });
    expect(sent?.options.method).toBe('POST');
    const key = sent?.options.idempotencyKey;
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(JSON.parse(set.stored.get(RECORD) ?? '{}').key).toBe(key);
  });

  it('a double tap sends one bet', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    const go = button(element, '确认投注');
    await act(async () => {
      go.click();
      go.click();
    });
    await press(button(element, '提交中'));
    expect(set.to(BET)).toHaveLength(1);
  });

  it('accepted: the slip is empty, the key forgotten, and the order is one tap away', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({
      ok: true,
      models: {
        orderId: 'o-1',
        orderNo: '20261129-0001234',
        gameCode: 'jsks',
        issue: '101',
        bets: 3,
        amountFen: 600,
        balanceFen: 999_400,
        drawsAt: T0,
      },
    });
    expect(element.textContent).toContain('投注成功');
    expect(element.textContent).toContain('订单号20261129-0001234');
    expect(slipInStorage(set).lines).toEqual([]);
    expect(JSON.parse(set.stored.get(RECORD) ?? '{}').sent).toBeUndefined();
    await press(button(element, '查看订单'));
    expect(set.went).toEqual(['/one?orderId=o-1']);
    expect(element.textContent).not.toContain('投注成功');
  });

  it('in doubt: looks up the outcome of the key, and accepts a bet that was placed', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: false, status: -1, msg: '', inDoubt: true });
    expect(element.textContent).toContain('正在确认结果');
    const [outcomeRequest] = set.to(OUTCOME);
    expect(outcomeRequest?.params).toEqual({ key: submission(set)?.options.idempotencyKey });
    expect(slipInStorage(set).lines, 'nothing is lost meanwhile').toHaveLength(2);
    await outcomeRequest?.answer({ ok: true, models: { state: 'done', answer: { status: 0, models: { orderId: 'o-2' }, msg: '' } } });
    expect(element.textContent).toContain('投注成功');
    expect(set.to(BET)).toHaveLength(1);
  });

  it('in doubt and never arrived: says that nothing was taken, keeps the lines, and tries again under a new key', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: false, status: -1, msg: '', inDoubt: true });
    await set.to(OUTCOME)[0]?.answer({ ok: true, models: { state: 'unknown' } });
    expect(element.textContent).toContain('未扣款');
    await press(button(element, '重新投注'));
    expect(set.to(BET)).toHaveLength(2);
    expect(submission(set, 1)?.options.idempotencyKey).not.toBe(submission(set, 0)?.options.idempotencyKey);
  });

  it('in doubt and never arrived, with another issue on sale by then: names it on the sheet and on the button', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: false, status: -1, msg: '', inDoubt: true });
    set.page = { ...set.page, current: { issue: '102', opensAt: T0, closesAt: T0 + 99_000, drawsAt: T0 + 99_999, commit: 'c' } };
    await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '100' }));
    await set.to(OUTCOME)[0]?.answer({ ok: true, models: { state: 'unknown' } });
    expect(element.textContent).toContain('投注单已保留。现在在售的是第 102 期，共 ¥6.00。');
    expect(element.textContent).not.toContain('重新投注');
    await press(button(element, '改投第 102 期'));
    expect(submission(set, 1)?.params.issue).toBe('102');
  });

  it('a reload while sending comes back asking, and does not send again', async () => {
    const stored = storedSlip();
    stored.set(
      RECORD,
      JSON.stringify({ key: 'k-9', at: Date.now(), sent: { call: BET, method: 'POST', params: { issue: '101', ticket: TICKET } } }),
    );
    const set = createGameStage(await readGame('jsks'), {}, stored);
    const { element } = await open(set);
    expect(set.to(OUTCOME)[0]?.params).toEqual({ key: 'k-9' });
    expect(set.to(BET)).toHaveLength(0);
    await set.to(OUTCOME)[0]?.answer({
      ok: true,
      models: { state: 'done', answer: { status: 0, models: { orderId: 'o-9', orderNo: '20261129-0000009' }, msg: '' } },
    });
    expect(slipInStorage(set).lines).toEqual([]);
    expect(element.textContent).toContain('20261129-0000009');
  });

  it('closed meanwhile: says so, and offers the issue that is on sale now', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    set.page = { ...set.page, current: { issue: '102', opensAt: T0, closesAt: T0 + 99_000, drawsAt: T0 + 99_999, commit: 'c' } };
    await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '100' }));
    await submission(set)?.answer({ ok: false, status: 4, msg: '已截止', inDoubt: false });
    expect(element.textContent).toContain('第 101 期已停止投注，未扣款。现在在售的是第 102 期，共 ¥6.00');
    await press(button(element, '改投第 102 期'));
    expect(submission(set, 1)?.params.issue).toBe('102');
  });

  it('an issue that closes under the open slip is acknowledged before the bet goes out, once', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    set.page = { ...set.page, current: { issue: '102', opensAt: T0, closesAt: T0 + 99_000, drawsAt: T0 + 99_999, commit: 'c' } };
    await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '100' }));
    expect(element.querySelector('[role=alert]')?.textContent).toBe('第 101 期已截止，号码将投注第 102 期');
    await press(button(element, '确认投注'));
    expect(set.to(BET)).toHaveLength(0);
    expect(document.activeElement?.textContent).toBe('知道了');
    await press(button(element, '知道了'));
    expect(element.querySelector('[role=alert]')).toBeNull();
    await press(button(element, '确认投注'));
    expect(submission(set)?.params.issue).toBe('102');
  });

  it('a refusal that only says no stands on the slip until it is read, with the lines', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: false, status: 6, msg: '单注超过限额', inDoubt: false });
    expect(element.querySelector('.slip-bar [role=alert]')?.textContent).toBe('单注超过限额，未扣款。');
    expect(element.querySelector('dialog')).toBeNull();
    expect(slipInStorage(set).lines).toHaveLength(2);
    await press(button(element, '知道了'));
    expect(element.querySelector('[role=alert]')).toBeNull();
  });

  it('a receipt ends with its screen: the next slip opens without it, on this page and after a reload', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element, unmount } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', amountFen: 600 } });
    expect(element.textContent).toContain('投注成功');
    await unmount();
    const { slip } = await gameRuntime(set.host, 'jsks');
    slip.send({ type: 'ADD', lines: [{ play: 'HZ', picks: { sum: [17] } }] });
    const next = await open(set);
    expect([next.element.textContent?.includes('投注成功'), slipInStorage(set).lines.length]).toEqual([false, 1]);
    await next.unmount();
    const reloaded = await open(createGameStage(await readGame('jsks'), {}, set.stored));
    expect(reloaded.element.textContent).not.toMatch(/投注成功|正在确认结果/);
  });

  it('a page that goes away with a receipt leaves it to the slip that is empty, and not to one with other lines', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', amountFen: 600 } });
    const [left, lines] = [new Map(set.stored), JSON.stringify({ format: 1, hash: 'h1', lines: SLIP_LINES, multiplier: 1, editing: null })];
    const other = withStoredDraft('slip', 'jsks', lines, new Map(set.stored));
    const reloaded = createGameStage(await readGame('jsks'), {}, left);
    await open(reloaded);
    expect(reloaded.to(OUTCOME)).toHaveLength(1);
    const filled = createGameStage(await readGame('jsks'), {}, other);
    const { element: fresh } = await open(filled);
    expect([filled.to(OUTCOME).length, fresh.textContent?.includes('正在确认结果')]).toEqual([0, false]);
  });

  it('a receipt that no page could show appears on the next page, whatever is on the slip, and one that a slip has shown does not', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    // Something is in the way of the sheet until the page is gone.
    set.host.tellOutcome = () => {};
    const { element, unmount } = await open(set);
    await press(button(element, '确认投注'));
    await unmount();
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', amountFen: 600 } });
    const lines = JSON.stringify({ format: 1, hash: 'h1', lines: SLIP_LINES, multiplier: 1, editing: null });
    const next = createGameStage(await readGame('jsks'), {}, withStoredDraft('slip', 'jsks', lines, new Map(set.stored)));
    next.now += 24 * 3_600_000;
    const messages: unknown[] = [];
    next.host.tellOutcome = (code, actor) => {
      messages.push(code, actor.getSnapshot().context.answer);
      actor.send({ type: 'DISMISS' });
    };
    expect(unreadReceipts(next.host)).toEqual(['jsks']);
    await act(async () => resumeUnfinished(next.host, [], unreadReceipts(next.host)));
    await next.to(OUTCOME)[0]?.answer({ ok: true, models: { state: 'done', answer: { status: 0, models: { orderId: 'o-1' }, msg: '' } } });
    expect([messages, unreadReceipts(next.host), slipInStorage(next).lines.length]).toEqual([['jsks', { orderId: 'o-1' }], [], 2]);

    const read = createGameStage(await readGame('jsks'), {}, storedSlip());
    const shown = await open(read);
    await press(button(shown.element, '确认投注'));
    await submission(read)?.answer({ ok: true, models: { orderId: 'o-2', amountFen: 600 } });
    expect(shown.element.textContent).toContain('投注成功');
    expect(unreadReceipts(read.host)).toEqual([]);
  });

  it('left while it is sent: the outcome shows over the page, once, and later picks stay on the slip', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip(2));
    const messages: string[] = [];
    set.host.tellOutcome = (code, actor, still) => {
      messages.push(`${code} ${JSON.stringify(actor.getSnapshot().value)} ${still()}`);
      actor.send({ type: 'DISMISS' });
    };
    const { element, unmount } = await open(set);
    await press(button(element, '确认投注'));
    await unmount();
    const { slip } = await gameRuntime(set.host, 'jsks');
    slip.send({ type: 'ADD', lines: [{ play: 'HZ', picks: { sum: [17] } }] });
    const next = await open(set);
    expect(next.element.textContent).toContain('上一单提交中');
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', amountFen: 1200 } });
    expect(messages).toEqual(['jsks "accepted" true']);
    expect(next.element.textContent).not.toContain('投注成功');
    expect(slip.getSnapshot().context.lines.map(({ line }) => line.picks)).toEqual([{ sum: [17] }]);
  });

  it('a refusal of a slip that was left shows over the page too, and the slip does not show it later', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const messages: string[] = [];
    set.host.tellOutcome = (code, actor) => {
      messages.push(`${code} ${actor.getSnapshot().context.refusal?.msg}`);
      actor.send({ type: 'DISMISS' });
    };
    const { element, unmount } = await open(set);
    await press(button(element, '确认投注'));
    await unmount();
    await submission(set)?.answer({ ok: false, status: 6, msg: '超过单注限额', inDoubt: false });
    expect([messages, slipInStorage(set).lines.length]).toEqual([['jsks 超过单注限额'], 2]);
    const next = await open(set);
    expect(next.element.textContent).not.toContain('超过单注限额');
  });

  it('comes back while it is sent: the slip that was sent shows its own outcome', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const messages: string[] = [];
    set.host.tellOutcome = (code) => void messages.push(code);
    const { element, unmount } = await open(set);
    await press(button(element, '确认投注'));
    await unmount();
    const next = await open(set);
    expect(next.element.textContent).toContain('提交中');
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', amountFen: 600 } });
    expect([messages, next.element.textContent?.includes('投注成功')]).toEqual([[], true]);
  });

  it.each([
    ['关闭', 'nowhere: the slip below it is shown', []],
    ['继续投注', 'to the board, because the slip is empty', ['game:jsks']],
  ])('%s on the receipt leads %s', async (name, _, went) => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', gameCode: 'jsks', issue: '101', bets: 3, amountFen: 600 } });
    await press(button(element, name));
    expect(set.went).toEqual(went);
    expect(element.textContent).not.toContain('投注成功');
  });

  it('继续投注 stays on the slip while it has other lines', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    const { slip } = await gameRuntime(set.host, 'jsks');
    await submission(set)?.answer({ ok: true, models: { orderId: 'o-1', amountFen: 600 } });
    await act(async () => slip.send({ type: 'ADD', lines: [{ play: 'HZ', picks: { sum: [17] } }] }));
    await press(button(element, '继续投注'));
    expect([set.went, element.textContent?.includes('投注成功')]).toEqual([[], false]);
  });

  it('a new description: reprices, asks again, and sends the new hash', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '确认投注'));
    await submission(set)?.answer({ ok: false, status: 12, msg: '', inDoubt: false });
    expect(element.textContent).toContain('正在载入新规则');
    const old = set.game.game;
    await set.publish({ hash: 'h2', game: { ...old, unitFen: 300, playGroups: old.playGroups.filter(({ code }) => code !== 'STH') } });
    expect(set.toasts).toEqual(['玩法规则已更新，1 条号码不再适用，已移除']);
    expect(element.textContent).toContain('按新规则共 ¥6.00');
    await press(button(element, '接受并投注'));
    expect(submission(set, 1)?.params).toMatchObject({ hash: 'h2', amountFen: '600' });
  });

  it('a visitor is led to log in, and the slip stays', async () => {
    const set = createGameStage(await readGame('jsks'), { loggedIn: false }, storedSlip());
    const { element } = await open(set);
    await press(button(element, '登录后投注'));
    expect(set.went).toEqual(['/in']);
    expect(slipInStorage(set).lines).toHaveLength(2);
    expect(set.to(BET)).toHaveLength(0);
  });

  it('too little money: the words say how much is missing, and nothing is sent', async () => {
    const set = createGameStage(await readGame('jsks'), { balanceFen: 550 }, storedSlip());
    const { element } = await open(set);
    expect(element.textContent).toContain('余额不足，还差 ¥0.50');
    await press(button(element, '确认投注'));
    expect(set.to(BET)).toHaveLength(0);
  });

  it('too little money alone turns the button into the way to more, with what is missing; another reason comes first', async () => {
    const FILLED = compiledProps({ block: 'slip', fill: { do: 'navigate', to: '/fill?amount={missingFen}' } });
    const set = createGameStage(await readGame('jsks'), { balanceFen: 550 }, storedSlip());
    const { element } = await open(set, FILLED);
    const fill = button(element, '去充值');
    expect(fill.getAttribute('aria-disabled')).toBeNull();
    await press(fill);
    expect(set.went).toEqual(['/fill?amount=50']);
    await clear();
    const none = await open(createGameStage(await readGame('jsks'), { balanceFen: 550 }, storedSlip(1, [])), FILLED);
    expect(button(none.element, '确认投注').getAttribute('aria-disabled')).toBe('true');
  });

  it('the multiplier keeps digits only, at most the cap, and may be empty while typing', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await type(element, '1x2');
    expect(slipInStorage(set).multiplier).toBe(12);
    await type(element, '999999');
    expect(slipInStorage(set).multiplier).toBe((await readGame('jsks')).caps.multiplier);
    await type(element, '');
    expect(element.querySelector<HTMLInputElement>('.stepper input')?.value).toBe('');
    expect(slipInStorage(set).multiplier).toBeGreaterThanOrEqual(1);
  });

  it('what storage holds is not trusted: foreign plays, values out of range and torn text are dropped', async () => {
    const foreign = [
      { id: 1, line: { play: 'NOPE', picks: { a: [1] } } },
      { id: 2, line: { play: 'HZ', picks: { sum: [99] } } },
      { id: 3, line: { play: 'HZ', picks: { sum: [9] } } },
    ];
    const set = createGameStage(await readGame('jsks'), {}, storedSlip(1, foreign));
    await open(set);
    expect(slipInStorage(set).lines).toHaveLength(1);
    const torn = createGameStage(await readGame('jsks'), {}, withStoredDraft('slip', 'jsks', '{"format":1'));
    const { element } = await open(torn);
    expect(element.textContent).toContain('投注单里还没有号码');
  });

  it('removing, editing and clearing go through the slip', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, /^删除 和值/));
    expect(slipInStorage(set).lines).toHaveLength(1);
    await press(button(element, /^修改 三同号单选/));
    expect(set.went).toEqual(['game:jsks']);
    await press(button(element, '清空'));
    await press([...element.querySelectorAll('dialog button')].find((each) => each.textContent === '清空'));
    expect(slipInStorage(set).lines).toHaveLength(0);
  });

  it('random 10 adds ten valid lines of one bet', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    const { element } = await open(set);
    await press(button(element, '机选'));
    await until(() => element.querySelector('dialog') !== null);
    await press(button(element, /机选 10 注/));
    expect(slipInStorage(set).lines).toHaveLength(12);
    expect(element.textContent).toContain('13 注 × 1 倍');
  });

  it('random bets differ from each other as far as the play has different ones', async () => {
    const set = createGameStage(await readGame('jsks'));
    const runtime = await gameRuntime(set.host, 'jsks');
    const drawn = (play: string, count: number): number => {
      runtime.choosePlay(play);
      const lines = randomLines(runtime, count);
      expect(lines).toHaveLength(count);
      return new Set(lines.map((line) => JSON.stringify(line))).size;
    };
    for (let times = 0; times < 20; times += 1) {
      expect(drawn('HZ', 10)).toBe(10);
      expect(drawn('STH_DX', 6)).toBe(6);
    }
    expect(drawn('STH_TX', 5), 'there is but one').toBe(1);
  });

  it('belongs to its player: the next one on the phone has his own, a visitor has none, and what a visitor picked is added at the login', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip(3));
    set.stored.delete('drafts.visitor');
    const runtime = await gameRuntime(set.host, 'jsks');
    const lines = () => runtime.slip.getSnapshot().context.lines.map(({ line }) => Object.values(line.picks).join());
    const as = (mid: string) => act(async () => void Object.assign(set.host.session, { loggedIn: mid !== '', mid }));
    const [alice, multiplier] = [lines(), runtime.slip.getSnapshot().context.multiplier];
    expect(alice).toHaveLength(2);
    await as('');
    expect([lines(), runtime.slip.getSnapshot().context.multiplier]).toEqual([[], 1]);
    await as('2');
    expect(lines()).toEqual([]);
    runtime.slip.send({ type: 'ADD', lines: [{ play: 'HZ', picks: { sum: [17] } }] });
    await as('1');
    expect([lines(), runtime.slip.getSnapshot().context.multiplier, runtime.shared?.isCurrent()]).toEqual([alice, multiplier, true]);
    await as('');
    runtime.slip.send({ type: 'ADD', lines: [{ play: 'HZ', picks: { sum: [4] } }] });
    clearDrafts(set.host.storage, '', '1');
    await as('1');
    expect([lines(), set.toasts.at(-1)]).toEqual([['4', ...alice], '已加入上次的号码，整单 1 倍']);
    expect(storedDraftOf(set, 'slip', 'jsks')).toContain('[4]');
    // What the app moves to a player who has none of his own is not added to itself.
    await as('');
    runtime.slip.send({ type: 'ADD', lines: [{ play: 'HZ', picks: { sum: [5] } }] });
    clearDrafts(set.host.storage, '', '3');
    await as('3');
    expect(lines()).toEqual(['5']);
    await as('2');
    expect(lines()).toEqual(['17']);
  });
});
