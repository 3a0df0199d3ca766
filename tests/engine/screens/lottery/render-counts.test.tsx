// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import Countdown from '../../../../engine/screens/lottery/blocks/countdown/countdown.tsx';
import PlayTabs from '../../../../engine/screens/lottery/blocks/play-tabs/play-tabs.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { observeRenders } from '../../../../engine/screens/core/render-counter.ts';
import { readGame } from './support/games.ts';
import { button, clear, press, render, type GameStage, createGameStage, until } from './support/stage.tsx';

let rendered: string[] = [];
let stop: () => void = () => {};
beforeEach(() => {
  rendered = [];
  stop = observeRenders((name) => rendered.push(name));
});
afterEach(async () => {
  stop();
  await clear();
});

async function board(code: string, play = ''): Promise<{ set: GameStage; element: HTMLElement }> {
  const set = createGameStage(await readGame(code), {}, new Map([[`play.${code}`, play]]));
  const { element } = await render(
    set.host,
    <GameProvider code={code}>
      <Countdown />
      <PlayTabs />
      <BallBoard />
      <BetBar />
    </GameProvider>,
  );
  await until(() => element.querySelector('.board') !== null && element.textContent?.includes('第 101 期') === true);
  return { set, element };
}

describe('render counts', () => {
  it('one tap renders exactly the tapped ball and the summary', async () => {
    const { element } = await board('ssq');
    for (const name of ['红球 05', '红球 33', '蓝球 09', '红球 05']) {
      rendered = [];
      await press(button(element, name));
      const [area, value] = name.split(' ');
      expect(rendered.sort()).toEqual([`cell:${area === '红球' ? 'red' : 'blue'}/${Number(value)}`, 'summary']);
    }
  });

  it('a choice among alternatives renders the old ball, the new one and the summary', async () => {
    const { element } = await board('jlffc', 'Q3_ZUBD');
    await press(button(element, '胆码 3'));
    rendered = [];
    await press(button(element, '胆码 8'));
    expect(rendered.sort()).toEqual(['cell:digit/3', 'cell:digit/8', 'summary']);
  });

  it('a quick pick renders just the balls that change', async () => {
    const { element } = await board('jlffc');
    await press(button(element, '万位选大号'));
    rendered = [];
    await press(button(element, '万位选奇数'));
    // 5–9 were chosen, 1 3 5 7 9 are now.
    expect(rendered.sort()).toEqual(['cell:wan/1', 'cell:wan/3', 'cell:wan/6', 'cell:wan/8', 'summary']);
  });

  it('a refused tap and a tick of the clock render nothing on the board', async () => {
    const { set, element } = await board('ssq');
    for (let value = 1; value <= 20; value += 1) await press(button(element, `红球 ${String(value).padStart(2, '0')}`));
    rendered = [];
    await press(button(element, '红球 21'));
    expect(set.toasts).toEqual(['红球最多选 20 个']);
    set.now += 3000;
    await until(() => element.querySelector('.countdown__figure')?.textContent === '00:57');
    expect(rendered).toEqual([]);
  });
});
