// @vitest-environment happy-dom
/** What puts lines on the slip of numbers: the board, and 再来一注 of an order. */
import { afterEach, describe, expect, it } from 'vitest';
import { rebetOrder } from '../../../../engine/screens/lottery/rebet.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { readGame } from './support/games.ts';
import { storedSlip, slipInStorage } from './support/slip.ts';
import { button, clear, press, render, type GameStage, createGameStage, until } from './support/stage.tsx';

afterEach(clear);

describe('board to slip', () => {
  it('确定 says what is missing, then puts the line on the slip and goes to the confirmation of the description', async () => {
    const set = createGameStage(await readGame('jsks'), {}, new Map([['play.jsks', 'SBTH']]));
    const { element } = await render(
      set.host,
      <GameProvider code="jsks">
        <BallBoard />
        <BetBar />
      </GameProvider>,
    );
    await until(() => element.querySelector('.board') !== null);
    await press(button(element, '选号 3'));
    expect(element.querySelector('.bet-bar__reason')?.textContent).toBe('还差 2 个号码');
    await press(button(element, '确定'));
    expect(set.toasts).toEqual(['还差 2 个号码']);
    await press(button(element, '选号 1'));
    await press(button(element, '选号 6'));
    expect(element.querySelector('.bet-bar__figures')?.textContent).toBe('1 注 · ¥2');
    await press(button(element, '确定'));
    expect(slipInStorage(set).lines).toMatchObject([
      { id: 1, line: { play: 'SBTH', picks: { face: [1, 3, 6] } }, terms: { prize: '¥40' } },
    ]);
    expect(set.went).toEqual(['/confirmationJSKS/jsks']);
    expect(button(element, '选号 3').getAttribute('aria-pressed')).toBe('false');
  });
});

describe('再来一注', () => {
  const detail = (lines: unknown, sold?: unknown) => ({
    ok: true as const,
    models: { orderId: 'o-1', ticket: { game: 'jsks', lines }, ...(sold ? { lines: sold } : {}) },
  });
  const again = async (set: GameStage, lines: unknown, sold?: unknown) => {
    (set.host.gameCalls as { orderLines?: string }).orderLines = '/api/order/detail';
    const done = rebetOrder(set.host, 'jsks', 'o-1');
    await set.to('/api/order/detail')[0]?.answer(detail(lines, sold));
    return done;
  };

  it('adds the lines of the order to the slip, and opens it', async () => {
    const set = createGameStage(await readGame('jsks'), {}, storedSlip());
    expect(await again(set, [{ play: 'HZ', picks: { sum: [3] } }])).toBe(true);
    expect(set.to('/api/order/detail')[0]?.params).toEqual({ orderId: 'o-1' });
    expect(slipInStorage(set).lines).toHaveLength(3);
    expect(set.went).toEqual(['/confirmationJSKS/jsks']);
  });

  it('says why the server did not tell what was bet', async () => {
    const set = createGameStage(await readGame('jsks'));
    (set.host.gameCalls as { orderLines?: string }).orderLines = '/api/order/detail';
    const done = rebetOrder(set.host, 'jsks', 'o-1');
    await set.to('/api/order/detail')[0]?.answer({ ok: false, status: 18, msg: '系统繁忙，请稍后再试', inDoubt: false });
    expect([await done, set.toasts]).toEqual([false, ['系统繁忙，请稍后再试']]);
  });

  it('asks about a line that would be sold on other terms than the order says, and about no other', async () => {
    const set = createGameStage(await readGame('jsks'));
    const runtime = await gameRuntime(set.host, 'jsks');
    const lines = [3, 9].map((sum) => ({ play: 'HZ', picks: { sum: [sum] } }));
    const [same, now] = runtime.terms(lines);
    await again(set, lines, [
      { prize: same?.prize, terms: same?.digest },
      { prize: '¥15', terms: 'before' },
    ]);
    expect(runtime.slip.getSnapshot().context.lines.map(({ terms, now: changed }) => [terms?.prize, changed?.prize])).toEqual([
      [same?.prize, undefined],
      ['¥15', now?.prize],
    ]);
  });

  it('leaves out what is not sold any more, and says so', async () => {
    const set = createGameStage(await readGame('jsks'));
    expect(
      await again(set, [
        { play: 'GONE', picks: { a: [1] } },
        { play: 'HZ', picks: { sum: [3] } },
      ]),
    ).toBe(true);
    expect(slipInStorage(set).lines).toHaveLength(1);
    expect(set.toasts).toEqual(['1 条号码的玩法已停售，未加入投注单']);
  });

  it('opens the board when nothing of it is sold any more', async () => {
    const set = createGameStage(await readGame('jsks'));
    await again(set, [{ play: 'GONE', picks: { a: [1] } }]);
    expect(set.went).toEqual(['game:jsks']);
    expect(set.toasts).toEqual(['该订单的玩法已停售，请重新选号']);
  });
});
