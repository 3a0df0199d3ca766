// @vitest-environment happy-dom
/** The draws before the last: there where the board leaves room for them, and not even built where it does not. */
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import RecentDraws from '../../engine/screens/lottery/blocks/bet-bar/recent-draws.tsx';
import GameProvider from '../../engine/screens/lottery/game-provider.tsx';
import { game } from './support/games.ts';
import { clear, pageOf, render, stage, until } from './support/stage.tsx';

afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
});

it('the list is built when there is room for a heading and a draw, and goes when there is none', async () => {
  let tell = (_height: number): void => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: (entries: readonly { readonly contentRect: { readonly height: number } }[]) => void) {
        tell = (height) => listener([{ contentRect: { height } }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const set = stage(await game('ssq'));
  const numbers = { red: [1, 2, 3, 4, 5, 6], blue: [7] };
  set.page = pageOf(
    set.game.game,
    [3, 2, 1].map((issue) => ({
      gameCode: 'ssq',
      issue: String(issue),
      numbers,
      drawsAt: issue,
      hash: 'h',
      proof: { commit: 'c', seed: 's' },
    })),
  );
  const { element } = await render(
    set.host,
    <GameProvider code="ssq">
      <RecentDraws />
    </GameProvider>,
  );
  await until(() => element.querySelector('.recent-draws') !== null);
  const room = (height: number) => act(async () => tell(height));
  await room(60);
  expect(element.querySelectorAll('.recent-draws li')).toHaveLength(0);
  await room(240);
  expect(element.querySelectorAll('.recent-draws li')).toHaveLength(2);
  await room(60);
  expect(element.querySelectorAll('.recent-draws li')).toHaveLength(0);
});
