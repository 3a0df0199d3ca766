// @vitest-environment happy-dom
/** What a tap and a draw leave alone. */
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Game } from '../../../../engine/descriptions/types.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { requestOf, slipTotal } from '../../../../engine/screens/lottery/submit.ts';
import { observeRenders } from '../../../../engine/screens/core/render-counter.ts';
import { readGame } from './support/games.ts';
import {
  button,
  clear,
  withStoredDraft,
  storedDraftOf,
  press,
  render,
  type GameStage,
  createGameStage,
  T0,
  until,
} from './support/stage.tsx';

let stop: () => void = () => {};
afterEach(async () => {
  stop();
  await clear();
});

async function board(
  of: Game,
  stored?: Map<string, string>,
): Promise<{ set: GameStage; element: HTMLElement; unmount: () => Promise<void> }> {
  const set = createGameStage(of, {}, stored);
  const { element, unmount } = await render(
    set.host,
    <GameProvider code={of.code}>
      <BallBoard />
      <BetBar />
    </GameProvider>,
  );
  await until(() => element.querySelector('.bet-bar') !== null);
  return { set, element, unmount };
}

describe('a tap', () => {
  it('draws the keys of the bar again when the board begins to make a bet, or makes none any more, and not otherwise', async () => {
    const { element } = await board(await readGame('ssq'));
    const rendered: string[] = [];
    stop = observeRenders((name) => rendered.push(name));
    const taps = ['红球 01', '红球 02', '红球 03', '红球 04', '红球 05', '红球 06', '蓝球 01', '红球 07', '蓝球 02', '红球 01', '红球 02'];
    const drawn: string[] = [];
    for (const name of taps) {
      rendered.length = 0;
      await press(button(element, name));
      if (rendered.includes('keys')) drawn.push(name);
    }
    expect(drawn).toEqual(['蓝球 01', '红球 02']);
  });

  it('that completes a bet: 确定 takes what is on the board when it is pressed', async () => {
    const { set, element } = await board(await readGame('ssq'));
    for (const name of ['红球 01', '红球 02', '红球 03', '红球 04', '红球 05', '红球 06', '蓝球 01', '红球 07'])
      await press(button(element, name));
    expect(element.querySelector('.bet-bar__figures')?.textContent).toBe('7 注 · ¥14');
    await press(button(element, /^确定/));
    const slip = JSON.parse(storedDraftOf(set, 'slip', 'ssq') ?? '{}') as { lines?: { line: { picks: Record<string, number[]> } }[] };
    expect(slip.lines?.map(({ line }) => line.picks)).toEqual([{ red: [1, 2, 3, 4, 5, 6, 7], blue: [1] }]);
  });
});

describe('the multiplier on the board', () => {
  it('is chosen for the first bet, and is the slip’s, said and not to be changed here, once something is on it', async () => {
    const { element } = await board(await readGame('ssq'));
    const sum = () => element.querySelector('.bet-bar__figures')?.textContent;
    const bet = ['红球 01', '红球 02', '红球 03', '红球 04', '红球 05', '红球 06', '蓝球 01'];
    for (const name of bet) await press(button(element, name));
    await press(button(element, '加一倍'));
    expect(sum()).toBe('1 注 · ¥4');
    await press(button(element, /^确定/));
    expect(element.querySelector('.stepper')).toBeNull();
    expect(element.querySelector('.bet-bar__times')?.textContent).toBe('整单共用 2 倍');
    for (const name of bet) await press(button(element, name));
    expect(sum()).toBe('1 注 · ¥4');
  });

  it('multiplies the price under the board and that of random bets, as the slip, the request and the server count it', async () => {
    const { set, element } = await board(await readGame('ssq'));
    const sum = () => element.querySelector('.bet-bar__figures')?.textContent;
    for (const name of ['红球 01', '红球 02', '红球 03', '红球 04', '红球 05', '红球 06', '红球 07', '蓝球 01'])
      await press(button(element, name));
    for (const expected of ['7 注 · ¥14', '7 注 · ¥28', '7 注 · ¥42']) {
      expect(sum()).toBe(expected);
      await press(button(element, '加一倍'));
    }
    expect(sum()).toBe('7 注 · ¥56');
    await press(button(element, '机选多注'));
    const random = () => [...element.querySelectorAll('.row__value.amount')].map((each) => each.textContent);
    await until(() => random().length > 0);
    expect(random()).toEqual(['¥8', '¥40', '¥80']);
    await press(button(element, /^确定/));
    const runtime = await gameRuntime(set.host, 'ssq');
    expect(slipTotal(runtime)).toEqual({ bets: 7n, amountFen: 5_600n });
    expect(requestOf(runtime, '1').params).toMatchObject({ amountFen: '5600' });
  });

  it('of a chase is that of its issues together, and the chase is said', async () => {
    const jsks = await readGame('jsks');
    const line = { id: 1, line: { play: 'HZ', picks: { sum: [9] } } };
    const slip = JSON.stringify({ format: 1, hash: 'h1', lines: [line], multiplier: 2, editing: null });
    const chase = JSON.stringify({ format: 1, count: 3, every: 0, edits: {}, stopOnWin: true });
    const stored = withStoredDraft('chase', 'jsks', chase, withStoredDraft('slip', 'jsks', slip));
    const { set, element } = await board(jsks, stored);
    await until(() => set.to('/api/lottery/ChaseIssues').length > 0);
    const items = [101, 102, 103].map((issue) => ({ issue: String(issue), closesAt: T0 + 60_000, drawsAt: T0 + 65_000 }));
    await set.to('/api/lottery/ChaseIssues')[0]?.answer({ ok: true, models: { items } });
    await press(button(element, /^和值 3/));
    expect(element.querySelector('.bet-bar__figures')?.textContent).toBe('1 注 · ¥12');
    expect(element.querySelector('.bet-bar__times')?.textContent).toBe('追 3 期 · 共 6 倍');
  });

  it('goes with the picks that 清空 takes away', async () => {
    const { element } = await board(await readGame('ssq'));
    const times = () => element.querySelector<HTMLInputElement>('.stepper input')?.value;
    await press(button(element, '红球 01'));
    await press(button(element, '加一倍'));
    expect(times()).toBe('2');
    await press(button(element, '清空'));
    expect(times()).toBe('1');
  });

  it('of a bet that was given up is none of the next one: not on the way back, and not after a reload', async () => {
    const ssq = await readGame('ssq');
    const { set, element, unmount } = await board(ssq);
    await press(button(element, '加一倍'));
    const times = (of: Element) => of.querySelector<HTMLInputElement>('.stepper input')?.value;
    expect(times(element)).toBe('2');
    const left = new Map(set.stored);
    await unmount();
    expect((await gameRuntime(set.host, 'ssq')).slip.getSnapshot().context.multiplier).toBe(1);
    expect(times((await board(ssq, left)).element)).toBe('1');
  });
});

describe('a draw', () => {
  it('is followed by the areas that have figures, and by no other', async () => {
    const ssq = await readGame('ssq');
    // Only red balls keep their figures.
    const plain = JSON.stringify(ssq, function (this: { id?: string }, key, value: unknown) {
      return key === 'omission' && this.id !== 'red' ? undefined : value;
    });
    const { set } = await board(JSON.parse(plain) as Game);
    const rendered: string[] = [];
    stop = observeRenders((name) => rendered.push(name));
    await act(async () => set.tell('draw', { gameCode: 'ssq', result: { issue: '100', numbers: {} } }));
    await until(() => rendered.length > 0);
    expect([...new Set(rendered)].filter((name) => name.startsWith('numbers:'))).toEqual(['numbers:red']);
  });
});
