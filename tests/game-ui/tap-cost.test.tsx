// @vitest-environment happy-dom
/** What a tap and a draw leave alone. */
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Game } from '../../engine/descriptions/types.ts';
import BallBoard from '../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameProvider from '../../engine/screens/lottery/game-provider.tsx';
import { watchRenders } from '../../engine/screens/lottery/probe.ts';
import { game } from './support/games.ts';
import { button, clear, press, render, type Stage, stage, until, keptOf } from './support/stage.tsx';

let stop: () => void = () => {};
afterEach(async () => {
  stop();
  await clear();
});

async function board(of: Game): Promise<{ set: Stage; element: HTMLElement }> {
  const set = stage(of);
  const { element } = await render(
    set.host,
    <GameProvider code={of.code}>
      <BallBoard />
      <BetBar />
    </GameProvider>,
  );
  await until(() => element.querySelector('.bet-bar') !== null);
  return { set, element };
}

describe('a tap', () => {
  it('draws the keys of the bar anew when the board begins to make a bet, or makes none any more, and not otherwise', async () => {
    const { element } = await board(await game('ssq'));
    const rendered: string[] = [];
    stop = watchRenders((name) => rendered.push(name));
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
    const { set, element } = await board(await game('ssq'));
    for (const name of ['红球 01', '红球 02', '红球 03', '红球 04', '红球 05', '红球 06', '蓝球 01', '红球 07'])
      await press(button(element, name));
    expect(element.querySelector('.bet-bar__figures')?.textContent).toBe('7 注 · ¥14');
    await press(button(element, /^确定/));
    const slip = JSON.parse(keptOf(set, 'slip', 'ssq') ?? '{}') as { lines?: { line: { picks: Record<string, number[]> } }[] };
    expect(slip.lines?.map(({ line }) => line.picks)).toEqual([{ red: [1, 2, 3, 4, 5, 6, 7], blue: [1] }]);
  });
});

describe('a draw', () => {
  it('is followed by the areas that have figures, and by no other', async () => {
    const ssq = await game('ssq');
    // Only red balls keep their figures.
    const plain = JSON.stringify(ssq, function (this: { id?: string }, key, value: unknown) {
      return key === 'omission' && this.id !== 'red' ? undefined : value;
    });
    const { set } = await board(JSON.parse(plain) as Game);
    const rendered: string[] = [];
    stop = watchRenders((name) => rendered.push(name));
    await act(async () => set.tell('draw', { gameCode: 'ssq', result: { issue: '100', numbers: {} } }));
    await until(() => rendered.length > 0);
    expect([...new Set(rendered)].filter((name) => name.startsWith('numbers:'))).toEqual(['numbers:red']);
  });
});
