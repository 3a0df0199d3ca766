// @vitest-environment happy-dom
/** 合买: a slip that is offered to others is the slip's own submission. */
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Game } from '../../../../engine/descriptions/types.ts';
import Slip from '../../../../engine/screens/lottery/blocks/slip/slip.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { startNumberGroupBuy } from '../../../../engine/screens/lottery/group-buy.ts';
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

const GROUP_BUY = '/api/lottery/bet_together';
const SLIP = compiledProps({
  block: 'slip',
  login: { do: 'navigate', to: '/in' },
  order: { do: 'navigate', to: '/one?orderId={orderId}' },
  together: { do: 'navigate', to: '/start?game={gameCode}&fen={amountFen}&bets={bets}' },
  offered: { do: 'navigate', to: '/group?id={hmId}' },
});
const LINES = [{ id: 1, line: { play: 'HZ', picks: { sum: [9, 10] } } }];
const TERMS = { shares: '4', ownShares: '1', guaranteeShares: '0', commission: '5', security: '2', title: '', text: '跟上' };
const TAKEN = { hmId: 'hm-1', paidFen: 100, stopsAt: T0 + 30_000, balanceFen: 999_900 };

afterEach(clear);

const allowed = async (): Promise<Game> => ({ ...(await readGame('jsks')), groupBuy: true }) as Game;

async function open(set: GameStage): Promise<{ element: HTMLElement; unmount: () => Promise<void> }> {
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

const saved = (): Map<string, string> =>
  withStoredDraft('slip', 'jsks', JSON.stringify({ format: 1, hash: 'h1', lines: LINES, multiplier: 1, editing: null }));
const linesOf = (set: GameStage) =>
  (JSON.parse(storedDraftOf(set, 'slip', 'jsks') ?? '{"lines":[],"multiplier":1}') as { lines: unknown[] }).lines;

describe('a slip offered to others', () => {
  it('[S93] opens the form with its price, only where the game allows it', async () => {
    const set = createGameStage(await allowed(), {}, saved());
    const { element, unmount } = await open(set);
    await press(button(element, /^发起合买/));
    expect(set.went).toEqual(['/start?game=jsks&fen=400&bets=2']);
    await unmount();
    const plain = createGameStage(await readGame('jsks'), {}, saved());
    expect((await open(plain)).element.textContent).not.toContain('发起合买');
  });

  it('[S93] says that the issue is on its way, and not that it is closed, as long as the server has said nothing', async () => {
    const set = createGameStage(await allowed(), {}, saved());
    const { call } = set.host;
    let arrive = (): void => {};
    const held: GameStage['host']['call'] = (path, ...rest) => {
      const answer = call(path, ...rest);
      if (path !== set.host.gameCalls.page) return answer as never;
      return new Promise((resolve) => {
        arrive = () => resolve(answer as never);
      });
    };
    Object.assign(set.host, { call: held });
    const { element } = await render(
      set.host,
      <GameProvider code="jsks">
        <Slip {...SLIP} />
      </GameProvider>,
    );
    await until(() => element.querySelector('.slip-cell') !== null);
    await press(button(element, /^发起合买/));
    expect([set.toasts, set.went]).toEqual([['正在载入本期信息'], []]);
    arrive();
    await until(() => !element.textContent?.includes('正在载入'));
    await press(button(element, /^发起合买/));
    expect(set.went).toHaveLength(1);
  });

  it('[S93] leads a visitor to the login, with the slip kept', async () => {
    const set = createGameStage(await allowed(), { loggedIn: false }, saved());
    const { element } = await open(set);
    await press(button(element, /^发起合买/));
    expect(set.went).toEqual(['/in']);
    expect(linesOf(set)).toHaveLength(1);
  });

  it('[S93] sends ticket and terms under one key, says what was paid, and the slip is empty', async () => {
    const set = createGameStage(await allowed(), {}, saved());
    const { element } = await open(set);
    let outcome: unknown;
    await act(async () => {
      void startNumberGroupBuy(set.host, 'jsks', TERMS).then((result) => (outcome = result));
    });
    const [sent] = set.to(GROUP_BUY);
    expect(sent?.params).toMatchObject({ hash: 'h1', amountFen: '400', issue: '101', shares: '4', ownShares: '1', text: '跟上' });
    expect(sent?.params.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(sent?.params, 'what is left empty is not sent').not.toHaveProperty('title');
    expect(JSON.parse(sent?.params.ticket ?? '')).toEqual({ game: 'jsks', lines: LINES.map(({ line }) => line), multiplier: 1 });
    // While it is under way the slip is not bet.
    await press(button(element, '提交中'));
    expect(set.calls.filter(({ path }) => path.startsWith('/api/lottery/bet'))).toHaveLength(1);
    await sent?.answer({ ok: true, models: TAKEN });
    await until(() => element.textContent?.includes('合买已发起') === true);
    expect(outcome).toBe(true);
    expect(linesOf(set)).toEqual([]);
    expect(element.textContent).toContain('¥1.00');
    await press(button(element, '查看合买'));
    expect(set.went).toEqual(['/group?id=hm-1']);
  });

  it('[S93] gives a refusal to the form that waits for it, and the slip stays and can be offered again', async () => {
    const set = createGameStage(await allowed(), {}, saved());
    const { element } = await open(set);
    let outcome: unknown;
    await act(async () => {
      void startNumberGroupBuy(set.host, 'jsks', TERMS).then((result) => (outcome = result));
    });
    await set.to(GROUP_BUY)[0]?.answer({ ok: false, status: 1, msg: '至少自购 5%', models: { field: 'ownShares' }, inDoubt: false });
    expect(outcome).toEqual({ status: 1, msg: '至少自购 5%', models: { field: 'ownShares' } });
    expect(element.textContent).not.toContain('至少自购');
    expect(linesOf(set)).toHaveLength(1);
    await act(async () => void startNumberGroupBuy(set.host, 'jsks', TERMS));
    const [first, second] = set.to(GROUP_BUY);
    expect(second?.options.idempotencyKey).not.toBe(first?.options.idempotencyKey);
  });

  it('[S93] after a reload in doubt looks up its outcome, and the slip says it', async () => {
    const set = createGameStage(await allowed(), {}, saved());
    const before = await open(set);
    await act(async () => void startNumberGroupBuy(set.host, 'jsks', TERMS));
    await set.to(GROUP_BUY)[0]?.answer({ ok: false, status: -1, msg: '', inDoubt: true });
    await before.unmount();
    const again = createGameStage(await allowed(), {}, set.stored);
    const { element } = await open(again);
    await until(() => again.to('/api/order/outcome').length > 0);
    expect(element.textContent).toContain('正在确认结果');
    await again.to('/api/order/outcome')[0]?.answer({ ok: true, models: { state: 'done', answer: { status: 0, models: TAKEN, msg: '' } } });
    await until(() => element.textContent?.includes('合买已发起') === true);
    expect(linesOf(again)).toEqual([]);
  });
});
